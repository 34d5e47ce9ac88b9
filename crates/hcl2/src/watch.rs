//! Layers that are read again when their files change.

use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hcl2_decode::file::DecodeFile;
use hcl2_diagnostics::{Diagnostic, codes::source as codes};
use notify::{RecommendedWatcher, RecursiveMode, Watcher};

use crate::{Document, Error, Layers};

/// How long files must be quiet before they are read, since one change of a file is several events.
const QUIET: Duration = Duration::from_millis(50);

/// Configuration that follows its files: the last value without an error, and what is wrong with the files as they are.
///
/// Following ends when this is dropped.
///
/// # Examples
///
/// ```no_run
/// use hcl2::{Layers, Loader};
///
/// #[derive(hcl2::Decode)]
/// struct Config {
///     port: u16,
/// }
///
/// let layers = Layers::new(Loader::new()).file("app.hcl").environment("APP");
/// let config = layers.watch(|change: Result<&Config, &hcl2::Error>| match change {
///     Ok(config) => println!("the port is {} now", config.port),
///     Err(error) => eprintln!("{error}\nthe earlier configuration stays in use"),
/// })?;
/// println!("serving on port {}", config.get().port);
/// # Ok::<(), hcl2::Error>(())
/// ```
#[derive(Debug)]
pub struct Watched<T> {
    state: Arc<Mutex<State<T>>>,
    /// Dropping it ends the thread that reads.
    _watcher: RecommendedWatcher,
}

#[derive(Debug)]
struct State<T> {
    value: Arc<T>,
    problem: Option<Error>,
    /// What `value` was made from.
    sources: Sources,
}

/// The names and bytes of sources.
type Sources = Vec<(String, Vec<u8>)>;

impl<T> Watched<T> {
    /// Returns the last value that the files had without an error.
    #[must_use]
    pub fn get(&self) -> Arc<T> {
        Arc::clone(&self.state.lock().unwrap_or_else(PoisonError::into_inner).value)
    }

    /// Returns what is wrong with the files as they are; `None` where [`get`](Self::get) returns what they say.
    #[must_use]
    pub fn problem(&self) -> Option<Error> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.problem.clone()
    }
}

impl Layers {
    /// Reads all layers, decodes them, and does so again whenever a file changes, appears or vanishes.
    ///
    /// A file may be written in place or replaced by another, as editors and orchestrators do. The function receives each
    /// new value, and each error that keeps the earlier value in use, on a thread of its own; changes that leave all
    /// sources as they were are passed over. Environment variables are those of the time when the layer was added.
    ///
    /// # Errors
    ///
    /// Those of [`decode`](Self::decode) for the first value, and `hcl2::source::unreadable` if the system cannot watch a
    /// directory.
    pub fn watch<T, F>(self, changed: F) -> Result<Watched<T>, Error>
    where
        T: DecodeFile + Send + Sync + 'static,
        F: FnMut(Result<&T, &Error>) + Send + 'static,
    {
        let (sender, events) = mpsc::channel();
        let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            // Reading makes events too, which say nothing about the content.
            if !event.is_ok_and(|event| event.kind.is_access()) {
                // Without a receiver nobody waits for changes any more.
                let _ = sender.send(());
            }
        })
        .map_err(|error| unwatchable(&error))?;
        // Watching begins before reading, so that no change falls between them.
        for directory in self.directories() {
            if directory.is_dir() {
                watcher
                    .watch(&directory, RecursiveMode::NonRecursive)
                    .map_err(|error| unwatchable(&error))?;
            }
        }
        let document = self.load()?;
        let state = Arc::new(Mutex::new(State {
            value: Arc::new(document.decode()?),
            problem: None,
            sources: sources_of(&document),
        }));
        let shared = Arc::clone(&state);
        std::thread::spawn(move || follow(&self, &events, &shared, changed));
        Ok(Watched {
            state,
            _watcher: watcher,
        })
    }
}

/// Reads the layers after each burst of events, until the watcher is gone.
fn follow<T: DecodeFile>(
    layers: &Layers,
    events: &Receiver<()>,
    state: &Mutex<State<T>>,
    mut changed: impl FnMut(Result<&T, &Error>),
) {
    while events.recv().is_ok() {
        while events.recv_timeout(QUIET).is_ok() {}
        match read_again(layers, state) {
            Ok(None) => {}
            Ok(Some(value)) => changed(Ok(&value)),
            Err(error) => {
                let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
                let earlier = state.problem.replace(error.clone());
                drop(state);
                if earlier.is_none_or(|earlier| earlier.to_string() != error.to_string()) {
                    changed(Err(&error));
                }
            }
        }
    }
}

/// Reads the layers and puts their value into the state; `None` if they are as they were.
fn read_again<T: DecodeFile>(layers: &Layers, state: &Mutex<State<T>>) -> Result<Option<Arc<T>>, Error> {
    let document = layers.load()?;
    let sources = sources_of(&document);
    {
        let state = state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.problem.is_none() && state.sources == sources {
            return Ok(None);
        }
    }
    let value = Arc::new(document.decode()?);
    let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
    *state = State {
        value: Arc::clone(&value),
        problem: None,
        sources,
    };
    Ok(Some(value))
}

fn sources_of(document: &Document) -> Sources {
    let sources = document.sources().iter();
    sources
        .map(|source| (source.name().to_owned(), source.bytes().to_vec()))
        .collect()
}

fn unwatchable(error: &notify::Error) -> Error {
    let paths: Vec<String> = error
        .paths
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    let problem = Diagnostic::error(codes::UNREADABLE, "Unreadable directory")
        .with_detail(format!("{} cannot be watched: {error}.", paths.join(", ")));
    Error::from(problem)
}
