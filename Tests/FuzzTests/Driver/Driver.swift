// The program that libFuzzer's own `main` drives. `scripts/fuzz` compiles it; it is no part of the package.

@_silgen_name("heartcam_fuzz") func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int)
@_silgen_name("heartcam_fuzz_seeds") func writeSeeds()

@_cdecl("LLVMFuzzerInitialize")
public func initialize(_ count: UnsafeMutableRawPointer?, _ words: UnsafeMutableRawPointer?) -> CInt
{
  writeSeeds()
  return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
public func input(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  fuzz(bytes, count)
  return 0
}
