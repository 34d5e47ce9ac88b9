//! The rows of a table as a stream.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use hcl2_tables::{Extractor, Selection, Table};
use hcl2_terraform::table::Language;
use hcl2_value::Budget;

use super::{Part, Tree};

/// The stack of a thread that reads parts, in bytes.
const STACK_BYTES: usize = 64 << 20;
/// Batches that a thread may be ahead.
const AHEAD: usize = 2;

/// The rows of a table as record batches, in the order of the parts of a tree.
///
/// Threads read the parts, and wait when they are ahead, so that the memory used does not depend on the size of the tree.
/// They end when the stream is dropped.
#[derive(Debug)]
pub struct Stream {
    schema: SchemaRef,
    /// What comes from each thread: its parts in order, `None` after each.
    threads: Vec<Receiver<Item>>,
    /// The number of parts that are not received yet, and the index of the current thread.
    parts: usize,
    current: usize,
}

type Item = Option<Result<RecordBatch, ArrowError>>;

impl Stream {
    /// Starts to read a table of the selection.
    #[must_use]
    pub fn new(tree: &Tree, selection: Selection, table: Table) -> Self {
        Self::from_parts(tree.parts(tree.part_count()), tree.language(), selection, table)
    }

    /// Starts to read a table of the selection from parts of a tree, in a language.
    #[must_use]
    pub fn from_parts(parts: Vec<Part>, language: Language, selection: Selection, table: Table) -> Self {
        let count = parts.len();
        let selection = Arc::new(selection);
        let schema = selection.schema(table);
        let processors = thread::available_parallelism().map_or(1, usize::from).min(count);
        let mut shares: Vec<Vec<Part>> = vec![Vec::new(); processors];
        for (index, part) in parts.into_iter().enumerate() {
            if let Some(share) = shares.get_mut(index % processors) {
                share.push(part);
            }
        }
        let start = |parts: Vec<Part>| {
            let (sender, receiver) = sync_channel(AHEAD);
            let selection = selection.clone();
            let failed = sender.clone();
            let budget = Budget::current();
            let work = move || {
                for part in &parts {
                    let send = |batch| sent(&sender, Some(Ok(batch)));
                    let extractor = Extractor::new(Selection::clone(&selection), |_, batch| send(batch));
                    let ended = budget.during(|| part.extract(extractor.language(language)));
                    // Nobody listens any more if the end cannot be sent.
                    if ended.and_then(|()| sent(&sender, None)).is_err() {
                        return;
                    }
                }
            };
            let builder = thread::Builder::new().stack_size(STACK_BYTES);
            if let Err(error) = builder.spawn(work) {
                let _ = failed.try_send(Some(Err(ArrowError::from(error))));
            }
            receiver
        };
        Self {
            schema,
            threads: shares.into_iter().map(start).collect(),
            parts: count,
            current: 0,
        }
    }
}

fn sent(sender: &SyncSender<Item>, item: Item) -> std::io::Result<()> {
    sender
        .send(item)
        .map_err(|_| std::io::ErrorKind::BrokenPipe.into())
}

impl Iterator for Stream {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.parts > 0 {
            match self.threads.get(self.current)?.recv() {
                Ok(Some(batch)) => return Some(batch),
                Ok(None) => {
                    self.parts -= 1;
                    self.current = (self.current + 1) % self.threads.len();
                }
                Err(_) => {
                    self.parts = 0;
                    let message = "a thread that reads the files ended early".to_owned();
                    return Some(Err(ArrowError::ExternalError(message.into())));
                }
            }
        }
        None
    }
}

impl RecordBatchReader for Stream {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}
