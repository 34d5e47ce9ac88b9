//! Modules of the Terraform language.

use std::sync::Arc;

use hcl2::diagnostics::{Source, SourceMap, Span};
use hcl2::functions::{HostError, PointInTime};
use hcl2::model::{FunctionTable, Limits};
use hcl2::project::{Files, Memory};
use hcl2::terraform::table::Language;
use hcl2::terraform::{CheckOptions, Evaluator, ModuleTree, ProviderSchemas, type_function};
use hcl2::value::{Function, FunctionError, Parameter, Type, Value};
use hcl2::{DirectoryHost, LoadedModule, ModuleLoader};
use js_sys::{Array, Date, Uint8Array};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use crate::evaluate::values;
use crate::files::{Disk, DiskFiles};
use crate::problems::{array, failure, failure_of, object, problems, range_in, refused};
use crate::values::{Classes, Numbers, to_js};

#[wasm_bindgen]
extern "C" {
    /// A module, which `lib/module.js` describes.
    pub type Project;

    /// Returns the directory.
    #[wasm_bindgen(method, getter)]
    fn directory(this: &Project) -> String;

    /// Returns `terraform` or `opentofu`.
    #[wasm_bindgen(method, getter)]
    fn language(this: &Project) -> String;

    /// Returns arrays of a path and the content of a file; `undefined` if there is a disk.
    #[wasm_bindgen(method, getter)]
    fn files(this: &Project) -> Option<Array>;

    /// Returns where the files are.
    #[wasm_bindgen(method, getter)]
    fn disk(this: &Project) -> Disk;

    /// Fills a buffer with random bytes.
    #[wasm_bindgen(js_namespace = crypto, js_name = getRandomValues, catch)]
    fn get_random_values(buffer: &Uint8Array) -> Result<JsValue, JsValue>;
}

/// A module that was read.
pub(crate) struct Loaded {
    pub(crate) tree: Arc<ModuleTree>,
    pub(crate) sources: SourceMap,
    pub(crate) diagnostics: hcl2::diagnostics::Diagnostics,
    pub(crate) functions: Arc<FunctionTable>,
    pub(crate) directory: String,
    host: Arc<DirectoryHost>,
}

impl Loaded {
    /// Reads a module and those that it calls by local paths.
    pub(crate) fn new(project: &Project) -> Result<Self, JsValue> {
        let language = match project.language().as_str() {
            "terraform" => Language::Terraform,
            "opentofu" => Language::OpenTofu,
            other => {
                let message = format!("language must be \"terraform\" or \"opentofu\", not {other:?}");
                return Err(refused("type", message));
            }
        };
        let files: Arc<dyn Files> = match project.files() {
            Some(files) => {
                let mut memory = Memory::default();
                for entry in files.iter() {
                    let entry = entry.unchecked_into::<Array>();
                    let path = entry.get(0).as_string().unwrap_or_default();
                    memory.insert(path, Uint8Array::from(entry.get(1)).to_vec());
                }
                Arc::new(memory)
            }
            None => Arc::new(DiskFiles(project.disk())),
        };
        let directory = project.directory();
        let loader = ModuleLoader::new().files(Arc::clone(&files)).language(language);
        let LoadedModule {
            tree,
            sources,
            diagnostics,
        } = loader.nested().load_partial(&directory);
        let host = DirectoryHost::of_module(Arc::clone(&files), &directory, &tree);
        let host = host.map_err(|error| failure_of(&error))?;
        let host = Arc::new(host.clock(now).randomness(randomize));
        let mut functions =
            hcl2::terraform::versioned_functions(tree.module.version(), &(Arc::clone(&host) as _));
        functions.insert("type", type_function());
        functions.insert("rsadecrypt", no_rsadecrypt());
        let full = files.canonical(directory.as_ref());
        Ok(Self {
            tree: Arc::new(tree),
            sources,
            diagnostics,
            functions: Arc::new(functions),
            directory: full.map_or_else(|_| ".".to_owned(), |path| path.display().to_string()),
            host,
        })
    }

