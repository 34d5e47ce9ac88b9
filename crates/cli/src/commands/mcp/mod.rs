//! `hcl2 mcp`: the commands of this program as tools of a Model Context Protocol server.
//!
//! Each call runs this program once more, confined to the served directories: an answer is that of the command, a call that
//! takes too long can be ended, and whatever a call meets, the server lives.

mod call;
mod tools;

use std::collections::HashSet;
use std::ffi::OsString;
use std::fmt::Display;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData, Implementation,
    ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig,
};
use rmcp::service::{RequestContext, RoleServer, serve_server};
use sha2::{Digest, Sha256};
use tokio::io::AsyncWriteExt;
use tokio::process::Command;
use tokio::sync::Semaphore;

use self::call::{Call, Places};
use super::schema::cache;
use crate::output::Failure;

/// The time after which a call is ended.
const DEADLINE: Duration = Duration::from_secs(60);

/// The largest number of bytes of an answer.
const MAX_ANSWER: usize = 20_000;

#[derive(clap::Args)]
#[command(
    after_help = "Clients start it themselves; this is their configuration, as JSON:\n  {\"mcpServers\": {\"hcl2\": {\"command\": \
                  \"hcl2\", \"args\": [\"mcp\", \"/path/to/infra\"]}}}\n\nThe tools are check, explain, query, inspect, plan, why, eval, docs, diff, \
                  test, and those that change files: edit, rename, fix and fmt. They answer with a diff; with --allow-write, a call that was answered so may \
                  be repeated to make the change."
)]
pub(crate) struct Arguments {
    /// The directories to serve. Nothing outside of them is read or written. Relative paths of calls start at the first one
    /// [default: the current directory].
    #[arg(value_name = "DIR", default_value = ".", hide_default_value = true)]
    directories: Vec<PathBuf>,
    /// Let calls change files, each after it has shown what it would change.
    #[arg(long)]
    allow_write: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let server = Server::new(arguments)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime =
        runtime.map_err(|error| Failure::Message(format!("the server cannot be started: {error}")))?;
    let ended = runtime.block_on(async {
        let service = serve_server(server, rmcp::transport::stdio()).await;
        let service = service.map_err(|error| error.to_string())?;
        service.waiting().await.map_err(|error| error.to_string())
    });
    // A thread may still wait for standard input.
    runtime.shutdown_background();
    match ended {
        Ok(_) => Ok(()),
        Err(error) => Err(Failure::Message(format!("the session failed: {error}"))),
    }
}

/// The server.
struct Server {
    places: Places,
    may_write: bool,
    /// This program, with the options of all calls.
    program: Vec<OsString>,
    /// The hashes of the changes that calls have shown.
    shown: Mutex<HashSet<[u8; 32]>>,
    /// As many calls run at once as there are processors.
    processors: Semaphore,
}

impl Server {
    fn new(arguments: &Arguments) -> Result<Self, Failure> {
        let canonical = arguments.directories.iter().map(|directory| {
            let refused = |problem: &dyn Display| {
                Failure::Message(format!("{} cannot be served: {problem}", directory.display()))
            };
            let found = directory.canonicalize().map_err(|error| refused(&error))?;
            match found.is_dir() {
                true => Ok(found),
                false => Err(refused(&"it is not a directory")),
            }
        });
        let directories: Vec<PathBuf> = canonical.collect::<Result<_, Failure>>()?;
        let mut program = program()?;
        program.extend(["--color=never", "--diagnostics=concise", "--max-problems=50"].map(OsString::from));
        let cache = cache::directory().filter(|cache| cache.is_dir());
        for directory in directories.iter().cloned().chain(cache) {
            program.extend(["--confine".into(), directory.into_os_string()]);
        }
        Ok(Self {
            places: Places { directories },
            may_write: arguments.allow_write,
            program,
            shown: Mutex::default(),
            processors: Semaphore::new(hcl2::project::processors()),
        })
    }

    /// Answers a call, or says what is wrong with it.
    async fn answer(&self, request: CallToolRequestParams) -> Result<String, String> {
        let arguments = request.arguments.unwrap_or_default();
        let call = Call::new(&request.name, &arguments, &self.places)?;
        if call.is_made && !self.may_write {
            return Err("nothing can be written: the server was started without --allow-write".to_owned());
        }
        let said = self.run(&call, false).await?;
        if call.tool.change.is_none() {
            return Ok(said);
        }
        let change = hash_of(&call, &said);
        let is_new = self
            .shown
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(change);
        match (call.is_made, is_new) {
            (false, _) => Ok(said),
            (true, true) => Ok(format!(
                "Nothing was written, as this change was not shown before. Repeat the call to make it:\n{said}"
            )),
            (true, false) => self.run(&call, true).await,
        }
    }

