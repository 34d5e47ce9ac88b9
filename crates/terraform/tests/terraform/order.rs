//! The order of objects that need each other.

use hcl2_diagnostics::{SourceId, Span, codes::terraform as codes};
use hcl2_terraform::{CycleLink, Order, reference_cycle};

#[test]
fn each_comes_after_those_that_it_needs() {
    let order = |needs: &[&[usize]]| Order::of(needs.len(), |position| needs[position].iter().copied());
    let sorted = order(&[&[1, 2], &[3], &[3], &[]]);
    assert_eq!(sorted.positions(), [3, 1, 2, 0]);
    assert!(!sorted.is_cyclic());
    let cyclic = order(&[&[0], &[2], &[3, 4], &[1], &[], &[1]]);
    assert_eq!(cyclic.positions(), [0, 4, 3, 2, 1, 5]);
    assert_eq!(cyclic.cycles().collect::<Vec<_>>(), [vec![0], vec![1, 2, 3]]);
}

#[test]
fn long_chains_need_no_stack() {
    let order = Order::of(100_000, |position| {
        (position > 0).then(|| position - 1).into_iter()
    });
    assert!(order.positions().is_sorted());
    let ring = Order::of(100_000, |position| [(position + 1) % 100_000].into_iter());
    assert_eq!(
        ring.cycles().map(|members| members.len()).collect::<Vec<_>>(),
        [100_000]
    );
}

#[test]
fn cycles_name_each_object_with_its_reference() {
    let span = |start: u32| Span::new(SourceId::default(), start, start + 1);
    let link = |(name, start): (&str, u32)| CycleLink {
        name: name.to_owned(),
        span: Some(span(start)),
    };
    let problem = reference_cycle(&[("`a`", 0), ("`b`", 1), ("`c`", 2)].map(link));
    let expected = "Each of these needs the next: `a`, `b`, `c`, `a`. Remove one of the references.";
    assert_eq!(
        (problem.code, &*problem.detail),
        (codes::REFERENCE_CYCLE, expected)
    );
    assert_eq!(problem.subject, Some(span(0)));
    let labels: Vec<_> = problem
        .labels
        .iter()
        .map(|label| (&*label.text, label.span))
        .collect();
    assert_eq!(labels, [("`b` needs `c`", span(1)), ("`c` needs `a`", span(2))]);
    let own = reference_cycle(&[link(("`a`", 0))]);
    assert_eq!(own.detail, "`a` needs its own value. Remove the reference.");
}
