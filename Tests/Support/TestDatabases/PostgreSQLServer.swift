import FoundationEssentials
import Glibc

/// A PostgreSQL server of the tests' own, in a folder of its own and on a socket in it.
///
/// A shell watches over it and reads from a pipe whose other end this process alone holds. So the
/// server ends and its folder goes, however the tests end. The server's programs refuse to run as
/// root; then they run as the package's user.
public final class PostgreSQLServer: Sendable {
  /// The server that tests share, each with a participant of its own; `nil` if none can run here.
  /// It writes nothing to the disk in time: it need not outlive a crash.
  public static var shared: PostgreSQLServer? { start.server }

  /// Why there is no server although one is installed.
  public static var problem: String? { start.problem }

  private static let start: (server: PostgreSQLServer?, problem: String?) = {
    guard isInstalled else { return (nil, nil) }
    do {
      return (try PostgreSQLServer(isDurable: false), nil)
    } catch {
      return (nil, "\(error)")
    }
  }()

  /// Whether the server's programs are installed, and this build has the engine that needs one.
  public static var isInstalled: Bool {
    #if PostgreSQL
    programs != nil
    #else
    false
    #endif
  }

  /// The folder of the server's programs, of the newest version.
  private static let programs: String? = {
    let root = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return versions.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }.map { "\(root)/\($0)/bin" }
      .first { access($0 + "/initdb", X_OK) == 0 }
  }()

  public struct Failure: Error, CustomStringConvertible {
    public let description: String

    public init(description: String) {
      self.description = description
    }
  }

  /// The folder of the socket, as a URL names it.
  private var host: String { folder.replacing("/", with: "%2F") }

  public let folder: String
  private let watch: Int32

  /// - Parameters:
  ///   - isDurable: Whether what is committed outlives a crash, as on every real server.
  ///   - smallDisk: The bytes of a file system that only this server sees, for its database `small`, of
  ///     which another file takes 4 million until `makeRoom`; `nil` for none. Only root can have one.
  public init(isDurable: Bool, smallDisk: Int? = nil) throws {
    guard let programs = Self.programs else { throw Failure(description: "no server is installed") }
    var place = FileManager.default.temporaryDirectory.path
    // A socket's path has room for 107 bytes.
    if place.utf8.count > 70 { place = "/tmp" }
    var template = Array("\(place)/pg-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else {
      throw Failure(description: "no folder for a server")
    }
    folder = String(cString: made)
    chmod(folder, 0o755)
    let durability =
      isDurable ? "" : "-c fsync=off -c synchronous_commit=off -c full_page_writes=off"
    let script = """
      trap '' HUP INT TERM
      programs=$1 folder=$2
      cd /
      if [ "$(id -u)" = 0 ]; then
        user=$(id -u postgres 2>/dev/null || echo 65534)
        chown "$user" "$folder"
        as() { setpriv --reuid="$user" --regid="$user" --clear-groups "$@"; }
        if [ "$3" != 0 ]; then
          mkdir "$folder/small"
          mount -t tmpfs -o "size=$3,mode=700,uid=$user" small "$folder/small" || exit 1
        fi
      else
        as() { "$@"; }
      fi
      export LC_ALL=C
      as "$programs/initdb" -D "$folder/data" -A trust -E UTF8 --locale=C -N -U admin \\
        >"$folder/log" 2>&1 || exit 1
      printf '%s\\n' "listen_addresses = ''" "unix_socket_directories = '$folder'" \\
        "max_connections = 300" "lc_messages = 'C'" >>"$folder/data/postgresql.conf"
      # Members of the role guarded need a password.
      printf '%s\n' "local all +guarded scram-sha-256" "local all all trust" \
        >"$folder/data/pg_hba.conf"
      begin() {
        as "$programs/pg_ctl" -w -t 30 -D "$folder/data" -l "$folder/data/log" \\
          -o '\(durability)' start >>"$folder/log" 2>&1
      }
      begin || exit 1
      echo ready
      while read -r order; do
        case $order in
          fill) head -c 4000000 /dev/zero >"$folder/small/other" ;;
          room) rm "$folder/small/other" ;;
          kill) kill -KILL "$(head -n 1 "$folder/data/postmaster.pid")" ;;
          stop) as "$programs/pg_ctl" -w -m immediate -D "$folder/data" stop >>"$folder/log" 2>&1 ;;
          start)
            # A killed server's processes hold its memory until each of them has noticed.
            turn=0
            until begin; do
              turn=$((turn + 1))
              if [ "$turn" = 300 ]; then order=failed; break; fi
              sleep 0.2
            done ;;
        esac
        echo "$order"
      done
      as "$programs/pg_ctl" -w -m immediate -D "$folder/data" stop >/dev/null 2>&1
      rm -rf "$folder"
      """
    // Ends that no other process inherits: one would keep the server running.
    var ends: [Int32] = [0, 0]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0
    else { throw Failure(description: "no socket for a server") }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // POSIX_SPAWN_SETSID, which Glibc's module leaves out: a signal to the tests' group is not for it.
    posix_spawnattr_setflags(&attributes, 0x80)
    let command =
      (smallDisk == nil ? [] : ["/usr/bin/unshare", "-m"])
      + ["/bin/sh", "-c", script, "sh", programs, folder, "\(smallDisk ?? 0)"]
    var arguments = command.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var pid: pid_t = 0
    let code = posix_spawn(&pid, command[0], &actions, &attributes, &arguments, environ)
    close(ends[1])
    watch = ends[0]
    guard code == 0, answer() == "ready" else {
      throw Failure(description: "the server did not start: \(log)")
    }
    try run("CREATE ROLE heartcam LOGIN; CREATE ROLE guarded")
    try run("CREATE DATABASE heartcam OWNER heartcam")
    if smallDisk != nil {
      try run("CREATE TABLESPACE small LOCATION '\(folder)/small'")
      try run("CREATE DATABASE small OWNER heartcam TABLESPACE small")
      // A file that is no part of the server: a full disk may refuse a connection that would drop a table.
      try order("fill")
    }
  }

  deinit { close(watch) }

  // MARK: Use

  /// The URL of a participant that no other test has.
  public func freshURL() -> String { url(participant: UUID().uuidString) }

  /// The URL of a participant, for the role that owns the tables unless another is named.
  public func url(participant: String, role: String = "heartcam", database: String = "heartcam")
    -> String
  {
    "postgresql://\(role)@\(host)/\(database)?participant=\(participant)"
  }

  /// Makes a database that no other test has, and returns its name with the URL of a participant in it.
  public func freshDatabase() throws -> (name: String, url: String) {
    let name = "own_\(UUID().uuidString.lowercased().prefix(8))"
    try run("CREATE DATABASE \(name) OWNER heartcam")
    return (name, url(participant: "P01", database: name))
  }

  /// Runs SQL as a role, by the server's own client, and returns what it prints.
  @discardableResult
  public func run(
    _ sql: String, as role: String = "admin", in database: String = "postgres",
    settings: [String] = []
  ) throws -> String {
    let program = ["\(Self.programs ?? "")/psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1"]
    return try Self.output(
      of: program + ["-h", folder, "-U", role, "-d", database]
        + (settings + [sql]).flatMap { ["-c", $0] })
  }

  // MARK: Crashes

  /// Ends the server as a loss of power would.
  public func killNow() throws { try order("kill") }

  /// Starts the server again, and waits until it takes connections.
  public func startAgain() throws { try order("start") }

  /// Stops the server without ado.
  public func stop() throws { try order("stop") }

  /// Removes from the small disk what takes room beside the database.
  public func makeRoom() throws { try order("room") }

  private func order(_ word: String) throws {
    let line = Array((word + "\n").utf8)
    _ = write(watch, line, line.count)
    guard answer() == word else { throw Failure(description: "\(word) failed: \(log)") }
  }

  /// The end of what starting and stopping the server printed.
  private var log: String {
    let text = (try? String(contentsOfFile: folder + "/log", encoding: .utf8)) ?? ""
    return String(text.suffix(400))
  }

  private func answer() -> String {
    var text: [UInt8] = []
    var byte: UInt8 = 0
    while read(watch, &byte, 1) == 1, byte != UInt8(ascii: "\n") { text.append(byte) }
    return String(decoding: text, as: UTF8.self)
  }

  private static func output(of command: [String]) throws -> String {
    var ends: [Int32] = [0, 0]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0
    else { throw Failure(description: "no socket for a program") }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO)
    var arguments = command.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var pid: pid_t = 0
    let code = posix_spawn(&pid, command[0], &actions, nil, &arguments, environ)
    close(ends[1])
    defer { close(ends[0]) }
    guard code == 0 else { throw Failure(description: "\(command[0]) could not be started") }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(ends[0], &buffer, buffer.count)
      if count <= 0 { break }
      text += buffer[..<count]
    }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    let result = String(decoding: text, as: UTF8.self)
    guard status == 0 else { throw Failure(description: result) }
    return result.hasSuffix("\n") ? String(result.dropLast()) : result
  }
}
