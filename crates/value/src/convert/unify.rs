//! Type unification: the one type to which several types convert.

use std::cmp::Ordering;

use super::{Safety, conversion};
use crate::shared::Memo;
use crate::{Type, TypeKind};

/// Returns the type to which all of `types` convert. `None` if there is no such type, or `types` is empty.
///
/// # Examples
///
/// ```
/// use hcl2_value::{Safety, Type, unify};
///
/// assert_eq!(unify(&[Type::NUMBER, Type::STRING], Safety::Safe), Some(Type::STRING));
/// assert_eq!(unify(&[Type::NUMBER, Type::BOOL], Safety::Unsafe), None);
/// ```
#[must_use]
pub fn unify(types: &[Type], safety: Safety) -> Option<Type> {
    if let [only, others @ ..] = types
        && others.iter().all(|other| other == only)
    {
        return Some(only.without_optional_attributes());
    }
    let mut unifier = Unifier {
        safety,
        known: Memo::default(),
    };
    unifier.at_level(types, 0)
}

/// A unification in progress.
struct Unifier {
    safety: Safety,
    /// The results for types at a level, which several wholes may share.
    known: Memo<(Vec<Type>, u32), Option<Type>>,
}

/// Maximum nesting of structural types within structural types. Collections may be deeper.
const MAX_DEPTH: u32 = 128;

impl Unifier {
    /// Unifies types that are nested in `level` structural types.
    fn at_level(&mut self, types: &[Type], level: u32) -> Option<Type> {
        let key = self.known.key(types.len(), || {
            Some((distinct(types).into_iter().cloned().collect(), level))
        });
        if let Some(known) = self.known.get(key.as_ref()) {
            return known;
        }
        let found = self.find(types, level);
        self.known.keep(key, &found);
        found
    }

    fn find(&mut self, types: &[Type], level: u32) -> Option<Type> {
        let mut outer: Vec<fn(Type) -> Type> = Vec::new();
        let mut inner: Vec<Type> = Vec::new();
        // Collections of one kind unify as their elements do, so the collections around the elements are set aside.
        let found = loop {
            let current = if outer.is_empty() { types } else { &inner };
            let distinct = distinct(current);
            let make = match (distinct.as_slice(), kinds(&distinct)) {
                ([_], _) => break self.structures(&distinct, level),
                (_, Kinds::One(Kind::List)) => Type::list,
                (_, Kinds::One(Kind::Set)) => Type::set,
                (_, Kinds::One(Kind::Map)) => Type::map,
                _ => break self.structures(&distinct, level),
            };
            let elements = distinct
                .iter()
                .filter_map(|ty| ty.element_type().cloned())
                .collect();
            outer.push(make);
            inner = elements;
        }?;
        if outer.is_empty() {
            return Some(found);
        }
        let found = outer.into_iter().rev().fold(found, |ty, make| make(ty));
        let distinct = distinct(types);
        self.checked(&distinct, found)
    }

    /// Unifies types that are not all collections of one kind.
    fn structures(&mut self, distinct: &[&Type], level: u32) -> Option<Type> {
        if let [only] = distinct {
            return Some(only.without_optional_attributes());
        }
        if level > MAX_DEPTH {
            return None;
        }
        match kinds(distinct) {
            Kinds::Dynamic(kind) if kind == Kind::Other || distinct.is_empty() => self.preferred(distinct),
            Kinds::Dynamic(_) => Some(Type::DYNAMIC),
            Kinds::One(Kind::Object) => self.objects(distinct, level + 1),
            Kinds::One(Kind::Tuple) => self.tuples(distinct, level + 1),
            Kinds::MapsAndObjects => self
                .sequence(distinct, Type::is_object, Self::objects_as_map, level + 1)
                .filter(Type::is_map)
                .and_then(|map| self.checked(distinct, map))
                .or_else(|| self.preferred(distinct)),
            Kinds::ListsAndTuples => self
                .sequence(distinct, Type::is_tuple, Self::tuples_as_list, level + 1)
                .filter(Type::is_list)
                .and_then(|list| self.checked(distinct, list))
                .or_else(|| self.preferred(distinct)),
            Kinds::ObjectsAndTuples => None,
            Kinds::One(_) | Kinds::Mixed => self.preferred(distinct),
        }
    }

    /// Returns `wanted` if all types convert to it.
    fn checked(&self, types: &[&Type], wanted: Type) -> Option<Type> {
        types
            .iter()
            .all(|ty| conversion(ty, &wanted, self.safety).is_some())
            .then_some(wanted)
    }

