/* hcl2: HCL 2 and Terraform modules for C. docs/c.md describes it.
 *
 * Text is UTF-8. Each call returns an object of its own, which the caller frees; nothing is global, so that threads may call
 * these functions at the same time. Objects may be shared by threads, except where a function says otherwise.
 */

#ifndef HCL2_H
#define HCL2_H

/* Made by `cargo xtask c` from src/ffi.rs. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 For `hcl2_to_json`: comments are written, under the key `__comments__`.
 */
#define HCL2_COMMENTS 1

/*
 For `hcl2_to_json`: ranges are written, under the keys `__range__` and `__ranges__`.
 */
#define HCL2_RANGES 2

/*
 For `hcl2_to_json`: constant expressions stay as they are written, instead of their values.
 */
#define HCL2_AS_WRITTEN 4

/*
 A module: its directory, or its files.

 It is read again by each call, so that a call sees what the files are then. Threads may share it, except that nothing else may
 use it while `hcl2_module_add` runs.
 */
typedef struct Hcl2Module Hcl2Module;

/*
 The result of a call: its text, and the problems that it found.

 It never changes, so that threads may share it.
 */
typedef struct Hcl2Result Hcl2Result;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 Returns the version of hcl2, such as `0.1.0`. The string is never freed.
 */
const char *hcl2_version(void);

/*
 Converts a file to JSON: attributes by name, blocks in lists below their types and labels, and expressions that are not
 constant as `"${...}"`.

 `text` has `length` bytes, and needs no NUL at its end. `name` appears in problems; if it ends in `.json`, the file is in JSON
 syntax. It may be NULL. `flags` is 0, or `HCL2_COMMENTS`, `HCL2_RANGES` and `HCL2_AS_WRITTEN` as needed.

 # Safety

 `text` must point to `length` bytes, and `name` be NULL or end with a NUL.
 */
struct Hcl2Result *hcl2_to_json(const char *text,
                                size_t length,
                                const char *name,
                                uint32_t flags);

/*
 Checks the syntax of a file. The result has no text: it succeeded if no problem is an error.

 `text`, `length` and `name` are those of `hcl2_to_json`.

 # Safety

 As of `hcl2_to_json`.
 */
struct Hcl2Result *hcl2_check(const char *text, size_t length, const char *name);

/*
 Formats a file in its canonical layout.

 `text`, `length` and `name` are those of `hcl2_to_json`.

 # Safety

 As of `hcl2_to_json`.
 */
struct Hcl2Result *hcl2_format(const char *text, size_t length, const char *name);

/*
 Converts a file of the Terraform language to the other syntax: to the native one if `name` ends in `.json`, or else to JSON.

 `text`, `length` and `name` are those of `hcl2_to_json`.

 # Safety

 As of `hcl2_to_json`.
 */
struct Hcl2Result *hcl2_convert(const char *text,
                                size_t length,
                                const char *name);

/*
 Evaluates an expression with the standard functions. The text of the result is the value as JSON.

 `variables` is NULL, or a JSON object with the values of variables, of `variables_length` bytes.

 # Safety

 `expression` must point to `length` bytes, and `variables` be NULL or point to `variables_length` bytes.
 */
struct Hcl2Result *hcl2_evaluate(const char *expression, size_t length, const char *variables, size_t variables_length);

/*
 Creates the module of the Terraform language in a directory, which calls read each time. Modules that it calls by local paths
 belong to it.

 Returns NULL if `directory` is NULL or not UTF-8. `hcl2_module_free` frees the module.

 # Safety

 `directory` must be NULL or end with a NUL.
 */
struct Hcl2Module *hcl2_module_in(const char *directory,
                                  bool opentofu);

/*
 Creates a module of the Terraform language without files, which `hcl2_module_add` adds. `hcl2_module_free` frees the module.
 */
struct Hcl2Module *hcl2_module_new(bool opentofu);

/*
 Adds a file to a module of `hcl2_module_new`, or replaces it. `path` is its path from the directory of the module, such as
 `main.tf` or `net/main.tf`.

 Returns whether it did: not for NULL, a path that is not UTF-8, or a module of `hcl2_module_in`. No other call may use the module
 at the same time.

 # Safety

 `module` must be NULL or from `hcl2_module_new`, `path` be NULL or end with a NUL, and `text` point to `length` bytes.
 */
bool hcl2_module_add(struct Hcl2Module *module,
                     const char *path,
                     const char *text,
                     size_t length);

/*
 Checks a module and those that it calls. The result has no text: it succeeded if no problem is an error.

 # Safety

 `module` must be NULL or a module that is not freed.
 */
struct Hcl2Result *hcl2_module_check(const struct Hcl2Module *module);

/*
 Evaluates an expression in the scope of a module, such as `local.names`. The text of the result is the value as JSON.

 `variables` is NULL, or a JSON object with the values of variables of the module, of `variables_length` bytes.

 # Safety

 `module` must be NULL or a module that is not freed, and the other arguments as of `hcl2_evaluate`.
 */
struct Hcl2Result *hcl2_module_evaluate(const struct Hcl2Module *module,
                                        const char *expression,
                                        size_t length,
                                        const char *variables,
                                        size_t variables_length);

/*
 Frees a module; NULL is none.

 # Safety

 `module` must be NULL or a module that is not freed, which nothing else uses.
 */
void hcl2_module_free(struct Hcl2Module *module);

/*
 Returns whether a call succeeded; it may have found warnings.

 # Safety

 `result` must be NULL or a result that is not freed.
 */
bool hcl2_result_ok(const struct Hcl2Result *result);

/*
 Returns the text of a result, which a NUL follows: empty if the call failed. It is freed with the result.

 # Safety

 As of `hcl2_result_ok`.
 */
const char *hcl2_result_text(const struct Hcl2Result *result);

/*
 Returns the length of the text of a result in bytes, which may have NULs of its own.

 # Safety

 As of `hcl2_result_ok`.
 */
size_t hcl2_result_length(const struct Hcl2Result *result);

/*
 Returns all problems of a result as a person reads them, with the lines concerned: empty if there are none. It is freed with the
 result.

 # Safety

 As of `hcl2_result_ok`.
 */
const char *hcl2_result_message(const struct Hcl2Result *result);

/*
 Returns the problems of a result in its sources as JSON: an array of objects, which `docs/c.md` describes. A call that refuses an
 argument has none: it has a message alone. It is freed with the result.

 # Safety

 As of `hcl2_result_ok`.
 */
const char *hcl2_result_diagnostics(const struct Hcl2Result *result);

/*
 Frees a result; NULL is none.

 # Safety

 `result` must be NULL or a result that is not freed, which nothing else uses.
 */
void hcl2_result_free(struct Hcl2Result *result);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* HCL2_H */
