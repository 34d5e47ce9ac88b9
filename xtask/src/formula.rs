//! The Homebrew formula and the installer of a release.

use std::path::Path;

use clap::Args;

use crate::files::{root, target};

/// Options of the files that install a release.
#[derive(Args)]
pub(crate) struct Options {
    /// The URL below which the archives of the release are.
    #[arg(long, value_name = "URL")]
    release: String,
    /// The home page of the project.
    #[arg(long, value_name = "URL")]
    homepage: String,
}

/// The platforms of the formula, by the conditions of Homebrew.
const PLATFORMS: [(&str, &str, &str); 4] = [
    ("macos", "arm", "aarch64-apple-darwin"),
    ("macos", "intel", "x86_64-apple-darwin"),
    ("linux", "arm", "aarch64-unknown-linux-gnu"),
    ("linux", "intel", "x86_64-unknown-linux-musl"),
];

/// Writes `hcl2.rb` and `install.sh` into `target/archives`, from the checksums beside them.
pub(crate) fn run_installers(options: &Options) -> Result<(), String> {
    let archives = target().join("archives");
    let version = env!("CARGO_PKG_VERSION");
    let formula = formula(&archives, version, options)?;
    let script = read(&root().join("crates/cli/install.sh"))?;
    let script = script
        .replace("@RELEASE@", &options.release)
        .replace("@VERSION@", version);
    for (name, text) in [("hcl2.rb", formula), ("install.sh", script)] {
        let path = archives.join(name);
        std::fs::write(&path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        println!("{}", path.display());
    }
    Ok(())
}

/// Returns the formula of a release whose archives are in a directory.
fn formula(archives: &Path, version: &str, options: &Options) -> Result<String, String> {
    let Options { release, homepage } = options;
    let mut text = format!(
        "class Hcl2 < Formula\n  desc \"Checks, formats, queries and edits HCL 2 configuration\"\n  homepage \"{homepage}\"\n  \
         version \"{version}\"\n  license any_of: [\"MIT\", \"Apache-2.0\"]\n"
    );
    for system in ["macos", "linux"] {
        text += &format!("\n  on_{system} do\n");
        for (_, machine, target) in PLATFORMS.iter().filter(|(of, ..)| *of == system) {
            let archive = format!("hcl2-{version}-{target}.tar.gz");
            let checksum = read(&archives.join(format!("{archive}.sha256")))?;
            let digits = checksum.split_whitespace().next().unwrap_or_default();
            if digits.len() != 64 {
                return Err(format!("{archive}.sha256 has no SHA-256 checksum"));
            }
            text += &format!(
                "    on_{machine} do\n      url \"{release}/{archive}\"\n      sha256 \"{digits}\"\n    end\n"
            );
        }
        text += "  end\n";
    }
    text += "\n  def install\n    bin.install \"hcl2\"\n    man1.install \"man/hcl2.1\" if File.exist?(\"man/hcl2.1\")\n    \
             bash_completion.install \"completions/hcl2.bash\" => \"hcl2\"\n    zsh_completion.install \"completions/_hcl2\"\n    \
             fish_completion.install \"completions/hcl2.fish\"\n  end\n\n  test do\n    assert_match version.to_s, \
             shell_output(\"#{bin}/hcl2 --version\")\n  end\nend\n";
    Ok(text)
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options() -> Options {
        Options {
            release: "https://example.org/v1".to_owned(),
            homepage: "https://example.org".to_owned(),
        }
    }

    #[test]
    fn the_formula_names_each_archive_with_its_checksum() {
        let directory = std::env::temp_dir().join(format!("hcl2-formula-{}", std::process::id()));
        std::fs::create_dir_all(&directory).expect("a directory");
        let missing = formula(&directory, "1.0.0", &options()).expect_err("no archives");
        assert!(missing.starts_with("cannot read "), "{missing}");
        for (number, (.., target)) in PLATFORMS.iter().enumerate() {
            let name = format!("hcl2-1.0.0-{target}.tar.gz");
            let checksum = format!("{}  {name}\n", number.to_string().repeat(64));
            std::fs::write(directory.join(format!("{name}.sha256")), checksum).expect("a file");
        }
        let text = formula(&directory, "1.0.0", &options()).expect("a formula");
        std::fs::remove_dir_all(&directory).expect("the directory is there");
        let linux = format!(
            "    on_intel do\n      url \"https://example.org/v1/hcl2-1.0.0-x86_64-unknown-linux-musl.tar.gz\"\n      sha256 \"{}\"\n    \
             end\n",
            "3".repeat(64)
        );
        assert!(text.contains(&linux), "{text}");
        let words = |word: &str| text.split_whitespace().filter(|found| *found == word).count();
        assert_eq!(
            words("end"),
            words("do") + words("def") + words("class"),
            "{text}"
        );
    }

    #[test]
    fn the_image_is_made_of_files_of_the_archive() {
        let text = read(&root().join("crates/cli/Containerfile")).expect("a file");
        let instructions: Vec<&str> = text
            .lines()
            .filter(|line| !line.starts_with('#') && !line.is_empty())
            .collect();
        assert_eq!(instructions.first(), Some(&"FROM scratch"));
        let mut copied = Vec::new();
        for instruction in &instructions {
            if let Some(operands) = instruction.strip_prefix("COPY ") {
                let operands: Vec<&str> = operands.split(' ').collect();
                copied.extend(operands[..operands.len() - 1].iter().copied());
            }
        }
        assert_eq!(copied, ["hcl2", "LICENSE-APACHE", "LICENSE-MIT"]);
        assert!(crate::release::BESIDE.contains(&"LICENSE-MIT"));
        assert_eq!(instructions.last(), Some(&"ENTRYPOINT [\"/hcl2\"]"));
    }
}
