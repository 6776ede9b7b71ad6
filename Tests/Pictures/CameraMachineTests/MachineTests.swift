import Testing
import TestSupport

extension CameraMachineSuite {
  /// The machine as a program: its results, its isolation from the host, and its failures.
  struct MachineTests {
    @Test
    func `a command's output, errors and status are returned, and its files stay in its folder`()
      async throws
    {
      let outside = try TemporaryFolder()
      try outside.write("host\n", to: "kept")
      let run = try await CameraMachine.run(
        [.vivid("n_devs=2 node_types=0x1,0x101 num_inputs=1,1 input_types=0,0")], inMemory: false,
        script: """
          cat \(outside.file("kept")); echo guest >\(outside.file("kept")); cat \(outside.file("kept"))
          echo inside >written; ls /dev/video*
          echo complaint >&2
          exit 7
          """)
      #expect(run.status == 7, "\(run)")
      #expect(run.output == "host\nguest\n/dev/video0\n/dev/video1\n/dev/video2\n")
      #expect(run.errors == "complaint\n")
      #expect(try outside.text(of: "kept") == "host\n")
      #expect(try run.text(of: "written") == "inside\n")
    }

    @Test func `a command that takes too long is stopped, and its output so far is returned`()
      async throws
    {
      // On a busy machine it takes longer to boot.
      for limit in [12, 24, 48, 96, 192] {
        // With the host's time, so that waiting costs none of the host's work.
        let run = try await CameraMachine.run(
          [], inMemory: false, limit: limit,
          environment: ["HEARTCAM_MACHINE_ACCELERATOR": "tcg"],
          script: "echo begun; sleep infinity")
        #expect(run.status == 124, "\(run)")
        #expect(run.seconds >= Double(limit) && run.seconds < Double(limit + 30))
        if run.output.isEmpty, limit < 192 { continue }
        #expect(run.output == "begun\n")
        break
      }
    }

    @Test func `a machine that cannot run reports why`() async throws {
      let run = try await CameraMachine.run(
        [], inMemory: false, environment: ["HEARTCAM_MACHINE_ACCELERATOR": "none-such"],
        script: "true")
      #expect(run.status == 125)
      #expect(run.errors.contains("the machine failed") && run.errors.contains("none-such"))
    }
  }
}
