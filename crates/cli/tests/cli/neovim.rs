//! Neovim, set up as the page on editors says, and driven by its keys.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use serde_json::Value;

use crate::support::editor::module;

/// How long Neovim and the server may take for one step.
const PATIENCE: Duration = Duration::from_secs(60);

/// Chooses the first of several code actions, as a person would do in a menu.
const CHOICE: &str = "\nvim.ui.select = function(items, _, choose) choose(items[1], 1) end\n";

/// The messages of the diagnostics of the buffer.
const PROBLEMS: &str =
    "json_encode(luaeval('vim.tbl_map(function(found) return found.code end, vim.diagnostic.get(0))'))";

/// The text of the buffer.
const TEXT: &str = "json_encode(join(getline(1, '$'), \"\\n\"))";

/// A running Neovim.
struct Neovim {
    process: Child,
    socket: PathBuf,
}

impl Neovim {
    /// Starts Neovim in a directory with the set-up of the page, or returns `None` if it is not installed.
    fn start(directory: &Path) -> Option<Self> {
        let page = include_str!("../../../../docs/editors.md");
        let section = page.split("### Neovim\n").nth(1).expect("a section");
        let setup = section.split("```lua\n").nth(1).expect("a set-up");
        let setup = setup.split("```").next().expect("the end of a block");
        fs::write(directory.join("init.lua"), setup.to_owned() + CHOICE).expect("a file");
        let command = Path::new(env!("CARGO_BIN_EXE_hcl2"));
        let path = env::var_os("PATH").unwrap_or_default();
        let own = command.parent().map(Path::to_owned);
        let path = env::join_paths(own.into_iter().chain(env::split_paths(&path))).expect("a path");
        let socket = directory.join("socket");
        let process = Command::new("nvim")
            .args(["--headless", "--clean", "-n", "-u", "init.lua", "--listen"])
            .arg(&socket)
            .current_dir(directory)
            .env("PATH", path)
            .env("HOME", directory)
            .env("XDG_RUNTIME_DIR", directory)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let process = process.ok()?;
        let neovim = Self { process, socket };
        neovim.until("1", &Value::from(1));
        Some(neovim)
    }

    fn remote(&self, option: &str, argument: &str) -> String {
        let said = Command::new("nvim")
            .arg("--server")
            .arg(&self.socket)
            .args([option, argument])
            .output()
            .expect("Neovim is installed");
        // Version 0.7 prints values to standard error.
        String::from_utf8_lossy(&[said.stdout, said.stderr].concat()).into_owned()
    }

    /// Types keys.
    fn keys(&self, keys: &str) {
        self.remote("--remote-send", keys);
    }

    fn value(&self, expression: &str) -> Option<Value> {
        serde_json::from_str(self.remote("--remote-expr", expression).trim()).ok()
    }

    /// Waits until an expression has a value.
    fn until(&self, expression: &str, value: &Value) {
        let start = Instant::now();
        loop {
            let found = self.value(expression);
            if found.as_ref() == Some(value) {
                return;
            }
            assert!(
                start.elapsed() < PATIENCE,
                "{expression} is {found:?}, not {value}"
            );
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// Opens a file, and waits for the codes of its diagnostics.
    fn open(&self, name: &str, codes: &[&str]) {
        self.keys(&format!("<Esc>:edit {name}<CR>"));
        self.until(PROBLEMS, &codes.into());
    }

    /// Writes all files, and waits for the text of one.
    fn saved(&self, path: &Path, text: &str) {
        let start = Instant::now();
        loop {
            self.keys("<Esc>:wall<CR>");
            let found = fs::read_to_string(path).unwrap_or_default();
            if found == text {
                return;
            }
            assert!(start.elapsed() < PATIENCE, "{}: {found}", path.display());
            thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Neovim {
    fn drop(&mut self) {
        // It has ended already if it failed.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn a_session_in_neovim_completes_renames_fixes_and_formats() {
    let directory = module(&[
        (
            "app/main.tf",
            "module \"net\" {\n  source = \"../net\"\n  size   = var.\n}\n\nresource \"terraform_data\" \"a\" {\n  input = \
             module.net.id\n}\n",
        ),
        (
            "app/variables.tf",
            "variable \"region\" {\n}\nvariable \"size\" {\n  type = number\n}\n",
        ),
        ("app/terraform.tfvars", "sise = 1\n"),
        ("app/main.tftest.hcl", "run \"a\" {\n  comand = plan\n}\n"),
        (
            "net/main.tf",
            "variable \"size\" {\n  type = number\n}\noutput \"id\" {\n  value = var.size\n}\n",
        ),
        ("images/build.pkr.hcl", "build {\n    name = var.nothing\n}\n"),
    ]);
    let root = directory.path().canonicalize().expect("a directory");
    let Some(neovim) = Neovim::start(&root) else {
        eprintln!("skipped: nvim is not installed");
        return;
    };

    // Complete and accept.
    neovim.open("app/main.tf", &["hcl2::syntax::expected-attribute-name"]);
    neovim.keys(":3<CR>Asi<C-x><C-o>");
    // A name that is the only one is inserted at once.
    neovim.until("json_encode(getline(3))", &"  size   = var.size".into());
    neovim.keys("<C-y><Esc>");
    neovim.until(PROBLEMS, &Value::Array(Vec::new()));

    // Rename a variable in the module and its caller, and a resource with the block that moves it.
    neovim.open("net/main.tf", &[]);
    neovim.keys(":1<CR>fs:lua vim.lsp.buf.rename('width')<CR>");
    let called = "variable \"width\" {\n  type = number\n}\noutput \"id\" {\n  value = var.width\n}\n";
    neovim.saved(&root.join("net/main.tf"), called);
    let caller = "module \"net\" {\n  source = \"../net\"\n  width   = var.size\n}\n\nresource \"terraform_data\" \"a\" {\n  \
                  input = module.net.id\n}\n";
    neovim.saved(&root.join("app/main.tf"), caller);
    neovim.open("app/main.tf", &[]);
    neovim.keys("/\"a\"<CR>l:lua vim.lsp.buf.rename('b')<CR>");
    let moved = "\nmoved {\n  from = terraform_data.a\n  to   = terraform_data.b\n}\n";
    let renamed = caller.replace("\"a\"", "\"b\"") + moved;
    neovim.saved(&root.join("app/main.tf"), &renamed);

    // Fix a test, and the values of variables.
    neovim.open("app/main.tftest.hcl", &["hcl2::body::unsupported-attribute"]);
    neovim.keys("/comand<CR>:lua vim.lsp.buf.code_action()<CR>");
    let fixed = "run \"a\" {\n  command = plan\n}\n";
    neovim.saved(&root.join("app/main.tftest.hcl"), fixed);
    neovim.until(PROBLEMS, &Value::Array(Vec::new()));
    neovim.open("app/terraform.tfvars", &["hcl2::terraform::undeclared"]);
    neovim.keys("/sise<CR>:lua vim.lsp.buf.code_action()<CR>");
    neovim.saved(&root.join("app/terraform.tfvars"), "size = 1\n");

    // Format an image.
    neovim.open("images/build.pkr.hcl", &["hcl2::terraform::undeclared"]);
    neovim.keys(":lua vim.lsp.buf.formatting_sync(nil, 60000)<CR>");
    neovim.until(TEXT, &"build {\n  name = var.nothing\n}".into());
    neovim.saved(
        &root.join("images/build.pkr.hcl"),
        "build {\n  name = var.nothing\n}\n",
    );
}
