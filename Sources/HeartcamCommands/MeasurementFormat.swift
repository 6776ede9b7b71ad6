import Measurement

/// A way to print what was measured.
protocol MeasurementFormat {
  /// What comes before the first input.
  var beginning: String { get }

  func text(of recording: MeasuredRecording) -> String

  /// What stands for an input that could not be read.
  func text(of error: MeasurementError, input: RecordingInput) -> String
}
