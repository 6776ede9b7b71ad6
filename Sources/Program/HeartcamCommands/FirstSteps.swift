import FileAccess

/// The output of the program's bare name: enough to begin with.
enum FirstSteps {
  static var text: String {
    let recording = InstalledFiles.path(of: "samples/resting.mp4") ?? "finger.mp4"
    return """
      Heart rate from a camera: a fingertip on the lens, live or in a video.

        heartcam live               measure with a webcam
        heartcam measure \(recording)
                                    measure a video
        heartcam serve --open       both in your browser, with what was saved

      'heartcam --help' lists all commands; 'heartcam COMMAND --help' explains one.

      """
  }
}
