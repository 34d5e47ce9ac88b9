//! Tables as files: a file for each part of the tree and each table.

use std::fs::File;
use std::io::{BufWriter, Error, Result as IoResult};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use hcl2::project::processors;
use hcl2::tables::{Directory, Extractor, Format, Part, SCHEMA_VERSION, Selection, Table, Tree, Writer};
use sha2::{Digest, Sha256};
use tempfile::TempPath;

use super::manifest::{Finished, Manifest, Settings};
use super::unwritable;
use crate::output::Failure;
use crate::parallel;
use crate::replace::OutputDirectory;

/// A file that changed this long before it was read may change again without a new time.
const UNCERTAIN: Duration = Duration::from_secs(2);
/// The manifest is written this often, so that a run that is killed loses little.
const SAVE_EVERY: Duration = Duration::from_secs(1);

/// The tables to export, and the output directory.
pub(super) struct Export<'e> {
    pub(super) out: &'e Path,
    /// The same, to be filled.
    pub(super) output: &'e OutputDirectory,
    pub(super) format: Format,
    pub(super) tables: &'e [Table],
    /// All columns and rows of these tables.
    pub(super) selection: &'e Selection,
    pub(super) is_partitioned: bool,
    pub(super) tree: &'e Tree,
    pub(super) directories: &'e [PathBuf],
}

/// What a run has written.
#[derive(Default)]
pub(super) struct Summary {
    pub(super) rows: usize,
    pub(super) files_read: usize,
}

/// A part, and where its files are.
struct Named {
    /// The name in the manifest.
    name: String,
    /// The path of its files in the directory of a table, without the ending.
    path: String,
    part: Part,
    /// Whether its tables without rows are written too, so that every table has a file.
    is_first: bool,
}

/// The manifest while parts are finished.
struct Progress {
    manifest: Manifest,
    saved: Instant,
}

