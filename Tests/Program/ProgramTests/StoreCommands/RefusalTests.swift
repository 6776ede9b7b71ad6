import FoundationEssentials
import Glibc
import TestDatabases
import TestSupport
import Testing

@testable import TestPrograms

/// What commands say, leave and end with when something is refused.
struct RefusalTests {
  let folder: TemporaryFolder
  private var store: String { folder.file("health.db") }

  init() throws { folder = try TemporaryFolder() }

  private func run(_ words: String...) throws -> ProcessResult {
    try Heartcam.start(["store"] + words + ["--store", store]).result()
  }

  private func table(_ count: Int, to name: String = "rates.csv") throws -> String {
    let rows = (0..<count).map {
      let time = "2026-03-\(10 + $0 / 14400)T\($0 / 600 % 24 < 10 ? "0" : "")\($0 / 600 % 24)"
      let clock = "\(time):\($0 / 10 % 60 < 10 ? "0" : "")\($0 / 10 % 60):\(10 + $0 % 10)Z"
      return "HeartRate,\(clock),\(clock),\(50 + $0 % 90),count/min"
    }
    return try folder.write(
      "type,start,end,value,unit\n" + rows.joined(separator: "\n") + "\n", to: name)
  }

  // MARK: What did not happen

  @Test func `a deletion that was refused cannot be undone, and pushes no other out`() throws {
    #expect(try run("import", table(10)).ending == .exit(0))
    let ids = try Heartcam.storedSamples(in: store).map(\.id)
    #expect(try run("delete", ids[0]).ending == .exit(0))
    let other = try RawDatabase(store)
    try other.run("BEGIN IMMEDIATE")
    for _ in 0..<2 { #expect(try run("delete", ids[1]).ending == .exit(74)) }
    try other.run("ROLLBACK")
    // Below the heading, the import and one deletion.
    #expect(try run("undo", "--list").output.split(separator: "\n").count == 3)
    #expect(try run("delete", ids[1], "--for-good").ending == .exit(0))
    #expect(try run("undo").ending == .exit(0))
    #expect(try run("undo", "--list").output.split(separator: "\n").count == 2)
    #expect(try Heartcam.storedSamples(in: store).count == 9)
  }

  @Test func `identifiers that are not there are named, and what is undone already is said`() throws
  {
    #expect(try run("import", table(3)).ending == .exit(0))
    let id = try Heartcam.storedSamples(in: store)[0].id
    let stranger = "7C9E6679-7425-40DE-944B-E07FC1F90AE7"
    let deleted = try run("delete", id, stranger)
    #expect(deleted.ending == .exit(1), "\(deleted)")
    #expect(deleted.errors.contains("there is no sample 7c9e6679742540de944be07fc1f90ae7"))
    #expect(deleted.errors.contains("deleted 1 sample\n"))
    // Somebody has imported it again meanwhile.
    #expect(try run("import", table(3)).ending == .exit(0))
    let undone = try run("undo", "2")
    #expect(
      undone.ending == .exit(1) && undone.errors.contains("put back 0 samples: all are there"),
      "\(undone)")
  }

  @Test func `a store that is not there is not sound`() throws {
    #expect(try run("check").ending == .exit(74))
  }

  @Test(
    .enabled(if: Heartcam.mountObstacle == nil, Comment(rawValue: Heartcam.mountObstacle ?? "")))
  func `an import on a full disk says how much is saved, and is completed by a repetition`() throws
  {
    let file = try table(20_000)
    let line = """
      exec $unshare sh -c '
        mount -t tmpfs -o size=2000k tmpfs "$folder/disk" && cd "$folder/disk" || exit 1
        "$heartcam" store import --json --store health.db "$file"; echo "exit $?" >&2
        "$heartcam" store list --json --store health.db | wc -l >&2
        mount -o remount,size=40m "$folder/disk"
        "$heartcam" store import --json --store health.db "$file"; echo "exit $?" >&2
        "$heartcam" store list --json --store health.db | wc -l >&2
      '
      """
    #expect(mkdir(folder.file("disk"), 0o700) == 0)
    let result = try Heartcam.sh(
      line, ["folder": folder.path, "file": file, "unshare": Heartcam.unshare])
    let lines = result.errorLines.filter { !$0.contains("read as") }
    try #require(lines.count == 5, "\(result)")
    let rows = try result.output.split(separator: "\n").map {
      try JSONValue.value(of: Array($0.utf8))
    }
    try #require(rows.count == 2, "\(result)")
    let saved = try #require(rows[0]["saved"]?.number.flatMap { Int(exactly: $0) })
    #expect(saved > 0 && saved < 20_000 && Int(lines[2]) == saved, "\(result)")
    #expect(lines[0].contains("\(saved) samples of it are saved") && lines[1] == "exit 74")
    #expect(rows[0]["error"]?.string?.contains("importing it again") == true)
    #expect(rows[1]["known"]?.number == Double(saved) && lines[3...] == ["exit 0", "20000"])
  }

