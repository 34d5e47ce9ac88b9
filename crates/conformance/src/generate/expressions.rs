//! Expressions of a type.

use super::{Dice, Item, Text, Type};

const STRINGS: &[&str] = &[
    "a",
    "b",
    "x-1",
    "eu-1",
    "10.0.0.0/16",
    "",
    "true",
    "7",
    "A b",
    "a,b,c",
    "é",
    "k",
];
const NUMBERS: &[&str] = &["0", "1", "2", "3", "7", "1.5", "-4", "1e3", "0.1", "80"];
const KEYS: &[&str] = &["k", "a", "b", "k2"];

/// What an expression may refer to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Only {
    /// Nothing that is unknown until the changes are made.
    pub(super) known: bool,
    /// Nothing sensitive.
    pub(super) public: bool,
}

impl Only {
    pub(super) const PLAIN: Self = Self {
        known: true,
        public: true,
    };

    fn allows(self, text: &Text) -> bool {
        (!self.known || !text.is_unknown) && (!self.public || !text.is_sensitive)
    }
}

/// Writes expressions with the names in scope.
#[derive(Debug)]
pub(super) struct Writer<'d> {
    pub(super) dice: &'d mut Dice,
    pub(super) scope: Vec<Item>,
    pub(super) only: Only,
    /// How many names of `for` expressions there are.
    names: usize,
    is_constant: bool,
    /// What the expression in the making refers to.
    is_unknown: bool,
    is_sensitive: bool,
}

impl<'d> Writer<'d> {
    pub(super) fn new(dice: &'d mut Dice) -> Self {
        Self {
            dice,
            scope: Vec::new(),
            only: Only::default(),
            names: 0,
            is_constant: false,
            is_unknown: false,
            is_sensitive: false,
        }
    }

    /// Adds a name with its parts.
    pub(super) fn add(&mut self, text: &str, ty: &Type, like: &Text) {
        let of = |text: String| Text { text, ..like.clone() };
        match ty {
            Type::Object(fields) => {
                for (name, field) in fields {
                    self.add(&format!("{text}.{name}"), field, like);
                }
            }
            Type::List(item) => {
                if let Type::Object(fields) = &**item {
                    for (name, field) in fields {
                        let splat = of(format!("{text}[*].{name}"));
                        let ty = Type::List(field.clone().into());
                        self.scope.push(Item { value: splat, ty });
                    }
                }
            }
            _ => {}
        }
        self.scope.push(Item {
            value: of(text.to_owned()),
            ty: ty.clone(),
        });
    }

    /// Writes a value without names and calls.
    pub(super) fn constant(&mut self, ty: &Type) -> String {
        self.is_constant = true;
        let text = self.literal(ty, 2);
        self.is_constant = false;
        text
    }

    /// Writes an expression on its own, with what it depends on.
    pub(super) fn whole(&mut self, ty: &Type, only: Only) -> Text {
        (self.is_unknown, self.is_sensitive) = (false, false);
        self.only = only;
        let text = self.value(ty, 3);
        Text {
            text,
            is_unknown: self.is_unknown,
            is_sensitive: self.is_sensitive,
        }
    }

    pub(super) fn any_type(&mut self, depth: u32) -> Type {
        let count = if depth == 0 { 3 } else { 8 };
        match self.dice.below(count) {
            0 | 6 => Type::String,
            1 => Type::Number,
            2 => Type::Bool,
            3 => Type::List(self.any_type(depth - 1).into()),
            4 => Type::Map(self.any_type(depth - 1).into()),
            5 => Type::Set(Type::String.into()),
            _ => {
                let names = ["a", "b", "c"];
                let count = 1 + self.dice.below(3);
                let fields = names[..count].iter();
                Type::Object(
                    fields
                        .map(|name| ((*name).to_owned(), self.any_type(depth - 1)))
                        .collect(),
                )
            }
        }
    }

    fn reference(&mut self, ty: &Type) -> Option<String> {
        let only = self.only;
        let fitting: Vec<&Item> = self
            .scope
            .iter()
            .filter(|item| item.ty == *ty && only.allows(&item.value))
            .collect();
        if fitting.is_empty() {
            return None;
        }
        let item = fitting[self.dice.below(fitting.len())].value.clone();
        self.is_unknown |= item.is_unknown;
        self.is_sensitive |= item.is_sensitive;
        Some(item.text)
    }

    fn value(&mut self, ty: &Type, depth: u32) -> String {
        if self.is_constant {
            return self.literal(ty, depth);
        }
        if depth > 0
            && self.dice.below(5) < 3
            && let Some(text) = self.reference(ty)
        {
            return text;
        }
        if depth == 0 || self.dice.one_in(3) {
            return self.literal(ty, depth);
        }
        let depth = depth - 1;
        if self.dice.one_in(4) {
            return self.of_any(ty, depth);
        }
        match ty {
            Type::String => self.string(depth),
            Type::Number => self.number(depth),
            Type::Bool => self.bool(depth),
            Type::List(item) => self.list(item, depth),
            Type::Set(item) => self.set(item, depth),
            Type::Map(item) => self.map(item, depth),
            Type::Object(_) => self.literal(ty, depth),
        }
    }

