import FFmpegSource
import FileAccess
import Glibc
import Measurement
import Sandbox
import Threads

/// Plays a sound file: a thread decodes it and writes it to the standard input of a player, a program
/// of the machine.
///
/// Its output is a Sun AU stream, whose header needs no length: 16-bit samples, two channels.
final class ClipPlayback {
  /// The player's process.
  let process: pid_t

  /// Starts a player. Its end, or `stop`, ends the thread.
  /// - Parameters:
  ///   - player: The program and its arguments.
  ///   - path: A sound file that can be decoded.
  init(
    _ player: [String], _ path: String, environment: [String: String]
  ) throws(ChildProgram.Failure) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw ChildProgram.Failure(code: errno) }
    let (reading, writing) = (ends[0], ends[1])
    // The player must not hold its own input open.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(reading) }
    do throws(ChildProgram.Failure) {
      process = try ChildProgram.start(player, input: reading, environment: environment)
    } catch {
      close(writing)
      throw error
    }
    let work = Work(path: path, descriptor: writing)
    if !OwnThread({ work.run() }).hasStarted { close(writing) }
  }

  /// Ends the player.
  func stop() { kill(process, SIGTERM) }

  /// The work of the thread; it alone uses the descriptor.
  private final class Work: Sendable {
    let path: String
    let descriptor: Int32

    init(path: String, descriptor: Int32) { (self.path, self.descriptor) = (path, descriptor) }

    func run() {
      defer { close(descriptor) }
      guard let clip = try? AudioClip(path), write(Self.header) else { return }
      while let samples = clip.next() {
        // AU is big-endian.
        guard samples.map(\.bigEndian).withUnsafeBytes({ write(Array($0)) }) else { return }
      }
    }

    private static var header: [UInt8] {
      // ".snd", the header's length, no length of the data, 16-bit samples.
      let words: [UInt32] = [
        0x2E73_6E64, 24, .max, 3, UInt32(AudioClip.sampleRate), UInt32(AudioClip.channelCount),
      ]
      return words.flatMap { word in withUnsafeBytes(of: word.bigEndian) { Array($0) } }
    }

    /// Returns whether all bytes were taken; a player that is gone takes none.
    private func write(_ bytes: [UInt8]) -> Bool {
      (try? FileDescriptor(descriptor).write(bytes)) != nil
    }
  }
}
