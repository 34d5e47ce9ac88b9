//! Backups, whose destination is one of several kinds.

use hcl2::{Decode, Loader};

#[derive(Decode, Debug, PartialEq)]
struct Backup {
    source: Vec<String>,
    #[hcl(block)]
    destination: Destination,
    #[hcl(block, default)]
    keep: Keep,
    #[hcl(flatten)]
    limits: Limits,
}

#[derive(Decode, Debug, PartialEq)]
#[hcl(label)]
enum Destination {
    S3(S3),
    Directory(Directory),
}

#[derive(Decode, Debug, PartialEq)]
struct S3 {
    bucket: String,
    region: String,
    #[hcl(default)]
    encrypt: bool,
}

#[derive(Decode, Debug, PartialEq)]
struct Directory {
    path: String,
}

#[derive(Decode, Debug, Default, PartialEq)]
struct Keep {
    #[hcl(default = 7)]
    daily: u16,
    #[hcl(default = 4)]
    weekly: u16,
}

#[derive(Decode, Debug, PartialEq)]
struct Limits {
    max_megabytes: Option<u64>,
    #[hcl(default = 1.0)]
    cpu_share: f64,
}

#[test]
fn a_backup_is_decoded() {
    let backup: Backup = super::check("backup", &Loader::new());
    assert!(matches!(&backup.destination, Destination::S3(s3) if s3.encrypt));
    assert_eq!((backup.keep.daily, backup.keep.weekly), (14, 4));
    assert_eq!(backup.limits.cpu_share, 0.25);
}
