//! Terraform policies, evaluated over plans without Terraform, with three answers: a policy passes, fails, or cannot be known
//! before the plan is applied.
//!
//! [`PolicyFile`] reads a `.policy.hcl` file, [`World`] is what policies judge, and [`evaluate`] returns a [`Finding`] for each
//! policy and each subject. [`TestFile`] runs `.policytest.hcl` files.
//!
//! # Examples
//!
//! ```
//! use hcl2_diagnostics::SourceMap;
//! use hcl2_policy::{Answer, Options, PolicyFile, World, evaluate};
//! use hcl2_terraform::ModuleFile;
//! use hcl2_terraform::table::Language;
//!
//! let policy = r#"resource_policy "acme_disk" "small" {
//!   enforce {
//!     condition     = attrs.size <= 100
//!     error_message = "The size is ${attrs.size}."
//!   }
//! }
//! "#;
//! let plan = r#"{"resource_changes": [{"address": "acme_disk.d", "mode": "managed", "type": "acme_disk",
//!   "change": {"actions": ["create"], "before": null, "after": {"size": 200}, "after_unknown": {"id": true}}}]}"#;
//!
//! let mut sources = SourceMap::new();
//! let file = ModuleFile::parse(&sources.add("disks.policy.hcl", policy)?, Language::Terraform).value;
//! let policies = [PolicyFile::read("disks.policy.hcl", &file).into_result().unwrap()];
//! let world = World::from_json(&sources.add("plan.json", plan)?).unwrap();
//! let findings = evaluate(&policies, &world, &Options::default()).into_result().unwrap();
//! assert_eq!((findings[0].subject.as_str(), findings[0].answer), ("acme_disk.d", Answer::Fail));
//! assert_eq!(findings[0].enforced[0].message.as_deref(), Some("The size is 200."));
//! # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
//! ```

mod cause;
mod configuration;
mod evaluate;
mod functions;
mod locals;

mod planned;
mod policy;
mod shown;
mod testing;

mod world;

pub use cause::Cause;
pub use evaluate::{Answer, Enforced, Finding, Options, ReadValue, evaluate};
pub use policy::{Enforce, Input, Level, LocalValue, Operation, Policy, PolicyFile, SubjectKind};

pub use testing::{CaseResult, CaseStatus, TestFile};
pub use world::{Subject, World};
