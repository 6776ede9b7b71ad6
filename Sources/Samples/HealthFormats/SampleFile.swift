package import FileAccess

/// A file of samples that was opened for reading.
public struct SampleFile {
  /// The format of the file.
  public let format: HealthFormat

  /// Reads its samples.
  public var input: any SampleInput

  /// The file's size, at which `input.bytesRead` ends; `nil` for a stream.
  public let size: Int?

  /// How a table of somebody else's is read, in words; `nil` for a file that says so itself.
  public let reading: String?

  /// Opens a file of any of the formats, also compressed with gzip, or Apple's zip.
  ///
  /// Throws `FormatError` if the file cannot be opened or has another format.
  ///
  /// - Parameters:
  ///   - path: `-` for standard input.
  ///   - format: `nil` to recognise it by the first bytes.
  ///   - map: Which columns of a table of somebody else's are which; the format is CSV then.
  ///   - dateOrder: Which number comes first in a table's dates in digits; `nil` to see it by the dates.
  ///   - isCancelled: Asked before each read; `true` makes it throw `CancellationError`.
  public init(
    path: String, format: HealthFormat? = nil, map: CSVMap? = nil, dateOrder: DateOrder? = nil,
    isCancelled: @escaping () -> Bool = { false }
  ) throws {
    try self.init(
      FileSource(path: path, isCancelled: isCancelled), format, map, dateOrder,
      beside: { AppleCompanions(besideXML: path) })
  }

  /// Reads a file that is open.
  ///
  /// - Parameter companions: Makes the files beside an Apple export's XML, if the file is one.
  package init(
    _ file: consuming OpenFile, format: HealthFormat?, map: CSVMap?, dateOrder: DateOrder?,
    beside companions: () -> any ExportCompanions, isCancelled: @escaping () -> Bool
  ) throws {
    try self.init(
      FileSource(file, isCancelled: isCancelled), format, map, dateOrder, beside: companions)
  }

  /// Opens a file for a reader elsewhere; `-` is standard input. Throws `FormatError`.
  package static func opened(_ path: String, isCancelled: () -> Bool) throws -> OpenFile {
    try FileSource.opened(path, isCancelled: isCancelled)
  }

  /// A file whose samples are read elsewhere.
  package init(format: HealthFormat, reading: String?, input: any SampleInput, size: Int?) {
    (self.format, self.reading, self.input, self.size) = (format, reading, input, size)
  }

  private init(
    _ file: FileSource, _ format: HealthFormat?, _ map: CSVMap?, _ dateOrder: DateOrder?,
    beside companions: () -> any ExportCompanions
  ) throws {
    let format = map == nil ? format : .csv
    size = file.size
    if size != nil, try file.bytes(at: 0, count: 4) == [0x50, 0x4B, 3, 4] {
      let zip = try ZipArchive(file)
      guard format ?? .apple == .apple, let entry = zip.healthExport else {
        throw FormatError(.unknownFormat, "there is no Apple Health export in the zip")
      }
      self.format = .apple
      reading = nil
      input = AppleExportReader(
        try zip.source(of: entry), companions: AppleCompanions(of: try ZipArchive(file.another())))
      return
    }
    let packed = try PrefixedSource(file, reading: 2)
    let isGzip = packed.prefix == [0x1F, 0x8B]
    let source = try PrefixedSource(
      isGzip ? InflatingSource(packed, .gzip) : packed, reading: 1 << 16)
    let table = try ForeignTable(
      source.prefix, map: map, dateOrder, isTable: format.map { $0 == .csv })
    guard let format = format ?? HealthFormat(head: source.prefix) ?? table.map({ _ in .csv })
    else {
      throw FormatError(
        .unknownFormat,
        source.prefix.isEmpty ? "it is empty" : "it has none of the formats that can be read")
    }
    self.format = format
    reading = format == .csv ? table?.description : nil
    switch format {
    case .apple:
      input = AppleExportReader(source, companions: size == nil ? nil : companions())
    case .ndjson: input = NDJSONReader(source)
    case .csv:
      input = CSVReader(
        source, map: table?.map, form: table?.form ?? CSVForm(head: source.prefix))
    case .fhir: input = FHIRReader(source)
    case .omh: input = OpenMHealthReader(source)
    case .bids:
      throw FormatError(.unknownFormat, "files of the format \(format.rawValue) cannot be read")
    }
  }
}
