package import FileAccess

/// A file of samples that was opened for reading.
public struct SampleFile {
  /// The format of the file.
  public let format: HealthFormat

  /// Reads its samples.
  public var input: any SampleInput

  /// The file's size, at which `input.bytesRead` ends; `nil` for a stream.
  public let size: Int?

  /// A description of how another program's table is read; `nil` for a file that describes itself.
  public let reading: String?

  /// Opens a file of any of the formats, also compressed with gzip, or Apple's zip.
  ///
  /// Throws `FormatError` if the file cannot be opened or has another format.
  ///
  /// - Parameters:
  ///   - path: `-` for standard input.
  ///   - format: `nil` to recognize it by the first bytes.
  ///   - hints: Hints about a file that does not describe itself.
  ///   - isCancelled: Asked before each read; `true` makes it throw `CancellationError`.
  public init(
    path: String, format: HealthFormat? = nil, hints: ImportHints = ImportHints(),
    isCancelled: @escaping () -> Bool = { false }
  ) throws {
    try self.init(
      FileSource(path: path, isCancelled: isCancelled), format, hints,
      beside: { AppleCompanions(besideXML: path) })
  }

  /// Reads a file that is open.
  ///
  /// - Parameter companions: Makes the files beside an Apple export's XML, if the file is one.
  package init(
    _ file: consuming OpenFile, format: HealthFormat?, hints: ImportHints,
    beside companions: () -> any ExportCompanions, isCancelled: @escaping () -> Bool
  ) throws {
    try self.init(FileSource(file, isCancelled: isCancelled), format, hints, beside: companions)
  }

  /// Opens a file for a reader elsewhere; `-` is standard input. Throws `FormatError`.
  package static func opened(_ path: String, isCancelled: () -> Bool) throws -> OpenFile {
    try FileSource.opened(path, isCancelled: isCancelled)
  }

  /// Creates a file whose samples are read elsewhere.
  package init(format: HealthFormat, reading: String?, input: any SampleInput, size: Int?) {
    (self.format, self.reading, self.input, self.size) = (format, reading, input, size)
  }

  private init(
    _ file: FileSource, _ format: HealthFormat?, _ hints: ImportHints,
    beside companions: () -> any ExportCompanions
  ) throws {
    let given = hints.map == nil ? format : .csv
    size = file.size
    if size != nil, try file.bytes(at: 0, count: 4) == [0x50, 0x4B, 3, 4] {
      let zip = try ZipArchive(file)
      guard given ?? .apple == .apple, let entry = zip.healthExport else {
        let isBook = zip.entries.contains { $0.name.hasPrefix("xl/") }
        throw FormatError(
          .unknownFormat,
          isBook
            ? "it is an Excel workbook; save its sheet as CSV"
            : "there is no Apple Health export in the zip; unpack it and import the files in it")
      }
      self.format = .apple
      reading = nil
      input = AppleExportReader(
        try zip.source(of: entry), companions: AppleCompanions(of: try ZipArchive(file.another())))
      return
    }
    let source = try Self.text(of: file)
    let head = source.prefix
    guard !head.isEmpty else { throw FormatError(.unknownFormat, "it is empty") }
    guard let format = given ?? HealthFormat(head: head) else {
      let text = String(decoding: head.prefix(64), as: UTF8.self)
      let found = Self.others.first { text.contains($0.mark) }?.name ?? "of no known format"
      throw FormatError(.unknownFormat, "it is \(found); save or export it as CSV, JSON or XML")
    }
    self.format = format
    let text = String(decoding: head, as: UTF8.self)
    var form = HealthForm.recognized(in: "\(hints.fileName ?? "")\n\(text)") ?? .unknown
    func records(
      _ make: @escaping (any ByteSource, ImportLog) -> any RecordSource
    ) throws -> RecordReader {
      let reader = try RecordReader(source, head: head, form: form, hints, by: make)
      // Nothing is saved of one person before another is seen.
      if reader.namesPeople, file.size != nil {
        try RecordReader.checkPeople(in: make(Self.text(of: file.another()), ImportLog()))
      }
      return reader
    }
    switch format {
    case .apple: input = AppleExportReader(source, companions: size == nil ? nil : companions())
    case .ndjson: input = NDJSONReader(source)
    case .fhir, .omh:
      let standard: any HealthStandard.Type =
        format == .fhir ? FHIRObservation.self : OpenMHealthPoint.self
      if hints.person == nil, size != nil {
        try StandardReader.checkPeople(in: Self.text(of: file.another()), of: standard)
      }
      input = StandardReader(source, of: standard, person: hints.person)
    case .csv where hints.map == nil && CSVReader.isOwn(HealthFormat.heading(of: text)):
      input = CSVReader(source)
    case .csv:
      if !form.isTable { form = .unknown }
      let delimiter = TableRecords.delimiter(head: head)
      input = try records { [form] in
        TableRecords($0, delimiter: delimiter, form: form, hints, log: $1)
      }
    case .json:
      if form.name.isEmpty { form = .unknownJSON }
      input = try records { [form] in
        TreeRecords(JSONEvents($0), form: form, hints, log: $1)
      }
    case .xml:
      input = try records { [form] in
        TreeRecords(XMLEvents($0, log: $1), form: form, hints, log: $1)
      }
    case .fit:
      input = try records { [form] in
        TreeRecords(FITEvents($0, log: $1), form: form, hints, log: $1)
      }
    case .bids:
      throw FormatError(.unknownFormat, "files of the format \(format.rawValue) cannot be read")
    }
    reading = (input as? RecordReader)?.reading
  }

  /// Common files that cannot be read, by a mark in their first bytes.
  private static let others: [(mark: String, name: String)] = [
    ("%PDF", "a PDF"), ("SQLite format 3", "a database of SQLite"),
    ("PNG\r", "a picture"),
    ("JFIF", "a picture"), ("Exif", "a picture"), ("ftyp", "a video or a picture"),
    ("RIFF", "a video or a sound"),
  ]

  /// Returns the text of a file that may be compressed, in UTF-8, with its beginning.
  private static func text(of file: FileSource) throws -> PrefixedSource {
    let packed = try PrefixedSource(file, reading: 2)
    let isGzip = packed.prefix == [0x1F, 0x8B]
    let coded = try PrefixedSource(
      isGzip ? InflatingSource(packed, .gzip) : packed, reading: 1 << 16)
    return try PrefixedSource(try TranscodingSource.plain(coded), reading: 1 << 16)
  }
}