    /// Reads the values of variables, which the module must declare.
    pub(crate) fn variables(
        &self,
        given: &JsValue,
        classes: &Classes,
    ) -> Result<Vec<(String, Value)>, JsValue> {
        let values = values(given, classes)?;
        let declared = &self.tree.module.variables;
        for (name, _) in &values {
            if !declared.iter().any(|variable| variable.name == **name) {
                return Err(refused(
                    "lookup",
                    format!("the module declares no variable {name}"),
                ));
            }
        }
        Ok(values)
    }

    fn evaluator(&self, variables: &JsValue, classes: &Classes) -> Result<Evaluator<'_>, JsValue> {
        let mut evaluator = Evaluator::new(&self.tree, Arc::clone(&self.functions))
            .working_directory(self.directory.clone())
            .budget(Limits::default().budget());
        for (name, value) in self.variables(variables, classes)? {
            evaluator
                .set_variable(&name, value)
                .map_err(|message| refused("type", message))?;
        }
        Ok(evaluator)
    }

    fn range(&self, span: Span) -> JsValue {
        range_in(&self.sources, Some(span))
    }
}

/// Returns the function in place of `rsadecrypt`, whose implementation does not build for WebAssembly.
fn no_rsadecrypt() -> Function {
    let call = |_: &[Value], _: &Type| {
        Err(FunctionError::new(
            "WebAssembly cannot decrypt RSA; use the command `hcl2`",
        ))
    };
    Function::new("rsadecrypt", call)
        .parameter(Parameter::new("ciphertext", Type::STRING))
        .parameter(Parameter::new("privatekey", Type::STRING))
}

/// Returns the time of JavaScript's clock.
fn now() -> PointInTime {
    const MILLISECONDS: i64 = 1000;
    let since = Date::now() as i64;
    PointInTime {
        seconds: since.div_euclid(MILLISECONDS),
        nanoseconds: since.rem_euclid(MILLISECONDS) as u32 * 1_000_000,
    }
}

fn randomize(buffer: &mut [u8]) -> Result<(), HostError> {
    /// More bytes are refused in one call.
    const MAX_BYTES: usize = 65536;
    for part in buffer.chunks_mut(MAX_BYTES) {
        let random = Uint8Array::new_with_length(part.len() as u32);
        get_random_values(&random).map_err(|_| HostError::new("there is no randomness here"))?;
        random.copy_to(part);
    }
    Ok(())
}

/// Returns what a module declares.
///
/// # Errors
///
/// The problem of a directory that cannot be read.
#[wasm_bindgen(js_name = moduleContent)]
pub fn content(project: &Project, classes: &Classes) -> Result<JsValue, JsValue> {
    let loaded = Loaded::new(project)?;
    let module = &loaded.tree.module;
    let optional = |text: &Option<String>| text.as_deref().map_or(JsValue::UNDEFINED, JsValue::from);
    let mut variables = Vec::new();
    for variable in &module.variables {
        let default = match &variable.default {
            Some(value) if variable.sensitive => {
                let mark = hcl2::functions::terraform::sensitive_mark();
                to_js(&value.clone().with_mark(mark), Numbers::Number, classes)?
            }
            Some(value) => to_js(value, Numbers::Number, classes)?,
            None => JsValue::UNDEFINED,
        };
        variables.push(object([
            ("name", variable.name.to_string().into()),
            ("type", variable.ty.to_string().into()),
            ("required", variable.default.is_none().into()),
            ("default", default),
            ("description", optional(&variable.description)),
            ("sensitive", variable.sensitive.into()),
            ("nullable", variable.nullable.into()),
            ("range", loaded.range(variable.span)),
        ]));
    }
    let outputs = module.outputs.iter().map(|output| {
        object([
            ("name", output.name.to_string().into()),
            ("description", optional(&output.description)),
            ("sensitive", output.sensitive.into()),
            ("range", loaded.range(output.span)),
        ])
    });
    let resources = module.resources().iter().map(|resource| {
        let repeated = resource.count.is_some() || resource.for_each.is_some();
        object([
            ("kind", resource.kind.block_type().into()),
            ("type", resource.ty.to_string().into()),
            ("name", resource.name.to_string().into()),
            ("provider", optional(&resource.provider)),
            ("repeated", repeated.into()),
            ("range", loaded.range(resource.span)),
        ])
    });
    let calls = module.calls.iter().map(|call| {
        object([
            ("name", call.name.to_string().into()),
            ("source", optional(&call.source)),
            ("version", optional(&call.version)),
            ("range", loaded.range(call.span)),
        ])
    });
    let requirements = module.requirements.iter().map(|required| {
        object([
            ("name", required.name.to_string().into()),
            ("source", optional(&required.source)),
            ("version", optional(&required.version)),
            ("range", loaded.range(required.span)),
        ])
    });
    let references = module.nodes().iter().map(|node| {
        let found = node.references.iter().map(|(address, span)| {
            let range = loaded.range(*span);
            object([("address", address.to_string().into()), ("range", range)])
        });
        array([node.address.to_string().into(), array(found)])
    });
    let locals = module.locals.iter();
    Ok(object([
        ("diagnostics", problems(&loaded.diagnostics, &loaded.sources)),
        ("variables", array(variables)),
        ("outputs", array(outputs)),
        ("locals", array(locals.map(|local| local.name.to_string().into()))),
        ("resources", array(resources)),
        ("calls", array(calls)),
        ("requiredProviders", array(requirements)),
        ("references", array(references)),
    ]))
}

