/* Tests of the C interface, which `cargo xtask c` runs, also below valgrind. */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <hcl2.h>

static int failures = 0;

#define CHECK(condition)                                                \
  do {                                                                  \
    if (!(condition)) {                                                 \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);   \
      failures += 1;                                                    \
    }                                                                   \
  } while (0)

/* Checks that a call succeeded with a text, without problems. */
static void expect(Hcl2Result *result, const char *text, int line) {
  if (!hcl2_result_ok(result) || strcmp(hcl2_result_text(result), text) != 0) {
    fprintf(stderr, "line %d: %s\n%s\n", line, hcl2_result_text(result), hcl2_result_message(result));
    failures += 1;
  }
  CHECK(hcl2_result_length(result) == strlen(text));
  CHECK(strcmp(hcl2_result_message(result), "") == 0);
  CHECK(strcmp(hcl2_result_diagnostics(result), "[]\n") == 0);
  hcl2_result_free(result);
}

/* Checks that a call failed, with parts of its message and its diagnostics. */
static void refuse(Hcl2Result *result, const char *message, const char *diagnostics, int line) {
  if (hcl2_result_ok(result) || !strstr(hcl2_result_message(result), message) ||
      !strstr(hcl2_result_diagnostics(result), diagnostics)) {
    fprintf(stderr, "line %d: %s\n%s\n", line, hcl2_result_message(result), hcl2_result_diagnostics(result));
    failures += 1;
  }
  CHECK(hcl2_result_length(result) == 0 && hcl2_result_text(result)[0] == '\0');
  hcl2_result_free(result);
}

#define EXPECT(result, text) expect(result, text, __LINE__)
#define REFUSE(result, message, diagnostics) refuse(result, message, diagnostics, __LINE__)
#define TEXT(text) text, sizeof(text) - 1

static void files(void) {
  EXPECT(hcl2_to_json(TEXT("a = 1 + 1\nb \"x\" {}\n"), "a.hcl", 0), "{\"a\":2,\"b\":{\"x\":[{}]}}");
  EXPECT(hcl2_to_json(TEXT("a = 1 + 1 # c\n"), NULL, HCL2_AS_WRITTEN | HCL2_COMMENTS),
         "{\"__comments__\":[\"c\"],\"a\":\"${1 + 1}\"}");
  EXPECT(hcl2_to_json(TEXT("{\"a\": 1.50}"), "a.json", 0), "{\"a\": 1.50}");
  EXPECT(hcl2_to_json(NULL, 0, NULL, 0), "{}");
  REFUSE(hcl2_to_json(TEXT("a ="), "a.hcl", 0), "a.hcl:1:4: error[hcl2::syntax::expected-expression]",
         "\"code\": \"hcl2::syntax::expected-expression\"");
  REFUSE(hcl2_to_json(TEXT("a = \"\xff\""), "a.hcl", 0), "UTF-8", "hcl2::source::invalid-utf8");
  EXPECT(hcl2_check(TEXT("a = 1\n"), "a.hcl"), "");
  REFUSE(hcl2_check(TEXT("{\"a\": }"), "a.json"), "a.json:1:7", "hcl2::json::");
  EXPECT(hcl2_format(TEXT("a=1\nlong  = 2\n"), "a.hcl"), "a    = 1\nlong = 2\n");
  EXPECT(hcl2_format(TEXT("{\"a\":1}"), "a.json"), "{\n  \"a\": 1\n}\n");
  REFUSE(hcl2_format(TEXT("a = ["), NULL), "<string>:1:6", "hcl2::syntax::expected-expression");
  EXPECT(hcl2_convert(TEXT("{\"locals\": {\"a\": \"${b.c}\"}}"), "main.tf.json"), "locals {\n  a = b.c\n}\n");
  Hcl2Result *json = hcl2_convert(TEXT("locals {\n  a = b.c\n}\n"), "main.tf");
  CHECK(hcl2_result_ok(json) && strstr(hcl2_result_text(json), "\"${b.c}\""));
  hcl2_result_free(json);
  /* A text may have NULs. */
  Hcl2Result *nul = hcl2_format(TEXT("a = \"x\0y\"\n"), NULL);
  CHECK(hcl2_result_length(nul) == (hcl2_result_ok(nul) ? 10 : 0));
  hcl2_result_free(nul);
}

static void values(void) {
  EXPECT(hcl2_evaluate(TEXT("upper(name)"), TEXT("{\"name\": \"\xc3\xa9\"}")), "\"\xc3\x89\"");
  EXPECT(hcl2_evaluate(TEXT("{ b = [1e100 + 1], a = null }"), NULL, 0),
         "{\"a\":null,\"b\":[1000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
         "0000000001]}");
  REFUSE(hcl2_evaluate(TEXT("nam"), TEXT("{\"name\": 1}")), "Did you mean `name`?", "hcl2::expr::unknown-variable");
  REFUSE(hcl2_evaluate(TEXT("1 +"), NULL, 0), "<expression>:1:4", "hcl2::syntax::expected-expression");
  REFUSE(hcl2_evaluate(TEXT("1"), TEXT("[]")), "the variables must be a JSON object", "[]");
  REFUSE(hcl2_evaluate(TEXT("1"), TEXT("{\"a\": }")), "the variables must be a JSON object", "[]");
  REFUSE(hcl2_evaluate(TEXT("range(100000)"), NULL, 0), "1,024", "hcl2::expr::call-failed");
}