    fn objects(&mut self, types: &[&Type], level: u32) -> Option<Type> {
        let all: Vec<_> = types.iter().filter_map(|ty| ty.object_type()).collect();
        let first = all.first()?;
        if all.iter().any(|object| object.names() != first.names()) {
            return self.objects_as_map(types, level);
        }
        let attributes = (0..first.len()).map(|index| {
            let across: Vec<Type> = all.iter().map(|object| object.types()[index].clone()).collect();
            self.at_level(&across, level)
        });
        let attributes: Vec<Type> = attributes.collect::<Option<_>>()?;
        let object = Type::object(first.names().iter().cloned().zip(attributes));
        self.checked(types, object)
            .or_else(|| self.objects_as_map(types, level))
    }

    fn objects_as_map(&mut self, types: &[&Type], level: u32) -> Option<Type> {
        let attributes: Vec<Type> = types
            .iter()
            .filter_map(|ty| ty.object_type())
            .flat_map(|object| object.types().to_vec())
            .collect();
        let element = self.at_level(&attributes, level)?;
        self.checked(types, Type::map(element))
    }

    fn tuples(&mut self, types: &[&Type], level: u32) -> Option<Type> {
        let all: Vec<&[Type]> = types.iter().filter_map(|ty| ty.tuple_types()).collect();
        let first = all.first()?;
        if all.iter().any(|tuple| tuple.len() != first.len()) {
            return self.tuples_as_list(types, level);
        }
        let elements = (0..first.len()).map(|index| {
            let across: Vec<Type> = all.iter().map(|tuple| tuple[index].clone()).collect();
            self.at_level(&across, level)
        });
        let tuple = Type::tuple(elements.collect::<Option<Vec<_>>>()?);
        self.checked(types, tuple)
            .or_else(|| self.tuples_as_list(types, level))
    }

    fn tuples_as_list(&mut self, types: &[&Type], level: u32) -> Option<Type> {
        let elements: Vec<Type> = types
            .iter()
            .filter_map(|ty| ty.tuple_types())
            .flatten()
            .cloned()
            .collect();
        let element = self.at_level(&elements, level)?;
        self.checked(types, Type::list(element))
    }

    /// Unifies collections with structural types. The structural types are first unified to a collection. Even if each of
    /// the two steps has a conversion, both together may have none.
    fn sequence(
        &mut self,
        types: &[&Type],
        is_structural: fn(&Type) -> bool,
        as_collection: fn(&mut Self, &[&Type], u32) -> Option<Type>,
        level: u32,
    ) -> Option<Type> {
        let (structural, collections): (Vec<&Type>, Vec<&Type>) =
            types.iter().partition(|ty| is_structural(ty));
        let collected = as_collection(self, &structural, level)?;
        let all: Vec<Type> = collections.into_iter().cloned().chain([collected]).collect();
        self.at_level(&all, level)
    }

    /// Returns the most general type, to which all others convert.
    fn preferred(&self, types: &[&Type]) -> Option<Type> {
        let generality = |a: &&Type, b: &&Type| compare(a, b);
        let mut remaining: Vec<&Type> = types.to_vec();
        while !remaining.is_empty() {
            let most_general = remaining
                .iter()
                .position(|candidate| {
                    remaining
                        .iter()
                        .all(|other| generality(other, candidate) != Ordering::Less)
                })
                .unwrap_or(0);
            let candidate = remaining.remove(most_general);
            let others = types.iter().filter(|ty| **ty != candidate);
            if others
                .into_iter()
                .all(|ty| conversion(ty, candidate, self.safety).is_some())
            {
                return Some(candidate.clone());
            }
        }
        None
    }
}

/// Returns the types without repetitions, in order of first appearance.
fn distinct(types: &[Type]) -> Vec<&Type> {
    if let [first, second] = types {
        return if first == second {
            vec![first]
        } else {
            vec![first, second]
        };
    }
    let mut seen = std::collections::HashSet::new();
    types.iter().filter(|ty| seen.insert(*ty)).collect()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    List,
    Set,
    Map,
    Tuple,
    Object,
    Other,
}

/// The kinds of the types to unify.
enum Kinds {
    One(Kind),
    /// One kind, and the dynamic pseudo-type.
    Dynamic(Kind),
    MapsAndObjects,
    ListsAndTuples,
    ObjectsAndTuples,
    Mixed,
}

