/// Ends the process: libav's allocators give nothing only where memory has run out, and no caller can
/// go on then. No input reaches this, whatever sizes it claims: those are bounded before.
func outOfMemory() -> Never { fatalError("out of memory") }