impl Export<'_> {
    /// Writes the parts that changed, and removes those that are gone.
    pub(super) fn run(&self) -> Result<Summary, Failure> {
        let settings = Settings {
            schema: SCHEMA_VERSION,
            format: self.format.name().to_owned(),
            tables: self.tables.iter().map(ToString::to_string).collect(),
            partitioned: self.is_partitioned,
            language: format!("{:?}", self.tree.language()),
            directories: self.directories.to_vec(),
        };
        let mut manifest = Manifest::open(self.out, settings, self.tree.part_count())?;
        let parts = self.parts(manifest.part_count);
        self.remove_others(&mut manifest, &parts)?;
        // A run that is killed leaves files, and the next one must know them as its own.
        manifest.save(self.out, self.output)?;
        let before = manifest.parts.clone();
        let progress = Mutex::new(Progress {
            manifest,
            saved: Instant::now(),
        });
        let (rows, files, failed) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicBool::new(false));
        let bar = parallel::progress("writing tables", self.tree.file_count());
        let work = |named: &Named| {
            if failed.load(Ordering::Relaxed) {
                return Ok(());
            }
            let done = self.part(named, before.get(&named.name), &rows, &files);
            let done = done.and_then(|finished| self.record(&progress, &named.name, finished));
            failed.fetch_or(done.is_err(), Ordering::Relaxed);
            done
        };
        let weight = |named: &Named| named.part.file_count();
        let results = parallel::weighed(processors(), &bar, &parts, weight, work);
        bar.finish_and_clear();
        // What is finished stays, even if something else failed.
        let progress = progress
            .into_inner()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        let saved = progress.manifest.save(self.out, self.output);
        results.into_iter().collect::<Result<(), Failure>>()?;
        saved?;
        Ok(Summary {
            rows: rows.into_inner(),
            files_read: files.into_inner(),
        })
    }

    fn parts(&self, count: usize) -> Vec<Named> {
        let named = if self.is_partitioned {
            let parts = self.tree.repositories().into_iter();
            let named = parts.map(|(repository, part)| {
                let name = format!("repository={}", encoded(&repository));
                (format!("{name}/part"), part)
            });
            named.collect::<Vec<_>>()
        } else {
            let parts = self.tree.parts(count).into_iter().enumerate();
            parts
                .map(|(index, part)| (format!("part-{index:05}"), part))
                .collect()
        };
        let named = named.into_iter().enumerate();
        named
            .map(|(index, (path, part))| Named {
                name: path.clone(),
                path,
                part,
                is_first: index == 0,
            })
            .collect()
    }

    /// Removes the files of parts that the tree no longer has.
    fn remove_others(&self, manifest: &mut Manifest, parts: &[Named]) -> Result<(), Failure> {
        let own: std::collections::HashSet<&str> = parts.iter().map(|part| part.name.as_str()).collect();
        let gone: Vec<String> = manifest
            .parts
            .keys()
            .filter(|name| !own.contains(name.as_str()))
            .cloned()
            .collect();
        for name in gone {
            for table in self.tables {
                self.remove(&self.path(*table, &name))?;
            }
            manifest.parts.remove(&name);
        }
        Ok(())
    }

    /// Removes a file and its directory of a partition, if that is empty then.
    fn remove(&self, path: &Path) -> Result<(), Failure> {
        let removed = self.output.remove(path, self.is_partitioned);
        removed.map_err(|error| unwritable(path, &error))
    }

    fn path(&self, table: Table, name: &str) -> PathBuf {
        self.out
            .join(table.name())
            .join(format!("{name}.{}", self.format))
    }

    fn record(&self, progress: &Mutex<Progress>, name: &str, finished: Finished) -> Result<(), Failure> {
        let mut progress = progress.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        progress.manifest.parts.insert(name.to_owned(), finished);
        if progress.saved.elapsed() < SAVE_EVERY {
            return Ok(());
        }
        progress.saved = Instant::now();
        progress.manifest.save(self.out, self.output)
    }

    /// Writes the tables of a part unless they are up to date.
    fn part(
        &self,
        named: &Named,
        before: Option<&Finished>,
        rows: &AtomicUsize,
        files: &AtomicUsize,
    ) -> Result<Finished, Failure> {
        // A plan depends on other files too, such as those that functions read.
        let times = if self.selection.has_plans() {
            String::new()
        } else {
            times(&named.part)
        };
        if let Some(before) = before.filter(|_| !self.selection.has_plans()) {
            if !times.is_empty() && before.times == times {
                return Ok(before.clone());
            }
            let mut content = ContentHash::default();
            named
                .part
                .directories()
                .for_each(|directory| content.add(&directory.read()));
            let content = content.finish();
            if before.content == content {
                return Ok(Finished { times, content });
            }
        }
        files.fetch_add(named.part.file_count(), Ordering::Relaxed);
        let mut new = NewFiles::new(self);
        let mut content = ContentHash::default();
        let mut failed = None;
        let extractor = Extractor::new(self.selection.clone(), |table, batch| {
            rows.fetch_add(batch.num_rows(), Ordering::Relaxed);
            let written = new.write(table, &batch);
            written.inspect_err(|_| failed = Some(table))
        });
        let extractor = extractor.secrets(named.part.secrets());
        let mut extractor = extractor.language(self.tree.language());
        let read = named.part.directories().try_for_each(|found| {
            let directory = found.read();
            content.add(&directory);
            extractor.add(directory)?;
            found.add_plan(&mut extractor)
        });
        read.and_then(|()| extractor.finish()).map_err(|error| {
            let path = failed.map(|table| self.path(table, &named.path));
            unwritable(path.as_deref().unwrap_or(self.out), &error)
        })?;
        new.take_their_places(named)?;
        let content = content.finish();
        Ok(Finished { times, content })
    }
}

/// The new files of a part, by the positions of their tables.
struct NewFiles<'e> {
    export: &'e Export<'e>,
    files: Vec<Option<NewFile>>,
}

/// A file that has not taken its name yet.
struct NewFile {
    writer: Writer<BufWriter<File>>,
    /// The file is removed together with this.
    path: TempPath,
}

impl<'e> NewFiles<'e> {
    fn new(export: &'e Export<'e>) -> Self {
        let files = export.tables.iter().map(|_| None).collect();
        Self { export, files }
    }

