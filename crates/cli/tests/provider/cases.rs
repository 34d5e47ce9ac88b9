//! The tests, and the providers that they ask: this program, under several names.

use std::fs;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::time::{Duration, Instant};

use hcl2_example_provider::sample::{self, Cloud};
use hcl2_provider::{Server, client};
use libtest_mimic::{Arguments, Trial};
use serde_json::Value;

pub(crate) fn main() -> ExitCode {
    if std::env::var_os("TF_PLUGIN_MAGIC_COOKIE").is_some() {
        return serve();
    }
    let tests: [(&str, fn()); 7] = [
        ("the_schemas_of_a_named_program_are_printed", named_program),
        ("installed_providers_are_found_by_the_lock_file", installed),
        ("the_cache_takes_all_providers_or_none", incomplete),
        ("programs_that_are_no_providers_are_explained", no_providers),
        ("a_provider_that_hangs_is_ended", hanging),
        ("a_provider_that_dies_is_explained", dying),
        ("options_that_make_no_sense_are_refused", refused),
    ];
    let trials = tests.into_iter().map(|(name, test)| {
        let run = move || {
            test();
            Ok(())
        };
        Trial::test(name, run)
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}

/// Serves as the name of the program says: well, or not at all.
fn serve() -> ExitCode {
    let name = std::env::current_exe().unwrap();
    let name = name.file_name().unwrap().to_str().unwrap();
    if !name.starts_with("silent") && !name.starts_with("dying") {
        let served = Server::new(sample::provider(&Arc::new(Cloud::default()))).run(sample::SOURCE);
        return if served.is_ok() {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        };
    }
    let socket = PathBuf::from(std::env::var_os("PLUGIN_UNIX_SOCKET_DIR").unwrap()).join("s");
    let listener = UnixListener::bind(&socket).unwrap();
    println!("1|6|unix|{}|grpc|AAAA", socket.display());
    let (mut stream, _) = listener.accept().unwrap();
    if name.starts_with("dying") {
        // The first bytes of the handshake have arrived.
        stream.read_exact(&mut [0; 5]).unwrap();
        eprintln!("out of luck");
        return ExitCode::from(3);
    }
    std::thread::sleep(Duration::from_secs(60));
    ExitCode::SUCCESS
}

/// Returns a directory with this program under a name.
fn directory(name: &str) -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    fs::create_dir(directory.path().join("root")).unwrap();
    install(&directory.path().join(name));
    directory
}

fn install(path: &Path) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let program = std::env::current_exe().unwrap();
    if fs::hard_link(&program, path).is_err() {
        fs::copy(program, path).unwrap();
    }
}

/// Runs the command in the module, with a cache beside it, and without any program on the path.
fn run(directory: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_hcl2"))
        .arg("--diagnostics=concise")
        .args(arguments)
        .current_dir(directory.join("root"))
        .env("XDG_CACHE_HOME", directory.join("cache"))
        .env("PATH", "")
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap(),
        text(output.stdout),
        text(output.stderr),
    )
}

fn schemas(text: &str) -> Value {
    serde_json::from_str::<Value>(text).unwrap()["provider_schemas"].clone()
}

const ADDRESS: &str = "registry.terraform.io/hcl2/sample";

fn named_program() {
    let directory = directory("provider");
    let here = directory.path();
    for (address, full) in [
        ("hcl2/sample", ADDRESS),
        (ADDRESS, ADDRESS),
        ("sample", "registry.terraform.io/hashicorp/sample"),
    ] {
        let named = format!("{address}=../provider");
        let (status, printed, problems) = run(here, &["schema", "--provider", &named, "--out", "-"]);
        assert_eq!((status, problems.as_str()), (0, ""));
        let schemas = schemas(&printed);
        let provider = &schemas[full];
        let text = &provider["resource_schemas"]["sample_note"]["block"]["attributes"]["text"];
        assert_eq!(text["type"], "string");
        assert_eq!(text["optional"], true);
        let functions = provider["functions"].as_object().unwrap();
        assert!(functions.keys().eq(["echo", "sum", "type_of"]), "{functions:?}");
    }
    // A module of OpenTofu has its registry.
    fs::write(here.join("root/main.tofu"), "").unwrap();
    let (_, printed, _) = run(here, &["schema", "--provider=a/b=../provider", "--out=-"]);
    assert!(schemas(&printed)["registry.opentofu.org/a/b"].is_object());
}

/// Installs the sample provider below a directory in some versions.
fn installed_in(directory: &Path, versions: &[&str]) {
    let own = client::Installed::platform();
    for version in versions {
        let package = directory.join(ADDRESS).join(version);
        install(
            &package
                .join(&own)
                .join(format!("terraform-provider-sample_v{version}")),
        );
        install(&package.join("plan9_mips").join("terraform-provider-sample"));
    }
}

fn lock(here: &Path, addresses: &[&str]) {
    let locks = addresses.iter().map(|address| {
        format!("provider \"{address}\" {{\n  version = \"1.1.0\"\n  hashes = [\n    \"h1:x\",\n  ]\n}}\n")
    });
    fs::write(here.join("root/.terraform.lock.hcl"), locks.collect::<String>()).unwrap();
}