fn kinds(types: &[&Type]) -> Kinds {
    let mut dynamic = false;
    let mut found: Vec<Kind> = Vec::new();
    for ty in types {
        let kind = match ty.kind() {
            TypeKind::Dynamic => {
                dynamic = true;
                continue;
            }
            TypeKind::List(_) => Kind::List,
            TypeKind::Set(_) => Kind::Set,
            TypeKind::Map(_) => Kind::Map,
            TypeKind::Tuple(_) => Kind::Tuple,
            TypeKind::Object(_) => Kind::Object,
            TypeKind::Bool | TypeKind::Number | TypeKind::String | TypeKind::Capsule(_) => Kind::Other,
        };
        if !found.contains(&kind) {
            found.push(kind);
        }
    }
    let has = |kind| found.contains(&kind);
    match found.as_slice() {
        [] => Kinds::Dynamic(Kind::Other),
        [only] if dynamic => Kinds::Dynamic(*only),
        [only] => Kinds::One(*only),
        [_, _] if has(Kind::Map) && has(Kind::Object) => Kinds::MapsAndObjects,
        [_, _] if has(Kind::List) && has(Kind::Tuple) => Kinds::ListsAndTuples,
        _ if has(Kind::Object) && has(Kind::Tuple) => Kinds::ObjectsAndTuples,
        _ => Kinds::Mixed,
    }
}

/// Compares how general types are: less means more general.
fn compare(a: &Type, b: &Type) -> Ordering {
    compare_at(a, b, 0, &mut Memo::default())
}

/// The results for pairs of types at a level.
type Compared = Memo<(usize, usize, u32), Ordering>;

/// Compares types that are nested in `level` structural types. Beyond a limit, all are equally general.
fn compare_at(a: &Type, b: &Type, level: u32, known: &mut Compared) -> Ordering {
    let (mut a, mut b) = (a, b);
    while let (TypeKind::List(x), TypeKind::List(y))
    | (TypeKind::Set(x), TypeKind::Set(y))
    | (TypeKind::Map(x), TypeKind::Map(y)) = (a.kind(), b.kind())
    {
        (a, b) = (x, y);
    }
    match (a.kind(), b.kind()) {
        (TypeKind::Dynamic, TypeKind::Dynamic) => Ordering::Equal,
        (_, TypeKind::Dynamic) => Ordering::Less,
        (TypeKind::Dynamic, _) => Ordering::Greater,
        (TypeKind::String, TypeKind::Number | TypeKind::Bool) => Ordering::Less,
        (TypeKind::Number | TypeKind::Bool, TypeKind::String) => Ordering::Greater,
        (TypeKind::List(_), TypeKind::Tuple(_))
        | (TypeKind::Tuple(_) | TypeKind::List(_), TypeKind::Set(_))
        | (TypeKind::Map(_), TypeKind::Object(_)) => Ordering::Less,
        (TypeKind::Tuple(_), TypeKind::List(_))
        | (TypeKind::Set(_), TypeKind::Tuple(_) | TypeKind::List(_))
        | (TypeKind::Object(_), TypeKind::Map(_)) => Ordering::Greater,
        _ if level > MAX_DEPTH => Ordering::Equal,
        (TypeKind::Object(x), TypeKind::Object(y)) if x.names() == y.names() => {
            compare_parts((a, x.types()), (b, y.types()), level, known)
        }
        (TypeKind::Tuple(x), TypeKind::Tuple(y)) if x.len() == y.len() => {
            compare_parts((a, x), (b, y), level, known)
        }
        _ => Ordering::Equal,
    }
}

/// Compares two types by their parts. One is more general if one of its parts is more general and no other part is less
/// general.
fn compare_parts(
    (a, x): (&Type, &[Type]),
    (b, y): (&Type, &[Type]),
    level: u32,
    known: &mut Compared,
) -> Ordering {
    let pair = || a.address().zip(b.address()).map(|(a, b)| (a, b, level));
    let key = known.key(x.len(), pair);
    if let Some(order) = known.get(key.as_ref()) {
        return order;
    }
    let mut all = Ordering::Equal;
    for (x, y) in x.iter().zip(y) {
        match (all, compare_at(x, y, level + 1, known)) {
            (_, Ordering::Equal) => {}
            (Ordering::Equal, here) => all = here,
            (before, here) if before != here => {
                all = Ordering::Equal;
                break;
            }
            _ => {}
        }
    }
    known.keep(key, &all);
    all
}
