import Foundation
import HealthKit
import SampleStore
import Testing

@Suite struct CharacteristicTests {
  private static let types = Set<HKObjectType>(
    [
      HKCharacteristicTypeIdentifier.dateOfBirth, .biologicalSex, .bloodType,
      .fitzpatrickSkinType, .wheelchairUse,
    ].map(HKCharacteristicType.init))

  @Test func `what the owner set is read by a program that may`() async throws {
    let kit = try KitStore()
    var profile = PersonProfile()
    profile[.dateOfBirth] = "1990-01-31"
    profile[.biologicalSex] = "HKBiologicalSexFemale"
    profile[.bloodType] = "HKBloodTypeABNegative"
    profile[.skinType] = "HKFitzpatrickSkinTypeIII"
    profile[.wheelchairUse] = "HKWheelchairUseNo"
    try kit.owner.setProfile(profile)
    #expect(
      await code { try kit.health.biologicalSex() } == .errorAuthorizationNotDetermined)
    try await kit.health.requestAuthorization(toShare: [], read: Self.types)
    #expect(try kit.health.biologicalSex().biologicalSex == .female)
    #expect(try kit.health.bloodType().bloodType == .abNegative)
    #expect(try kit.health.fitzpatrickSkinType().skinType == .III)
    #expect(try kit.health.wheelchairUse().wheelchairUse == .no)
    let day = try kit.health.dateOfBirthComponents()
    #expect(day.year == 1990 && day.month == 1 && day.day == 31)
  }

  @Test func `what may not be read looks as if it were not set`() async throws {
    let kit = try KitStore(granting: { _ in AuthorizationRequest() })
    var profile = PersonProfile()
    profile[.bloodType] = "HKBloodTypeOPositive"
    profile[.dateOfBirth] = "1990-01-31"
    try kit.owner.setProfile(profile)
    try await kit.health.requestAuthorization(toShare: [], read: Self.types)
    #expect(try kit.health.bloodType().bloodType == .notSet)
    #expect(await code { try kit.health.dateOfBirthComponents() } == .errorNoData)
  }

  @Test func `only the owner sets a profile, and only values that there are`() throws {
    let kit = try KitStore()
    let program = try HealthStore(
      location: kit.location, client: .application(KitStore.program))
    #expect(throws: StoreError.self) { try program.setProfile(PersonProfile()) }
    var profile = PersonProfile()
    profile[.dateOfBirth] = "1990-02-30"
    profile[.bloodType] = "A"
    #expect(profile.isEmpty)
    profile[.bloodType] = "HKBloodTypeAPositive"
    try kit.owner.setProfile(profile)
    var other = PersonProfile()
    other[.bloodType] = "HKBloodTypeBPositive"
    other[.skinType] = "HKFitzpatrickSkinTypeII"
    #expect(try kit.owner.fillProfile(from: other) == [.skinType])
    #expect(try kit.owner.profile()[.bloodType] == "HKBloodTypeAPositive")
  }
}
