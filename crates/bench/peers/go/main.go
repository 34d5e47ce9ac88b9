// A contestant of the benchmarks: the Go reference's packages.
//
// Texts come on the standard input, each after its length. The program does a stage's work once and prints the shape of
// what it made; then every line of input makes it do a round and print how many nanoseconds that took.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/gohcl"
	"github.com/hashicorp/hcl/v2/hcldec"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/hashicorp/hcl/v2/json"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
	ctyjson "github.com/zclconf/go-cty/cty/json"
	"github.com/zclconf/go-cty/cty/msgpack"
)

// round does the work of a stage and says how long it took.
type round func() time.Duration

// batch is how many results are kept; it divides the number of calls.
const batch = 100

// kept holds what was made last, so that the compiler cannot leave the work out.
var kept interface{}

func main() {
	if len(os.Args) != 3 {
		fail("usage: main STAGE REPEAT")
	}
	repeat, err := strconv.Atoi(os.Args[2])
	check(err)
	input := bufio.NewReaderSize(os.Stdin, 1<<20)
	texts := readTexts(input)
	shape, work := prepare(os.Args[1], texts, repeat)
	fmt.Println(shape)
	for {
		if _, err := input.ReadString('\n'); err != nil {
			return
		}
		// What earlier rounds left behind is not this one's work.
		kept = nil
		runtime.GC()
		fmt.Println(work().Nanoseconds())
	}
}

func readTexts(input *bufio.Reader) [][]byte {
	texts := make([][]byte, readNumber(input))
	for i := range texts {
		texts[i] = make([]byte, readNumber(input))
		_, err := io.ReadFull(input, texts[i])
		check(err)
	}
	return texts
}

func readNumber(input *bufio.Reader) int {
	line, err := input.ReadString('\n')
	check(err)
	number, err := strconv.Atoi(strings.TrimSpace(line))
	check(err)
	return number
}

func prepare(stage string, texts [][]byte, repeat int) (string, round) {
	switch {
	case stage == "native.lex":
		return lex(texts, repeat)
	case stage == "native.parse":
		return parse(texts, repeat)
	case stage == "native.format":
		return format(texts, repeat)
	case stage == "json.parse":
		return parseJSON(texts, repeat)
	case strings.HasPrefix(stage, "eval."):
		return evaluate(texts, repeat)
	case stage == "decode.spec":
		return decodeSpec(texts)
	case stage == "decode.struct":
		return decodeStruct(texts, parseOne)
	case stage == "decode.struct.json":
		return decodeStruct(texts, parseJSONOne)
	case stage == "convert.rows":
		return convertRows(texts)
	case stage == "wire.encode":
		return wireEncode(texts, repeat)
	case stage == "wire.encode.convert":
		return wireConvert(texts, repeat)
	case stage == "wire.decode":
		return wireDecode(texts, repeat)
	case stage == "fn.jsondecode":
		return callEach(texts, repeat, stdlib.JSONDecodeFunc, valuesOf)
	case stage == "fn.jsonencode":
		return callEach(texts, repeat, stdlib.JSONEncodeFunc, textsOf)
	case stage == "fn.merge":
		return call(texts, stdlib.MergeFunc)
	case stage == "fn.flatten":
		return call(texts, stdlib.FlattenFunc)
	case stage == "fn.setproduct":
		return call(texts, stdlib.SetProductFunc)
	case stage == "set.build":
		return buildSet(texts)
	case stage == "set.union":
		return uniteSets(texts)
	case stage == "set.equal":
		return compareSets(texts)
	}
	fail("it does not know the stage " + stage)
	return "", nil
}

// checksum goes on with a checksum, which starts at 0.
func checksum(sum uint64, text []byte) uint64 {
	for _, c := range text {
		sum = sum*31 + uint64(c)
	}
	return sum
}

// jsonText gives a value as JSON.
func jsonText(value cty.Value) []byte {
	text, err := stdlib.JSONEncode(value)
	check(err)
	return []byte(text.AsString())
}

// timedEach times the work for each text on its own, and all of them so many times.
func timedEach(texts [][]byte, repeat int, work func([]byte) interface{}) round {
	return func() time.Duration {
		var total time.Duration
		for i := 0; i < repeat; i++ {
			for _, text := range texts {
				start := time.Now()
				kept = work(text)
				total += time.Since(start)
			}
		}
		return total
	}
}

