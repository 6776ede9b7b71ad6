import Testing

/// All tests that start machines: one at a time, and none where there cannot be one.
@Suite(
  .serialized,
  .enabled(
    if: CameraMachine.obstacle == nil, Comment(rawValue: CameraMachine.obstacle ?? "")))
enum CameraMachineSuite {}
