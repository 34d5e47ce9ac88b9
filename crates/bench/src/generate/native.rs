//! Modules in native syntax, as people write them.

use std::fmt::{Arguments, Write};

use super::random::Random;
use super::{Files, RESOURCES};

/// The approximate size of a file in bytes.
const FILE_BYTES: usize = 32_768;

/// Generates files with a total of at least this many bytes.
pub(crate) fn generate(seed: u64, bytes: usize) -> Files {
    let mut random = Random::new(seed);
    super::files("tf", bytes, FILE_BYTES, |size| {
        let mut writer = Writer {
            random: &mut random,
            text: String::with_capacity(size + 4096),
            depth: 0,
        };
        while writer.text.len() < size {
            writer.item();
        }
        writer.text
    })
}

/// Generates one file with at least this many bytes.
pub(crate) fn generate_one(seed: u64, bytes: usize) -> String {
    generate(seed, bytes).into_iter().map(|(_, text)| text).collect()
}

struct Writer<'a> {
    random: &'a mut Random,
    text: String,
    depth: usize,
}

impl Writer<'_> {
    fn line(&mut self, line: Arguments<'_>) {
        for _ in 0..self.depth {
            self.text.push_str("  ");
        }
        // Writing to a `String` never fails.
        let _ = self.text.write_fmt(line);
        self.text.push('\n');
    }

    fn block(&mut self, header: Arguments<'_>, content: impl FnOnce(&mut Self)) {
        self.line(format_args!("{header} {{"));
        self.depth += 1;
        content(self);
        self.depth -= 1;
        self.line(format_args!("}}"));
    }

    fn item(&mut self) {
        if self.random.chance(20) {
            let text = self.random.sentence(9);
            self.line(format_args!("# {text}"));
        }
        match self.random.below(10) {
            0 | 1 => self.variable(),
            2 => self.locals(),
            3 => self.output(),
            4 => self.data(),
            5 => self.module(),
            _ => self.resource(),
        }
        self.text.push('\n');
    }

    fn variable(&mut self) {
        let (name, about) = (self.random.name(), self.random.sentence(7));
        self.block(format_args!("variable \"{name}\""), |this| {
            this.line(format_args!("description = \"{about}\""));
            match this.random.below(4) {
                0 => {
                    this.line(format_args!("type        = list(string)"));
                    this.line(format_args!("default     = []"));
                }
                1 => {
                    this.line(format_args!("type        = number"));
                    let number = this.random.below(100_000);
                    this.line(format_args!("default     = {number}"));
                }
                2 => {
                    this.line(format_args!("type = map(object({{"));
                    this.line(format_args!("  enabled = optional(bool, true)"));
                    this.line(format_args!("  size    = number"));
                    this.line(format_args!("}}))"));
                    this.line(format_args!("default = {{}}"));
                }
                _ => {
                    this.line(format_args!("type        = string"));
                    this.line(format_args!("default     = null"));
                    this.block(format_args!("validation"), |this| {
                        this.line(format_args!(
                            "condition     = var.{name} == null || length(var.{name}) >= 3"
                        ));
                        this.line(format_args!(
                            "error_message = \"Give ${{var.{name}}} 3 letters.\""
                        ));
                    });
                }
            }
        });
    }

    fn locals(&mut self) {
        self.block(format_args!("locals"), |this| {
            let count = 2 + this.random.below(4);
            this.attributes(count);
        });
    }

    fn output(&mut self) {
        let (name, about) = (self.random.name(), self.random.sentence(6));
        let expression = self.expression();
        self.block(format_args!("output \"{name}\""), |this| {
            this.line(format_args!("description = \"{about}\""));
            this.line(format_args!("value       = {expression}"));
        });
    }

    fn data(&mut self) {
        let (kind, name) = (self.random.pick(RESOURCES), self.random.name());
        self.block(format_args!("data \"{kind}\" \"{name}\""), |this| {
            let expression = this.expression();
            this.line(format_args!("name = {expression}"));
            this.block(format_args!("filter"), |this| {
                let (key, value) = (this.random.name(), this.random.name());
                this.line(format_args!("name   = \"tag:{key}\""));
                this.line(format_args!("values = [\"{value}\", \"*\"]"));
            });
        });
    }

    fn module(&mut self) {
        let (name, major) = (self.random.name(), self.random.below(20));
        self.block(format_args!("module \"{name}\""), |this| {
            this.line(format_args!("source  = \"example.com/{name}/aws\""));
            this.line(format_args!("version = \"~> {major}.0\""));
            this.text.push('\n');
            this.attributes(4);
            this.line(format_args!("providers = {{"));
            this.line(format_args!("  aws = aws.{name}"));
            this.line(format_args!("}}"));
        });
    }

    fn resource(&mut self) {
        let (kind, name) = (self.random.pick(RESOURCES), self.random.name());
        self.block(format_args!("resource \"{kind}\" \"{name}\""), |this| {
            if this.random.chance(40) {
                this.line(format_args!("count = var.create && var.{name}_enabled ? 1 : 0"));
                this.text.push('\n');
            } else if this.random.chance(30) {
                this.line(format_args!(
                    "for_each = {{ for k, v in var.{name} : k => v if v.enabled }}"
                ));
                this.text.push('\n');
            }
            let count = 3 + this.random.below(8);
            this.attributes(count);
            if this.random.chance(30) {
                this.policy();
            }
            if this.random.chance(40) {
                this.dynamic_block();
            }
            this.text.push('\n');
            this.line(format_args!("tags = merge("));
            this.line(format_args!("  {{ \"Name\" = \"${{var.prefix}}-{name}\" }},"));
            this.line(format_args!("  var.tags,"));
            this.line(format_args!(")"));
            if this.random.chance(30) {
                this.text.push('\n');
                this.block(format_args!("lifecycle"), |this| {
                    this.line(format_args!("create_before_destroy = true"));
                    this.line(format_args!("ignore_changes        = [tags, description]"));
                });
            }
        });
    }

    fn attributes(&mut self, count: usize) {
        for index in 0..count {
            let name = self.random.name();
            let expression = self.expression();
            let comment = if self.random.chance(10) {
                " // as agreed"
            } else {
                ""
            };
            // The index makes names unique.
            self.line(format_args!("{name}_{index:<4} = {expression}{comment}"));
        }
    }

    fn dynamic_block(&mut self) {
        let name = self.random.name();
        self.text.push('\n');
        self.block(format_args!("dynamic \"{name}\""), |this| {
            this.line(format_args!(
                "for_each = length(keys(lookup(each.value, \"{name}\", {{}}))) == 0 ? [] : [1]"
            ));
            this.text.push('\n');
            this.block(format_args!("content"), |this| {
                this.line(format_args!("name  = {name}.value[\"name\"]"));
                this.line(format_args!("ports = try({name}.value.ports, [80, 443])"));
            });
        });
    }

    fn policy(&mut self) {
        let (name, about) = (self.random.name(), self.random.sentence(12));
        self.line(format_args!("policy_text = <<-EOT"));
        self.line(format_args!("  {about}"));
        self.line(format_args!("  %{{ for arn in var.{name} ~}}"));
        self.line(format_args!("  allow ${{arn}} on \"${{local.{name}.arn}}/*\""));
        self.line(format_args!("  %{{ endfor ~}}"));
        self.line(format_args!("EOT"));
    }

    fn expression(&mut self) -> String {
        let (name, word) = (self.random.name(), self.random.name());
        let number = self.random.below(70_000);
        match self.random.below(14) {
            0 | 1 => format!("var.{name}"),
            2 => format!("local.{name}.{word}"),
            3 => format!("\"{}\"", self.random.sentence(3)),
            4 => format!("\"${{var.{name}}}-{word}-${{local.{name}[{}]}}\"", number % 4),
            5 => number.to_string(),
            6 => number.is_multiple_of(2).to_string(),
            7 => format!("try(each.value.{name}, var.{word}, null)"),
            8 => format!("var.{name} != \"\" ? var.{name} : aws_iam_role.{word}[0].arn"),
            9 => format!(
                "[for key, value in var.{name} : \"${{key}}=${{value.{word}}}\" if value.size > {number}]"
            ),
            10 => format!("aws_instance.{name}[*].{word}"),
            11 => format!("[\"{name}\", \"{word}\", var.{name}]"),
            12 => format!(
                "coalesce(lookup(var.{name}, \"{word}\", null), {}.{} * 2)",
                number,
                number % 10
            ),
            _ => format!(
                "{{ a_{name} = var.{name}, b_{word} = !local.{word}, \"key-{number}\" = (var.a + 1) % 3 }}"
            ),
        }
    }
}