    fn write(&mut self, table: Table, batch: &hcl2::tables::RecordBatch) -> IoResult<()> {
        let position = self.export.tables.iter().position(|own| *own == table);
        let Some(file) = position.and_then(|position| self.files.get_mut(position)) else {
            return Ok(());
        };
        let NewFile { writer, .. } = match file {
            Some(file) => file,
            None => file.insert(self.export.started(table)?),
        };
        if self.export.is_partitioned {
            // The directory names the repository.
            let others: Vec<usize> = (1..batch.num_columns()).collect();
            return writer.write(&batch.project(&others).map_err(Error::other)?);
        }
        writer.write(batch)
    }

    /// Gives the files their names, and removes those of tables without rows.
    fn take_their_places(self, named: &Named) -> Result<(), Failure> {
        for (table, file) in self.export.tables.iter().zip(self.files) {
            let path = self.export.path(*table, &named.path);
            let file = match file {
                None if !named.is_first => {
                    self.export.remove(&path)?;
                    continue;
                }
                None => self.export.started(*table),
                Some(file) => Ok(file),
            };
            let place = || {
                let new = file?;
                let buffered = new.writer.finish()?;
                let file = buffered.into_inner().map_err(|error| error.into_error())?;
                file.sync_data()?;
                self.export.output.place(new.path, &path)
            };
            place().map_err(|error| unwritable(&path, &error))?;
        }
        Ok(())
    }
}

impl Export<'_> {
    /// Starts a file that has no name yet.
    fn started(&self, table: Table) -> IoResult<NewFile> {
        let mut schema = Selection::of([table]).schema(table);
        if self.is_partitioned {
            let others: Vec<usize> = (1..schema.fields().len()).collect();
            schema = schema.project(&others).map_err(Error::other)?.into();
        }
        let (file, path) = self.output.new_file()?.into_parts();
        let writer = Writer::new(self.format, schema, BufWriter::new(file))?;
        Ok(NewFile { writer, path })
    }
}

/// A hash of the names and contents of files.
#[derive(Default)]
struct ContentHash(Sha256);

impl ContentHash {
    fn add(&mut self, directory: &Directory) {
        let mut field = |bytes: &[u8]| {
            self.0.update((bytes.len() as u64).to_le_bytes());
            self.0.update(bytes);
        };
        field(directory.repository.as_bytes());
        field(directory.module.as_bytes());
        field(&[u8::from(directory.is_whole_repository)]);
        for file in &directory.files {
            field(file.path.as_bytes());
            match &file.content {
                Ok(content) => field(content),
                Err(problem) => field(problem.detail.as_bytes()),
            }
        }
    }

    fn finish(self) -> String {
        hexadecimal(&self.0.finalize())
    }
}

/// Returns a hash of the names, sizes and times of the files of a part; empty if a file is unreadable or has just changed.
fn times(part: &Part) -> String {
    let now = SystemTime::now();
    let mut hash = Sha256::new();
    let mut add = || {
        for directory in part.directories() {
            hash.update(directory.path().as_os_str().as_encoded_bytes());
            hash.update(format!(
                "\0{}\0{}\0",
                directory.repository(),
                directory.is_whole_repository()
            ));
            for path in directory.files().ok()? {
                let metadata = std::fs::metadata(&path).ok()?;
                let time = metadata.modified().ok()?;
                if now.duration_since(time).is_ok_and(|age| age < UNCERTAIN) {
                    return None;
                }
                let since = time.duration_since(UNIX_EPOCH).ok()?.as_nanos();
                hash.update(path.as_os_str().as_encoded_bytes());
                hash.update(format!("\0{}\0{since}\0", metadata.len()));
            }
        }
        Some(())
    };
    match add() {
        Some(()) => hexadecimal(&hash.finalize()),
        None => String::new(),
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns a name that is part of one path, as Hive writes the values of partitions.
fn encoded(name: &str) -> String {
    use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
    const KEPT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.');
    utf8_percent_encode(name, KEPT).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_partitions_are_single_file_names() {
        assert_eq!(encoded("repos/shop-1.0"), "repos%2Fshop-1.0");
        assert_eq!(encoded("a=b c"), "a%3Db%20c");
    }
}
