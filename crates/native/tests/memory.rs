//! Memory grows with the tree, not with the tokens that were read for it.

use hcl2_diagnostics::SourceMap;
use hcl2_native::parse_file;
use hcl2_native::tree::Root;
use peak_alloc::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

#[test]
fn tokens_are_dropped_between_items() {
    // Each empty line is a token of five bytes and leaves nothing in the tree.
    let block = format!("a {{{}}}\n", "\n".repeat(200));
    let source = SourceMap::new()
        .add("test.hcl", block.repeat(5_000))
        .expect("small enough");
    HEAP.reset_peak_usage();
    let before = HEAP.peak_usage();
    let parsed = parse_file(&source);
    let used = HEAP.peak_usage() - before;
    let Root::Body(root) = parsed.value.root() else {
        panic!("a file has a body");
    };
    assert_eq!(parsed.value.items(parsed.value.body(root).items).len(), 5_000);
    // All tokens together would take five megabytes.
    assert!(used < 3 << 20, "{used} bytes");
}
