import Glibc

/// Finds the cameras of this machine, including those that cannot be used.
public enum CameraList {
  /// Returns all cameras, by the numbers of their devices. Metadata, output, codec, radio and
  /// teletext nodes are left out.
  public static func all() -> [CameraDescription] { all(calls: KernelCalls()) }

  package static func all(calls: any DeviceCalls) -> [CameraDescription] {
    let links = stablePaths(calls)
    return paths(calls).compactMap { path in
      do throws(V4L2Error) {
        let device = try OpenDevice(path: path, calls: calls)
        return try CameraProbe(device: device).description(stablePath: links[path])
      } catch {
        // Gone between looking and opening.
        if error.isDisconnection { return nil }
        return CameraDescription(path: path, stablePath: links[path], problem: .failed(error))
      }
    }
  }

  /// Returns the path of the first camera whose name contains a text, in any case; one that can be
  /// used comes first.
  public static func path(ofCameraNamed name: String) throws(V4L2Error) -> String {
    let wanted = name.lowercased()
    let cameras = all().filter { $0.name.lowercased().contains(wanted) }
    guard let camera = cameras.first(where: \.isUsable) ?? cameras.first else {
      throw V4L2Error(
        .unknownName, operation: "find a camera", device: "the cameras", code: ENODEV,
        reason: "no camera is called '\(name)'")
    }
    return camera.path
  }

  /// Returns the devices in /dev by number.
  static func paths(_ calls: any DeviceCalls) -> [String] {
    calls.names(in: "/dev").compactMap { name -> Int? in
      name.hasPrefix("video") ? Int(name.dropFirst(5)) : nil
    }.sorted().map { "/dev/video\($0)" }
  }

  /// Returns the links in /dev/v4l/by-id by the device that they lead to; those in by-path for a
  /// camera that has no identity.
  static func stablePaths(_ calls: any DeviceCalls) -> [String: String] {
    var links: [String: String] = [:]
    for folder in ["/dev/v4l/by-path", "/dev/v4l/by-id"] {
      for name in calls.names(in: folder).sorted(by: >) {
        guard let target = calls.target(ofLink: "\(folder)/\(name)"),
          let last = target.split(separator: "/").last
        else { continue }
        links["/dev/\(last)"] = "\(folder)/\(name)"
      }
    }
    return links
  }

  /// Returns the path of the camera to take if none is named: the first usable one, a real one
  /// before a virtual one.
  static func best(_ calls: any DeviceCalls) throws(V4L2Error) -> String {
    let cameras = all(calls: calls)
    let usable = cameras.filter(\.isUsable)
    if let camera = usable.first(where: { !$0.driver.contains("loopback") }) ?? usable.first {
      return camera.path
    }
    guard !cameras.isEmpty else {
      throw V4L2Error(
        .noCamera, operation: "find a camera", device: "the cameras", code: ENODEV,
        reason:
          "there is no camera: plug one in, and pass it on to the container, if this is one")
    }
    let reasons = cameras.map { "\($0.path): \($0.problem?.advice ?? "")" }
    var code: Int32 = 0
    for case .failed(let error)? in cameras.map(\.problem) { code = error.code }
    throw V4L2Error(
      .noUsableCamera, operation: "find a camera", device: "the cameras", code: code,
      reason: "no camera can be used; " + reasons.joined(separator: "; "))
  }
}
