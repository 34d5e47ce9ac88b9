//! Spellings of options in other tools: with one dash, and with `=true` and `=false`, as Terraform has them.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue};
use clap::{Arg, ArgAction, Command};

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

/// What to do in the place of a subcommand of Terraform, by the names of those.
const ADVICE: [(&[&str], &str); 7] = [
    (
        &["init", "get", "login", "logout"],
        "hcl2 installs nothing, and modules need no initialization",
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
    (&["test"], "hcl2 runs no tests; `hcl2 check` checks their files"),
    (&["workspace"], "use `hcl2 plan --workspace NAME`"),
];

/// Replaces the tip of an error about a subcommand of Terraform, which is that with the most similar letters.
pub(crate) fn advised(mut error: clap::Error) -> clap::Error {
    let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand) else {
        return error;
    };
    let advice = ADVICE.iter().find(|(names, _)| names.contains(&name.as_str()));
    if let Some((_, advice)) = advice {
        let advice = ContextValue::StyledStrs(vec![(*advice).into()]);
        error.remove(ContextKind::SuggestedSubcommand);
        error.insert(ContextKind::Suggested, advice);
    }
    error
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
