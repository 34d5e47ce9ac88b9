//! The files of a session.

use std::fmt::Write as _;
use std::io::Result;
use std::path::Path;

/// A file.
pub(super) struct Document {
    pub(super) name: String,
    pub(super) text: String,
    /// The line and column behind which a person types.
    pub(super) edited: (u32, u32),
}

impl Document {
    fn new(name: impl Into<String>, text: String) -> Self {
        let edited = (0, 0);
        Self {
            name: name.into(),
            text,
            edited,
        }
    }
}

/// Writes files into a directory.
pub(super) fn write(root: &Path, documents: &[Document]) -> Result<()> {
    for document in documents {
        let path = root.join(&document.name);
        path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
        std::fs::write(path, &document.text)?;
    }
    Ok(())
}

/// The declarations that resources refer to.
const DECLARATIONS: &str = r#"variable "ami" {
  type        = string
  description = "The image of all instances."
  default     = "ami-1"
}

locals {
  subnets = ["subnet-a", "subnet-b"]
}

"#;

/// The lines of a resource.
const LINES: u32 = 9;

/// Returns a resource with a number.
fn resource(text: &mut String, number: usize) {
    let zone = number % 2;
    let _ = write!(
        text,
        r#"resource "aws_instance" "instance_{number}" {{
  ami           = var.ami
  instance_type = "t3.micro"
  subnet_id     = local.subnets[{zone}]
  tags = {{
    Name = "web-{number}"
  }}
}}

"#
    );
}

/// Returns a file of resources.
pub(super) fn large_file(resources: usize) -> Document {
    let mut text = DECLARATIONS.to_owned();
    (0..resources).for_each(|number| resource(&mut text, number));
    let first = DECLARATIONS.lines().count() as u32;
    let edited = first + resources as u32 / 2 * LINES + 3;
    let column = text
        .lines()
        .nth(edited as usize)
        .map_or(0, |line| line.len() as u32);
    Document {
        edited: (edited, column),
        ..Document::new("main.tf", text)
    }
}

/// Returns the files of root modules that each call others, all of five files.
pub(super) fn repository(roots: usize, called: usize) -> Vec<Document> {
    let mut documents = Vec::new();
    for root in 0..roots {
        for module in 0..called {
            let directory = format!("root{root}/modules/m{module}");
            documents.extend(self::module(&directory, &[]));
        }
        let calls: Vec<String> = (0..called).map(|module| format!("m{module}")).collect();
        documents.extend(module(&format!("root{root}"), &calls));
    }
    documents
}

/// Returns the files of a module that calls others.
fn module(directory: &str, calls: &[String]) -> [Document; 5] {
    let mut main = String::new();
    (0..8).for_each(|number| resource(&mut main, number));
    for call in calls {
        let _ = write!(
            main,
            "module \"{call}\" {{\n  source = \"./modules/{call}\"\n  ami    = var.ami\n}}\n\n"
        );
    }
    let edited = (3, main.lines().nth(3).map_or(0, |line| line.len() as u32));
    let document = |name: &str, text: &str| Document::new(format!("{directory}/{name}"), text.to_owned());
    let variables = DECLARATIONS.split_inclusive("\n\n").next().unwrap_or_default();
    let locals = DECLARATIONS.split_inclusive("\n\n").nth(1).unwrap_or_default();
    let versions = "terraform {\n  required_version = \">= 1.5\"\n  required_providers {\n    aws = {\n      source  = \
                    \"hashicorp/aws\"\n      version = \"~> 5.0\"\n    }\n  }\n}\n";
    let outputs = "output \"ids\" {\n  value       = [aws_instance.instance_0.id, aws_instance.instance_1.id]\n  \
                   description = \"The instances.\"\n}\n";
    [
        Document {
            edited,
            ..document("main.tf", &main)
        },
        document("variables.tf", variables),
        document("locals.tf", locals),
        document("outputs.tf", outputs),
        document("versions.tf", versions),
    ]
}