    pub(super) fn literal(&mut self, ty: &Type, depth: u32) -> String {
        let below = depth.saturating_sub(1);
        match ty {
            Type::String => format!("\"{}\"", STRINGS[self.dice.value(STRINGS.len())]),
            Type::Number => NUMBERS[self.dice.value(NUMBERS.len())].to_owned(),
            Type::Bool => ["true", "false"][self.dice.value(2)].to_owned(),
            Type::List(item) | Type::Set(item) => {
                let items: Vec<String> = (0..self.dice.below(4)).map(|_| self.value(item, below)).collect();
                format!("[{}]", items.join(", "))
            }
            Type::Map(item) => {
                let count = self.dice.below(3);
                let items: Vec<String> = KEYS[..count]
                    .iter()
                    .map(|key| format!("{key} = {}", self.value(item, below)))
                    .collect();
                format!("{{ {} }}", items.join(", "))
            }
            Type::Object(fields) => {
                let fields: Vec<String> = fields
                    .iter()
                    .map(|(name, ty)| format!("{name} = {}", self.value(ty, below)))
                    .collect();
                format!("{{ {} }}", fields.join(", "))
            }
        }
    }

    /// Expressions of any type.
    fn of_any(&mut self, ty: &Type, depth: u32) -> String {
        let (choice, is_public) = (self.dice.below(7), self.only.public);
        let mut of = |ty: &Type| self.value(ty, depth);
        match choice {
            0 | 1 => format!("({} ? {} : {})", of(&Type::Bool), of(ty), of(ty)),
            2 => format!("try({}, {})", of(ty), of(ty)),
            3 => format!("coalesce({}, {})", of(ty), self.literal(ty, 1)),
            4 if !is_public => {
                let value = of(ty);
                self.is_sensitive = true;
                format!("sensitive({value})")
            }
            5 => format!("[{}, {}][{}]", of(ty), of(ty), self.dice.below(2)),
            _ => format!("({})", of(ty)),
        }
    }

    fn string(&mut self, depth: u32) -> String {
        let choice = self.dice.below(20);
        let mut of = |ty: &Type| self.value(ty, depth);
        let (string, number, list) = (Type::String, Type::Number, Type::List(Type::String.into()));
        match choice {
            0..=2 => format!("\"${{{}}}-{}\"", of(&string), self.dice.below(9)),
            3 => format!("upper({})", of(&string)),
            4 => format!("join(\",\", {})", of(&list)),
            5 => format!("format(\"%s/%d\", {}, floor({}))", of(&string), of(&number)),
            6 => format!("try({}[0], {})", of(&list), of(&string)),
            7 => format!(
                "lookup({}, \"k\", {})",
                of(&Type::Map(string.clone().into())),
                of(&string)
            ),
            8 => {
                let ty = self.any_type(2);
                format!("jsonencode({})", self.value(&ty, depth))
            }
            9 => format!("tostring({})", of(&number)),
            10 => format!("replace({}, \"a\", {})", of(&string), of(&string)),
            11 => format!("substr({}, 0, 2)", of(&string)),
            12 => format!("trimprefix({}, \"a\")", of(&string)),
            13 => format!(
                "\"%{{ if {} }}${{{}}}%{{ else }}n%{{ endif }}\"",
                of(&Type::Bool),
                of(&string)
            ),
            14 => format!("\"%{{ for x in {} ~}} ${{x}};%{{ endfor }}\"", of(&list)),
            15 => format!("sha1({})", of(&string)),
            16 => format!("one(slice(concat({}, [{}]), 0, 1))", of(&list), of(&string)),
            17 => "path.module".to_owned(),
            18 => "terraform.workspace".to_owned(),
            _ => format!("title({})", of(&string)),
        }
    }

    fn number(&mut self, depth: u32) -> String {
        let choice = self.dice.below(10);
        let mut of = |ty: &Type| self.value(ty, depth);
        let (string, number) = (Type::String, Type::Number);
        match choice {
            0 => format!("length({})", of(&Type::List(string.into()))),
            1 => format!("({} + {})", of(&number), of(&number)),
            2 => format!("({} * 2)", of(&number)),
            3 => format!("max({}, {})", of(&number), of(&number)),
            4 => format!("length({})", of(&string)),
            5 => format!("sum([{}, {}])", of(&number), of(&number)),
            6 => format!("length({})", of(&Type::Map(string.into()))),
            7 => format!("abs({})", of(&number)),
            8 => format!("-{}", of(&number)),
            _ => format!("({} / 3)", of(&number)),
        }
    }

