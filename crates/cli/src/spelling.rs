//! Spellings of options in other tools: with one dash, and with `=true` and `=false`, as Terraform has them.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Command};
use hcl2::diagnostics::nearest_name;

/// Rewrites a command line as `command` spells it. What it does not know stays, for the error that follows.
///
/// `-check` becomes `--check`, `-check=true` too, and `-check=false` is dropped. A single dash before several letters is
/// otherwise a group of short options, of which no command has more than one without a value.
pub(crate) fn rewritten(command: &Command, arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments = arguments.into_iter();
    let mut rewritten: Vec<OsString> = arguments.next().into_iter().collect();
    let mut commands = vec![command];
    for argument in arguments.by_ref() {
        if argument == "--" {
            rewritten.push(argument);
            break;
        }
        let innermost = commands.last().copied().unwrap_or(command);
        match argument.to_str() {
            Some(text) if text.starts_with('-') => rewritten.extend(option(&commands, text)),
            text => {
                commands.extend(text.and_then(|text| innermost.find_subcommand(text)));
                rewritten.push(argument);
            }
        }
    }
    rewritten.extend(arguments);
    rewritten
}

/// Rewrites one argument that starts with a dash. Returns `None` if it says nothing.
fn option(commands: &[&Command], text: &str) -> Option<OsString> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (text, None),
    };
    let long = name.trim_start_matches('-');
    let is_long = long.len() > 1 && long.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    if !is_long || name.len() - long.len() > 2 {
        return Some(text.into());
    }
    let mut known = commands.iter().flat_map(|command| command.get_arguments());
    let Some(known) = known.find(|known| has_long(known, long)) else {
        let is_other = name.starts_with("--") || commands.iter().any(|command| may_mean(command, long));
        return Some(if is_other {
            text.into()
        } else {
            format!("-{text}").into()
        });
    };
    let is_flag = matches!(
        known.get_action(),
        ArgAction::SetTrue | ArgAction::SetFalse | ArgAction::Count
    );
    match value {
        Some("true") if is_flag => Some(format!("--{long}").into()),
        Some("false") if is_flag => None,
        Some(value) => Some(format!("--{long}={value}").into()),
        None => Some(format!("--{long}").into()),
    }
}

/// What to do in the place of a subcommand of another tool, by the names of those.
const SUBCOMMANDS: [(&[&str], &str); 12] = [
    (
        &["init", "login", "logout"],
        "hcl2 installs nothing, and modules need no initialization",
    ),
    (
        &["get", "attribute", "block", "select", "find"],
        "use `hcl2 query ADDRESS FILE`, or `hcl2 edit` for changes",
    ),
    (
        &["set", "rm", "delete", "mv", "rename", "append"],
        "use `hcl2 edit FILE set ADDRESS VALUE`, or `rm`, `mv` and `append` in the place of `set`",
    ),
    (
        &["json", "parse", "dump", "hcl2json", "cat", "view", "yaml"],
        "use `hcl2 to-json FILE`",
    ),
    (
        &["json2hcl", "to-hcl", "from-json"],
        "use `hcl2 convert --to native FILE`",
    ),
    (
        &["run", "exec", "repl", "shell"],
        "use `hcl2 eval EXPR`, or `hcl2 console`",
    ),
    (
        &[
            "apply",
            "destroy",
            "import",
            "refresh",
            "state",
            "taint",
            "untaint",
            "force-unlock",
        ],
        "hcl2 changes no infrastructure; `hcl2 plan` prints what would change",
    ),
    (&["graph"], "use `hcl2 inspect --graph dot`"),
    (&["modules", "providers"], "use `hcl2 inspect`"),
    (
        &["output", "show"],
        "use `hcl2 plan --json`, or `hcl2 eval --module . EXPR`",
    ),
    (
        &["tables"],
        "this build has no tables; `cargo install --locked hcl2-cli --features tables` installs them",
    ),
    (&["workspace"], "use `hcl2 plan --workspace NAME`"),
];

