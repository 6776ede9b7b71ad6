/// The inner loops: exact sums over a part of one row, eight or sixteen samples at a time.
///
/// In order of importance: no sample is counted twice or missed, no lane overflows, speed.
enum RowSums {
  /// Returns the sum of the samples in `range`, without judging them.
  @inline(__always)
  static func sum<Samples: SampleLanes>(
    _: Samples.Type, _ row: UnsafeRawPointer, _ range: Range<Int>
  ) -> UInt64 {
    var total: UInt64 = 0
    var index = range.lowerBound
    let end = range.upperBound
    while index &+ 32 <= end {
      let stop = min(end, index &+ 32 &* Samples.Accumulator.capacity)
      var a = Samples.Accumulator()
      var b = Samples.Accumulator()
      var c = Samples.Accumulator()
      var d = Samples.Accumulator()
      while index &+ 32 <= stop {
        let low = Samples.sixteen(row, index)
        let high = Samples.sixteen(row, index &+ 16)
        a.add(low.0)
        b.add(low.1)
        c.add(high.0)
        d.add(high.1)
        index &+= 32
      }
      total &+= a.total &+ b.total &+ c.total &+ d.total
    }
    var a = Samples.Accumulator()
    while index &+ 8 <= end {
      a.add(Samples.lanes(row, index))
      index &+= 8
    }
    total &+= a.total
    while index < end {
      total &+= UInt64(Samples.sample(row, index))
      index &+= 1
    }
    return total
  }

  /// Adds both differences at the sites in `range`, and judges each site with its luma.
  ///
  /// The last `spared` sites, 0 or 1, are read one at a time: see `SampleLanes`.
  @inline(__always)
  static func addSites<Luma: SampleLanes, Cb: SampleLanes, Cr: SampleLanes>(
    _: Luma.Type, _: Cb.Type, _: Cr.Type, luma: UnsafeRawPointer, cb: UnsafeRawPointer,
    cr: UnsafeRawPointer, _ range: Range<Int>, spared: Int, _ rule: LevelRule,
    to sums: inout ColorSums
  ) {
    var index = range.lowerBound
    let end = range.upperBound
    let limit = end &- spared
    while index &+ 8 <= limit {
      let stop = min(limit, index &+ 8 &* min(Cb.Accumulator.capacity, LevelCounter.capacity))
      var cbs = Cb.Accumulator()
      var crs = Cr.Accumulator()
      var counter = LevelCounter(rule)
      while index &+ 8 <= stop {
        let cbLanes = Cb.lanes(cb, index)
        let crLanes = Cr.lanes(cr, index)
        cbs.add(cbLanes)
        crs.add(crLanes)
        counter.count(
          rule.greatest(
            luma: Luma.level(Luma.lanes(luma, index), rule.shift),
            cb: Cb.level(cbLanes, rule.shift), cr: Cr.level(crLanes, rule.shift)))
        index &+= 8
      }
      sums.second &+= cbs.total
      sums.third &+= crs.total
      counter.add(to: &sums)
    }
    while index < end {
      let cbSample = Cb.sample(cb, index)
      let crSample = Cr.sample(cr, index)
      sums.second &+= UInt64(cbSample)
      sums.third &+= UInt64(crSample)
      let greatest = rule.greatest(
        luma: Luma.level(SIMD8(repeating: Luma.sample(luma, index)), rule.shift),
        cb: Cb.level(SIMD8(repeating: cbSample), rule.shift),
        cr: Cr.level(SIMD8(repeating: crSample), rule.shift))[0]
      sums.clipped &+= greatest >= rule.clippedFrom ? 1 : 0
      sums.black &+= greatest <= rule.blackUpTo ? 1 : 0
      index &+= 1
    }
    sums.sites &+= UInt64(range.count)
  }

  /// Judges the pixels in `range` of 1 or 3 planes, each of which holds one component.
  @inline(__always)
  static func judge<Samples: SampleLanes>(
    _: Samples.Type, _ rows: (UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer),
    isSingle: Bool, _ range: Range<Int>, _ rule: LevelRule, to sums: inout ColorSums
  ) {
    @inline(__always)
    func greatest(_ a: SIMD8<UInt16>, _ b: SIMD8<UInt16>, _ c: SIMD8<UInt16>) -> SIMD8<Int16> {
      // Signed, since the baseline instructions cannot compare unsigned lanes; values are at most
      // 255.
      let b = unsafeBitCast(Samples.level(b, rule.shift), to: SIMD8<Int16>.self)
      let c = unsafeBitCast(Samples.level(c, rule.shift), to: SIMD8<Int16>.self)
      var most = unsafeBitCast(Samples.level(a, rule.shift), to: SIMD8<Int16>.self)
      most.replace(with: b, where: b .> most)
      most.replace(with: c, where: c .> most)
      return most &<< 6
    }
    var index = range.lowerBound
    let end = range.upperBound
    while index &+ 8 <= end {
      let stop = min(end, index &+ 8 &* LevelCounter.capacity)
      var counter = LevelCounter(rule)
      while index &+ 8 <= stop {
        let a = Samples.lanes(rows.0, index)
        let b = isSingle ? a : Samples.lanes(rows.1, index)
        let c = isSingle ? a : Samples.lanes(rows.2, index)
        counter.count(greatest(a, b, c))
        index &+= 8
      }
      counter.add(to: &sums)
    }
    while index < end {
      let most = greatest(
        SIMD8(repeating: Samples.sample(rows.0, index)),
        SIMD8(repeating: Samples.sample(rows.1, index)),
        SIMD8(repeating: Samples.sample(rows.2, index)))[0]
      sums.clipped &+= most >= rule.clippedFrom ? 1 : 0
      sums.black &+= most <= rule.blackUpTo ? 1 : 0
      index &+= 1
    }
  }
}