    fn bool(&mut self, depth: u32) -> String {
        let choice = self.dice.below(14);
        let mut of = |ty: &Type| self.value(ty, depth);
        let (string, number) = (Type::String, Type::Number);
        match choice {
            0 => format!("({} == {})", of(&string), of(&string)),
            1 => format!("({} > {})", of(&number), of(&number)),
            2 => format!("!{}", of(&Type::Bool)),
            3 => format!("({} && {})", of(&Type::Bool), of(&Type::Bool)),
            4 => format!("({} || {})", of(&Type::Bool), of(&Type::Bool)),
            5 => format!(
                "contains({}, {})",
                of(&Type::List(string.clone().into())),
                of(&string)
            ),
            6 => format!("startswith({}, \"a\")", of(&string)),
            7 => format!("({} != null)", of(&string)),
            8 => {
                let ty = self.any_type(2);
                format!("can({})", self.value(&ty, depth))
            }
            9 => format!("alltrue([{}, {}])", of(&Type::Bool), of(&Type::Bool)),
            10 => format!(
                "anytrue([for x in {} : x == \"a\"])",
                of(&Type::List(string.into()))
            ),
            11 => {
                let ty = self.any_type(1);
                format!("({} == {})", self.value(&ty, depth), self.value(&ty, depth))
            }
            12 => format!("(length({}) > 0)", of(&Type::Set(string.into()))),
            _ => format!("({} == null)", of(&number)),
        }
    }

    fn list(&mut self, item: &Type, depth: u32) -> String {
        let own = Type::List(item.clone().into());
        let strings = Type::List(Type::String.into());
        match self.dice.below(10) {
            0 => format!("concat({}, {})", self.value(&own, depth), self.value(&own, depth)),
            1 => format!("reverse({})", self.value(&own, depth)),
            2 => format!("distinct({})", self.value(&own, depth)),
            3 => format!("values({})", self.value(&Type::Map(item.clone().into()), depth)),
            4 => format!("tolist({})", self.value(&Type::Set(item.clone().into()), depth)),
            5 | 6 => self.comprehension(item, depth, false),
            7 => format!(
                "flatten([{}, [{}]])",
                self.value(&own, depth),
                self.value(item, depth)
            ),
            _ if *item == Type::String => match self.dice.below(5) {
                0 => format!("sort({})", self.value(&strings, depth)),
                1 => format!("split(\",\", {})", self.value(&Type::String, depth)),
                2 => format!("keys({})", self.value(&Type::Map(Type::String.into()), depth)),
                3 => format!("compact({})", self.value(&strings, depth)),
                _ => format!("formatlist(\"%s!\", {})", self.value(&strings, depth)),
            },
            _ => self.literal(&own, depth + 1),
        }
    }

    /// Writes a `for` expression over a collection of strings or a map.
    fn comprehension(&mut self, item: &Type, depth: u32, is_map: bool) -> String {
        self.names += 1;
        let name = format!("v{}", self.names);
        let (string, count) = (Type::String, self.scope.len());
        let over = match self.dice.below(3) {
            0 => Type::Set(string.clone().into()),
            1 if !is_map => Type::List(string.clone().into()),
            _ => Type::Map(string.clone().into()),
        };
        let is_keyed = matches!(over, Type::Map(_));
        let source = self.value(&over, depth);
        let like = Text {
            text: String::new(),
            is_unknown: false,
            is_sensitive: false,
        };
        self.add(&name, &string, &like);
        let mut names = name.clone();
        if is_keyed {
            self.add(&format!("k{name}"), &string, &like);
            names = format!("k{name}, {name}");
        }
        let value = self.value(item, depth);
        let condition = match self.dice.below(3) {
            0 => format!(" if {name} != {}", self.literal(&string, 0)),
            _ => String::new(),
        };
        self.scope.truncate(count);
        let key = if is_keyed { format!("k{name}") } else { name };
        if is_map {
            format!("{{ for {names} in {source} : {key} => {value}{condition} }}")
        } else {
            format!("[for {names} in {source} : {value}{condition}]")
        }
    }

    fn set(&mut self, item: &Type, depth: u32) -> String {
        let (own, list) = (Type::Set(item.clone().into()), Type::List(item.clone().into()));
        match self.dice.below(5) {
            0 | 1 => format!("toset({})", self.value(&list, depth)),
            2 => format!(
                "setunion({}, {})",
                self.value(&own, depth),
                self.value(&own, depth)
            ),
            3 => format!(
                "setsubtract({}, {})",
                self.value(&own, depth),
                self.value(&own, depth)
            ),
            _ => format!("toset([{}])", self.value(item, depth)),
        }
    }

    fn map(&mut self, item: &Type, depth: u32) -> String {
        let own = Type::Map(item.clone().into());
        match self.dice.below(5) {
            0 => format!("merge({}, {})", self.value(&own, depth), self.value(&own, depth)),
            1 => format!(
                "zipmap([\"a\", \"b\"], [{}, {}])",
                self.value(item, depth),
                self.value(item, depth)
            ),
            2 | 3 => self.comprehension(item, depth, true),
            _ => format!(
                "{{ ({}) = {} }}",
                self.value(&Type::String, depth),
                self.value(item, depth)
            ),
        }
    }
}