/// What to do in the place of an option of another tool: the subcommands it is given to, or all, the names, and the advice.
const OPTIONS: [(&[&str], &[&str], &str); 17] = [
    (
        &["fmt"],
        &["-l"],
        "`--check` lists the files that would change, and changes nothing",
    ),
    (&["fmt"], &["--stdin"], "name `-` to format standard input"),
    (&["fmt"], &["-s", "--simplify"], "hcl2 changes the layout only"),
    (
        &["check"],
        &["-o", "-f", "--output", "--format", "--out", "--reporter"],
        "use `--diagnostics FORMAT`, such as `--diagnostics json`",
    ),
    (
        &["check"],
        &["--werror", "--warnings-as-errors", "-W"],
        "`--deny warnings` makes all warnings errors, and `--deny CODE` those with a code",
    ),
    (
        &["check"],
        &["--write", "-w", "-i"],
        "`--fix` writes what it fixes, and `hcl2 fmt` the layout",
    ),
    (
        &["convert"],
        &["--write", "--output", "--out", "-o", "--output-dir", "-d"],
        "`--out-dir DIR` writes the files into a directory, and `--write` each one beside its source",
    ),
    (
        &["inspect", "plan", "policy", "test"],
        &["--format", "--output", "-o", "-f"],
        "use `--json`",
    ),
    (
        &["query"],
        &["--output", "-o", "-f"],
        "use `--format lines|json|raw|table`",
    ),
    (
        &["docs"],
        &["--format", "-f", "markdown"],
        "the documentation is Markdown on standard output, or in a file by `--write FILE`",
    ),
    (
        &["docs"],
        &["--output", "--out", "-o", "--output-file"],
        "use `--write FILE`",
    ),
    (
        &["to-json", "edit", "eval"],
        &["--output", "--out", "-o"],
        "the result is on standard output: write `> FILE` after the command",
    ),
    (
        &["to-json", "convert", "eval", "query", "plan"],
        &["--pretty", "--indent", "--compact", "-c", "-p"],
        "pipe the JSON to another program, such as `jq`, for another layout",
    ),
    (
        &["plan"],
        &["--refresh-only"],
        "hcl2 asks no provider, so objects are as the state has them",
    ),
    (
        &["plan"],
        &["--destroy"],
        "hcl2 plans no destruction; it would delete every object of the state",
    ),
    (
        &["convert"],
        &["--from", "-f"],
        "the name of a file says its syntax, or `--syntax` does",
    ),
    (
        &[],
        &["-v", "--verbose", "--debug"],
        "hcl2 says all it has to say; `--version` prints its version",
    ),
];

/// Replaces the tip of an error about a subcommand or an option of another tool, which is that with the most similar letters.
pub(crate) fn advised(mut error: clap::Error, arguments: &[OsString]) -> clap::Error {
    keep_near(&mut error);
    let given = |kind| match error.get(kind) {
        Some(ContextValue::String(name)) => Some(name.as_str()),
        _ => None,
    };
    let is_value = error.kind() == ErrorKind::InvalidValue || error.kind() == ErrorKind::ValueValidation;
    let advice = match (
        given(ContextKind::InvalidSubcommand),
        given(ContextKind::InvalidArg),
    ) {
        (Some(name), _) => SUBCOMMANDS
            .iter()
            .find(|(names, _)| names.contains(&name))
            .map(|(_, advice)| *advice),
        (None, Some(name)) if !is_value => about_argument(name, arguments),
        (None, _) => None,
    };
    if let Some(advice) = advice {
        let advice = ContextValue::StyledStrs(vec![advice.into()]);
        error.remove(ContextKind::SuggestedSubcommand);
        error.remove(ContextKind::SuggestedArg);
        error.insert(ContextKind::Suggested, advice);
    }
    error
}

/// Removes suggestions that no typing error explains.
fn keep_near(error: &mut clap::Error) {
    for (kind, suggested) in [
        (ContextKind::InvalidSubcommand, ContextKind::SuggestedSubcommand),
        (ContextKind::InvalidArg, ContextKind::SuggestedArg),
        (ContextKind::InvalidValue, ContextKind::SuggestedValue),
    ] {
        let Some(ContextValue::String(given)) = error.get(kind) else {
            continue;
        };
        let given = given.trim_start_matches('-').to_owned();
        let is_near = |name: &String| {
            let name = name.trim_start_matches('-');
            nearest_name(&given, [name]).is_some()
        };
        let kept = match error.get(suggested) {
            Some(ContextValue::String(name)) if !is_near(name) => None,
            Some(ContextValue::Strings(names)) => {
                let near: Vec<String> = names.iter().filter(|name| is_near(name)).cloned().collect();
                (!near.is_empty()).then_some(ContextValue::Strings(near))
            }
            _ => continue,
        };
        match kept {
            Some(near) => drop(error.insert(suggested, near)),
            None => drop(error.remove(suggested)),
        }
    }
}

