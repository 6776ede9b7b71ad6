import FFmpegSource
import FileAccess
import FoundationEssentials
import Glibc
import Sandbox
import VideoFrames

/// The inner side of a `RecordingSandbox`: reads one recording after the other for the outer side.
package enum RecordingReader {
  /// The words after the command's name if it reads color signals alone.
  package static let signalWords = ["--read", "signals"]

  /// Loads the libraries that decode videos, which is no longer possible after locking.
  package static func prepareForVideos() { VideoFile.loadLibraries() }

  /// Reads recordings until the outer side is gone.
  package static func serve() {
    SandboxInterruption.listen()
    while case .order(let bytes, let descriptor) = SandboxedSide.next() {
      guard let order = try? JSONDecoder().decode(ReaderOrder.self, from: Data(bytes)) else {
        return
      }
      SandboxInterruption.reset()
      // Without any, number -1 gives the error of a closed file.
      read(order, FileDescriptor(descriptor ?? -1))
    }
  }

  private static func read(
    _ order: ReaderOrder, _ descriptor: FileDescriptor
  ) {
    let input = RecordingInput(order.name)
    do throws(MeasurementError) {
      let source: any ColorSampleSource
      // Frames of a pipe are sent as they come.
      var most = 1
      if let count = order.pictureCount {
        source = PictureSamples(
          input, count: count, isCounted: order.isCounted, order.options,
          isInterrupted: { SandboxInterruption.isRequested },
          opening: { index throws(FFmpegError) in try picture(index) })
      } else {
        let file = OpenFile(adopting: descriptor)
        if file.regularSize != nil { most = ReaderMessage.most }
        source = try input.colorSamples(
          of: file, order.options, isInterrupted: { SandboxInterruption.isRequested })
      }
      SandboxedSide.send(
        ReaderMessage.opened(
          source.facts, start: source.start?.timeIntervalSince1970, duration: source.duration
        ).bytes)
      try send(source, most)
    } catch {
      SandboxedSide.send(
        ReaderMessage.failed(operation: error.operation, reason: error.reason).bytes)
    }
  }

  private static func send(
    _ source: any ColorSampleSource, _ most: Int
  ) throws(MeasurementError) {
    // Lines come so fast that a message is full long before it is late.
    let maybeLate = !(source is SignalSamples)
    let clock = ContinuousClock()
    var last = clock.now
    var samples: [(sample: ColorSample, share: Double?)] = []
    defer {
      // Frames before an error count.
      if !samples.isEmpty {
        SandboxedSide.send(ReaderMessage.samples(samples, source.facts).bytes)
      }
    }
    while let sample = try source.next() {
      samples.append((sample, source.share))
      guard samples.count >= most || maybeLate && clock.now - last > .milliseconds(50) else {
        continue
      }
      SandboxedSide.send(ReaderMessage.samples(samples, source.facts).bytes)
      samples.removeAll(keepingCapacity: true)
      last = clock.now
    }
    if !samples.isEmpty { SandboxedSide.send(ReaderMessage.samples(samples, source.facts).bytes) }
    samples.removeAll()
    SandboxedSide.send(
      ReaderMessage.finished(
        source.facts, wasInterrupted: source.wasInterrupted,
        warnings: source.warnings(isPartial: false)
      ).bytes)
  }

  /// Asks the outer side for a picture.
  private static func picture(
    _ index: Int
  ) throws(FFmpegError) -> PictureSamples.Picture {
    SandboxedSide.send(ReaderMessage.picture(index).bytes)
    guard case .order(let bytes, let descriptor) = SandboxedSide.next() else { _exit(0) }
    let handover = try? JSONDecoder().decode(PictureHandover.self, from: Data(bytes))
    let name = handover?.name ?? ""
    if let descriptor {
      return PictureSamples.Picture(
        file: OpenFile(adopting: FileDescriptor(descriptor)), name: name)
    }
    throw FFmpegError(
      operation: handover?.operation ?? "open", path: name, code: handover?.code ?? 0,
      reason: handover?.reason ?? "it cannot be opened")
  }
}
