import Testing

/// All tests that start machines. They are skipped if none can be started.
@Suite(
  .enabled(
    if: CameraMachine.obstacle == nil, Comment(rawValue: CameraMachine.obstacle ?? "")))
enum CameraMachineSuite {}
