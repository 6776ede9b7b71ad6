/// One block of the unit that a scan repeats (ITU-T T.81, A.2): how its codes are looked up and where its mean goes.
struct BlockPlan {
  let component: Int
  let first: UnsafePointer<UInt32>
  let rest: UnsafePointer<UInt16>
  let quantizer: Int32

  /// The destination of the next unit's mean; from there to the next; at a row's end, from there to the next row.
  var mean: UnsafeMutablePointer<UInt8>
  let step: Int
  let rowStep: Int
}

/// Walks over the blocks of a scan, and keeps the mean of each. Everything that the loop needs is in plain memory.
///
/// Memory is safe for any bytes: `next` is compared with the end before each block, and the longest block is shorter than
/// what `ScanBytes` has behind the end; a look-up has as many bits as its table has entries; and a plan has room for a
/// mean of each unit.
struct BlockScan {
  let plans: UnsafeMutableBufferPointer<BlockPlan>
  let codes: [(dc: HuffmanCodes, ac: HuffmanCodes)]
  let columns: Int
  let rows: Int
  let restartInterval: Int

  /// Returns whether all blocks were there, sound, and the end of the picture right after them.
  func keepMeans(of scan: UnsafeRawBufferPointer, _ bytes: inout ScanBytes) -> Bool {
    var place = 0
    guard var marker = bytes.take(scan, from: &place) else { return false }
    var bits = ScanBits(bytes.start)
    var limit = bytes.start + bytes.count
    var restarts: UInt8 = 0
    var left = restartInterval > 0 ? restartInterval : Int.max
    // The levels of up to three components.
    var levels: (Int32, Int32, Int32) = (0, 0, 0)
    return withUnsafeMutableBytes(of: &levels) { raw in
      guard let levels = raw.bindMemory(to: Int32.self).baseAddress else { return false }
      func restart() { for index in 0..<3 { levels[index] = 1024 } }
      restart()
      for _ in 0..<rows {
        var column = 0
        while column < columns {
          if left == 0 {
            guard marker == 0xD0 + restarts, isUsedUp(bits, bytes),
              let next = bytes.take(scan, from: &place)
            else { return false }
            marker = next
            restarts = (restarts + 1) & 7
            left = restartInterval
            bits = ScanBits(bytes.start)
            limit = bytes.start + bytes.count
            restart()
          }
          let run = min(columns - column, left)
          guard keepMeans(units: run, &bits, limit: limit, levels) else { return false }
          column += run
          left -= run
        }
        for index in plans.indices { plans[index].mean += plans[index].rowStep }
      }
      return marker == 0xD9 && isUsedUp(bits, bytes)
    }
  }

  /// Returns whether only bits of 1 that fill up the last byte remain (F.1.2.3).
  private func isUsedUp(_ bits: ScanBits, _ bytes: borrowing ScanBytes) -> Bool {
    let left = bytes.count * 8 - bits.place(from: bytes.start)
    guard (0..<8).contains(left) else { return false }
    return left == 0 || ~bytes.start[bytes.count - 1] & (1 << left - 1) == 0
  }

  private func keepMeans(
    units: Int, _ stream: inout ScanBits, limit: UnsafePointer<UInt8>,
    _ levels: UnsafeMutablePointer<Int32>
  ) -> Bool {
    var bits = stream
    for _ in 0..<units {
      for index in 0..<plans.count {
        let plan = plans.baseAddress.unsafelyUnwrapped + index
        // A refill may have read eight bytes ahead.
        guard bits.next <= limit + 8, let difference = difference(plan, &bits) else { return false }
        let component = plan.pointee.component
        let level = levels[component] &+ difference &* plan.pointee.quantizer
        levels[component] = level
        // Eight times the mean. libavcodec's versions differ in their results for more than 16
        // bits, which no true picture has.
        guard level == Int32(Int16(truncatingIfNeeded: level)) else { return false }
        let mean = (level + 4) >> 3
        plan.pointee.mean.pointee = UInt8(truncatingIfNeeded: min(max(mean, 0), 255))
        plan.pointee.mean += plan.pointee.step
      }
    }
    stream = bits
    return true
  }

  /// Reads the difference of a block's first coefficient and passes over the others; `nil` if the bits are no block.
  @inline(__always)
  private func difference(
    _ plan: UnsafePointer<BlockPlan>, _ bits: inout ScanBits
  ) -> Int32? {
    bits.refill()
    var former = bits
    let entry = plan.pointee.first[bits.peek(BlockTables.width)]
    var advance = Int(UInt16(truncatingIfNeeded: entry) >> UInt16(BlockTables.advanceShift))
    bits.skip(Int(truncatingIfNeeded: entry) & BlockTables.lengthMask)
    var place = advance
    let difference = Int32(bitPattern: entry) >> 16
    if place >= 63 {
      if Self.isEnd(place) { return difference }
      bits = former
      return differenceOneByOne(plan.pointee.component, &bits)
    }
    // 56 bits hold two entries of 22.
    let rest = plan.pointee.rest
    while true {
      former = bits
      advance = Self.advance(rest, &bits)
      place &+= advance
      if place >= 63 { break }
      bits.refill()
      former = bits
      advance = Self.advance(rest, &bits)
      place &+= advance
      if place >= 63 { break }
    }
    if Self.isEnd(place) { return difference }
    bits = former
    return skip(from: place &- advance, plan.pointee.component, &bits) ? difference : nil
  }

  @inline(__always)
  private static func advance(_ rest: UnsafePointer<UInt16>, _ bits: inout ScanBits) -> Int {
    let entry = Int(rest[bits.peek(BlockTables.width)])
    bits.skip(entry & BlockTables.lengthMask)
    return entry &>> BlockTables.advanceShift
  }

  /// Returns whether the block is over: with its 63rd coefficient, or a code that says so before.
  @inline(__always)
  private static func isEnd(_ place: Int) -> Bool {
    place == 63 || place &- BlockTables.end >= 0 && place &- BlockTables.end < 63
  }

  // MARK: - One code at a time

  @inline(never)
  private func differenceOneByOne(_ component: Int, _ stream: inout ScanBits) -> Int32? {
    var bits = stream
    bits.refill()
    guard let code = codes[component].dc.first(in: bits.peek(16)), code.symbol <= 11 else {
      return nil
    }
    let size = Int(code.symbol)
    bits.skip(code.length)
    let value = size > 0 ? bits.peek(size) : 0
    bits.skip(size)
    guard skip(from: 0, component, &bits) else { return nil }
    stream = bits
    return Int32(BlockTables.difference(value, size: size))
  }

  @inline(never)
  private func skip(from start: Int, _ component: Int, _ stream: inout ScanBits) -> Bool {
    var (bits, place) = (stream, start)
    while place < 63 {
      bits.refill()
      guard let code = codes[component].ac.first(in: bits.peek(16)) else { return false }
      let (run, size) = (Int(code.symbol >> 4), Int(code.symbol & 15))
      bits.skip(code.length + size)
      if code.symbol == 0 { break }
      guard size > 0 || run == 15 else { return false }
      place += run + 1
    }
    guard place <= 63 else { return false }
    stream = bits
    return true
  }
}
