// An app that imports ResearchKit sees HealthKit's names too, as on Apple's systems.
@_exported public import HealthKit
