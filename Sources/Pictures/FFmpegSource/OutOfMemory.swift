/// Ends the process because an allocator of libav returned no memory. Swift's own allocations end it in the same
/// way, and the requests are of fixed size, so no input can bring it about.
func outOfMemory() -> Never { fatalError("out of memory") }
