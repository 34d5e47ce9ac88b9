/* Prints the value of an attribute of a file, and the problems of a module. `cargo xtask c` runs it. */

#include <stdio.h>
#include <string.h>

#include <hcl2.h>

static void show(const char *what, Hcl2Result *result) {
  if (hcl2_result_ok(result)) {
    printf("%s: %s\n", what, hcl2_result_text(result));
  } else {
    printf("%s failed:\n%s\n", what, hcl2_result_message(result));
  }
  hcl2_result_free(result);
}

int main(void) {
  const char *file = "port = 8000 + 80 # HTTP\nhost = var.host\n";
  show("JSON", hcl2_to_json(file, strlen(file), "app.hcl", 0));

  const char *expression = "[for port in ports : port + 8000]";
  const char *variables = "{\"ports\": [80, 443]}";
  show("value", hcl2_evaluate(expression, strlen(expression), variables, strlen(variables)));

  const char *text = "variable \"name\" {\n  type = string\n}\noutput \"x\" {\n  value = upper(var.nam)\n}\n";
  Hcl2Module *module = hcl2_module_new(false);
  hcl2_module_add(module, "main.tf", text, strlen(text));
  show("check", hcl2_module_check(module));
  hcl2_module_free(module);
  return 0;
}