func lexOne(text []byte) hclsyntax.Tokens {
	tokens, diags := hclsyntax.LexConfig(text, "main.tf", hcl.InitialPos)
	checkDiags(diags)
	return tokens
}

func lex(texts [][]byte, repeat int) (string, round) {
	identifiers, sum := 0, uint64(0)
	for _, text := range texts {
		for _, token := range lexOne(text) {
			if token.Type == hclsyntax.TokenIdent {
				identifiers++
				sum = checksum(sum, token.Bytes)
			}
		}
	}
	work := func(text []byte) interface{} { return lexOne(text) }
	return fmt.Sprintf("%d identifiers with the checksum %016x", identifiers, sum), timedEach(texts, repeat, work)
}

func format(texts [][]byte, repeat int) (string, round) {
	length, sum := 0, uint64(0)
	for _, text := range texts {
		formatted := hclwrite.Format(text)
		length += len(formatted)
		sum = checksum(sum, formatted)
	}
	work := func(text []byte) interface{} { return hclwrite.Format(text) }
	return fmt.Sprintf("%d bytes with the checksum %016x", length, sum), timedEach(texts, repeat, work)
}

func parseOne(text []byte) *hcl.File {
	file, diags := hclsyntax.ParseConfig(text, "main.tf", hcl.InitialPos)
	checkDiags(diags)
	return file
}

func parse(texts [][]byte, repeat int) (string, round) {
	attributes, blocks, names := 0, 0, uint64(0)
	name := func(name string) { names += checksum(0, []byte(name)) }
	var count func(body *hclsyntax.Body)
	count = func(body *hclsyntax.Body) {
		attributes += len(body.Attributes)
		for attribute := range body.Attributes {
			name(attribute)
		}
		blocks += len(body.Blocks)
		for _, block := range body.Blocks {
			name(block.Type)
			for _, label := range block.Labels {
				name(label)
			}
			count(block.Body)
		}
	}
	for _, text := range texts {
		count(parseOne(text).Body.(*hclsyntax.Body))
	}
	work := func(text []byte) interface{} { return parseOne(text) }
	shape := fmt.Sprintf("%d attributes and %d blocks, whose names have the checksum %016x", attributes, blocks, names)
	return shape, timedEach(texts, repeat, work)
}

func parseJSONOne(text []byte) *hcl.File {
	file, diags := json.Parse(text, "main.tf.json")
	checkDiags(diags)
	return file
}

func parseJSON(texts [][]byte, repeat int) (string, round) {
	properties, names := 0, uint64(0)
	for _, text := range texts {
		attributes, diags := parseJSONOne(text).Body.JustAttributes()
		checkDiags(diags)
		properties += len(attributes)
		for name := range attributes {
			names += checksum(0, []byte(name))
		}
	}
	work := func(text []byte) interface{} { return parseJSONOne(text) }
	shape := fmt.Sprintf("%d properties at the top, whose names have the checksum %016x", properties, names)
	return shape, timedEach(texts, repeat, work)
}

// attributes gives the values of a body's attributes.
func attributes(text []byte) map[string]cty.Value {
	found, diags := parseOne(text).Body.JustAttributes()
	checkDiags(diags)
	values := make(map[string]cty.Value)
	for name, attribute := range found {
		value, diags := attribute.Expr.Value(nil)
		checkDiags(diags)
		values[name] = value
	}
	return values
}

func evaluate(texts [][]byte, calls int) (string, round) {
	context := &hcl.EvalContext{
		Variables: attributes(texts[0]),
		Functions: map[string]function.Function{"min": stdlib.MinFunc},
	}
	expression, diags := hclsyntax.ParseExpression(texts[1], "expression", hcl.InitialPos)
	checkDiags(diags)
	value, diags := expression.Value(context)
	checkDiags(diags)
	shape, err := ctyjson.Marshal(value, value.Type())
	check(err)
	return string(shape), func() time.Duration {
		var total time.Duration
		made := make([]cty.Value, batch)
		for rest := calls; rest > 0; rest -= batch {
			start := time.Now()
			for i := range made {
				made[i], _ = expression.Value(context)
			}
			total += time.Since(start)
			kept = made
		}
		return total
	}
}

