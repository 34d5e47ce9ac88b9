//! A pipeline of continuous integration.

use std::collections::BTreeMap;

use hcl2::{Decode, Loader};

#[derive(Decode, Debug, PartialEq)]
struct Pipeline {
    #[hcl(default = "main")]
    branch: String,
    #[hcl(block, name = "job", min = 1)]
    jobs: Vec<Job>,
}

#[derive(Decode, Debug, PartialEq)]
struct Job {
    #[hcl(label)]
    name: String,
    image: String,
    #[hcl(default)]
    needs: Vec<String>,
    #[hcl(default)]
    variables: BTreeMap<String, String>,
    #[hcl(deprecated = "put the command into a `run` block")]
    script: Option<String>,
    #[hcl(one_of)]
    steps: Vec<Step>,
}

#[derive(Decode, Debug, PartialEq)]
enum Step {
    Checkout,
    Run(Run),
    Upload(Upload),
}

#[derive(Decode, Debug, PartialEq)]
struct Run {
    command: Vec<String>,
    #[hcl(default = 600)]
    timeout_seconds: u32,
}

#[derive(Decode, Debug, PartialEq)]
struct Upload {
    #[hcl(label)]
    artifact: String,
    paths: Vec<String>,
}

#[test]
fn a_pipeline_is_decoded() {
    let loader = Loader::new().variable("toolchain", "1.95");
    let pipeline: Pipeline = super::check("pipeline", &loader);
    assert_eq!(pipeline.jobs[0].image, "rust:1.95");
    assert_eq!(pipeline.jobs[0].steps.len(), 4);
    assert!(matches!(&pipeline.jobs[0].steps[3], Step::Upload(upload) if upload.artifact == "report"));
    assert_eq!(pipeline.jobs[1].needs, ["test"]);
}
