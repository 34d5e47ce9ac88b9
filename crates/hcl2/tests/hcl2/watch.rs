//! Layers that are read again when their files change.

use std::fs;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use hcl2::diagnostics::codes::{decode, source};
use hcl2::{Error, Layers, Loader, Watched};

#[derive(Debug, hcl2::Decode)]
struct Config {
    port: u16,
}

/// What the function was called with: a port, or the code of a problem.
type Change = Result<u16, &'static str>;

/// Watches layers. The changes arrive in the channel.
fn watch(layers: Layers) -> (Watched<Config>, Receiver<Change>) {
    let (sender, changes) = mpsc::channel();
    let watched = layers.watch(move |change: Result<&Config, &Error>| {
        let change = match change {
            Ok(config) => Ok(config.port),
            Err(error) => Err(error.diagnostics()[0].code.id()),
        };
        let _ = sender.send(change);
    });
    (watched.expect("the first value is right"), changes)
}

fn next(changes: &Receiver<Change>) -> Change {
    changes
        .recv_timeout(Duration::from_secs(30))
        .expect("a change arrives")
}

#[test]
fn a_changed_file_is_read_and_a_broken_one_keeps_the_earlier_value() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("app.hcl");
    fs::write(&file, "port = 1\n").unwrap();
    let (watched, changes) = watch(Layers::new(Loader::new()).file(&file));
    assert_eq!(watched.get().port, 1);

    fs::write(&file, "port = 2\n").unwrap();
    assert_eq!(next(&changes), Ok(2));

    fs::write(&file, "port = \"many\"\n").unwrap();
    assert_eq!(next(&changes), Err(decode::WRONG_TYPE.id()));
    assert_eq!(watched.get().port, 2);
    assert_eq!(watched.problem().unwrap().diagnostics().len(), 1);

    // A file in the place of another, as editors write it.
    let other = directory.path().join("new");
    fs::write(&other, "port = 3\n").unwrap();
    fs::rename(&other, &file).unwrap();
    assert_eq!(next(&changes), Ok(3));
    assert_eq!(watched.get().port, 3);
    assert!(watched.problem().is_none());

    fs::remove_file(&file).unwrap();
    assert_eq!(next(&changes), Err(source::UNREADABLE.id()));
    assert_eq!(watched.get().port, 3);
}

#[test]
fn other_files_and_the_same_text_are_no_change() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("app.hcl");
    fs::write(&file, "port = 1\n").unwrap();
    let (_watched, changes) = watch(Layers::new(Loader::new()).file(&file));
    fs::write(directory.path().join("other.hcl"), "port = 5\n").unwrap();
    fs::write(&file, "port = 1\n").unwrap();
    assert_eq!(
        changes.recv_timeout(Duration::from_millis(400)),
        Err(mpsc::RecvTimeoutError::Timeout)
    );
    fs::write(&file, "port = 2\n").unwrap();
    assert_eq!(next(&changes), Ok(2));
}

#[test]
fn files_that_appear_are_read() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("local.hcl");
    let layers = Layers::new(Loader::new())
        .text("defaults.hcl", "port = 1\n")
        .optional_file(&file);
    let (watched, changes) = watch(layers);
    assert_eq!(watched.get().port, 1);
    fs::write(&file, "port = 2\n").unwrap();
    assert_eq!(next(&changes), Ok(2));
}

#[test]
fn the_function_is_dropped_with_the_value() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("app.hcl");
    fs::write(&file, "port = 1\n").unwrap();
    let (watched, changes) = watch(Layers::new(Loader::new()).file(&file));
    drop(watched);
    assert_eq!(
        changes.recv_timeout(Duration::from_secs(30)),
        Err(mpsc::RecvTimeoutError::Disconnected)
    );
}

#[test]
fn the_first_value_must_be_right() {
    let layers = Layers::new(Loader::new()).text("app.hcl", "prot = 1\n");
    let error = layers.watch(|_: Result<&Config, &Error>| {}).unwrap_err();
    assert_eq!(error.diagnostics().len(), 1);
}
