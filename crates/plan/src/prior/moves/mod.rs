//! Moves of objects to new addresses, by `moved` blocks and by changes of `count`.

mod endpoint;
mod implied;
mod objects;
mod order;
mod types;

use std::collections::{HashMap, HashSet};

use hcl2_diagnostics::{Diagnostic, Diagnostics, Span, codes::terraform as codes};
use hcl2_terraform::table::behaviours::MOVES_BETWEEN_TYPES;
use hcl2_terraform::{ModuleAddress, ResourceAddress, ResourceKind, Target};

use self::endpoint::{Endpoint, endpoints};
use self::objects::Moving;
use self::order::in_order;
use crate::graph::ModuleId;
use crate::prepared::Prepared;
use crate::state::Objects;

impl Prepared<'_> {
    /// Takes the objects of the state to their new addresses.
    pub(super) fn moved_objects(&self, problems: &mut Diagnostics, warnings: &mut Diagnostics) -> Objects {
        let Some(state) = &self.inputs.state else {
            return Objects::default();
        };
        let mut moves = self.declared_moves();
        moves.extend(self.implied_moves(&moves));
        let order = in_order(&moves).unwrap_or_default();
        if order.is_empty() {
            return state.objects.clone();
        }
        let mut objects = Moving::default();
        for object in state.objects.values() {
            objects.insert(object.clone());
        }
        for index in order {
            let own = &moves[index];
            for (from, to) in objects.apply(own, self.graph.version(), problems) {
                let detail = format!(
                    "`{from}` does not move to `{to}`, since the state already has objects there. Remove one of both from the \
                     state to keep the other."
                );
                let problem = Diagnostic::warning(codes::INVALID_TARGET, "Blocked move").with_detail(detail);
                warnings.push(match own.place {
                    Some(place) => problem.with_subject(place),
                    None => problem,
                });
            }
        }
        objects.all
    }

    /// Returns all moves that blocks declare.
    fn declared_moves(&self) -> Vec<Move> {
        let moves_of = |module: ModuleId| {
            let within = self.graph.static_address(module);
            let moved = self.graph.modules[module].tree.module.moved.iter();
            moved.filter_map(move |moved| {
                let (from, to) = endpoints(moved)?;
                let (within, place) = (within.clone(), Some(moved.span));
                Some(Move {
                    within,
                    from,
                    to,
                    place,
                })
            })
        };
        (0..self.graph.modules.len()).flat_map(moves_of).collect()
    }

    /// Reports a move that needs others before it, which need it.
    fn cyclic_move(&self) -> Option<Diagnostic> {
        let moves = self.declared_moves();
        let own = &moves[in_order(&moves).err()?];
        let from = own.from.within(&own.within);
        let detail =
            format!("The move of `{from}` depends on itself, through other moves. Remove one of them.");
        Some(invalid(own.place?, detail))
    }
}

/// Returns the problems of moves: objects that are still declared, and addresses with several moves.
///
/// These can be known only after the instances, and hide what else the plan reports. `of_module` returns the addresses of the
/// instances of a module, and `planned` are the addresses of the objects after the plan.
pub(crate) fn problems<'a>(
    prepared: &Prepared<'_>,
    of_module: &dyn Fn(ModuleId) -> Vec<&'a ModuleAddress>,
    planned: impl Iterator<Item = &'a ResourceAddress>,
) -> Diagnostics {
    let modules = &prepared.graph.modules;
    let version = prepared.graph.version();
    let mut problems = Diagnostics::new();
    if modules.iter().all(|module| module.tree.module.moved.is_empty()) {
        return problems;
    }
    let mut seen = Seen::default();
    let declared = declared(prepared, of_module, planned);
    for (module, own) in modules.iter().enumerate() {
        for moved in &own.tree.module.moved {
            let Some((from, to)) = endpoints(moved) else {
                continue;
            };
            for within in of_module(module) {
                let (from, to) = (from.within(within), to.within(within));
                let problem = if from == to {
                    Some(format!("`{from}` moves to its own address. Remove the block."))
                } else if declared.contains(&from) {
                    Some(format!(
                        "`{from}` moves to `{to}`, but it is still declared. Rename its declaration."
                    ))
                } else if has_other_type(&from, &to) && !MOVES_BETWEEN_TYPES.is_in(version) {
                    Some(format!(
                        "`{from}` moves to `{to}`, which has another type; {version} cannot convert the object."
                    ))
                } else {
                    seen.conflict(&from, &to)
                };
                problems.extend(problem.map(|detail| invalid(moved.span, detail)));
            }
        }
    }
    if !problems.has_errors() {
        problems.extend(prepared.cyclic_move());
    }
    problems
}

/// Returns whether the ends of a move are resources of different types.
fn has_other_type(from: &Endpoint, to: &Endpoint) -> bool {
    let types = from.resource().zip(to.resource());
    types.is_some_and(|(from, to)| from.ty != to.ty)
}

/// Returns everything that a move can name and that is declared.
fn declared<'a>(
    prepared: &Prepared<'_>,
    of_module: &dyn Fn(ModuleId) -> Vec<&'a ModuleAddress>,
    planned: impl Iterator<Item = &'a ResourceAddress>,
) -> HashSet<Endpoint> {
    let mut declared = HashSet::new();
    for (module, own) in prepared.graph.modules.iter().enumerate() {
        let tree = &own.tree.module;
        for address in of_module(module) {
            declared.insert(Endpoint::instance(Target::of_module(address.clone())));
            declared.extend(
                tree.calls
                    .iter()
                    .map(|call| Endpoint::whole(Target::of_module(address.child(&call.name, None)))),
            );
            let managed = tree.resources().iter();
            let managed = managed.filter(|resource| resource.kind == ResourceKind::Managed);
            declared.extend(
                managed.map(|resource| Endpoint::whole(Target::of(&resource.address(address.clone())))),
            );
        }
    }
    declared.extend(planned.map(|address| Endpoint::instance(Target::of(address))));
    declared
}

/// A move from one end to another.
struct Move {
    /// The module of the block, for all instances of which it is.
    within: ModuleAddress,
    /// The end from which objects move, relative to the module.
    from: Endpoint,
    /// The end to which they move.
    to: Endpoint,
    /// The header of the block, if there is one.
    place: Option<Span>,
}

impl Move {
    /// Creates a move that no block declares.
    fn implied(from: Endpoint, to: Endpoint) -> Self {
        Self {
            within: ModuleAddress::default(),
            from,
            to,
            place: None,
        }
    }
}

/// The moves so far.
#[derive(Default)]
struct Seen {
    by_from: HashMap<Endpoint, Endpoint>,
    by_to: HashMap<Endpoint, Endpoint>,
}

impl Seen {
    /// Adds a move. Returns the problem if another one has the same start and another end, or the reverse.
    fn conflict(&mut self, from: &Endpoint, to: &Endpoint) -> Option<String> {
        let other_end = self.by_from.entry(from.clone()).or_insert_with(|| to.clone());
        if other_end != to {
            return Some(format!(
                "`{from}` moves to `{to}`, but it also moves to `{other_end}`. Remove one of the moves."
            ));
        }
        let other_start = self.by_to.entry(to.clone()).or_insert_with(|| from.clone());
        (other_start != from).then(|| {
            format!("`{from}` moves to `{to}`, but so does `{other_start}`. Remove one of the moves.")
        })
    }
}

fn invalid(span: Span, detail: String) -> Diagnostic {
    Diagnostic::error(codes::INVALID_TARGET, "Invalid move")
        .with_detail(detail)
        .with_subject(span)
}
