// Prints the value of an attribute of a file, and the problems of a module, with cgo. `cargo xtask c` runs it.
package main

/*
#cgo pkg-config: hcl2
#include <stdlib.h>
#include <hcl2.h>
*/
import "C"

import (
	"fmt"
	"unsafe"
)

// pass calls a function with C strings, and frees them.
func pass(texts []string, call func(given []*C.char)) {
	given := make([]*C.char, len(texts))
	for index, text := range texts {
		given[index] = C.CString(text)
		defer C.free(unsafe.Pointer(given[index]))
	}
	call(given)
}

func show(what string, result *C.Hcl2Result) {
	defer C.hcl2_result_free(result)
	if C.hcl2_result_ok(result) {
		text := C.GoStringN(C.hcl2_result_text(result), C.int(C.hcl2_result_length(result)))
		fmt.Printf("%s: %s\n", what, text)
	} else {
		fmt.Printf("%s failed:\n%s\n", what, C.GoString(C.hcl2_result_message(result)))
	}
}

func main() {
	file := "port = 8000 + 80 # HTTP\nhost = var.host\n"
	pass([]string{file, "app.hcl"}, func(given []*C.char) {
		show("JSON", C.hcl2_to_json(given[0], C.size_t(len(file)), given[1], 0))
	})

	expression := "[for port in ports : port + 8000]"
	variables := `{"ports": [80, 443]}`
	pass([]string{expression, variables}, func(given []*C.char) {
		show("value", C.hcl2_evaluate(given[0], C.size_t(len(expression)), given[1], C.size_t(len(variables))))
	})

	text := "variable \"name\" {\n  type = string\n}\noutput \"x\" {\n  value = upper(var.nam)\n}\n"
	module := C.hcl2_module_new(false)
	defer C.hcl2_module_free(module)
	pass([]string{"main.tf", text}, func(given []*C.char) {
		C.hcl2_module_add(module, given[0], given[1], C.size_t(len(text)))
	})
	show("check", C.hcl2_module_check(module))
}
