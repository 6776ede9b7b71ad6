import FoundationEssentials
import SampleStore

/// A part of a sample that a format has no place for, while the rest is written.
public enum ExportLoss: String, Sendable, CaseIterable {
  /// Metadata, or kinds of metadata that come back as texts.
  case metadata

  /// The version of the source, or the product and system that it ran on.
  case sourceVersion = "source_version"

  /// The single quantities of a series.
  case series

  /// More of a device than its name.
  case device

  /// When the sample was made.
  case created = "creation_date"

  /// The identifiers of a correlation's members, which come back as other samples.
  case memberIdentifiers = "identifiers_of_members"

  /// Fractions of a second.
  case fractions = "fractions_of_a_second"
}

extension Sample {
  /// Returns the losses of a form that has the name of the source and of the device, and no metadata but `kept`.
  func losses(keeping kept: Set<String> = [], hasDevice: Bool = true) -> Set<ExportLoss> {
    var losses: Set<ExportLoss> = []
    if !Set(metadata.keys).isSubset(of: kept) { losses.insert(.metadata) }
    if source.version != nil { losses.insert(.sourceVersion) }
    losses.formUnion(revisionLosses)
    if let device, !hasDevice || device != Device(name: device.name ?? device.model) {
      losses.insert(.device)
    }
    if created != nil { losses.insert(.created) }
    if case .correlation(let correlation) = self {
      for member in correlation.members {
        losses.formUnion(member.losses(keeping: kept, hasDevice: hasDevice))
      }
    }
    return losses
  }

  /// The losses of Apple's form: fractions of a second, and metadata that come back as texts.
  var lossesInAppleForm: Set<ExportLoss> {
    var losses = revisionLosses
    var dates = [start, end, created ?? start]
    if case .workout(let workout) = self {
      for event in workout.events + workout.activities.flatMap(\.events) {
        dates += [event.start, event.end]
      }
      for activity in workout.activities { dates += [activity.start, activity.end ?? start] }
    }
    for date in dates where date != date.wholeSecond {
      losses.insert(.fractions)
    }
    var entries = metadata.map { ($0, $1) }
    if case .workout(let workout) = self {
      entries += (workout.events + workout.activities.flatMap(\.events)).flatMap(\.metadata)
      entries += workout.activities.flatMap(\.metadata)
    }
    for (key, value) in entries {
      let text = AppleMetadata.text(of: value)
      if text.map({ AppleMetadata.value(of: $0, for: key) }) != value { losses.insert(.metadata) }
    }
    if quantitySample?.series != nil { losses.insert(.series) }
    if case .correlation(let correlation) = self {
      for member in correlation.members { losses.formUnion(member.lossesInAppleForm) }
    }
    return losses
  }

  private var revisionLosses: Set<ExportLoss> {
    source.productType != nil || source.operatingSystemVersion != nil ? [.sourceVersion] : []
  }
}

extension Date {
  fileprivate var wholeSecond: Date {
    Date(timeIntervalSinceReferenceDate: timeIntervalSinceReferenceDate.rounded(.down))
  }
}
