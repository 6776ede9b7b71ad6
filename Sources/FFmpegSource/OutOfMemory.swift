/// Ends the process because an allocator of libav returned no memory, so that no caller can go on.
/// Its requests are of fixed size: no input makes them larger.
func outOfMemory() -> Never { fatalError("out of memory") }
