/// One block of the unit that a scan repeats: where its mean goes and how its codes are read.
struct BlockPlan {
  let component: Int
  let symbols: UnsafePointer<UInt16>
  let many: UnsafePointer<UInt16>
  let one: UnsafePointer<UInt16>
  let quantizer: Int

  /// The mean in the first unit, and from unit to unit across and down.
  let place: UnsafeMutablePointer<UInt8>
  let columnStep: Int
  let rowStep: Int
}

/// The tables of one component, for codes that are longer than a look-up.
struct BlockTables {
  let dc: SkippingTable
  let ac: SkippingTable
}

/// Walks over the blocks of a scan; everything it needs is in plain memory.
struct BlockScan {
  let blocks: UnsafeBufferPointer<BlockPlan>
  let tables: UnsafeBufferPointer<BlockTables>
  let restartInterval: Int
  let columns: Int
  let rows: Int

  /// Returns whether all blocks were there, and the end behind them.
  func decode(_ stream: inout ScanBits) -> Bool {
    var bits = stream
    defer { stream = bits }
    // The sum of differences of up to three components; a unit has no more than 3 x 16 blocks.
    var predictions = (0, 0, 0)
    return withUnsafeMutableBytes(of: &predictions) { raw in
      let predictions = raw.bindMemory(to: Int.self)
      var left = restartInterval
      var restarts: UInt8 = 0
      for row in 0..<rows {
        for column in 0..<columns {
          if restartInterval > 0 {
            if left == 0 {
              guard !bits.isBeyondEnd, bits.passMarker() == 0xD0 + restarts else { return false }
              restarts = (restarts + 1) & 7
              left = restartInterval
              for index in predictions.indices { predictions[index] = 0 }
            }
            left -= 1
          }
          for block in blocks {
            guard let difference = difference(block, &bits), skipRest(block, &bits) else {
              return false
            }
            let prediction = predictions[block.component] &+ difference
            predictions[block.component] = prediction
            // Levels of 8 bits about 128, times 8, to the nearest: as libavcodec rounds.
            let level = (prediction &* block.quantizer &+ 1028) >> 3
            block.place[row &* block.rowStep &+ column &* block.columnStep] = UInt8(
              truncatingIfNeeded: min(max(level, 0), 255))
          }
        }
        if bits.isBeyondEnd { return false }
      }
      // A picture that was cut short and filled up with zeros ends with no end marker.
      return bits.passMarker() == 0xD9
    }
  }

  @inline(__always)
  private func difference(_ block: BlockPlan, _ bits: inout ScanBits) -> Int? {
    bits.refill()
    let entry = Int(block.symbols[bits.peek(SkippingTable.width)])
    var length = entry >> 8
    var size = entry & 0xFF
    if length == 0 {
      guard let found = tables[block.component].dc.longSymbol(bits.peek(16)) else { return nil }
      length = found.length
      size = Int(found.symbol)
    }
    bits.skip(length)
    guard size > 0 else { return 0 }
    guard size <= 15 else { return nil }
    let value = bits.peek(size)
    bits.skip(size)
    return value >> (size &- 1) == 0 ? value &- (1 &<< size) &+ 1 : value
  }

  /// Passes over the 63 coefficients behind the first.
  @inline(__always)
  private func skipRest(_ block: BlockPlan, _ bits: inout ScanBits) -> Bool {
    var place = 1
    while place < 64 {
      bits.refill()
      var entry = block.many[bits.peek(SkippingTable.width)]
      var next = place &+ Int(entry >> SkippingTable.advanceShift & SkippingTable.advanceMask)
      if next > 63 || entry == 0 {
        guard let single = single(block, bits) else { return false }
        entry = single
        next = place &+ Int(entry >> SkippingTable.advanceShift & SkippingTable.advanceMask)
        guard next <= 64 else { return false }
      }
      bits.skip(Int(entry & SkippingTable.lengthMask))
      if entry & SkippingTable.endFlag != 0 { return true }
      place = next
    }
    return true
  }

  /// The next symbol alone: the block may end among those that a look-up holds.
  @inline(never)
  private func single(_ block: BlockPlan, _ bits: ScanBits) -> UInt16? {
    let entry = block.one[bits.peek(SkippingTable.width)]
    if entry != 0 { return entry }
    guard let found = tables[block.component].ac.longSymbol(bits.peek(16)) else { return nil }
    let symbol = Int(found.symbol)
    return SkippingTable.entry(
      found.length + (symbol & 15), symbol == 0 ? 0 : (symbol >> 4) + 1, symbol == 0)
  }
}
