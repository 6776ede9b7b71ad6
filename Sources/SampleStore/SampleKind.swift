/// What kind of sample a type has, as `sample_type.kind` numbers it; the other kinds come by migration.
enum SampleKind: Int64 {
  case quantity = 0
}