fn installed() {
    let directory = tempfile::tempdir().unwrap();
    let here = directory.path();
    let providers = here.join("root/.terraform/providers");
    installed_in(&providers, &["1.0.0", "1.1.0"]);
    let module = "terraform {\n  required_providers {\n    sample = {\n      source = \"hcl2/sample\"\n    }\n  }\n}\n\
                  resource \"sample_note\" \"n\" {\n  nam = \"x\"\n}\n";
    fs::write(here.join("root/main.tf"), module).unwrap();
    let ask = ["schema", "--provider", ".terraform/providers"];
    let (status, _, problems) = run(here, &[&ask[..], &["--out", "-"]].concat());
    assert_eq!(status, 2);
    assert!(
        problems.contains("has registry.terraform.io/hcl2/sample in several versions"),
        "{problems}"
    );

    lock(here, &[ADDRESS]);
    let (status, printed, problems) = run(here, &ask);
    assert_eq!((status, problems.as_str()), (0, ""));
    assert!(printed.ends_with(".json: schemas of 1 provider\n"), "{printed}");
    // The other commands find them.
    let (status, _, problems) = run(here, &["check", "."]);
    assert_eq!(status, 1);
    assert!(
        problems.contains("main.tf:9:3: error[hcl2::body::unsupported-attribute]"),
        "{problems}"
    );
    // A program in such a directory has its address.
    let program = format!(
        ".terraform/providers/{ADDRESS}/1.1.0/{}/terraform-provider-sample_v1.1.0",
        client::Installed::platform()
    );
    let (status, printed, _) = run(here, &["schema", "--provider", &program, "--out=-"]);
    assert_eq!(status, 0);
    assert!(schemas(&printed)[ADDRESS].is_object());
}

fn incomplete() {
    let directory = directory("provider");
    let here = directory.path();
    lock(here, &[ADDRESS, "registry.terraform.io/hashicorp/null"]);
    let ask = ["schema", "--provider", "hcl2/sample=../provider"];
    let (status, printed, problems) = run(here, &ask);
    assert_eq!((status, printed.as_str()), (2, ""));
    assert_eq!(
        problems,
        "error: the cache needs all providers of .terraform.lock.hcl: name also registry.terraform.io/hashicorp/null, or a file \
         with --out\n"
    );
    assert!(!here.join("cache").exists());
    let both = [&ask[..], &["--provider", "null=../provider"]].concat();
    let (status, printed, _) = run(here, &both);
    assert!(
        status == 0 && printed.ends_with("schemas of 2 providers\n"),
        "{printed}"
    );
}

/// Returns what the command says about a program.
fn problem(here: &Path, program: &str) -> String {
    let named = format!("a/b={program}");
    let ask = ["schema", "--provider", &named, "--timeout", "2", "--out", "-"];
    let (status, printed, problems) = run(here, &ask);
    assert_eq!((status, printed.as_str()), (2, ""), "{problems}");
    problems
}

fn no_providers() {
    let directory = directory("provider");
    let here = directory.path();
    let script = |name: &str, text: &str| {
        fs::write(here.join(name), format!("#!/bin/sh\n{text}\n")).unwrap();
        fs::set_permissions(here.join(name), fs::Permissions::from_mode(0o755)).unwrap();
    };
    script("greets", "echo hello");
    script("fails", "echo 'no such device' >&2; exit 7");
    fs::write(here.join("text"), "text").unwrap();
    for (program, words) in [
        (
            "../missing",
            "The provider cannot be started: ../missing cannot be run: No such file",
        ),
        (
            "../text",
            "The provider cannot be started: ../text cannot be run: Permission denied",
        ),
        (
            "../greets",
            "The program is not a provider: Expected a provider of protocol 5 or 6, but it did not print an address. It ended \
             with exit status: 0.",
        ),
        (
            "../fails",
            "but it did not print an address. It ended with exit status: 7, and printed: no such device",
        ),
    ] {
        let found = problem(here, program);
        assert!(
            found.starts_with("error: the provider registry.terraform.io/a/b: The "),
            "{found}"
        );
        assert!(found.contains(words), "{found}");
    }
    let (status, _, problems) = run(here, &["schema", "--provider", "../greets", "--out=-"]);
    assert_eq!(status, 2);
    assert!(
        problems.contains("as in `--provider hashicorp/null=../greets`"),
        "{problems}"
    );
    let (status, _, problems) = run(here, &["schema", "--provider", "..", "--out=-"]);
    assert_eq!(status, 2);
    assert!(
        problems.contains(".. has no providers for this platform"),
        "{problems}"
    );
}

fn hanging() {
    let directory = directory("silent");
    let here = directory.path();
    fs::write(here.join("sleeps"), "#!/bin/sh\nexec /bin/sleep 60\n").unwrap();
    fs::set_permissions(here.join("sleeps"), fs::Permissions::from_mode(0o755)).unwrap();
    // One prints no address, the other does not answer at it.
    for program in ["../sleeps", "../silent"] {
        let begin = Instant::now();
        let found = problem(here, program);
        assert!(
            found.contains("The provider does not answer")
                && found.contains("has not answered within 2 seconds, and was ended."),
            "{found}"
        );
        assert!(begin.elapsed() < Duration::from_secs(30));
    }
}

fn dying() {
    let directory = directory("dying");
    let found = problem(directory.path(), "../dying");
    assert!(
        found.contains("The connection to the provider failed")
            && found.contains("It ended with exit status: 3, and printed: out of luck"),
        "{found}"
    );
}

fn refused() {
    let directory = directory("provider");
    let here = directory.path();
    for arguments in [
        ["--program", "terraform", "--provider", "a/b=../provider"],
        ["--refresh", "--provider", "a/b=../provider", "."],
        ["--timeout", "1", "--out", "-"],
        ["--timeout", "soon", "--provider", "a/b=../provider"],
    ] {
        let (status, _, problems) = run(here, &[&["schema"][..], &arguments].concat());
        assert_eq!(status, 2, "{problems}");
    }
}
