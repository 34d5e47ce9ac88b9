//! The tools that are offered, as data: each is a command of this program, with some of its options.

use rmcp::model::{JsonObject, Tool as Offer, ToolAnnotations};
use serde_json::{Value, json};

/// A tool.
pub(super) struct Tool {
    pub(super) name: &'static str,
    /// What it is good for, for the model that chooses.
    pub(super) description: &'static str,
    /// The command and the options that are always given.
    pub(super) command: &'static [&'static str],
    pub(super) parameters: &'static [Parameter],
    /// What follows the operands on the command line.
    pub(super) last: &'static [&'static str],
    /// What is added to the command to show a change and to make it, if it is one.
    pub(super) change: Option<Change>,
    /// What is said if the command says nothing.
    pub(super) silence: &'static str,
    /// Whether the command succeeds by exiting with 1, too: there are problems, or differences.
    pub(super) reports: bool,
}

/// The options that show a change, and those that make it.
pub(super) struct Change {
    pub(super) shown: &'static [&'static str],
    pub(super) made: &'static [&'static str],
}

/// A parameter of a tool.
pub(super) struct Parameter {
    pub(super) name: &'static str,
    description: &'static str,
    kind: Kind,
    pub(super) place: Place,
    is_required: bool,
}

/// What a parameter is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Texts,
    /// A path below the directories that are served.
    Path,
    Paths,
    Flag,
    /// Values by their names.
    Values,
}

