//! A scheduler of jobs.

use std::collections::BTreeMap;

use hcl2::decode::Check;
use hcl2::{Decode, Loader, Spanned};

#[derive(Decode, Debug, PartialEq)]
#[hcl(validate = known_queues)]
struct Scheduler {
    timezone: String,
    #[hcl(block, name = "queue")]
    queues: BTreeMap<String, Queue>,
    #[hcl(block, name = "job")]
    jobs: BTreeMap<String, Job>,
}

#[derive(Decode, Debug, PartialEq)]
struct Queue {
    workers: u16,
}

#[derive(Decode, Debug, PartialEq)]
struct Job {
    #[hcl(validate = five_fields)]
    cron: String,
    queue: Spanned<String>,
    command: Vec<String>,
    #[hcl(default)]
    retry: Retry,
}

#[derive(Decode, Debug, Default, PartialEq)]
struct Retry {
    attempts: u8,
    #[hcl(default = 60)]
    wait_seconds: u32,
}

fn five_fields(cron: &str) -> Result<(), String> {
    match cron.split_whitespace().count() {
        5 => Ok(()),
        count => Err(format!(
            "a schedule has five fields, for minute, hour, day, month and weekday; this one has {count}"
        )),
    }
}

fn known_queues(scheduler: &Scheduler, check: &mut Check<'_, '_>) {
    for (name, job) in &scheduler.jobs {
        if !scheduler.queues.contains_key(job.queue.as_str()) {
            let code = hcl2::diagnostics::codes::decode::INVALID_VALUE;
            check.report(
                hcl2::diagnostics::Diagnostic::error(code, "Unknown queue")
                    .with_detail(format!(
                        "The job `{name}` is to run in the queue `{}`, which is not defined.",
                        *job.queue
                    ))
                    .with_subject(job.queue.span()),
            );
        }
    }
}

#[test]
fn a_scheduler_is_decoded() {
    let scheduler: Scheduler = super::check("scheduler", &Loader::new());
    assert_eq!(scheduler.jobs["report"].retry.wait_seconds, 60);
    assert_eq!(scheduler.queues["bulk"].workers, 2);
}

/// A rule about the whole struct reports at a stored range.
#[test]
fn an_unknown_queue_is_reported_at_its_name() {
    let text =
        "timezone = \"UTC\"\njob \"a\" {\n  cron = \"0 0 * * *\"\n  queue = \"fast\"\n  command = []\n}\n";
    let error = hcl2::from_str::<Scheduler>(text).expect_err("the queue is unknown");
    let span = error.diagnostics()[0].subject.expect("it has a range");
    assert_eq!(&text[span.range()], "\"fast\"");
}
