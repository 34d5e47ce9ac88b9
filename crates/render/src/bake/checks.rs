//! Values of targets that are read, but that nothing can be built with.

use super::entries::parse_bool;
use super::fields::Field;
use super::target::Target;
use crate::Json;

/// Returns what is wrong with a string.
type Check = fn(&str) -> Result<(), String>;

/// A value that is refused.
#[derive(Debug)]
pub(super) struct Refused {
    pub(super) attribute: &'static str,
    /// The string, or the element of a list, that is refused.
    pub(super) text: String,
    pub(super) reason: String,
}

/// Returns what is refused of a target. What depends on files, sockets or a terminal is not checked.
pub(super) fn refused(target: &Target) -> Vec<Refused> {
    let mut all = Vec::new();
    let mut add = |attribute: &'static str, text: &str, check: Result<(), String>| {
        all.extend(check.err().map(|reason| Refused {
            attribute,
            text: text.to_owned(),
            reason,
        }));
    };
    for attribute in ["context", "dockerfile"] {
        if target.text(attribute) == Some("-") {
            add(
                attribute,
                "-",
                Err("bake does not read it from its input".to_owned()),
            );
        }
    }
    if let Some(text) = target.text("shm-size") {
        add("shm-size", text, size(text));
    }
    let lists: [(&'static str, Check); 3] = [
        ("ulimits", ulimit),
        ("annotations", annotation),
        ("platforms", platforms),
    ];
    for (attribute, check) in lists {
        for text in target.texts(attribute) {
            add(attribute, text, check(text));
        }
    }
    if let Some(Field::Resources(limits)) = target.named("resources") {
        for name in ["memory", "memory-swap"] {
            let Some(Json::String(text)) = limits.get(name) else {
                continue;
            };
            if name == "memory" || text != "-1" {
                add("resources", text, size(text));
            }
        }
    }
    let mut is_output_used = false;
    for entry in entries(target, "output") {
        let check = output(entry, &mut is_output_used);
        add("output", &shown(entry), check);
    }
    for entry in entries(target, "secret") {
        if entry.get("id").is_none() {
            add("secret", &shown(entry), Err("a secret needs an `id`".to_owned()));
        }
    }
    all
}

fn entries<'t>(target: &'t Target, attribute: &str) -> &'t [Json] {
    match target.named(attribute) {
        Some(Field::Entries(entries)) => entries,
        _ => &[],
    }
}

/// Returns an entry as a string that may be its source.
fn shown(entry: &Json) -> String {
    let Json::Object(all) = entry else {
        return String::new();
    };
    let (ty, rest): (Vec<_>, Vec<_>) = all.iter().partition(|(name, _)| name == "type");
    let parts = ty
        .into_iter()
        .chain(rest)
        .filter_map(|(name, value)| match value {
            Json::String(text) => Some(format!("{name}={text}")),
            _ => None,
        });
    parts.collect::<Vec<_>>().join(",")
}

/// Checks the destination of an output.
fn output(entry: &Json, is_output_used: &mut bool) -> Result<(), String> {
    let text = |name: &str| match entry.get(name) {
        Some(Json::String(text)) => text.as_str(),
        _ => "",
    };
    let (ty, dest) = (text("type"), text("dest"));
    let is_archive = parse_bool(text("tar")).unwrap_or(true);
    let (to_file, to_directory) = match ty {
        "local" => (false, true),
        "tar" => (true, false),
        "oci" | "docker" => (is_archive, !is_archive),
        _ => (false, false),
    };
    if to_directory && matches!(dest, "" | "-") {
        return Err(format!("an output of the type `{ty}` needs the directory `dest`"));
    }
    if to_file && (dest == "-" || (dest.is_empty() && ty != "docker")) {
        if *is_output_used {
            return Err("several outputs are written to the standard output; give them a `dest`".to_owned());
        }
        *is_output_used = true;
    }
    Ok(())
}

/// Checks a number of bytes, such as `64m`.
fn size(text: &str) -> Result<(), String> {
    let invalid = || Err(format!("expected a size such as 64m or 1.5gb, found `{text}`"));
    let Some(last) = text.rfind(|c: char| c.is_ascii_digit() || c == '.' || c == ' ') else {
        return invalid();
    };
    let (number, unit) = text.split_at(last + 1);
    let number = number.strip_suffix(' ').unwrap_or(number);
    let is_number = number.parse::<f64>().is_ok_and(|number| number >= 0.0);
    let unit = unit.to_lowercase();
    let is_unit = match unit.as_bytes() {
        [] | [b'b'] => true,
        [b'k' | b'm' | b'g' | b't' | b'p', rest @ ..] => matches!(rest, b"" | b"b" | b"ib"),
        _ => false,
    };
    if is_number && is_unit { Ok(()) } else { invalid() }
}