    /// Runs the command of a call, and returns what it prints.
    async fn run(&self, call: &Call, is_made: bool) -> Result<String, String> {
        let _permit = self
            .processors
            .acquire()
            .await
            .map_err(|error| error.to_string())?;
        let failed = |error: std::io::Error| format!("the command cannot be run: {error}");
        let (program, options) = self.program.split_first().ok_or("there is no program")?;
        let mut child = Command::new(program)
            .args(options)
            .args(call.words(is_made))
            .current_dir(
                self.places
                    .directories
                    .first()
                    .map_or(".".as_ref(), PathBuf::as_path),
            )
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(failed)?;
        if let Some(mut input) = child.stdin.take() {
            // A command that does not read its input says why.
            let _ = input.write_all(call.input.as_bytes()).await;
        }
        let ended = tokio::time::timeout(DEADLINE, child.wait_with_output()).await;
        let output = ended
            .map_err(|_| format!("the command was ended after {} seconds", DEADLINE.as_secs()))?
            .map_err(failed)?;
        let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.push_str(&String::from_utf8_lossy(&output.stderr));
        if text.trim().is_empty() {
            call.tool.silence.clone_into(&mut text);
        }
        let text = clipped(text);
        match output.status.code() {
            Some(0) => Ok(text),
            Some(1) if call.tool.reports => Ok(text),
            _ => Err(text),
        }
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let mut server = Implementation::new("hcl2", env!("CARGO_PKG_VERSION"));
        server.title = Some("HCL and Terraform".to_owned());
        let places: Vec<String> = self
            .places
            .directories
            .iter()
            .map(|place| place.display().to_string())
            .collect();
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(server)
            .with_instructions(format!(
                "Reads, checks, plans and edits HCL, Terraform and OpenTofu files offline. Paths are below {}; relative ones start at the \
                 first. Start with `check` or `inspect`; `explain` says what the code of a problem means.",
                places.join(" and ")
            ))
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let offers = tools::TOOLS.iter().map(|tool| tool.offer(self.may_write));
        Ok(ListToolsResult::with_all_items(offers.collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let answer = tokio::select! {
            answer = self.answer(request) => answer,
            () = context.ct.cancelled() => Err("the call was cancelled".to_owned()),
        };
        let result = match answer {
            Ok(text) => CallToolResult::success(vec![ContentBlock::text(text)]),
            Err(text) => CallToolResult::error(vec![ContentBlock::text(text)]),
        };
        Ok(result.into())
    }
}

/// Returns the command line that starts this program: `hcl2`, or Python with the package that contains it.
fn program() -> Result<Vec<OsString>, Failure> {
    let program = std::env::current_exe()
        .map_err(|error| Failure::Message(format!("the program cannot find itself: {error}")))?;
    let is_python = program
        .file_stem()
        .is_some_and(|stem| stem.to_string_lossy().starts_with("python"));
    let module = is_python.then_some(["-m".into(), "hcl2rs".into()]);
    Ok([program.into_os_string()]
        .into_iter()
        .chain(module.into_iter().flatten())
        .collect())
}

/// Returns a hash of a call and of the diff that it has shown.
fn hash_of(call: &Call, diff: &str) -> [u8; 32] {
    let words = call.words(false);
    let words = words.iter().map(|word| word.as_encoded_bytes());
    let mut hash = Sha256::new();
    for part in words.chain([call.input.as_bytes(), diff.as_bytes()]) {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}

/// Cuts an answer that is too long at the end of a line, and says so.
fn clipped(mut text: String) -> String {
    if text.len() <= MAX_ANSWER {
        return text;
    }
    let end = text.floor_char_boundary(MAX_ANSWER);
    let end = text[..end].rfind('\n').map_or(end, |line| line + 1);
    let more = text.len() - end;
    text.truncate(end);
    text.push_str(&format!(
        "[{more} more bytes; narrow the paths or the address to see them]\n"
    ));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_answers_end_with_a_line_and_say_so() {
        assert_eq!(clipped("a\n".repeat(10_000)), "a\n".repeat(10_000));
        let line = format!("{}\n", "ä".repeat(99));
        let text = clipped(line.repeat(200));
        let kept = line.repeat(MAX_ANSWER / line.len());
        assert!(text.starts_with(&kept));
        let more = line.len() * 200 - kept.len();
        assert_eq!(
            &text[kept.len()..],
            format!("[{more} more bytes; narrow the paths or the address to see them]\n")
        );
        assert!(clipped("ä".repeat(MAX_ANSWER)).len() < MAX_ANSWER + 100);
    }
}
