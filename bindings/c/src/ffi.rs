//! The functions that C calls: all unsafe code of hcl2.
//!
//! Each turns its arguments into Rust's types, and its result into an object that the caller frees. A panic becomes a result too.
#![expect(unsafe_code, reason = "C passes pointers")]

use std::ffi::{CStr, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

use hcl2::PlainOptions;

pub use crate::module::Hcl2Module;
pub use crate::result::Hcl2Result;

use crate::calls;
use crate::result::Refused;

/// For `hcl2_to_json`: comments are written, under the key `__comments__`.
pub const HCL2_COMMENTS: u32 = 1;
/// For `hcl2_to_json`: ranges are written, under the keys `__range__` and `__ranges__`.
pub const HCL2_RANGES: u32 = 2;
/// For `hcl2_to_json`: constant expressions stay as they are written, instead of their values.
pub const HCL2_AS_WRITTEN: u32 = 4;

const FLAGS: u32 = HCL2_COMMENTS | HCL2_RANGES | HCL2_AS_WRITTEN;

// Threads share what C points to.
const fn is_shared<T: Send + Sync>() {}
const _: () = is_shared::<Hcl2Result>();
const _: () = is_shared::<Hcl2Module>();

/// Runs a call, and returns its result on the heap. Nothing unwinds out of it.
fn returned(call: impl FnOnce() -> Result<Hcl2Result, Refused>) -> *mut Hcl2Result {
    // What a panic leaves half done belongs to this call alone, apart from caches that survive one.
    let result = catch_unwind(AssertUnwindSafe(call));
    let result = result.unwrap_or_else(|panic| Ok(Hcl2Result::stopped(&*panic)));
    Box::into_raw(Box::new(result.unwrap_or_else(Hcl2Result::refused)))
}

/// Reads the bytes of an argument.
///
/// # Safety
///
/// `text` is null, or points to `length` bytes that do not change during `'a`.
unsafe fn bytes<'a>(what: &str, text: *const c_char, length: usize) -> Result<&'a [u8], Refused> {
    if length == 0 {
        return Ok(&[]);
    }
    if text.is_null() || isize::try_from(length).is_err() {
        return Err(Refused(format!("{what} is NULL, or its length is impossible")));
    }
    // SAFETY: the pointer is not null, and the caller promises that the bytes are there and do not change.
    Ok(unsafe { std::slice::from_raw_parts(text.cast(), length) })
}

/// Reads a string argument, or `None` for a null pointer.
///
/// # Safety
///
/// `text` is null, or points to bytes that end with a NUL and do not change during `'a`.
unsafe fn string<'a>(what: &str, text: *const c_char) -> Result<Option<&'a str>, Refused> {
    if text.is_null() {
        return Ok(None);
    }
    // SAFETY: the pointer is not null, and the caller promises the NUL.
    let text = unsafe { CStr::from_ptr(text) }.to_str();
    text.map(Some)
        .map_err(|_| Refused(format!("{what} is not UTF-8")))
}

/// Calls a function with the name and the bytes of a file.
///
/// # Safety
///
/// As of [`bytes`] and [`string`].
unsafe fn with_file(
    text: *const c_char,
    length: usize,
    name: *const c_char,
    call: impl FnOnce(&str, &[u8]) -> Result<Hcl2Result, Refused>,
) -> *mut Hcl2Result {
    returned(|| {
        // SAFETY: the caller promises the same.
        let (text, name) = unsafe { (bytes("the text", text, length)?, string("the name", name)?) };
        call(name.unwrap_or("<string>"), text)
    })
}

/// Returns the version of hcl2, such as `0.1.0`. The string is never freed.
#[unsafe(no_mangle)]
pub extern "C" fn hcl2_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Converts a file to JSON: attributes by name, blocks in lists below their types and labels, and expressions that are not
/// constant as `"${...}"`.
///
/// `text` has `length` bytes, and needs no NUL at its end. `name` appears in problems; if it ends in `.json`, the file is in JSON
/// syntax. It may be NULL. `flags` is 0, or `HCL2_COMMENTS`, `HCL2_RANGES` and `HCL2_AS_WRITTEN` as needed.
///
/// # Safety
///
/// `text` must point to `length` bytes, and `name` be NULL or end with a NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hcl2_to_json(
    text: *const c_char,
    length: usize,
    name: *const c_char,
    flags: u32,
) -> *mut Hcl2Result {
    let call = |name: &str, text: &[u8]| {
        if flags & !FLAGS != 0 {
            return Err(Refused(format!("unknown flags: {:#x}", flags & !FLAGS)));
        }
        let mut options = PlainOptions::default();
        options.comments = flags & HCL2_COMMENTS != 0;
        options.ranges = flags & HCL2_RANGES != 0;
        options.simplify = flags & HCL2_AS_WRITTEN == 0;
        options.compact = true;
        Ok(calls::to_json(name, text, options))
    };
    // SAFETY: the caller promises what it needs.
    unsafe { with_file(text, length, name, call) }
}

