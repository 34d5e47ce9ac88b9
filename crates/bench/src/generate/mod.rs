//! Generated input: the same sources for the same seed and size, on every machine.

mod json;
mod native;
mod random;

pub(crate) use json::{generate as json, generate_one as one_json};
pub(crate) use native::{generate as native, generate_one as one_native};
pub(crate) use random::Random;

/// Names and contents of files.
type Files = Vec<(String, String)>;

/// Generates files of about `each` bytes until their total is `bytes`.
fn files(suffix: &str, bytes: usize, each: usize, mut make: impl FnMut(usize) -> String) -> Files {
    let mut files = Vec::new();
    let mut rest = bytes;
    while rest > 0 {
        let text = make(each.min(rest));
        rest = rest.saturating_sub(text.len());
        files.push((format!("generated-{}.{suffix}", files.len()), text));
    }
    files
}

/// Words that names consist of.
const WORDS: &[&str] = &[
    "account", "alarm", "api", "archive", "backup", "batch", "billing", "bucket", "cache", "cluster",
    "config", "database", "default", "deploy", "edge", "events", "frontend", "gateway", "identity",
    "ingress", "jobs", "key", "lambda", "logs", "main", "metrics", "network", "node", "orders", "policy",
    "primary", "private", "public", "queue", "region", "replica", "role", "router", "search", "secret",
    "service", "session", "storage", "subnet", "task", "token", "user", "vault", "web", "worker", "zone",
];

/// Types of resources.
const RESOURCES: &[&str] = &[
    "aws_cloudwatch_metric_alarm",
    "aws_iam_role",
    "aws_instance",
    "aws_lb_listener_rule",
    "aws_s3_bucket",
    "aws_security_group_rule",
    "azurerm_virtual_network",
    "google_compute_instance",
    "google_container_node_pool",
    "kubernetes_deployment",
];

#[cfg(test)]
mod tests {
    use std::hash::{DefaultHasher, Hash, Hasher};

    use hcl2_diagnostics::SourceMap;

    use super::*;

    fn hash(files: &Files) -> u64 {
        let mut hasher = DefaultHasher::new();
        files.hash(&mut hasher);
        hasher.finish()
    }

    #[test]
    fn the_same_seed_gives_the_same_files() {
        for generate in [native, json] {
            let files = generate(7, 200_000);
            assert_eq!(hash(&files), hash(&generate(7, 200_000)));
            assert_ne!(hash(&files), hash(&generate(8, 200_000)));
        }
    }

    #[test]
    fn files_have_the_size_asked_for() {
        for (generate, each) in [(native as fn(u64, usize) -> Files, 32_768), (json, 1 << 20)] {
            let files = generate(1, 3_000_000);
            let total: usize = files.iter().map(|(_, text)| text.len()).sum();
            assert!((3_000_000..3_100_000).contains(&total), "{total}");
            let fewest = total.div_ceil(each + 4096);
            assert!((fewest..=3_000_000usize.div_ceil(each)).contains(&files.len()));
        }
    }

    #[test]
    fn one_file_has_the_size_asked_for_and_no_errors() {
        let mut sources = SourceMap::new();
        let (native, json) = (one_native(1, 300_000), one_json(1, 2_000_000));
        assert!((300_000..310_000).contains(&native.len()), "{}", native.len());
        assert!((2_000_000..2_010_000).contains(&json.len()), "{}", json.len());
        let parsed = hcl2_native::parse_file(&sources.add("native", native).unwrap());
        assert_eq!(parsed.diagnostics.first(), None);
        let diagnostics = hcl2_json::parse(&sources.add("json", json).unwrap()).diagnostics;
        assert_eq!(diagnostics.first(), None);
    }

    #[test]
    fn files_have_no_errors() {
        let mut sources = SourceMap::new();
        for (name, text) in native(1, 4_000_000) {
            let parsed = hcl2_native::parse_file(&sources.add(name, text).unwrap());
            assert_eq!(parsed.diagnostics.first(), None);
        }
        for (name, text) in json(3, 300_000) {
            let diagnostics = hcl2_json::parse(&sources.add(name, text).unwrap()).diagnostics;
            assert_eq!(diagnostics.first(), None);
        }
    }
}
