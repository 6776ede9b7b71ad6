/// The highest rate at which a program is notified of changes.
public enum HKUpdateFrequency: Int, Sendable, CaseIterable {
  case immediate = 1
  case hourly, daily, weekly
}
