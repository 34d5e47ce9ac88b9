//! Measures the memory stages with a counting allocator, in a separate binary since counting takes time.

use std::process::ExitCode;

use hcl2_bench::Heap;
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

fn main() -> ExitCode {
    hcl2_bench::memory_main(Heap {
        current: || ALLOCATOR.current_usage(),
        peak: || ALLOCATOR.peak_usage(),
        reset_peak: || ALLOCATOR.reset_peak_usage(),
    })
}