func decodeSpec(texts [][]byte) (string, round) {
	attributes := hcldec.ObjectSpec{}
	for i := 0; i < 5; i++ {
		number, text := fmt.Sprintf("number_%d", i), fmt.Sprintf("string_%d", i)
		attributes[number] = &hcldec.AttrSpec{Name: number, Type: cty.Number}
		attributes[text] = &hcldec.AttrSpec{Name: text, Type: cty.String}
	}
	spec := &hcldec.BlockListSpec{TypeName: "service", Nested: attributes}
	body := parseOne(texts[0]).Body
	work := func() cty.Value {
		value, diags := hcldec.Decode(body, spec, nil)
		checkDiags(diags)
		return value
	}
	blocks := work()
	return fmt.Sprintf("%d blocks with the checksum %016x", blocks.LengthInt(), checksum(0, jsonText(blocks))), timed(work)
}

type service struct {
	Name     string   `hcl:"name"`
	Region   string   `hcl:"region"`
	Image    string   `hcl:"image"`
	Owner    string   `hcl:"owner"`
	Port     uint64   `hcl:"port"`
	Replicas uint64   `hcl:"replicas"`
	Memory   uint64   `hcl:"memory"`
	Timeout  uint64   `hcl:"timeout"`
	Public   bool     `hcl:"public"`
	Tags     []string `hcl:"tags"`
}

type config struct {
	Services []service `hcl:"service,block"`
}

func decodeStruct(texts [][]byte, read func([]byte) *hcl.File) (string, round) {
	work := func() *config {
		made := &config{}
		checkDiags(gohcl.DecodeBody(read(texts[0]).Body, nil, made))
		return made
	}
	made, sum := work(), uint64(0)
	for _, one := range made.Services {
		for _, text := range append([]string{one.Name, one.Region, one.Image, one.Owner}, one.Tags...) {
			sum = checksum(sum, []byte(text))
		}
		for _, number := range []uint64{one.Port, one.Replicas, one.Memory, one.Timeout} {
			sum = checksum(sum, []byte(strconv.FormatUint(number, 10)))
		}
		sum = checksum(sum, []byte(strconv.FormatBool(one.Public)))
	}
	shape := fmt.Sprintf("%d blocks with the checksum %016x", len(made.Services), sum)
	return shape, func() time.Duration {
		start := time.Now()
		made := work()
		total := time.Since(start)
		kept = made
		return total
	}
}

func convertRows(texts [][]byte) (string, round) {
	rows := attributes(texts[0])["rows"]
	wanted := cty.List(cty.Object(map[string]cty.Type{
		"id":      cty.Number,
		"name":    cty.String,
		"enabled": cty.Bool,
		"weight":  cty.Number,
		"tags":    cty.Set(cty.String),
	}))
	work := func() cty.Value {
		converted, err := convert.Convert(rows, wanted)
		check(err)
		return converted
	}
	converted := work()
	return fmt.Sprintf("%d rows with the checksum %016x", converted.LengthInt(), checksum(0, jsonText(converted))), timed(work)
}

var messageType = cty.List(cty.Object(map[string]cty.Type{
	"id":      cty.String,
	"name":    cty.String,
	"size":    cty.Number,
	"weight":  cty.Number,
	"enabled": cty.Bool,
	"zones":   cty.List(cty.String),
	"tags":    cty.Map(cty.String),
	"note":    cty.String,
}))

// message gives the objects of a text as a value and as bytes.
func message(texts [][]byte) (cty.Value, []byte, string) {
	objects, err := convert.Convert(attributes(texts[0])["objects"], messageType)
	check(err)
	bytes, err := msgpack.Marshal(objects, messageType)
	check(err)
	shape := fmt.Sprintf("%d objects in %d bytes with the checksum %016x",
		objects.LengthInt(), len(bytes), checksum(0, bytes))
	return objects, bytes, shape
}

// wireConvert encodes the objects as they are written, a tuple, which is converted first.
func wireConvert(texts [][]byte, repeat int) (string, round) {
	_, bytes, shape := message(texts)
	written := attributes(texts[0])["objects"]
	return shape, timedEach([][]byte{bytes}, repeat, func([]byte) interface{} {
		objects, err := convert.Convert(written, messageType)
		check(err)
		made, err := msgpack.Marshal(objects, messageType)
		check(err)
		return made
	})
}

