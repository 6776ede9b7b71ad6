/// Takes from a baseline JPEG the mean of each block of 8 x 8 pixels, which its first coefficient is. All others are passed
/// over.
///
/// Goals, in order: no bytes lead it astray; the means are libavcodec's at an eighth of the size, to the bit; speed.
package final class BlockMeanScanner {
  /// The means of one component, which are valid until the next scan.
  package struct Plane {
    package let means: UnsafeMutablePointer<UInt8>

    /// In blocks; a row is as long as it is wide.
    package let width: Int
    package let height: Int
  }

  /// The planes of the components.
  package private(set) var planes: [Plane] = []

  private var header = JPEGHeader()
  private var hasStandardCodes = true
  private var bytes = ScanBytes()
  private var means = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 0)
  private let plans = UnsafeMutableBufferPointer<BlockPlan>.allocate(capacity: 10)
  private let tables = (0..<3).map { _ in BlockTables() }
  private var codes: [(dc: HuffmanCodes, ac: HuffmanCodes)] = []

  package init() {}

  deinit {
    means.deallocate()
    plans.deallocate()
  }

  /// Reads the headers before the scan. Returns false for pictures that this room leaves out, and for damaged ones.
  ///
  /// It must see all pictures of a stream: once one had other codes, the standard ones no longer hold.
  package func begin(_ jpeg: UnsafeRawBufferPointer) -> Bool {
    let hadStandardCodes = hasStandardCodes
    hasStandardCodes = false
    // It takes one and a half times the picture's size in memory.
    guard jpeg.count <= 1 << 26, header.read(jpeg.bindMemory(to: UInt8.self).span) else {
      return false
    }
    return definesCodes || hadStandardCodes
  }

  /// The headers before the scan, without tables: pictures with the same headers are of one kind.
  package var kind: [UInt8] { header.kind }

  package func isOfKind(_ kind: [UInt8]) -> Bool { header.kind == kind }

  /// The tables that the picture defines, one bit each.
  package var definedTables: Int { header.tables }

  private var definesCodes: Bool { header.tables & JPEGHeader.codeTables != 0 }

  /// Takes the means of a picture for which `begin` has just returned true. False if anything is damaged.
  package func scan(_ jpeg: UnsafeRawBufferPointer) -> Bool {
    guard header.scanStart <= jpeg.count, layOut() else { return false }
    let isSound = BlockScan(
      plans: .init(rebasing: plans[0..<header.blocksInUnit]), codes: codes, columns: header.columns,
      rows: header.rows, restartInterval: header.restartInterval
    ).keepMeans(of: .init(rebasing: jpeg[header.scanStart...]), &bytes)
    hasStandardCodes = isSound && !definesCodes
    return isSound
  }

  /// Gives each block of a unit its tables and its place.
  private func layOut() -> Bool {
    planes.removeAll(keepingCapacity: true)
    codes.removeAll(keepingCapacity: true)
    let blocks = header.columns * header.rows * header.blocksInUnit
    guard blocks <= 1 << 23 else { return false }
    if blocks > means.count {
      means.deallocate()
      means = .allocate(capacity: blocks)
    }
    guard var place = means.baseAddress else { return false }
    var count = 0
    for (index, component) in header.components.enumerated() {
      codes.append((header.dc[component.dc], header.ac[component.ac]))
      let same =
        codes.firstIndex { $0.dc === codes[index].dc && $0.ac === codes[index].ac } ?? index
      tables[same].make(dc: codes[index].dc, ac: codes[index].ac)
      guard let first = tables[same].first.baseAddress, let rest = tables[same].rest.baseAddress
      else { return false }
      let plane = Plane(
        means: place, width: header.columns * component.across,
        height: header.rows * component.down)
      planes.append(plane)
      place += plane.width * plane.height
      for y in 0..<component.down {
        for x in 0..<component.across {
          plans.initializeElement(
            at: count,
            to: BlockPlan(
              component: index, first: first, rest: rest + 1 << BlockTables.width,
              quantizer: header.quantizer(of: component),
              mean: plane.means + y * plane.width + x, step: component.across,
              rowStep: plane.width * (component.down - 1)))
          count += 1
        }
      }
    }
    return true
  }
}
