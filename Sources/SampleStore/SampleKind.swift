/// What kind of sample a type has, as `sample_type.kind` numbers it.
public enum SampleKind: Int, Hashable, Sendable, CaseIterable {
  case quantity = 0
  case category = 1
  case correlation = 2
  case workout = 3
  case heartbeatSeries = 4
}
