import FoundationEssentials

extension TaskResult.OpenStep {
  /// Returns the step's result from its recorders' data so far, and the beats among them.
  /// - Parameters:
  ///   - folder: The run's folder.
  ///   - end: When the result was written, before which the step did not end.
  func interrupted(
    in folder: String, notBefore end: Date
  ) -> (step: StepResult, beats: [RecordedBeat]) {
    var items: [ItemResult] = []
    var beats: [RecordedBeat] = []
    // The result was written when the step began to record; its recordings show how long it continued.
    var end = end
    for recorder in recorders {
      let files = RunFolder.recordings(in: recorder.folder, of: folder)
      for path in files {
        let content = RecordingContent(ofFile: "\(folder)/\(path)")
        let last = max(content?.end ?? start, start)
        end = max(end, last)
        beats += content?.beats ?? []
        items.append(
          .file(
            RecordedFile(
              identifier: recorder.identifier, path: path, start: start, end: last,
              count: content?.count)))
      }
      if files.isEmpty {
        items.append(.failure(recorder.identifier, "no data came before the program was ended"))
      }
    }
    var step = StepResult(identifier: identifier, start: start, end: end, items: items)
    step.isInterrupted = true
    return (step, beats)
  }
}