/// Where a parameter stands on the command line.
#[derive(Clone, Copy)]
pub(super) enum Place {
    Operand,
    /// The value of an option, which is repeated for several values.
    Option(&'static str),
    /// The standard input, a line for each text.
    Input,
}

const fn required(name: &'static str, description: &'static str, kind: Kind, place: Place) -> Parameter {
    Parameter {
        name,
        description,
        kind,
        place,
        is_required: true,
    }
}

const fn optional(name: &'static str, description: &'static str, kind: Kind, place: Place) -> Parameter {
    Parameter {
        is_required: false,
        ..required(name, description, kind, place)
    }
}

const PATHS: Parameter = optional(
    "paths",
    "Files or directories; the served directory without any.",
    Kind::Paths,
    Place::Operand,
);
const DIRECTORY: Parameter = optional(
    "directory",
    "The directory of the module; the served directory without one.",
    Kind::Path,
    Place::Operand,
);
const VARIABLES: Parameter = optional(
    "variables",
    "Values of the module's variables by their names, beside those of its tfvars files.",
    Kind::Values,
    Place::Option("--var"),
);
const VARIABLE_FILES: Parameter = optional(
    "variable_files",
    "Files with values of variables, such as `prod.tfvars`.",
    Kind::Paths,
    Place::Option("--var-file"),
);

/// What has nothing special about it.
const PLAIN: Tool = Tool {
    name: "",
    description: "",
    command: &[],
    parameters: &[],
    last: &[],
    change: None,
    silence: "",
    reports: false,
};

/// All tools.
pub(super) const TOOLS: &[Tool] = &[
    Tool {
        name: "check",
        description: "Finds the problems of HCL files and of Terraform and OpenTofu modules as `terraform validate` does, without \
                      Terraform, providers or a network: also tfvars, tests, lock files, Terragrunt, Packer, Nomad and bake. \
                      Each line is `file:line:column: severity[code]: message`.",
        command: &["check", "--timeout=30"],
        parameters: &[PATHS],
        reports: true,
        ..PLAIN
    },
    Tool {
        name: "explain",
        description: "Explains the code of a problem that `check` printed, such as `hcl2::terraform::deprecated`.",
        command: &["explain"],
        parameters: &[required(
            "codes",
            "The codes, or their last parts.",
            Kind::Texts,
            Place::Operand,
        )],
        ..PLAIN
    },
    Tool {
        name: "query",
        description: "Prints what an address selects, one JSON object a line with file, range, source and, if it is constant, the value. \
                      An address is a path of names, block types, labels, keys and indices: `resource.aws_instance.web.tags`, \
                      `resource.*.*.tags.Name`, `**.tags` for any depth, `resource.aws_*[tags.env == \"prod\"]` for a condition.",
        command: &["query", "--timeout=30"],
        parameters: &[
            required("address", "The address.", Kind::Text, Place::Operand),
            PATHS,
            optional(
                "comments",
                "Whether to add the comments of what is found.",
                Kind::Flag,
                Place::Option("--comments"),
            ),
        ],
        reports: true,
        ..PLAIN
    },
    Tool {
        name: "inspect",
        description: "Lists what a Terraform module contains: variables, locals, outputs, resources, data sources, modules, providers.",
        command: &["inspect"],
        parameters: &[
            DIRECTORY,
            optional(
                "json",
                "Whether to answer in JSON, with places and references.",
                Kind::Flag,
                Place::Option("--json"),
            ),
            optional(
                "nested",
                "Whether to include the modules that it calls.",
                Kind::Flag,
                Place::Option("--nested"),
            ),
        ],
        ..PLAIN
    },
    Tool {
        name: "plan",
        description: "Prints what Terraform would plan for a module, as far as it is known without asking anybody. What is not \
                      known is listed with the reason.",
        command: &["plan", "--partial", "--timeout=30"],
        parameters: &[
            DIRECTORY,
            optional(
                "targets",
                "Plan only these resources or modules.",
                Kind::Texts,
                Place::Option("--target"),
            ),
            optional(
                "state",
                "The state before the plan.",
                Kind::Path,
                Place::Option("--state"),
            ),
            optional(
                "questions",
                "Whether to list what would make the plan complete instead.",
                Kind::Flag,
                Place::Option("--questions"),
            ),
            optional(
                "assume",
                "What is known of data sources and resources: `data.acme_zones.all.names=[\"a\"]`.",
                Kind::Texts,
                Place::Option("--assume"),
            ),
            VARIABLES,
            VARIABLE_FILES,
        ],
        ..PLAIN
    },
    Tool {
        name: "why",
        description: "Says where a planned value comes from: the values it is made of with their places, what makes it unknown, and \
                      what makes it sensitive.",
        command: &["plan", "--partial", "--timeout=30"],
        parameters: &[
            required(
                "address",
                "A value of the plan, such as `module.net[\"a\"].acme_disk.d[0].size`, `local.name`, `var.size` or `output.url`.",
                Kind::Text,
                Place::Option("--why"),
            ),
            DIRECTORY,
            VARIABLES,
            VARIABLE_FILES,
        ],
        ..PLAIN
    },
    Tool {
        name: "eval",
        description: "Evaluates an expression as `terraform console` does, in a module if a directory is given, and prints JSON.",
        command: &["eval", "--with-type", "--timeout=30"],
        parameters: &[
            required(
                "expression",
                "The expression, such as `cidrsubnet(var.range, 8, 1)`.",
                Kind::Text,
                Place::Operand,
            ),
            optional(
                "directory",
                "The directory of a module to evaluate in.",
                Kind::Path,
                Place::Option("--module"),
            ),
            optional(
                "functions",
                "The functions to call without a module: `standard`, `terraform` or `opentofu`.",
                Kind::Text,
                Place::Option("--functions"),
            ),
            VARIABLES,
            VARIABLE_FILES,
        ],
        ..PLAIN
    },
    Tool {
        name: "docs",
        description: "Prints the documentation of a Terraform module in Markdown: inputs, outputs, providers, resources.",
        command: &["docs"],
        parameters: &[DIRECTORY],
        ..PLAIN
    },
    Tool {
        name: "diff",
        description: "Compares the meaning of two configurations, whatever their layout, order of attributes, syntax and files.",
        command: &["diff", "--timeout=30"],
        parameters: &[
            required("before", "A file or directory.", Kind::Path, Place::Operand),
            required("after", "A file or directory.", Kind::Path, Place::Operand),
        ],
        silence: "Both mean the same.",
        reports: true,
        ..PLAIN
    },
    Tool {
        name: "test",
        description: "Runs the tests of a Terraform module (`*.tftest.hcl`) without Terraform, providers or a network.",
        command: &["test", "--timeout=50"],
        parameters: &[DIRECTORY],
        reports: true,
        ..PLAIN
    },
    Tool {
        name: "edit",
        description: "Changes what addresses select and no other byte: all edits or none. Each edit is a line in the words of `hcl2 \
                      edit`: `set ADDRESS EXPRESSION`, `set --string ADDRESS TEXT`, `set --create ADDRESS EXPRESSION`, `rm ADDRESS`, \
                      `mv ADDRESS ADDRESS`, `append ADDRESS 'TEXT'`, `insert --before ADDRESS 'TEXT'`, `sort ADDRESS`, `refs REFERENCE \
                      REFERENCE`, with quotes as in a shell.",
        command: &["edit"],
        parameters: &[
            required(
                "path",
                "A file, or a directory whose files with the addresses are changed.",
                Kind::Path,
                Place::Operand,
            ),
            required(
                "edits",
                "The edits, such as `set variable.region.default '\"eu-2\"'`.",
                Kind::Texts,
                Place::Input,
            ),
        ],
        last: &["batch", "-"],
        change: Some(Change {
            shown: &["--diff"],
            made: &["--write"],
        }),
        silence: "Nothing would change.",
        ..PLAIN
    },
    Tool {
        name: "rename",
        description: "Renames a variable, local value, output, module call, resource, data source, provider alias, check or test run \
                      everywhere it is named, in the module and in the modules that call it, with `moved` blocks where they are needed.",
        command: &["rename"],
        parameters: &[
            required(
                "address",
                "The object: `var.NAME`, `TYPE.NAME`, `data.TYPE.NAME`, `module.NAME`, `local.NAME`, `output.NAME`, or \
                 `FILE:LINE:COLUMN`.",
                Kind::Text,
                Place::Operand,
            ),
            required("name", "The new name.", Kind::Text, Place::Operand),
            DIRECTORY,
        ],
        change: Some(Change {
            shown: &["--diff"],
            made: &[],
        }),
        silence: "Nothing would change.",
        ..PLAIN
    },
    Tool {
        name: "fix",
        description: "Fixes the problems that `check` finds and for which only one fix can be meant.",
        command: &["check", "--fix", "--timeout=30"],
        parameters: &[PATHS],
        change: Some(Change {
            shown: &["--diff"],
            made: &[],
        }),
        silence: "Nothing would change.",
        reports: true,
        ..PLAIN
    },
    Tool {
        name: "fmt",
        description: "Formats files in canonical layout, that of `terraform fmt` for Terraform.",
        command: &["fmt"],
        parameters: &[PATHS],
        change: Some(Change {
            shown: &["--diff"],
            made: &[],
        }),
        silence: "Nothing would change.",
        ..PLAIN
    },
];

/// The parameter of a change that has it made.
pub(super) const WRITE: &str = "write";

impl Tool {
    /// Returns the tool as clients see it.
    pub(super) fn offer(&self, may_write: bool) -> Offer {
        let writes = may_write && self.change.is_some();
        let change = match &self.change {
            Some(_) if writes => {
                " Answers with a diff and changes nothing, unless `write` is true, which the same call must precede without it."
            }
            Some(_) => " Answers with a diff and changes nothing.",
            None => "",
        };
        let annotations = ToolAnnotations::new()
            .read_only(!writes)
            .destructive(writes)
            .open_world(false);
        let schema = self.schema(writes);
        Offer::new(self.name, format!("{}{change}", self.description), schema).with_annotations(annotations)
    }