/// Returns what to do in the place of an argument that a command line has and no command knows.
fn about_argument(name: &str, arguments: &[OsString]) -> Option<&'static str> {
    let mut words = arguments.iter().skip(1).filter_map(|argument| argument.to_str());
    let subcommand = words.find(|word| !word.starts_with('-')).unwrap_or_default();
    let first = words.next().unwrap_or_default();
    match subcommand {
        "edit" if ["set", "rm", "mv", "append", "insert"].contains(&first) => {
            return Some("the file comes first: `hcl2 edit FILE set ADDRESS VALUE`");
        }
        "edit" if name.starts_with("--set") => return Some("use `hcl2 edit FILE set ADDRESS VALUE`"),
        "eval" if first.starts_with("--") => {
            return Some("an option that `hcl2 eval` does not have is taken for the expression");
        }
        "eval" if !name.starts_with('-') => {
            return Some(
                "`hcl2 query ADDRESS FILE` prints a value in a file; `--module DIR` evaluates in a module",
            );
        }
        _ => {}
    }
    let name = match (subcommand, first) {
        ("docs", "markdown" | "md") => "markdown",
        _ => name,
    };
    OPTIONS
        .iter()
        .find(|(subcommands, names, _)| {
            (subcommands.is_empty() || subcommands.contains(&subcommand)) && names.contains(&name)
        })
        .map(|(.., advice)| *advice)
}

fn has_long(argument: &Arg, name: &str) -> bool {
    argument.get_long() == Some(name) || argument.get_all_aliases().unwrap_or_default().contains(&name)
}

/// Returns whether `-name` may mean something else to a command: a short option, or an operand such as `-x`.
fn may_mean(command: &Command, name: &str) -> bool {
    let is_short = |argument: &Arg| {
        let short = argument.get_short();
        short.is_some() && short == name.chars().next()
    };
    command
        .get_arguments()
        .any(|argument| argument.is_allow_hyphen_values_set() || is_short(argument))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command() -> Command {
        let fmt = Command::new("fmt")
            .arg(Arg::new("check").long("check").action(ArgAction::SetTrue))
            .arg(Arg::new("write").long("write"))
            .arg(Arg::new("quiet").short('q').action(ArgAction::SetTrue))
            .arg(Arg::new("path"));
        let eval = Command::new("eval")
            .arg(Arg::new("var").long("var"))
            .arg(Arg::new("expression").allow_hyphen_values(true));
        Command::new("hcl2")
            .arg(Arg::new("chdir").long("chdir").global(true))
            .subcommands([fmt, eval])
    }

    #[track_caller]
    fn expect(line: &str, wanted: &str) {
        let arguments = line.split(' ').map(OsString::from);
        let found = rewritten(&command(), arguments);
        let wanted: Vec<OsString> = wanted.split(' ').map(OsString::from).collect();
        assert_eq!(found, wanted);
    }

    #[test]
    fn one_dash_is_as_good_as_two() {
        expect("hcl2 fmt -check .", "hcl2 fmt --check .");
        expect(
            "hcl2 -chdir=a fmt -write=false -chdir b",
            "hcl2 --chdir=a fmt --write=false --chdir b",
        );
    }

    #[test]
    fn flags_take_true_and_false() {
        expect("hcl2 fmt -check=true", "hcl2 fmt --check");
        expect("hcl2 fmt -check=false --check=false .", "hcl2 fmt .");
    }

    #[test]
    fn what_is_no_option_stays() {
        expect("hcl2 fmt -q -quick - -- -check", "hcl2 fmt -q -quick - -- -check");
        expect(
            "hcl2 eval -var n=1 -check -n -5 -a=b",
            "hcl2 eval --var n=1 -check -n -5 -a=b",
        );
        expect(
            "hcl2 -check -1 fmt ---check -Check",
            "hcl2 --check -1 fmt ---check -Check",
        );
    }

    #[test]
    fn the_error_names_an_unknown_option_as_it_would_be_spelt() {
        expect("hcl2 fmt -list=true", "hcl2 fmt --list=true");
    }
}
