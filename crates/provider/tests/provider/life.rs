//! The life of an object, and what may go wrong in it.

use std::sync::Mutex;
use std::time::{Duration, SystemTime};

use hcl2_provider::testing::{Action, Harness};
use hcl2_provider::{
    Context, DataSource, EphemeralResource, Opened, Problem, Provider, Resource, Schema, Source, Value,
    decode,
};
use hcl2_wire::json::RawValue;

#[derive(Schema, Clone, Debug, PartialEq)]
struct Note {
    #[schema(computed, stable)]
    id: Option<String>,
    text: String,
    #[schema(computed)]
    length: Option<usize>,
}

/// One note in the memory of the process.
#[derive(Default)]
struct Notes(Mutex<Option<Note>>);

fn completed(mut note: Note) -> Note {
    note.id = Some("note-1".to_owned());
    note.length = Some(note.text.len());
    note
}

impl Resource for &'static Notes {
    type Model = Note;

    async fn create(&self, planned: Note, context: &mut Context) -> Result<Note, Problem> {
        let note = completed(planned);
        match note.text.as_str() {
            "panic" => panic!("on purpose"),
            "fail" => return Err(Problem::new("No space", "The disk is full.").at("text")),
            "half" => {
                context.keep(&note)?;
                return Err(Problem::new("Timed out", "The note exists, but is not ready."));
            }
            "warn" => context.warn(Problem::new("Slow", "It took long.")),
            _ => {}
        }
        context.private = vec![1];
        *self.0.lock().unwrap() = Some(note.clone());
        Ok(note)
    }

    async fn update(&self, prior: Note, planned: Note, context: &mut Context) -> Result<Note, Problem> {
        assert_eq!(prior.id, planned.id);
        context.private.push(2);
        let note = completed(planned);
        if note.text == "panic" {
            panic!("in an update");
        }
        *self.0.lock().unwrap() = Some(note.clone());
        Ok(note)
    }

    async fn delete(&self, state: Note, context: &mut Context) -> Result<(), Problem> {
        if state.text == "stay" {
            return Err(Problem::new("Protected", "The note stays."));
        }
        assert!(context.private.starts_with(&[1]));
        *self.0.lock().unwrap() = None;
        Ok(())
    }

    async fn read(&self, state: Note, _: &mut Context) -> Result<Option<Note>, Problem> {
        let found = self.0.lock().unwrap().clone();
        Ok(found.filter(|note| note.id == state.id))
    }

    async fn import(&self, id: &str, context: &mut Context) -> Result<Note, Problem> {
        context.private = vec![1];
        let found = self.0.lock().unwrap().clone();
        let found = found.filter(|note| note.id.as_deref() == Some(id));
        found.ok_or_else(|| Problem::new("Nothing to import", format!("There is no note {id}.")))
    }

    async fn upgrade(&self, version: i64, stored: RawValue<'_>) -> Result<Value, Problem> {
        let shared = stored.decode_shared(&self.definition().ty())?;
        if version > 0 {
            return Ok(shared);
        }
        let old = stored.decode_untyped()?;
        let text = old.get("body").cloned().unwrap_or_else(|| Value::from(""));
        Ok(hcl2_provider::with(&shared, [("text", text)]))
    }

    async fn take_over(&self, source: Source<'_>, _: &mut Context) -> Result<Option<Note>, Problem> {
        if source.resource_type != "other_letter" {
            return Ok(None);
        }
        let state = source.state.decode_untyped()?;
        let text = state.get("content").and_then(Value::as_str).unwrap_or_default();
        Ok(Some(completed(Note {
            id: None,
            text: text.to_owned(),
            length: None,
        })))
    }
}

fn note(text: &str) -> Note {
    Note {
        id: None,
        text: text.to_owned(),
        length: None,
    }
}

fn harness() -> (Harness, &'static Notes) {
    let notes: &'static Notes = Box::leak(Box::default());
    (
        Harness::new(Provider::new().resource("sample_note", notes)).unwrap(),
        notes,
    )
}

#[test]
fn an_object_is_created_changed_refreshed_and_destroyed() {
    let (harness, notes) = harness();
    let mut object = harness.object("sample_note").unwrap();
    assert_eq!(object.apply(&note("a")).unwrap(), Action::Create);
    assert_eq!(object.refresh(), Ok(false));
    assert_eq!(object.apply(&note("bc")).unwrap(), Action::Update);
    assert_eq!(object.model::<Note>().unwrap().length, Some(2));
    // Somebody else changes it.
    notes.0.lock().unwrap().as_mut().unwrap().text = "else".to_owned();
    assert_eq!(object.refresh(), Ok(true));
    assert_eq!(object.apply(&note("bc")).unwrap(), Action::Update);
    object.destroy().unwrap();
    assert!(!object.exists() && notes.0.lock().unwrap().is_none());
    // Somebody else deletes it.
    object.apply(&note("a")).unwrap();
    *notes.0.lock().unwrap() = None;
    assert_eq!(object.refresh(), Ok(true));
    assert!(!object.exists());
}

