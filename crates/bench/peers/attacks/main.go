// The Go reference on one attack: it reads the file once, as a whole process, and says how it ended.
package main

import (
	"fmt"
	"os"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/json"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
)

func main() {
	text, err := os.ReadFile(os.Args[2])
	if err != nil {
		panic(err)
	}
	start := hcl.InitialPos
	var diags hcl.Diagnostics
	switch os.Args[1] {
	case "file":
		_, diags = hclsyntax.ParseConfig(text, "attack", start)
	case "json":
		_, diags = json.Parse(text, "attack")
	default:
		var expr hclsyntax.Expression
		expr, diags = hclsyntax.ParseExpression(text, "attack", start)
		if !diags.HasErrors() {
			_, diags = expr.Value(&hcl.EvalContext{Functions: map[string]function.Function{
				"format":     stdlib.FormatFunc,
				"length":     stdlib.LengthFunc,
				"range":      stdlib.RangeFunc,
				"setproduct": stdlib.SetProductFunc,
			}})
		}
	}
	if diags.HasErrors() {
		fmt.Println("errors")
	} else {
		fmt.Println("value")
	}
}