func wireEncode(texts [][]byte, repeat int) (string, round) {
	objects, bytes, shape := message(texts)
	return shape, timedEach([][]byte{bytes}, repeat, func([]byte) interface{} {
		made, _ := msgpack.Marshal(objects, messageType)
		return made
	})
}

func wireDecode(texts [][]byte, repeat int) (string, round) {
	_, bytes, shape := message(texts)
	return shape, timedEach([][]byte{bytes}, repeat, func(text []byte) interface{} {
		value, err := msgpack.Unmarshal(text, messageType)
		check(err)
		return value
	})
}

func buildSet(texts [][]byte) (string, round) {
	elements := attributes(texts[0])["set0"].AsValueSlice()
	work := func() cty.Value { return cty.SetVal(elements) }
	return setShape(work()), timed(work)
}

// setShape is made of the elements of a set in any order.
func setShape(set cty.Value) string {
	sum := uint64(0)
	for it := set.ElementIterator(); it.Next(); {
		_, element := it.Element()
		sum += checksum(0, jsonText(element))
	}
	return fmt.Sprintf("%d elements with the checksum %016x", set.LengthInt(), sum)
}

// twoSets gives the sets of the elements of two attributes.
func twoSets(texts [][]byte) (cty.Value, cty.Value) {
	values := attributes(texts[0])
	return cty.SetVal(values["set0"].AsValueSlice()), cty.SetVal(values["set1"].AsValueSlice())
}

func uniteSets(texts [][]byte) (string, round) {
	a, b := twoSets(texts)
	work := func() cty.Value {
		union, err := stdlib.SetUnion(a, b)
		check(err)
		return union
	}
	return setShape(work()), timed(work)
}

func compareSets(texts [][]byte) (string, round) {
	a, b := twoSets(texts)
	work := func() cty.Value { return a.Equals(b) }
	return fmt.Sprintf("equal: %v", work().True()), timed(work)
}

// call calls a function with arguments, each in a text of its own as JSON with its type.
func call(texts [][]byte, function function.Function) (string, round) {
	var arguments []cty.Value
	for _, text := range texts {
		argument, err := ctyjson.Unmarshal(text, cty.DynamicPseudoType)
		check(err)
		arguments = append(arguments, argument)
	}
	work := func() cty.Value {
		result, err := function.Call(arguments)
		check(err)
		return result
	}
	made := work()
	return fmt.Sprintf("%d elements with the checksum %016x", made.LengthInt(), checksum(0, jsonText(made))), timed(work)
}

// callEach calls a function with each argument on its own.
func callEach(texts [][]byte, repeat int, function function.Function, shape func([]cty.Value) string) (string, round) {
	var arguments, results []cty.Value
	work := func(argument cty.Value) cty.Value {
		result, err := function.Call([]cty.Value{argument})
		check(err)
		return result
	}
	for _, text := range texts {
		argument, err := ctyjson.Unmarshal(text, cty.DynamicPseudoType)
		check(err)
		arguments = append(arguments, argument)
		results = append(results, work(argument))
	}
	return shape(results), func() time.Duration {
		var total time.Duration
		for i := 0; i < repeat; i++ {
			for _, argument := range arguments {
				start := time.Now()
				kept = work(argument)
				total += time.Since(start)
			}
		}
		return total
	}
}

// textsOf gives the shape of texts.
func textsOf(texts []cty.Value) string {
	sum := uint64(0)
	for _, text := range texts {
		sum = checksum(sum, []byte(text.AsString()))
	}
	return fmt.Sprintf("%d strings with the checksum %016x", len(texts), sum)
}

// valuesOf gives the shape of the texts of values.
func valuesOf(values []cty.Value) string {
	var texts []cty.Value
	for _, value := range values {
		texts = append(texts, cty.StringVal(string(jsonText(value))))
	}
	return textsOf(texts)
}

func timed(work func() cty.Value) round {
	return func() time.Duration {
		start := time.Now()
		made := work()
		total := time.Since(start)
		kept = made
		return total
	}
}

func check(err error) {
	if err != nil {
		fail(err.Error())
	}
}

func checkDiags(diags hcl.Diagnostics) {
	if diags.HasErrors() {
		fail(diags.Error())
	}
}

func fail(text string) {
	fmt.Fprintln(os.Stderr, "go-hcl: "+text)
	os.Exit(1)
}