#[test]
fn an_object_is_imported_upgraded_and_moved() {
    let (harness, _) = harness();
    let mut first = harness.object("sample_note").unwrap();
    first.apply(&note("a")).unwrap();
    let mut second = harness.object("sample_note").unwrap();
    assert_eq!(
        second.import("note-7").unwrap_err().to_string(),
        "Nothing to import: There is no note note-7."
    );
    second.import("note-1").unwrap();
    assert_eq!(second.state(), first.state());
    assert_eq!(second.plan(&note("a")).unwrap().action, Action::Nothing);

    second
        .upgrade(0, r#"{"id":"note-9","body":"old","color":"red"}"#)
        .unwrap();
    let upgraded: Note = second.model().unwrap();
    assert_eq!(
        (upgraded.id.as_deref(), upgraded.text.as_str()),
        (Some("note-9"), "old")
    );

    let before = second.state().clone();
    let problem = second.upgrade(1, r#"{"id":"note-9""#).unwrap_err();
    assert_eq!(problem.summary, "Malformed value");
    assert!(
        problem.detail.starts_with("A value cannot travel: at byte "),
        "{problem}"
    );
    assert_eq!(second.state(), &before);

    second
        .take_over(
            "registry.terraform.io/x/other",
            "other_letter",
            r#"{"content":"abc"}"#,
        )
        .unwrap();
    assert_eq!(second.model::<Note>().unwrap().length, Some(3));
    assert_eq!(
        second
            .take_over("registry.terraform.io/x/other", "other_book", "{}")
            .unwrap_err()
            .summary,
        "Move is not supported"
    );
}

#[test]
fn failures_and_panics_keep_the_state() {
    let (harness, _) = harness();
    let mut object = harness.object("sample_note").unwrap();
    let problem = object.apply(&note("fail")).unwrap_err();
    assert_eq!(problem.to_string(), ".text: No space: The disk is full.");
    let problem = object.apply(&note("panic")).unwrap_err();
    assert_eq!(problem.summary, "The provider panicked");
    assert!(problem.detail.ends_with("on purpose"), "{}", problem.detail);
    assert!(!object.exists());

    let problem = object.apply(&note("half")).unwrap_err();
    assert_eq!(problem.summary, "Timed out");
    assert_eq!(object.model::<Note>().unwrap().id.as_deref(), Some("note-1"));

    let mut object = harness.object("sample_note").unwrap();
    assert_eq!(object.apply(&note("warn")).unwrap(), Action::Create);
    let before = object.state().clone();
    assert!(
        object
            .apply(&note("panic"))
            .unwrap_err()
            .detail
            .ends_with("in an update")
    );
    assert_eq!(object.state(), &before);
    object.apply(&note("stay")).unwrap();
    assert_eq!(object.destroy().unwrap_err().summary, "Protected");
    assert!(object.exists());
}

#[derive(Schema)]
struct Config {
    #[schema(default = "here")]
    region: String,
}

#[derive(Schema)]
struct Word {
    text: String,
    #[schema(computed)]
    upper: Option<String>,
}

struct Words;

impl DataSource for Words {
    type Model = Word;

    async fn read(&self, mut config: Word, _: &mut Context) -> Result<Word, Problem> {
        config.upper = Some(config.text.to_uppercase());
        Ok(config)
    }
}

impl EphemeralResource for Words {
    type Model = Word;

    async fn open(&self, mut config: Word, context: &mut Context) -> Result<Opened<Word>, Problem> {
        context.private = b"opened".to_vec();
        config.upper = Some(format!("{}!", config.text));
        Ok(Opened {
            model: config,
            renew_at: Some(SystemTime::now() + Duration::from_secs(60)),
        })
    }

    async fn close(&self, context: &mut Context) -> Result<(), Problem> {
        if context.private == b"opened" {
            return Ok(());
        }
        Err(Problem::new("Nothing is open", "Close what was opened."))
    }
}

#[test]
fn a_provider_has_a_configuration_data_ephemeral_values_and_functions() {
    static REGION: Mutex<String> = Mutex::new(String::new());
    let provider = Provider::new()
        .configured(|config: Config| async move {
            *REGION.lock().unwrap() = config.region;
            Ok(())
        })
        .data_source("sample_word", Words)
        .ephemeral_resource("sample_word", Words)
        .function(decode::function("twice", |number: i64| number * 2));
    let harness = Harness::new(provider).unwrap();
    harness
        .configure(&Value::object([(
            "region",
            Value::null(hcl2_value::Type::STRING),
        )]))
        .unwrap();
    assert_eq!(*REGION.lock().unwrap(), "here");
    let word = || Word {
        text: "abc".to_owned(),
        upper: None,
    };
    let data = harness.read("sample_word", &word()).unwrap();
    assert_eq!(data.get("upper"), Some(&Value::from("ABC")));
    let opened = harness.open("sample_word", &word()).unwrap();
    assert_eq!(opened.get("upper"), Some(&Value::from("abc!")));
    assert_eq!(harness.call("twice", &[Value::from(21)]), Ok(Value::from(42)));
    assert_eq!(
        harness.call("thrice", &[]).unwrap_err().detail,
        "The provider has no function named thrice."
    );
    assert_eq!(
        harness.object("sample_word").unwrap_err().to_string(),
        "Unknown resource type: The provider has no resource type named sample_word."
    );
}