/// Checks the syntax of a file. The result has no text: it succeeded if no problem is an error.
///
/// `text`, `length` and `name` are those of `hcl2_to_json`.
///
/// # Safety
///
/// As of `hcl2_to_json`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hcl2_check(
    text: *const c_char,
    length: usize,
    name: *const c_char,
) -> *mut Hcl2Result {
    // SAFETY: the caller promises what it needs.
    unsafe { with_file(text, length, name, |name, text| Ok(calls::check(name, text))) }
}

/// Formats a file in its canonical layout.
///
/// `text`, `length` and `name` are those of `hcl2_to_json`.
///
/// # Safety
///
/// As of `hcl2_to_json`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hcl2_format(
    text: *const c_char,
    length: usize,
    name: *const c_char,
) -> *mut Hcl2Result {
    // SAFETY: the caller promises what it needs.
    unsafe { with_file(text, length, name, |name, text| Ok(calls::format(name, text))) }
}

/// Converts a file of the Terraform language to the other syntax: to the native one if `name` ends in `.json`, or else to JSON.
///
/// `text`, `length` and `name` are those of `hcl2_to_json`.
///
/// # Safety
///
/// As of `hcl2_to_json`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hcl2_convert(
    text: *const c_char,
    length: usize,
    name: *const c_char,
) -> *mut Hcl2Result {
    // SAFETY: the caller promises what it needs.
    unsafe { with_file(text, length, name, |name, text| Ok(calls::convert(name, text))) }
}

/// Evaluates an expression with the standard functions. The text of the result is the value as JSON.
///
/// `variables` is NULL, or a JSON object with the values of variables, of `variables_length` bytes.
///
/// # Safety
///
/// `expression` must point to `length` bytes, and `variables` be NULL or point to `variables_length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hcl2_evaluate(
    expression: *const c_char,
    length: usize,
    variables: *const c_char,
    variables_length: usize,
) -> *mut Hcl2Result {
    returned(|| {
        // SAFETY: the caller promises the same.
        let (expression, variables) = unsafe {
            (
                bytes("the expression", expression, length)?,
                optional("the variables", variables, variables_length)?,
            )
        };
        calls::evaluate(expression, variables)
    })
}

/// Reads the bytes of an argument, or `None` for a null pointer.
///
/// # Safety
///
/// As of [`bytes`].
unsafe fn optional<'a>(what: &str, text: *const c_char, length: usize) -> Result<Option<&'a [u8]>, Refused> {
    if text.is_null() {
        return Ok(None);
    }
    // SAFETY: the caller promises the same.
    unsafe { bytes(what, text, length) }.map(Some)
}

/// Creates the module of the Terraform language in a directory, which calls read each time. Modules that it calls by local paths
/// belong to it.
///
/// Returns NULL if `directory` is NULL or not UTF-8. `hcl2_module_free` frees the module.
///
/// # Safety
///
/// `directory` must be NULL or end with a NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hcl2_module_in(directory: *const c_char, opentofu: bool) -> *mut Hcl2Module {
    // SAFETY: the caller promises the NUL.
    match unsafe { string("the directory", directory) } {
        Ok(Some(directory)) => Box::into_raw(Box::new(Hcl2Module::new(Some(directory), opentofu))),
        _ => std::ptr::null_mut(),
    }
}

/// Creates a module of the Terraform language without files, which `hcl2_module_add` adds. `hcl2_module_free` frees the module.
#[unsafe(no_mangle)]
pub extern "C" fn hcl2_module_new(opentofu: bool) -> *mut Hcl2Module {
    Box::into_raw(Box::new(Hcl2Module::new(None, opentofu)))
}

/// Adds a file to a module of `hcl2_module_new`, or replaces it. `path` is its path from the directory of the module, such as
/// `main.tf` or `net/main.tf`.
///
/// Returns whether it did: not for NULL, a path that is not UTF-8, or a module of `hcl2_module_in`. No other call may use the module
/// at the same time.
///
/// # Safety
///
/// `module` must be NULL or from `hcl2_module_new`, `path` be NULL or end with a NUL, and `text` point to `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hcl2_module_add(
    module: *mut Hcl2Module,
    path: *const c_char,
    text: *const c_char,
    length: usize,
) -> bool {
    // SAFETY: the caller promises that the module is one, that nothing else uses it, and what the other arguments are.
    let given = unsafe {
        (
            module.as_mut(),
            string("the path", path),
            bytes("the text", text, length),
        )
    };
    match given {
        (Some(module), Ok(Some(path)), Ok(text)) => module.add(path, text),
        _ => false,
    }
}