/// The names of limits of processes.
const ULIMITS: &str =
    "core cpu data fsize locks memlock msgqueue nice nofile nproc rss rtprio rttime sigpending stack";

/// Checks a limit of processes, such as `nofile=1024:2048`.
fn ulimit(text: &str) -> Result<(), String> {
    let Some((name, limits)) = text.split_once('=') else {
        return Err(format!(
            "expected a limit such as nofile=1024:2048, found `{text}`"
        ));
    };
    if !ULIMITS.split(' ').any(|own| own == name) {
        return Err(format!("`{name}` is none of {ULIMITS}"));
    }
    let limits: Result<Vec<i64>, _> = limits.split(':').map(str::parse).collect();
    match limits.as_deref() {
        Ok([_] | [_, -1]) => Ok(()),
        Ok([soft, hard]) if *soft != -1 && soft <= hard => Ok(()),
        Ok([soft, hard]) => Err(format!("the soft limit {soft} exceeds the hard limit {hard}")),
        _ => Err(format!("expected one or two whole numbers in `{text}`")),
    }
}

/// The kinds of annotations.
const ANNOTATIONS: [&str; 4] = ["index", "index-descriptor", "manifest", "manifest-descriptor"];

/// Checks an annotation, such as `index,manifest[linux/amd64]:name=value`.
fn annotation(text: &str) -> Result<(), String> {
    let Some((key, _)) = text.split_once('=') else {
        return Err(format!(
            "expected an annotation such as name=value, found `{text}`"
        ));
    };
    let Some((types, _)) = key.split_once(':') else {
        return Ok(());
    };
    for ty in types.split(',') {
        let (name, platform) = match ty.split_once('[') {
            Some((name, rest)) => (name, rest.strip_suffix(']')),
            None => (ty, Some("")),
        };
        if !ANNOTATIONS.contains(&name) {
            return Err(format!(
                "the kind `{name}` of an annotation is none of {}",
                ANNOTATIONS.join(", ")
            ));
        }
        match platform {
            Some("") if !ty.contains('[') => {}
            Some(own) => platform_of(own)?,
            None => return Err(format!("`{ty}` has no `]`")),
        }
    }
    Ok(())
}

/// Checks platforms with commas between them.
fn platforms(text: &str) -> Result<(), String> {
    text.split(',')
        .filter(|own| !own.eq_ignore_ascii_case("local"))
        .try_for_each(platform_of)
}

/// Operating systems and processors that are a platform by themselves, with their other names.
const PLATFORMS: &str = "aix android darwin dragonfly freebsd hurd illumos ios js linux macos nacl netbsd openbsd plan9 \
                         solaris wasip1 windows zos 386 aarch64 amd64 amd64p32 arm arm64 arm64be armbe armel armhf i386 \
                         loong64 mips mips64 mips64le mips64p32 mips64p32le mipsle ppc ppc64 ppc64le riscv riscv64 s390 \
                         s390x sparc sparc64 wasm x86-64 x86_64";

/// Checks a platform, such as `linux/arm/v7`.
fn platform_of(text: &str) -> Result<(), String> {
    let expected = || Err(format!("expected a platform such as linux/arm64, found `{text}`"));
    let parts: Vec<&str> = text.split('/').collect();
    let is_word = |part: &str| {
        let is_own = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
        !part.is_empty() && part.chars().all(is_own)
    };
    // The version of an operating system is in parentheses: windows(10.0.17763)/amd64.
    let system = parts[0].strip_suffix(')').and_then(|own| own.split_once('('));
    let is_system = match system {
        Some((name, version)) => {
            is_word(name) && version.split('+').all(|own| own.is_empty() || is_word(own))
        }
        None => is_word(parts[0]),
    };
    if parts.len() > 3 || !is_system || !parts[1..].iter().all(|part| is_word(part)) {
        return expected();
    }
    let name = system.map_or(parts[0], |(name, _)| name).to_lowercase();
    if parts.len() == 1 && !PLATFORMS.split(' ').any(|own| own == name) {
        return expected();
    }
    Ok(())
}