static void arguments(void) {
  REFUSE(hcl2_to_json(NULL, 1, NULL, 0), "the text is NULL", "[]");
  REFUSE(hcl2_to_json("a", (size_t)-1, NULL, 0), "its length is impossible", "[]");
  REFUSE(hcl2_to_json(TEXT(""), "\xff", 0), "the name is not UTF-8", "[]");
  REFUSE(hcl2_to_json(TEXT(""), NULL, 64), "unknown flags: 0x40", "[]");
  REFUSE(hcl2_module_check(NULL), "the module is NULL", "[]");
  REFUSE(hcl2_module_evaluate(NULL, TEXT("1"), NULL, 0), "the module is NULL", "[]");
  CHECK(hcl2_module_in(NULL, false) == NULL && hcl2_module_in("\xff", false) == NULL);
  CHECK(!hcl2_module_add(NULL, "main.tf", TEXT("")));
  CHECK(!hcl2_result_ok(NULL) && hcl2_result_length(NULL) == 0 && hcl2_result_text(NULL)[0] == '\0');
  CHECK(hcl2_result_message(NULL)[0] == '\0' && hcl2_result_diagnostics(NULL)[0] == '\0');
  hcl2_result_free(NULL);
  hcl2_module_free(NULL);
  CHECK(strchr(hcl2_version(), '.') != NULL);
}

static void modules(void) {
  Hcl2Module *module = hcl2_module_new(false);
  CHECK(hcl2_module_add(module, "main.tf", TEXT("variable \"names\" {\n  type = list(string)\n}\n"
                                                "module \"net\" {\n  source = \"./net\"\n  size   = 1\n}\n")));
  REFUSE(hcl2_module_check(module), "main.tf:", "error");
  CHECK(hcl2_module_add(module, "net/main.tf", TEXT("variable \"size\" {}\noutput \"twice\" {\n  value = var.size * 2\n}\n")));
  EXPECT(hcl2_module_check(module), "");
  EXPECT(hcl2_module_evaluate(module, TEXT("[length(var.names), module.net.twice]"), TEXT("{\"names\": [\"a\", \"b\"]}")),
         "[2,2]");
  REFUSE(hcl2_module_evaluate(module, TEXT("var.nope"), NULL, 0), "<expression>:1:", "error");
  REFUSE(hcl2_module_evaluate(module, TEXT("1"), TEXT("{\"nope\": 1}")), "the module declares no variable nope", "[]");
  CHECK(!hcl2_module_add(module, "\xff", TEXT("")) && !hcl2_module_add(module, NULL, TEXT("")));
  hcl2_module_free(module);

  char directory[] = "hcl2-test-XXXXXX";
  CHECK(mkdtemp(directory) != NULL);
  char path[64];
  snprintf(path, sizeof path, "%s/main.tf", directory);
  FILE *file = fopen(path, "w");
  fputs("locals {\n  a = file(\"${path.module}/main.tf\")\n}\n", file);
  fclose(file);
  module = hcl2_module_in(directory, true);
  EXPECT(hcl2_module_check(module), "");
  EXPECT(hcl2_module_evaluate(module, TEXT("length(local.a)"), NULL, 0), "48");
  EXPECT(hcl2_module_evaluate(module, TEXT("urldecode(\"a+b\")"), NULL, 0), "\"a b\"");
  CHECK(!hcl2_module_add(module, "a.tf", TEXT("")));
  hcl2_module_free(module);
  remove(path);
  remove(directory);
}

/* Calls the same functions in several threads, with a module that they share. */
static void *in_thread(void *module) {
  for (int round = 0; round < 20; round += 1) {
    Hcl2Result *result = hcl2_module_evaluate(module, TEXT("local.a + 1"), NULL, 0);
    if (!hcl2_result_ok(result) || strcmp(hcl2_result_text(result), "2") != 0) {
      hcl2_result_free(result);
      return "wrong";
    }
    hcl2_result_free(result);
  }
  return NULL;
}

/* Nests what is parsed and evaluated as deep as it may be, and deeper, in a thread with 1 MiB of stack. */
static void *deep(void *unused) {
  enum { LONG = 200000 };
  (void)unused;
  char *text = malloc(LONG);
  for (int depth = 64; depth <= LONG / 2; depth *= 2) {
    memset(text, '[', depth);
    memset(text + depth, ']', depth);
    Hcl2Result *result = hcl2_evaluate(text, 2 * depth, NULL, 0);
    CHECK(hcl2_result_ok(result) || strstr(hcl2_result_diagnostics(result), "too-deep"));
    hcl2_result_free(result);
  }
  free(text);
  return NULL;
}

static void threads(void) {
  enum { THREADS = 4 };
  pthread_attr_t small;
  CHECK(pthread_attr_init(&small) == 0 && pthread_attr_setstacksize(&small, 1 << 20) == 0);
  pthread_t thread;
  CHECK(pthread_create(&thread, &small, deep, NULL) == 0 && pthread_join(thread, NULL) == 0);
  pthread_attr_destroy(&small);
  Hcl2Module *module = hcl2_module_new(false);
  hcl2_module_add(module, "main.tf", TEXT("locals {\n  a = 1\n}\n"));
  pthread_t all[THREADS];
  for (int index = 0; index < THREADS; index += 1) {
    CHECK(pthread_create(&all[index], NULL, in_thread, module) == 0);
  }
  for (int index = 0; index < THREADS; index += 1) {
    void *wrong;
    CHECK(pthread_join(all[index], &wrong) == 0 && wrong == NULL);
  }
  hcl2_module_free(module);
}

int main(void) {
  files();
  values();
  arguments();
  modules();
  threads();
  if (failures > 0) {
    fprintf(stderr, "%d checks failed\n", failures);
    return EXIT_FAILURE;
  }
  puts("all checks passed");
  return EXIT_SUCCESS;
}