/// Checks a module and those that it calls. The result has no text: it succeeded if no problem is an error.
///
/// # Safety
///
/// `module` must be NULL or a module that is not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hcl2_module_check(module: *const Hcl2Module) -> *mut Hcl2Result {
    returned(|| {
        // SAFETY: the caller promises that the module is one.
        let module = unsafe { module.as_ref() };
        Ok(module.ok_or_else(no_module)?.check())
    })
}

fn no_module() -> Refused {
    Refused("the module is NULL".to_owned())
}

/// Evaluates an expression in the scope of a module, such as `local.names`. The text of the result is the value as JSON.
///
/// `variables` is NULL, or a JSON object with the values of variables of the module, of `variables_length` bytes.
///
/// # Safety
///
/// `module` must be NULL or a module that is not freed, and the other arguments as of `hcl2_evaluate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hcl2_module_evaluate(
    module: *const Hcl2Module,
    expression: *const c_char,
    length: usize,
    variables: *const c_char,
    variables_length: usize,
) -> *mut Hcl2Result {
    returned(|| {
        // SAFETY: the caller promises that the module is one, and what the other arguments are.
        let (module, expression, variables) = unsafe {
            (
                module.as_ref(),
                bytes("the expression", expression, length)?,
                optional("the variables", variables, variables_length)?,
            )
        };
        module.ok_or_else(no_module)?.evaluate(expression, variables)
    })
}

/// Frees a module; NULL is none.
///
/// # Safety
///
/// `module` must be NULL or a module that is not freed, which nothing else uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hcl2_module_free(module: *mut Hcl2Module) {
    if !module.is_null() {
        // SAFETY: `Box::into_raw` made the pointer, and the caller promises that nothing uses it any more.
        drop(unsafe { Box::from_raw(module) });
    }
}

/// Returns whether a call succeeded; it may have found warnings.
///
/// # Safety
///
/// `result` must be NULL or a result that is not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hcl2_result_ok(result: *const Hcl2Result) -> bool {
    // SAFETY: the caller promises that the result is one.
    unsafe { result.as_ref() }.is_some_and(Hcl2Result::succeeded)
}

/// Returns the text of a result, which a NUL follows: empty if the call failed. It is freed with the result.
///
/// # Safety
///
/// As of `hcl2_result_ok`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hcl2_result_text(result: *const Hcl2Result) -> *const c_char {
    // SAFETY: the caller promises that the result is one.
    unsafe { part(result, Hcl2Result::text) }
}

/// Returns the length of the text of a result in bytes, which may have NULs of its own.
///
/// # Safety
///
/// As of `hcl2_result_ok`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hcl2_result_length(result: *const Hcl2Result) -> usize {
    // SAFETY: the caller promises that the result is one.
    unsafe { result.as_ref() }.map_or(0, |result| result.text().len() - 1)
}

/// Returns all problems of a result as a person reads them, with the lines concerned: empty if there are none. It is freed with the
/// result.
///
/// # Safety
///
/// As of `hcl2_result_ok`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hcl2_result_message(result: *const Hcl2Result) -> *const c_char {
    // SAFETY: the caller promises that the result is one.
    unsafe { part(result, Hcl2Result::message) }
}

/// Returns the problems of a result in its sources as JSON: an array of objects, which `docs/c.md` describes. A call that refuses an
/// argument has none: it has a message alone. It is freed with the result.
///
/// # Safety
///
/// As of `hcl2_result_ok`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hcl2_result_diagnostics(result: *const Hcl2Result) -> *const c_char {
    // SAFETY: the caller promises that the result is one.
    unsafe { part(result, Hcl2Result::diagnostics) }
}

/// Returns a part of a result, which ends with a NUL.
///
/// # Safety
///
/// `result` is null or a result that is not freed.
unsafe fn part(result: *const Hcl2Result, part: fn(&Hcl2Result) -> &str) -> *const c_char {
    // SAFETY: the caller promises that the result is one.
    let found = unsafe { result.as_ref() }.map_or("\0", part);
    found.as_ptr().cast()
}

/// Frees a result; NULL is none.
///
/// # Safety
///
/// `result` must be NULL or a result that is not freed, which nothing else uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hcl2_result_free(result: *mut Hcl2Result) {
    if !result.is_null() {
        // SAFETY: `Box::into_raw` made the pointer, and the caller promises that nothing uses it any more.
        drop(unsafe { Box::from_raw(result) });
    }
}