  @Test func `a moment at the end of the last year is shown as it is`() throws {
    let file = try folder.write(
      "type,start,end,value,unit\nHeartRate,9999-12-31T23:30:00Z,9999-12-31T23:30:00Z,60,count/min\n",
      to: "late.csv")
    #expect(try run("import", file).ending == .exit(0))
    #expect(try run("list").output.contains("9999-12-31 23:30"))
    let east = try Heartcam.run(
      "store", "list", "--store", store, environment: ["TZ": "Asia/Tokyo"])
    #expect(east.output.contains("9999-12-31 23:59"), "\(east)")
  }

  // MARK: Nothing waits for ever

  @Test(.timeLimit(.minutes(2)))
  func `a pipe that nobody asked for is not waited for`() throws {
    let pictures = folder.file("pictures")
    #expect(mkdir(pictures, 0o700) == 0)
    #expect(
      mkfifo(pictures + "/0001.png", 0o600) == 0 && mkfifo(pictures + "/0002.png", 0o600) == 0)
    let measured = try Heartcam.run(
      "measure", "--true-rate", "30", "--store", "none", pictures)
    #expect(measured.ending == .exit(2), "\(measured)")
    #expect(mkfifo(store + "-journal", 0o600) == 0)
    for words in [
      ["list"], ["check"], ["stats"], ["add", "HeartRate", "60"], ["import", try table(1)],
    ] {
      let result = try Heartcam.start(["store"] + words + ["--store", store]).result()
      #expect(result.ending == .exit(74), "\(words): \(result)")
    }
  }

  @Test(
    .timeLimit(.minutes(2)), arguments: [["store", "import"], ["measure"], ["chart", "readings"]])
  func `a signal ends a command that waits for the other end of a pipe`(_ words: [String]) throws {
    let pipe = folder.file("pipe.csv")
    #expect(mkfifo(pipe, 0o600) == 0)
    try expectQuickEnd {
      let process = try Heartcam.start(
        words + [pipe] + (words[0] == "chart" ? [] : ["--store", store]))
      try process.waitUntilAsleep { true }
      return process
    }
  }

  /// SIGTERM ends a command within two seconds. On a machine that is busy with others it may take longer, so that
  /// some tries are allowed: what is not ended never ends in time.
  private func expectQuickEnd(of start: () throws -> ChildProcess) throws {
    var results: [String] = []
    for _ in 0..<4 {
      let process = try start()
      let sent = ContinuousClock.now
      process.send(SIGTERM)
      let result = process.result(within: .seconds(60))
      if ContinuousClock.now - sent < .seconds(2) {
        #expect([.signal(SIGTERM), .exit(143)].contains(result.ending), "\(result)")
        return
      }
      results.append("\(ContinuousClock.now - sent): \(result)")
    }
    Issue.record("SIGTERM did not end it within 2 s: \(results)")
  }

  /// Five seconds were waited for each attempt.
  @Test(
    .timeLimit(.minutes(5)),
    arguments: [
      ["store", "import", "--store", "S", "T"], ["store", "copy", "O", "S"],
      ["measure", "--store", "S", "R"], ["mock", "--duration", "9", "--store", "S"],
      ["live", "--plain", "--save", "--speed", "100000", "--store", "S", "--replay", "R"],
    ])
  func `a signal ends a command that waits for another program's lock`(_ words: [String]) throws {
    let (other, signal) = (folder.file("other.db"), Heartcam.samples + "/resting.csv")
    let table = try table(3)
    for place in [store, other] {
      #expect(
        try Heartcam.run("store", "add", "HeartRate", "61", "--store", place).ending == .exit(0))
    }
    let lock = try RawDatabase(store)
    try lock.run("BEGIN IMMEDIATE")
    let names = ["S": store, "O": other, "T": table, "R": signal]
    try expectQuickEnd {
      let process = try Heartcam.start(words.map { names[$0] ?? $0 })
      // It sleeps between two looks at the lock.
      let files = "/proc/\(process.pid)/fd"
      try process.waitUntilAsleep {
        try FileManager.default.contentsOfDirectory(atPath: files).contains {
          (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(files)/\($0)")) == store
        }
      }
      return process
    }
  }

  @Test(
    .timeLimit(.minutes(5)), .enabled(if: PostgreSQLServer.isInstalled, "needs PostgreSQL"),
    arguments: [["store", "import"], ["measure"]])
  func `a signal ends a command that waits for a server`(_ words: [String]) throws {
    let table = try table(3)
    try expectQuickEnd {
      let server = try OtherServer(page: nil)
      let process = try Heartcam.start(
        words + ["--store", "postgresql://heartcam@127.0.0.1:\(server.port)/heartcam"]
          + [words[0] == "store" ? table : Heartcam.samples + "/resting.csv"])
      try process.wait { !server.requests.isEmpty }
      return process
    }
  }

  @Test(.timeLimit(.minutes(5))) func `a signal ends a command that computes`() throws {
    let (long, signal) = (folder.file("long.csv"), folder.file("signal.csv"))
    let made = try Heartcam.run("simulate", long, "--duration", "40000", "--fps", "15")
    #expect(made.ending == .exit(0), "\(made)")
    try expectQuickEnd {
      unlink(signal)
      let process = try Heartcam.start([
        "measure", "--store", "none", "--signal", signal, "--force", "--report",
        folder.file("report.html"), long,
      ])
      // The report of half a day, which comes next, takes seconds.
      try process.wait { access(signal, F_OK) == 0 }
      return process
    }
  }

  @Test(.timeLimit(.minutes(2)), .enabled(if: geteuid() == 0, "only root can be another user"))
  func `an import that gets no further thread goes on by itself`() throws {
    let file = try table(9000)
    let program = folder.file("heartcam")
    let line = """
      cp "$heartcam" "$program" && chmod 755 "$program" && chmod 777 "$folder" && chmod 644 "$file" || exit 1
      exec setpriv --reuid=61234 --regid=61234 --clear-groups prlimit --nproc=2 \
        "$program" store import --store "$folder/other.db" "$file"
      """
    let result = try Heartcam.sh(line, ["program": program, "folder": folder.path, "file": file])
    #expect(result.ending == .exit(0) || result.ending == .exit(2), "\(result)")
    #expect(
      result.errors.contains("saved 9000 samples") || result.errors.contains("cannot be started"))
    let own = try Heartcam.sh(
      line.replacing("store import", with: "store import --no-sandbox").replacing(
        "nproc=2", with: "nproc=1"),
      ["program": program, "folder": folder.path, "file": file])
    #expect(own.ending == .exit(0), "\(own)")
  }

  /// libdispatch waited for them for ever, and no signal ended that.
  @Test(.timeLimit(.minutes(2)), .enabled(if: geteuid() == 0, "only root can be another user"))
  func `no command waits for threads that the system does not give`() throws {
    let program = folder.file("heartcam")
    let line = """
      cp "$heartcam" "$program" && chmod 755 "$program" && chmod 777 "$folder" || exit 1
      cp "$samples/resting.csv" "$folder/finger.csv" && chmod 644 "$folder/finger.csv" && cd "$folder" || exit 1
      for count in 1 2 3 4 8; do
        for words in "measure --no-sandbox --store none finger.csv" "measure --store none finger.csv" \
          "batch --no-sandbox --output $count finger.csv" "chart readings finger.csv" \
          "serve --port 0 --store none"
        do
          timeout -s KILL 20 setpriv --reuid=61234 --regid=61234 --clear-groups env HOME="$folder" \
            prlimit --nproc=$count "$program" $words >>output 2>&1 </dev/null
          echo "$? $count $words"
        done
      done
      """
    let result = try Heartcam.sh(
      line, ["program": program, "folder": folder.path, "samples": Heartcam.samples])
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 25, "\(result)")
    for line in lines {
      // What would serve needs more of them; all others need none or one, or cannot read.
      #expect(
        line.hasPrefix(line.contains("serve") ? "74 " : "0 ") || line.hasPrefix("2 "), "\(line)")
    }
    #expect(lines.contains("0 1 measure --no-sandbox --store none finger.csv"))
  }

  /// SQLite's shared memory is a file, in which a full file system has holes.
  @Test func `a mapped file without room ends a command with a sentence`() throws {
    let process = try Heartcam.start(["serve", "--port", "0", "--store", store])
    try process.wait { process.outputSoFar.contains("\n") }
    process.send(SIGBUS)
    let result = process.result()
    #expect(result.ending == .exit(74), "\(result)")
    #expect(result.errors.contains("is its file system full?"))
  }
}
