import CHeartcam

/// Returns the table of a pointer. A table never changes, so that any thread may read it.
private func table(_ pointer: OpaquePointer) -> ColumnTable {
  Unmanaged<ColumnTable>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
}

private func column(_ pointer: OpaquePointer, _ index: Int) -> ColumnTable.Column? {
  let columns = table(pointer).columns
  return columns.indices.contains(index) ? columns[index] : nil
}

extension ColumnTable {
  /// A pointer for the caller, which must free it.
  var pointer: OpaquePointer { OpaquePointer(Unmanaged.passRetained(self).toOpaque()) }
}

@c @implementation
public func heartcam_table_rows(_ pointer: OpaquePointer) -> Int { table(pointer).rowCount }

@c @implementation
public func heartcam_table_columns(_ pointer: OpaquePointer) -> Int { table(pointer).columns.count }

@c @implementation
public func heartcam_table_name(_ pointer: OpaquePointer, _ index: Int) -> UnsafePointer<CChar>? {
  column(pointer, index)?.name.map { UnsafePointer($0) }
}

@c @implementation
public func heartcam_table_unit(_ pointer: OpaquePointer, _ index: Int) -> UnsafePointer<CChar>? {
  column(pointer, index)?.unit.map { UnsafePointer($0) }
}

@c @implementation
public func heartcam_table_kind(_ pointer: OpaquePointer, _ index: Int) -> Int32 {
  switch column(pointer, index)?.content {
  case .numbers: Int32(HEARTCAM_NUMBER)
  case .dates: Int32(HEARTCAM_DATE)
  case .texts: Int32(HEARTCAM_TEXT)
  case nil: -1
  }
}

@c @implementation
public func heartcam_table_numbers(
  _ pointer: OpaquePointer, _ index: Int
) -> UnsafePointer<Double>? {
  switch column(pointer, index)?.content {
  case .numbers(let numbers), .dates(let numbers): numbers.baseAddress.map { UnsafePointer($0) }
  case .texts, nil: nil
  }
}

@c @implementation
public func heartcam_table_text(
  _ pointer: OpaquePointer, _ index: Int, _ row: Int
) -> UnsafePointer<CChar>? {
  guard case .texts(let texts) = column(pointer, index)?.content, texts.indices.contains(row) else {
    return nil
  }
  return texts[row].map { UnsafePointer($0) }
}

@c @implementation
public func heartcam_table_free(_ pointer: OpaquePointer?) {
  guard let pointer else { return }
  Unmanaged<ColumnTable>.fromOpaque(UnsafeRawPointer(pointer)).release()
}