    /// Returns the JSON schema of the parameters.
    fn schema(&self, writes: bool) -> JsonObject {
        let mut properties = JsonObject::new();
        for parameter in self.parameters {
            properties.insert(parameter.name.to_owned(), parameter.schema());
        }
        if writes {
            let write = json!({"type": "boolean", "description": "Whether to make the change that the same call has shown."});
            properties.insert(WRITE.to_owned(), write);
        }
        let required = self.parameters.iter().filter(|parameter| parameter.is_required);
        let required: Vec<&str> = required.map(|parameter| parameter.name).collect();
        JsonObject::from_iter([
            ("type".to_owned(), json!("object")),
            ("properties".to_owned(), Value::Object(properties)),
            ("required".to_owned(), json!(required)),
            ("additionalProperties".to_owned(), json!(false)),
        ])
    }
}

impl Parameter {
    fn schema(&self) -> Value {
        let description = self.description;
        match self.kind {
            Kind::Text | Kind::Path => json!({"type": "string", "description": description}),
            Kind::Texts | Kind::Paths => {
                json!({"type": "array", "items": {"type": "string"}, "description": description})
            }
            Kind::Flag => json!({"type": "boolean", "description": description}),
            Kind::Values => json!({"type": "object", "description": description}),
        }
    }

    pub(super) fn is_path(&self) -> bool {
        matches!(self.kind, Kind::Path | Kind::Paths)
    }

    /// Says that an argument is missing, or not what the parameter is.
    pub(super) fn problem(&self, value: Option<&Value>) -> Option<String> {
        let name = self.name;
        let Some(value) = value else {
            return self
                .is_required
                .then(|| format!("`{name}` is missing: {}", self.description));
        };
        let are_texts = |value: &Value| {
            value
                .as_array()
                .is_some_and(|items| items.iter().all(Value::is_string))
        };
        let (fits, expected) = match self.kind {
            Kind::Text | Kind::Path => (value.is_string(), "a string"),
            Kind::Texts | Kind::Paths => (are_texts(value), "an array of strings"),
            Kind::Flag => (value.is_boolean(), "true or false"),
            Kind::Values => (value.is_object(), "an object"),
        };
        (!fits).then(|| format!("`{name}` must be {expected}"))
    }
}