/// Returns the problems of a module and of those that it calls. `schemas` are JSON.
///
/// # Errors
///
/// The problems of the schemas, or of a directory that cannot be read.
#[wasm_bindgen(js_name = moduleCheck)]
pub fn check_module(project: &Project, schemas: &Array) -> Result<JsValue, JsValue> {
    let loaded = Loaded::new(project)?;
    let schemas = read_schemas(schemas)?;
    let diagnostics = CheckOptions {
        schemas: schemas.as_ref(),
        budget: Limits::default().budget(),
        host: Some(Arc::clone(&loaded.host) as _),
        ..CheckOptions::default()
    }
    .validate(&loaded.tree);
    Ok(problems(&diagnostics, &loaded.sources))
}

/// Evaluates an expression in the scope of a module.
///
/// # Errors
///
/// The problems of the expression, or an argument that is refused.
#[wasm_bindgen(js_name = moduleEvaluate)]
pub fn evaluate_in(
    project: &Project,
    expression: Vec<u8>,
    variables: &JsValue,
    numbers: Option<String>,
    classes: &Classes,
) -> Result<JsValue, JsValue> {
    let numbers = Numbers::named(numbers)?;
    let mut loaded = Loaded::new(project)?;
    let source = loaded.sources.add("<expression>", expression);
    let source = source.map_err(|error| failure_of(&error.into()))?;
    let parsed = hcl2::ParseOptions::new().parse_expression(&source);
    if parsed.has_errors() {
        return Err(failure(&parsed.diagnostics, &loaded.sources, None));
    }
    let outcome = loaded.evaluator(variables, classes)?.evaluate(&*parsed.value);
    if outcome.has_errors() {
        return Err(failure(&outcome.diagnostics, &loaded.sources, None));
    }
    to_js(&outcome.value, numbers, classes)
}

/// Evaluates the outputs of a module, by name.
///
/// # Errors
///
/// The problems of the outputs, or an argument that is refused.
#[wasm_bindgen(js_name = moduleOutputs)]
pub fn outputs(
    project: &Project,
    variables: &JsValue,
    numbers: Option<String>,
    classes: &Classes,
) -> Result<JsValue, JsValue> {
    let numbers = Numbers::named(numbers)?;
    let loaded = Loaded::new(project)?;
    let outcome = loaded.evaluator(variables, classes)?.outputs();
    if outcome.has_errors() {
        return Err(failure(&outcome.diagnostics, &loaded.sources, None));
    }
    to_js(&outcome.value, numbers, classes)
}

/// Reads the schemas of providers, each of which is JSON.
pub(crate) fn read_schemas(texts: &Array) -> Result<Option<ProviderSchemas>, JsValue> {
    if texts.length() == 0 {
        return Ok(None);
    }
    let mut all = ProviderSchemas::default();
    for text in texts.iter() {
        let source = json_source(&text, "<schemas>")?;
        let read = ProviderSchemas::from_json(&source);
        all.extend(read.map_err(|problems| failure(&problems, &source.into(), None))?);
    }
    Ok(Some(all))
}

/// Creates the source of an argument that is JSON.
pub(crate) fn json_source(text: &JsValue, name: &str) -> Result<Source, JsValue> {
    let text = text.as_string().unwrap_or_default();
    crate::problems::source(name, text.into_bytes())
}
