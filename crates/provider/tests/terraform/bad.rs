//! A provider that hangs, and a state of many megabytes.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use hcl2_provider::testing::Terraform;
use hcl2_provider::{Context, Operation, Problem, Provider, Resource, Schema, Server, Timeouts, Value};

const SOURCE: &str = "registry.terraform.io/hcl2/trouble";
/// The variable that makes this program serve the provider of these tests.
pub(crate) const VARIABLE: &str = "HCL2_TEST_TROUBLE";

/// An object that is a string.
#[derive(Schema, Clone)]
struct Text {
    text: String,
    #[schema(computed)]
    length: Option<usize>,
    #[schema(block)]
    timeouts: Option<Timeouts>,
}

struct Texts;

impl Resource for Texts {
    type Model = Text;

    async fn create(&self, mut planned: Text, context: &mut Context) -> Result<Text, Problem> {
        if planned.text == "slow" {
            let limit = Timeouts::limit(
                planned.timeouts.as_ref(),
                Operation::Create,
                Duration::from_secs(60),
            );
            limit
                .during(context, std::future::pending::<Result<(), Problem>>())
                .await?;
        }
        if planned.text == "stuck" {
            fs::write("started", std::process::id().to_string())?;
            std::future::pending::<()>().await;
        }
        planned.length = Some(planned.text.len());
        Ok(planned)
    }

    async fn update(&self, _: Text, planned: Text, context: &mut Context) -> Result<Text, Problem> {
        self.create(planned, context).await
    }

    async fn delete(&self, _: Text, _: &mut Context) -> Result<(), Problem> {
        Ok(())
    }
}

fn provider() -> Provider {
    Provider::new().resource("trouble_text", Texts)
}

pub(crate) fn serve() -> std::io::Result<()> {
    Server::new(provider()).run(SOURCE)
}

/// Returns a resource that is named after its text.
fn text(text: &str, rest: &str) -> String {
    format!("resource \"trouble_text\" \"{text}\" {{\n  text = \"{text}\"\n  {rest}\n}}\n")
}

/// Interrupts a process, as the keys Ctrl and C do.
pub(crate) fn interrupt(pid: u32) {
    let pid = pid.to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &pid])
            .status()
            .unwrap()
            .success()
    );
}

/// A provider that does not stop ends with Terraform.
pub(crate) fn hanging() {
    let mut terraform = Terraform::overridden("trouble", SOURCE, &std::env::current_exe().unwrap()).unwrap();
    terraform.environment.push((VARIABLE.to_owned(), "1".to_owned()));
    terraform.write(&text("stuck", "")).unwrap();
    let mut command = terraform.command(&["apply", "-auto-approve"]).unwrap();
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let begin = Instant::now();
    let mut provider = String::new();
    while provider.is_empty() {
        assert!(begin.elapsed() < Duration::from_secs(20));
        std::thread::sleep(Duration::from_millis(20));
        provider = fs::read_to_string(terraform.path("started")).unwrap_or_default();
    }
    interrupt(child.id());
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(child.try_wait().unwrap(), None);
    interrupt(child.id());
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("Two interrupts received"), "{said}");
    let process = format!("/proc/{provider}");
    while fs::exists(&process).unwrap() {
        assert!(begin.elapsed() < Duration::from_secs(40), "the provider goes on");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// An operation that hangs is ended by its timeout, and the state of everything else is kept.
pub(crate) fn timed_out() {
    let terraform = Terraform::attached("trouble", SOURCE, provider()).unwrap();
    let slow = text(
        "slow",
        "depends_on = [trouble_text.kept]\n  timeouts {\n    create = \"100ms\"\n  }",
    );
    terraform.write(&(text("kept", "") + &slow)).unwrap();
    let failed = terraform.fails(&["apply", "-auto-approve"]).unwrap();
    assert!(failed.contains("Error: Timed out"), "{failed}");
    assert!(
        failed.contains("The operation was not complete within 100ms. Set create in a block timeouts"),
        "{failed}"
    );
    let kept = terraform.resource("trouble_text.kept").unwrap();
    assert_eq!(kept.get("length"), Some(&Value::from(4)));
    let missing = terraform.resource("trouble_text.slow").unwrap_err();
    assert_eq!(missing.command, "the state, for trouble_text.slow");
}

/// Values of this length arrive and return; with `--nocapture`, it prints the time.
pub(crate) fn large() {
    // Optimised code takes seconds for what takes minutes otherwise.
    const LENGTH: usize = if cfg!(debug_assertions) {
        2 << 20
    } else {
        100 << 20
    };
    let terraform = Terraform::attached("trouble", SOURCE, provider()).unwrap();
    let mut file = fs::File::create(terraform.path("big.txt")).unwrap();
    let line = "0123456789abcde\n".repeat(1 << 16);
    for _ in 0..LENGTH / line.len() {
        file.write_all(line.as_bytes()).unwrap();
    }
    let config = "resource \"trouble_text\" \"big\" {\n  text = file(\"${path.module}/big.txt\")\n}\noutput \"length\" {\n  \
                  value = trouble_text.big.length\n}\n";
    terraform.write(config).unwrap();
    let begin = Instant::now();
    terraform.succeeds(&["apply", "-auto-approve"]).unwrap();
    println!("{LENGTH} bytes applied in {:?}", begin.elapsed());
    assert_eq!(terraform.output("length").unwrap(), Value::from(LENGTH as u64));
    assert!(terraform.has_no_changes().unwrap());
    println!("{LENGTH} bytes planned again after {:?}", begin.elapsed());
}
