internal import CoreLocation
internal import Foundation
internal import HealthKit
internal import JSONCoding

// The classes and properties of ResearchKit's serializer, by its names.

extension SerializedClass {
  static let all: [SerializedClass] = tasks + steps + activeSteps + recorders + formats + results

  private static func step<Step: ORKStep>(
    _ type: Step.Type, _ properties: [SerializedProperty] = []
  ) -> SerializedClass {
    SerializedClass(
      type: type, make: { try type.init(identifier: $0("identifier")) }, properties: properties)
  }

  private static func result<Result: ORKResult>(
    _ type: Result.Type, _ properties: [SerializedProperty] = []
  ) -> SerializedClass {
    SerializedClass(
      type: type, make: { try type.init(identifier: $0("identifier")) }, properties: properties)
  }

  private static func recorder<Recorder: ORKRecorderConfiguration>(
    _ type: Recorder.Type, _ properties: [SerializedProperty] = [],
    _ make: @escaping @Sendable (SerializedFields) throws -> Recorder
  ) -> SerializedClass {
    SerializedClass(type: type, make: make, properties: properties)
  }

  private static func format<Format: ORKAnswerFormat>(
    _ type: Format.Type, _ properties: [SerializedProperty] = [],
    _ make: @escaping @Sendable (SerializedFields) throws -> Format
  ) -> SerializedClass {
    SerializedClass(type: type, make: make, properties: properties)
  }

  // MARK: - Tasks and rules

  private static let tasks: [SerializedClass] = [
    SerializedClass(
      type: ORKOrderedTask.self,
      make: { try ORKOrderedTask(identifier: $0("identifier"), steps: TaskJSON.steps($0)) },
      properties: [
        .made("identifier", \ORKOrderedTask.identifier), .made("steps", \ORKOrderedTask.steps),
      ]),
    SerializedClass(
      type: ORKNavigableOrderedTask.self,
      make: {
        try ORKNavigableOrderedTask(identifier: $0("identifier"), steps: TaskJSON.steps($0))
      },
      properties: [
        .set("stepNavigationRules", \ORKNavigableOrderedTask.stepNavigationRules),
        .set("skipStepNavigationRules", \ORKNavigableOrderedTask.skipStepNavigationRules),
        .set("stepModifiers", \ORKNavigableOrderedTask.stepModifiers),
        .set("shouldReportProgress", \ORKNavigableOrderedTask.shouldReportProgress),
      ]),
    SerializedClass(
      type: ORKResultSelector.self,
      make: {
        try ORKResultSelector(
          taskIdentifier: $0("taskIdentifier"), stepIdentifier: $0("stepIdentifier"),
          resultIdentifier: $0("resultIdentifier"))
      },
      properties: [
        .made("taskIdentifier", \ORKResultSelector.taskIdentifier),
        .made("stepIdentifier", \ORKResultSelector.stepIdentifier),
        .made("resultIdentifier", \ORKResultSelector.resultIdentifier),
      ]),
    SerializedClass(
      type: ORKDirectStepNavigationRule.self,
      make: {
        try ORKDirectStepNavigationRule(destinationStepIdentifier: $0("destinationStepIdentifier"))
      },
      properties: [
        .made(
          "destinationStepIdentifier", \ORKDirectStepNavigationRule.destinationStepIdentifier)
      ]),
    SerializedClass(
      type: ORKPredicateStepNavigationRule.self,
      make: { fields in
        let texts: [String] = try fields("resultPredicateFormats")
        return try ORKPredicateStepNavigationRule(
          resultPredicates: texts.map(PredicateJSON.predicate),
          destinationStepIdentifiers: fields("destinationStepIdentifiers"),
          defaultStepIdentifier: fields("defaultStepIdentifier"), validateArrays: false)
      },
      properties: [
        .custom(
          "resultPredicateFormats",
          { (rule: ORKPredicateStepNavigationRule) in
            .array(try rule.resultPredicates.map(PredicateJSON.text))
          }),
        .made(
          "destinationStepIdentifiers", \ORKPredicateStepNavigationRule.destinationStepIdentifiers),
        .made("defaultStepIdentifier", \ORKPredicateStepNavigationRule.defaultStepIdentifier),
        .set("additionalTaskResults", \ORKPredicateStepNavigationRule.additionalTaskResults),
      ]),
    // ResearchKit's serializer has no form of this one; it is ours.
    SerializedClass(
      type: ORKPredicateSkipStepNavigationRule.self,
      make: {
        try ORKPredicateSkipStepNavigationRule(
          resultPredicate: PredicateJSON.predicate($0("resultPredicateFormat")))
      },
      properties: [
        .custom(
          "resultPredicateFormat",
          { (rule: ORKPredicateSkipStepNavigationRule) in
            try PredicateJSON.text(rule.resultPredicate)
          }),
        .set("additionalTaskResults", \ORKPredicateSkipStepNavigationRule.additionalTaskResults),
      ]),
    // Neither has it one of this.
    SerializedClass(
      type: ORKKeyValueStepModifier.self,
      make: { fields in
        try ORKKeyValueStepModifier(
          resultPredicate: PredicateJSON.predicate(fields("resultPredicateFormat")),
          keyValueMap: Dictionary(
            (fields.value["keyValueMap"]?.members ?? []).map {
              ($0.key, try PropertyJSON.value(of: $0.value))
            }
          ) { $1 })
      },
      properties: [
        .custom(
          "resultPredicateFormat",
          { (modifier: ORKKeyValueStepModifier) in
            try PredicateJSON.text(modifier.resultPredicate)
          }),
        .custom(
          "keyValueMap",
          { (modifier: ORKKeyValueStepModifier) in
            .object(
              try modifier.keyValueMap.sorted { $0.key < $1.key }.map {
                ($0.key, try PropertyJSON.json($0.value))
              })
          }),
      ]),
    SerializedClass(
      type: ORKPredicateFormItemVisibilityRule.self,
      make: {
        try ORKPredicateFormItemVisibilityRule(
          predicate: PredicateJSON.predicate($0("predicateFormat")))
      },
      properties: [
        .custom(
          "predicateFormat",
          { (rule: ORKPredicateFormItemVisibilityRule) in try PredicateJSON.text(rule.predicate) })
      ]),
  ]

  // MARK: - Steps

  private static let steps: [SerializedClass] = [
    step(
      ORKStep.self,
      [
        .made("identifier", \ORKStep.identifier), .set("optional", \ORKStep.isOptional),
        .set("title", \ORKStep.title), .set("text", \ORKStep.text),
        .set("detailText", \ORKStep.detailText), .set("footnote", \ORKStep.footnote),
        .set("shouldTintImages", \ORKStep.shouldTintImages),
        .set("useSurveyMode", \ORKStep.useSurveyMode), .set("bodyItems", \ORKStep.bodyItems),
        .set("iconImage", \ORKStep.iconImage), .set("auxiliaryImage", \ORKStep.auxiliaryImage),
        .set("image", \ORKStep.image), .set("buildInBodyItems", \ORKStep.buildInBodyItems),
        .set("useExtendedPadding", \ORKStep.useExtendedPadding),
        .set("earlyTerminationConfiguration", \ORKStep.earlyTerminationConfiguration),
        .set(
          "shouldAutomaticallyAdjustImageTintColor",
          \ORKStep.shouldAutomaticallyAdjustImageTintColor),
      ]),
    SerializedClass(
      type: ORKEarlyTerminationConfiguration.self,
      make: {
        try ORKEarlyTerminationConfiguration(
          buttonText: $0("buttonText"), earlyTerminationStep: $0("earlyTerminationStep"))
      },
      properties: [
        .made("buttonText", \ORKEarlyTerminationConfiguration.buttonText),
        .made("earlyTerminationStep", \ORKEarlyTerminationConfiguration.earlyTerminationStep),
      ]),
    SerializedClass(
      type: ORKBodyItem.self,
      make: {
        try ORKBodyItem(
          text: $0("text"), detailText: $0("detailText"), image: nil, learnMoreItem: nil,
          bodyItemStyle: $0("bodyItemStyle"))
      },
      properties: [
        .made("text", \ORKBodyItem.text), .made("detailText", \ORKBodyItem.detailText),
        .made("bodyItemStyle", \ORKBodyItem.bodyItemStyle), .set("image", \ORKBodyItem.image),
        .set("learnMoreItem", \ORKBodyItem.learnMoreItem),
        .set("useCardStyle", \ORKBodyItem.useCardStyle),
        .set("useSecondaryColor", \ORKBodyItem.useSecondaryColor),
        .set("alignImageToTop", \ORKBodyItem.alignImageToTop),
      ]),
    SerializedClass(
      type: ORKLearnMoreItem.self,
      make: {
        let step: ORKLearnMoreInstructionStep? = try $0("learnMoreInstructionStep")
        return try ORKLearnMoreItem(
          text: $0("text"),
          learnMoreInstructionStep: step ?? ORKLearnMoreInstructionStep(identifier: ""))
      },
      properties: [
        .made("text", \ORKLearnMoreItem.text),
        .made("learnMoreInstructionStep", \ORKLearnMoreItem.learnMoreInstructionStep),
      ]),
    step(
      ORKInstructionStep.self,
      [.set("centerImageVertically", \ORKInstructionStep.centerImageVertically)]),
    step(ORKLearnMoreInstructionStep.self),
    step(
      ORKCompletionStep.self, [.set("reasonForCompletion", \ORKCompletionStep.reasonForCompletion)]),
    step(
      ORKQuestionStep.self,
      [
        .set("answerFormat", \ORKQuestionStep.answerFormat),
        .set("placeholder", \ORKQuestionStep.placeholder),
        .set("question", \ORKQuestionStep.question),
        .set("useCardView", \ORKQuestionStep.useCardView),
        .set("learnMoreItem", \ORKQuestionStep.learnMoreItem),
        .set("tagText", \ORKQuestionStep.tagText),
        .set("presentationStyle", \ORKQuestionStep.presentationStyle),
      ]),
    step(
      ORKFormStep.self,
      [
        .set("formItems", \ORKFormStep.formItems), .set("useCardView", \ORKFormStep.useCardView),
        .set("footerText", \ORKFormStep.footerText),
        .set("cardViewStyle", \ORKFormStep.cardViewStyle),
        .set("autoScrollEnabled", \ORKFormStep.autoScrollEnabled),
      ]),
    SerializedClass(
      type: ORKFormItem.self,
      make: {
        try ORKFormItem(
          identifier: $0("identifier"), text: $0("text"), answerFormat: $0("answerFormat"))
      },
      properties: [
        .made("identifier", \ORKFormItem.identifier), .set("optional", \ORKFormItem.isOptional),
        .set("showsProgress", \ORKFormItem.showsProgress), .made("text", \ORKFormItem.text),
        .set("detailText", \ORKFormItem.detailText),
        .set("placeholder", \ORKFormItem.placeholder),
        .made("answerFormat", \ORKFormItem.answerFormat),
        .set("learnMoreItem", \ORKFormItem.learnMoreItem), .set("tagText", \ORKFormItem.tagText),
        .set("visibilityRule", \ORKFormItem.visibilityRule),
      ]),
    SerializedClass(
      type: ORKReviewStep.self,
      make: { fields in
        let steps: [ORKStep]? = try fields("steps")
        let identifier: String = try fields("identifier")
        guard let steps else {
          return ORKReviewStep.embeddedReviewStep(withIdentifier: identifier)
        }
        return try ORKReviewStep.standaloneReviewStep(
          withIdentifier: identifier, steps: steps, resultSource: fields("resultSource"))
      },
      properties: [
        .made("steps", \ORKReviewStep.steps), .made("resultSource", \ORKReviewStep.resultSource),
        .set("excludeInstructionSteps", \ORKReviewStep.excludeInstructionSteps),
      ]),
    SerializedClass(
      type: ORKPageStep.self,
      make: { try ORKPageStep(identifier: $0("identifier"), pageTask: $0("pageTask")) },
      properties: [.made("pageTask", \ORKPageStep.pageTask)]),
    SerializedClass(
      type: ORKNavigablePageStep.self,
      make: { try ORKNavigablePageStep(identifier: $0("identifier"), pageTask: $0("pageTask")) },
      properties: []),
    step(
      ORKTableStep.self,
      [
        .custom(
          "items",
          { (step: ORKTableStep) in try step.items.map { .array(try $0.map(ChoiceJSON.json)) } },
          { $0.items = try $1.elements.map(ChoiceJSON.value) }),
        .set("isBulleted", \ORKTableStep.isBulleted),
        .set("bulletType", \ORKTableStep.bulletType),
        .set("bulletIconNames", \ORKTableStep.bulletIconNames),
        .set("allowsSelection", \ORKTableStep.allowsSelection),
        .set("pinNavigationContainer", \ORKTableStep.pinNavigationContainer),
      ]),
    step(
      ORKPDFViewerStep.self,
      [
        .set("pdfURL", \ORKPDFViewerStep.pdfURL),
        .set("actionBarOption", \ORKPDFViewerStep.actionBarOption),
      ]),
    step(
      ORKVideoInstructionStep.self,
      [
        .set("videoURL", \ORKVideoInstructionStep.videoURL),
        .set("thumbnailTime", \ORKVideoInstructionStep.thumbnailTime),
        .set("bundleAsset", \ORKVideoInstructionStep.bundleAsset),
      ]),
    SerializedClass(
      type: ORKBundleAsset.self,
      make: {
        try ORKBundleAsset(
          name: $0("name"), bundleIdentifier: $0("bundleIdentifier"),
          fileExtension: $0("fileExtension"))
      },
      properties: [
        .made("name", \ORKBundleAsset.name),
        .made("bundleIdentifier", \ORKBundleAsset.bundleIdentifier),
        .made("fileExtension", \ORKBundleAsset.fileExtension),
      ]),
    step(
      ORKWebViewStep.self,
      [
        .set("html", \ORKWebViewStep.html), .set("customCSS", \ORKWebViewStep.customCSS),
        .set("showSignatureAfterContent", \ORKWebViewStep.showSignatureAfterContent),
      ]),
    SerializedClass(
      type: ORK3DModelManager.self, make: { _ in ORK3DModelManager() },
      properties: [
        .set("allowsSelection", \ORK3DModelManager.allowsSelection),
        .set(
          "identifiersOfObjectsToHighlight", \ORK3DModelManager.identifiersOfObjectsToHighlight),
        .set("highlightColor", \ORK3DModelManager.highlightColor),
      ]),
    SerializedClass(
      type: ORKUSDZModelManager.self,
      make: { try ORKUSDZModelManager(usdzFileName: $0("fileName")) },
      properties: [
        .set(
          "enableContinueAfterSelection", \ORKUSDZModelManager.enableContinueAfterSelection),
        .made("fileName", \ORKUSDZModelManager.fileName),
      ]),
    step(ORK3DModelStep.self, [.set("modelManager", \ORK3DModelStep.modelManager)]),
    step(ORKWaitStep.self, [.set("indicatorType", \ORKWaitStep.indicatorType)]),
    step(ORKSignatureStep.self),
    step(
      ORKPasscodeStep.self,
      [
        .set("passcodeType", \ORKPasscodeStep.passcodeType),
        .set("useBiometrics", \ORKPasscodeStep.useBiometrics),
        .set("passcodeFlow", \ORKPasscodeStep.passcodeFlow),
      ]),
    SerializedClass(
      type: ORKRegistrationStep.self,
      make: {
        try ORKRegistrationStep(
          identifier: $0("identifier"), title: $0("title"), text: $0("text"),
          options: $0("options"))
      }, properties: [.made("options", \ORKRegistrationStep.options)]),
    SerializedClass(
      type: ORKLoginStep.self,
      make: {
        try ORKLoginStep(
          identifier: $0("identifier"), title: $0("title"), text: $0("text"),
          loginViewControllerClass: ORKLoginStepViewController.self)
      },
      properties: [
        .custom(
          "loginViewControllerString",
          { (step: ORKLoginStep) in
            .string(step.loginViewControllerName ?? "\(step.loginViewControllerClass)")
          }, { $0.loginViewControllerName = $1.string })
      ]),
    SerializedClass(
      type: ORKVerificationStep.self,
      make: {
        try ORKVerificationStep(
          identifier: $0("identifier"), text: $0("text"),
          verificationViewControllerClass: ORKVerificationStepViewController.self)
      },
      properties: [
        .custom(
          "verificationViewControllerString",
          { (step: ORKVerificationStep) in
            .string(
              step.verificationViewControllerName ?? "\(step.verificationViewControllerClass)")
          }, { $0.verificationViewControllerName = $1.string })
      ]),
    step(
      ORKImageCaptureStep.self,
      [
        .set("templateImageInsets", \ORKImageCaptureStep.templateImageInsets),
        .set("accessibilityHint", \ORKImageCaptureStep.accessibilityHint),
        .set("accessibilityInstructions", \ORKImageCaptureStep.accessibilityInstructions),
        .set("captureRaw", \ORKImageCaptureStep.captureRaw),
        .set("templateImage", \ORKImageCaptureStep.templateImage),
      ]),
    step(
      ORKVideoCaptureStep.self,
      [
        .set("templateImageInsets", \ORKVideoCaptureStep.templateImageInsets),
        .number("duration", \ORKVideoCaptureStep.duration),
        .set("audioMute", \ORKVideoCaptureStep.isAudioMute),
        .set("accessibilityHint", \ORKVideoCaptureStep.accessibilityHint),
        .set("accessibilityInstructions", \ORKVideoCaptureStep.accessibilityInstructions),
        .set("templateImage", \ORKVideoCaptureStep.templateImage),
      ]),
    SerializedClass(
      type: ORKConsentDocument.self, make: { _ in ORKConsentDocument() },
      properties: [
        .set("title", \ORKConsentDocument.title), .set("sections", \ORKConsentDocument.sections),
        .set("signaturePageTitle", \ORKConsentDocument.signaturePageTitle),
        .set("signaturePageContent", \ORKConsentDocument.signaturePageContent),
        .set("signatures", \ORKConsentDocument.signatures),
        .set("htmlReviewContent", \ORKConsentDocument.htmlReviewContent),
      ]),
    SerializedClass(
      type: ORKConsentSection.self, make: { try ORKConsentSection(type: $0("type")) },
      properties: [
        .made("type", \ORKConsentSection.type), .set("title", \ORKConsentSection.title),
        .set("formalTitle", \ORKConsentSection.formalTitle),
        .set("summary", \ORKConsentSection.summary), .set("content", \ORKConsentSection.content),
        .set("htmlContent", \ORKConsentSection.htmlContent),
        .set("contentURL", \ORKConsentSection.contentURL),
        .set("customLearnMoreButtonTitle", \ORKConsentSection.customLearnMoreButtonTitle),
        .set("customAnimationURL", \ORKConsentSection.customAnimationURL),
        .set("omitFromDocument", \ORKConsentSection.omitFromDocument),
        .set("customImage", \ORKConsentSection.customImage),
      ]),
    SerializedClass(
      type: ORKConsentSignature.self, make: { _ in ORKConsentSignature() },
      properties: [
        .set("identifier", \ORKConsentSignature.identifier),
        .set("title", \ORKConsentSignature.title),
        .set("givenName", \ORKConsentSignature.givenName),
        .set("familyName", \ORKConsentSignature.familyName),
        .set("signatureDate", \ORKConsentSignature.signatureDate),
        .set("requiresName", \ORKConsentSignature.requiresName),
        .set("requiresSignatureImage", \ORKConsentSignature.requiresSignatureImage),
        .set("signatureDateFormatString", \ORKConsentSignature.signatureDateFormatString),
        .set("signatureImage", \ORKConsentSignature.signatureImage),
      ]),
    step(
      ORKConsentSharingStep.self,
      [
        .set(
          "localizedLearnMoreHTMLContent", \ORKConsentSharingStep.localizedLearnMoreHTMLContent)
      ]),
    // ResearchKit's serializer has no form of this one; it is ours.
    step(
      ORKVisualConsentStep.self, [.set("consentDocument", \ORKVisualConsentStep.consentDocument)]),
    SerializedClass(
      type: ORKConsentReviewStep.self,
      make: {
        let document: ORKConsentDocument? = try $0("consentDocument")
        return try ORKConsentReviewStep(
          identifier: $0("identifier"), signature: $0("signature"),
          in: document ?? ORKConsentDocument())
      },
      properties: [
        .made("consentDocument", \ORKConsentReviewStep.consentDocument),
        .set("reasonForConsent", \ORKConsentReviewStep.reasonForConsent),
        .made("signature", \ORKConsentReviewStep.signature),
        .set("requiresScrollToBottom", \ORKConsentReviewStep.requiresScrollToBottom),
      ]),
    step(
      ORKFamilyHistoryStep.self,
      [
        .set(
          "conditionStepConfiguration", \ORKFamilyHistoryStep.conditionStepConfiguration),
        .set("relativeGroups", \ORKFamilyHistoryStep.relativeGroups),
      ]),
    SerializedClass(
      type: ORKHealthCondition.self,
      make: {
        try ORKHealthCondition(
          identifier: $0("identifier"), displayName: $0("displayName"), value: $0.choice("value"))
      },
      properties: [
        .made("identifier", \ORKHealthCondition.identifier),
        .made("displayName", \ORKHealthCondition.displayName),
        .custom(
          "value", { (condition: ORKHealthCondition) in try ChoiceJSON.json(condition.value) }),
      ]),
    SerializedClass(
      type: ORKConditionStepConfiguration.self,
      make: {
        let item: String? = try $0("conditionsFormItemIdentifier")
        return try ORKConditionStepConfiguration(
          stepIdentifier: $0("stepIdentifier"), conditionsFormItemIdentifier: item ?? "",
          conditions: $0("conditions"), formItems: $0("formItems"))
      },
      properties: [
        .made("stepIdentifier", \ORKConditionStepConfiguration.stepIdentifier),
        .made(
          "conditionsFormItemIdentifier",
          \ORKConditionStepConfiguration.conditionsFormItemIdentifier),
        .made("conditions", \ORKConditionStepConfiguration.conditions),
        .made("formItems", \ORKConditionStepConfiguration.formItems),
      ]),
    SerializedClass(
      type: ORKRelativeGroup.self,
      make: {
        try ORKRelativeGroup(
          identifier: $0("identifier"), name: $0("name"), sectionTitle: $0("sectionTitle"),
          sectionDetailText: $0("sectionDetailText"),
          identifierForCellTitle: $0("identifierForCellTitle"), maxAllowed: $0("maxAllowed"),
          formSteps: $0("formSteps"), detailTextIdentifiers: $0("detailTextIdentifiers"))
      },
      properties: [
        .made("identifier", \ORKRelativeGroup.identifier), .made("name", \ORKRelativeGroup.name),
        .made("sectionTitle", \ORKRelativeGroup.sectionTitle),
        .made("sectionDetailText", \ORKRelativeGroup.sectionDetailText),
        .made("identifierForCellTitle", \ORKRelativeGroup.identifierForCellTitle),
        .made("maxAllowed", \ORKRelativeGroup.maxAllowed),
        .made("formSteps", \ORKRelativeGroup.formSteps),
        .made("detailTextIdentifiers", \ORKRelativeGroup.detailTextIdentifiers),
      ]),
    step(
      ORKRequestPermissionsStep.self,
      [.set("permissionTypes", \ORKRequestPermissionsStep.permissionTypes)]),
    SerializedClass(
      type: ORKHealthKitPermissionType.self,
      make: {
        let (write, read): ([String], [String]) = try (
          $0("sampleTypesToWrite"), $0("objectTypesToRead")
        )
        return try ORKHealthKitPermissionType(
          sampleTypesToWrite: Set(write.map(HealthTypeJSON.sampleType)),
          objectTypesToRead: Set(read.map(HealthTypeJSON.type)))
      },
      properties: [
        .custom(
          "sampleTypesToWrite",
          { (type: ORKHealthKitPermissionType) in
            try type.sampleTypesToWrite.map(\.identifier).sorted().serialized()
          }),
        .custom(
          "objectTypesToRead",
          { (type: ORKHealthKitPermissionType) in
            try type.objectTypesToRead.map(\.identifier).sorted().serialized()
          }),
      ]),
    SerializedClass(
      type: ORKNotificationPermissionType.self,
      make: { try ORKNotificationPermissionType(authorizationOptions: $0("authorizationOptions")) },
      properties: [
        .made("authorizationOptions", \ORKNotificationPermissionType.authorizationOptions)
      ]),
    SerializedClass(
      type: ORKMotionActivityPermissionType.self,
      make: { _ in ORKMotionActivityPermissionType() }, properties: []),
    SerializedClass(
      type: ORKLocationPermissionType.self, make: { _ in ORKLocationPermissionType() },
      properties: []),
  ]

  // MARK: - Active steps

  private static let activeSteps: [SerializedClass] = [
    step(
      ORKActiveStep.self,
      [
        .set("stepDuration", \ORKActiveStep.stepDuration),
        .set("shouldShowDefaultTimer", \ORKActiveStep.shouldShowDefaultTimer),
        .set("shouldSpeakCountDown", \ORKActiveStep.shouldSpeakCountDown),
        .set(
          "shouldSpeakRemainingTimeAtHalfway", \ORKActiveStep.shouldSpeakRemainingTimeAtHalfway),
        .set("shouldStartTimerAutomatically", \ORKActiveStep.shouldStartTimerAutomatically),
        .set("shouldPlaySoundOnStart", \ORKActiveStep.shouldPlaySoundOnStart),
        .set("shouldPlaySoundOnFinish", \ORKActiveStep.shouldPlaySoundOnFinish),
        .set("shouldVibrateOnStart", \ORKActiveStep.shouldVibrateOnStart),
        .set("shouldVibrateOnFinish", \ORKActiveStep.shouldVibrateOnFinish),
        .set("shouldUseNextAsSkipButton", \ORKActiveStep.shouldUseNextAsSkipButton),
        .set("shouldContinueOnFinish", \ORKActiveStep.shouldContinueOnFinish),
        .set("spokenInstruction", \ORKActiveStep.spokenInstruction),
        .set("finishedSpokenInstruction", \ORKActiveStep.finishedSpokenInstruction),
        .set("recorderConfigurations", \ORKActiveStep.recorderConfigurations),
      ]),
    step(ORKCountdownStep.self),
    step(
      ORKFitnessStep.self,
      [
        .custom(
          "userInfo", { (step: ORKFitnessStep) in try FoundationJSON.value(of: step.userInfo) },
          { $0.userInfo = try FoundationJSON.object(of: $1) as? [String: Any] ?? [:] })
      ]),
    step(
      ORKAudioFitnessStep.self,
      [
        .set("audioAsset", \ORKAudioFitnessStep.audioAsset),
        .set("vocalCues", \ORKAudioFitnessStep.vocalCues),
      ]),
    SerializedClass(
      type: ORKVocalCue.self,
      make: { try ORKVocalCue(time: $0("time"), spokenText: $0("spokenText")) },
      properties: [
        .made("time", \ORKVocalCue.time), .made("spokenText", \ORKVocalCue.spokenText),
      ]),
    step(
      ORKWalkingTaskStep.self,
      [.set("numberOfStepsPerLeg", \ORKWalkingTaskStep.numberOfStepsPerLeg)]),
    step(
      ORKTimedWalkStep.self, [.set("distanceInMeters", \ORKTimedWalkStep.distanceInMeters)]),
    step(
      ORKFrontFacingCameraStep.self,
      [
        .set("maximumRecordingLimit", \ORKFrontFacingCameraStep.maximumRecordingLimit),
        .set("allowsReview", \ORKFrontFacingCameraStep.allowsReview),
        .set("allowsRetry", \ORKFrontFacingCameraStep.allowsRetry),
      ]),
    step(
      ORKAmslerGridStep.self,
      [
        .set("eyeSide", \ORKAmslerGridStep.eyeSide)
      ]),
    step(
      ORKAudioStep.self,
      [
        .set("useRecordButton", \ORKAudioStep.useRecordButton)
      ]),
    step(
      ORKdBHLToneAudiometryStep.self,
      [
        .set("toneDuration", \ORKdBHLToneAudiometryStep.toneDuration),
        .set("maxRandomPreStimulusDelay", \ORKdBHLToneAudiometryStep.maxRandomPreStimulusDelay),
        .set("postStimulusDelay", \ORKdBHLToneAudiometryStep.postStimulusDelay),
        .set(
          "maxNumberOfTransitionsPerFrequency",
          \ORKdBHLToneAudiometryStep.maxNumberOfTransitionsPerFrequency),
        .set("initialdBHLValue", \ORKdBHLToneAudiometryStep.initialdBHLValue),
        .set("dBHLStepDownSize", \ORKdBHLToneAudiometryStep.dBHLStepDownSize),
        .set("dBHLStepUpSize", \ORKdBHLToneAudiometryStep.dBHLStepUpSize),
        .set("dBHLMinimumThreshold", \ORKdBHLToneAudiometryStep.dBHLMinimumThreshold),
        .set("headphoneType", \ORKdBHLToneAudiometryStep.headphoneType),
        .set("earPreference", \ORKdBHLToneAudiometryStep.earPreference),
        .custom(
          "frequencyList",
          { (step: ORKdBHLToneAudiometryStep) in
            step.frequencyList.map { .array($0.map(FoundationJSON.value)) }
          }, { $0.frequencyList = $1.elements.compactMap(FoundationJSON.number) }),
      ]),
    step(
      ORKEnvironmentSPLMeterStep.self,
      [
        .set("thresholdValue", \ORKEnvironmentSPLMeterStep.thresholdValue),
        .set("samplingInterval", \ORKEnvironmentSPLMeterStep.samplingInterval),
        .set("requiredContiguousSamples", \ORKEnvironmentSPLMeterStep.requiredContiguousSamples),
      ]),
    step(
      ORKHolePegTestPlaceStep.self,
      [
        .set("movingDirection", \ORKHolePegTestPlaceStep.movingDirection),
        .set("dominantHandTested", \ORKHolePegTestPlaceStep.isDominantHandTested),
        .set("numberOfPegs", \ORKHolePegTestPlaceStep.numberOfPegs),
        .set("threshold", \ORKHolePegTestPlaceStep.threshold),
        .set("rotated", \ORKHolePegTestPlaceStep.isRotated),
      ]),
    step(
      ORKHolePegTestRemoveStep.self,
      [
        .set("movingDirection", \ORKHolePegTestRemoveStep.movingDirection),
        .set("dominantHandTested", \ORKHolePegTestRemoveStep.isDominantHandTested),
        .set("numberOfPegs", \ORKHolePegTestRemoveStep.numberOfPegs),
        .set("threshold", \ORKHolePegTestRemoveStep.threshold),
      ]),
    step(
      ORKPSATStep.self,
      [
        .set("presentationMode", \ORKPSATStep.presentationMode),
        .set("interStimulusInterval", \ORKPSATStep.interStimulusInterval),
        .set("stimulusDuration", \ORKPSATStep.stimulusDuration),
        .set("seriesLength", \ORKPSATStep.seriesLength),
      ]),
    step(
      ORKRangeOfMotionStep.self,
      [
        .set("limbOption", \ORKRangeOfMotionStep.limbOption)
      ]),
    step(
      ORKReactionTimeStep.self,
      [
        .set("maximumStimulusInterval", \ORKReactionTimeStep.maximumStimulusInterval),
        .set("minimumStimulusInterval", \ORKReactionTimeStep.minimumStimulusInterval),
        .set("timeout", \ORKReactionTimeStep.timeout),
        .set("numberOfAttempts", \ORKReactionTimeStep.numberOfAttempts),
        .set("thresholdAcceleration", \ORKReactionTimeStep.thresholdAcceleration),
        .set("successSound", \ORKReactionTimeStep.successSound),
        .set("timeoutSound", \ORKReactionTimeStep.timeoutSound),
        .set("failureSound", \ORKReactionTimeStep.failureSound),
      ]),
    step(
      ORKSpatialSpanMemoryStep.self,
      [
        .set("initialSpan", \ORKSpatialSpanMemoryStep.initialSpan),
        .set("minimumSpan", \ORKSpatialSpanMemoryStep.minimumSpan),
        .set("maximumSpan", \ORKSpatialSpanMemoryStep.maximumSpan),
        .set("playSpeed", \ORKSpatialSpanMemoryStep.playSpeed),
        .set("maximumTests", \ORKSpatialSpanMemoryStep.maximumTests),
        .set("maximumConsecutiveFailures", \ORKSpatialSpanMemoryStep.maximumConsecutiveFailures),
        .set("requireReversal", \ORKSpatialSpanMemoryStep.requireReversal),
        .set("customTargetImage", \ORKSpatialSpanMemoryStep.customTargetImage),
        .set("customTargetPluralName", \ORKSpatialSpanMemoryStep.customTargetPluralName),
      ]),
    step(
      ORKSpeechInNoiseStep.self,
      [
        .set("speechFileNameWithExtension", \ORKSpeechInNoiseStep.speechFileNameWithExtension),
        .set("noiseFileNameWithExtension", \ORKSpeechInNoiseStep.noiseFileNameWithExtension),
        .set("filterFileNameWithExtension", \ORKSpeechInNoiseStep.filterFileNameWithExtension),
        .set("targetSentence", \ORKSpeechInNoiseStep.targetSentence),
        .set("gainAppliedToNoise", \ORKSpeechInNoiseStep.gainAppliedToNoise),
        .set("willAudioLoop", \ORKSpeechInNoiseStep.willAudioLoop),
      ]),
    step(
      ORKSpeechRecognitionStep.self,
      [
        .set("speechRecognitionText", \ORKSpeechRecognitionStep.speechRecognitionText),
        .set("speechRecognizerLocale", \ORKSpeechRecognitionStep.speechRecognizerLocale),
        .set("shouldHideTranscript", \ORKSpeechRecognitionStep.shouldHideTranscript),
      ]),
    step(
      ORKStroopStep.self,
      [
        .set("numberOfAttempts", \ORKStroopStep.numberOfAttempts)
      ]),
    step(ORKTappingIntervalStep.self),
    step(
      ORKToneAudiometryStep.self,
      [
        .set("toneDuration", \ORKToneAudiometryStep.toneDuration),
        .set("practiceStep", \ORKToneAudiometryStep.isPracticeStep),
      ]),
    step(ORKTouchAnywhereStep.self),
    step(
      ORKTowerOfHanoiStep.self,
      [
        .set("numberOfDisks", \ORKTowerOfHanoiStep.numberOfDisks)
      ]),
    step(
      ORKTrailmakingStep.self,
      [
        .set("trailType", \ORKTrailmakingStep.trailType)
      ]),
    step(
      ORKNormalizedReactionTimeStep.self,
      [
        .set("currentInterval", \ORKNormalizedReactionTimeStep.currentInterval)
      ]),
    step(ORKShoulderRangeOfMotionStep.self),
  ]

  private static let recorders: [SerializedClass] = [
    recorder(
      ORKRecorderConfiguration.self, [.made("identifier", \ORKRecorderConfiguration.identifier)]
    ) { try ORKRecorderConfiguration(identifier: $0("identifier")) },
    recorder(
      ORKHealthQuantityTypeRecorderConfiguration.self,
      [
        .custom(
          "quantityType",
          { (recorder: ORKHealthQuantityTypeRecorderConfiguration) in
            .string(recorder.quantityType.identifier)
          }),
        .custom(
          "unit",
          { (recorder: ORKHealthQuantityTypeRecorderConfiguration) in
            .string(recorder.unit.unitString)
          }),
      ]
    ) {
      try ORKHealthQuantityTypeRecorderConfiguration(
        identifier: $0("identifier"),
        healthQuantityType: HealthTypeJSON.quantityType($0("quantityType")),
        unit: HKUnit(from: $0("unit") as String))
    },
    recorder(
      ORKAccelerometerRecorderConfiguration.self,
      [.made("frequency", \ORKAccelerometerRecorderConfiguration.frequency)]
    ) {
      try ORKAccelerometerRecorderConfiguration(
        identifier: $0("identifier"), frequency: $0("frequency"))
    },
    recorder(
      ORKDeviceMotionRecorderConfiguration.self,
      [.made("frequency", \ORKDeviceMotionRecorderConfiguration.frequency)]
    ) {
      try ORKDeviceMotionRecorderConfiguration(
        identifier: $0("identifier"), frequency: $0("frequency"))
    },
    recorder(
      ORKAudioRecorderConfiguration.self,
      [
        .custom(
          "recorderSettings",
          { (recorder: ORKAudioRecorderConfiguration) in
            try FoundationJSON.value(of: recorder.recorderSettings)
          })
      ]
    ) { fields in
      let settings = try FoundationJSON.object(of: fields.value["recorderSettings"] ?? .object([]))
      return try ORKAudioRecorderConfiguration(
        identifier: fields("identifier"), recorderSettings: settings as? [String: Any] ?? [:])
    },
    recorder(ORKTouchRecorderConfiguration.self) {
      try ORKTouchRecorderConfiguration(identifier: $0("identifier"))
    },
    recorder(ORKStreamingAudioRecorderConfiguration.self) {
      try ORKStreamingAudioRecorderConfiguration(identifier: $0("identifier"))
    },
    recorder(ORKPedometerRecorderConfiguration.self) {
      try ORKPedometerRecorderConfiguration(identifier: $0("identifier"))
    },
    recorder(ORKLocationRecorderConfiguration.self) {
      try ORKLocationRecorderConfiguration(identifier: $0("identifier"))
    },
  ]

  // MARK: - Answer formats

  private static let formats: [SerializedClass] = [
    format(
      ORKAnswerFormat.self,
      [
        .set("showDontKnowButton", \ORKAnswerFormat.shouldShowDontKnowButton),
        .set("customDontKnowButtonText", \ORKAnswerFormat.customDontKnowButtonText),
      ]
    ) { _ in ORKAnswerFormat() },
    SerializedClass(
      type: ORKDontKnowAnswer.self, make: { _ in ORKDontKnowAnswer() }, properties: []),
    format(
      ORKBooleanAnswerFormat.self,
      [.made("yes", \ORKBooleanAnswerFormat.yes), .made("no", \ORKBooleanAnswerFormat.no)]
    ) { fields in
      let (yes, no): (String?, String?) = try (fields("yes"), fields("no"))
      return ORKBooleanAnswerFormat(yesString: yes ?? "Yes", noString: no ?? "No")
    },
    SerializedClass(
      type: ORKTextChoice.self,
      make: {
        try ORKTextChoice(
          text: $0("text"), detailText: $0("detailText"), value: $0.choice("value"),
          exclusive: $0("exclusive") ?? false)
      },
      properties: [
        .made("text", \ORKTextChoice.text), .made("detailText", \ORKTextChoice.detailText),
        .custom("value", { (choice: ORKTextChoice) in try ChoiceJSON.json(choice.value) }),
        .made("exclusive", \ORKTextChoice.exclusive), .set("image", \ORKTextChoice.image),
      ]),
    SerializedClass(
      type: ORKTextChoiceOther.self,
      make: {
        try ORKTextChoiceOther(
          text: $0("text"), primaryTextAttributedString: nil, detailText: $0("detailText"),
          detailTextAttributedString: nil, value: $0.choice("value"),
          exclusive: $0("exclusive") ?? false,
          textViewPlaceholderText: $0("textViewPlaceholderText"),
          textViewInputOptional: $0("textViewInputOptional") ?? false,
          textViewStartsHidden: $0("textViewStartsHidden") ?? false)
      },
      properties: [
        .made("textViewPlaceholderText", \ORKTextChoiceOther.textViewPlaceholderText),
        .made("textViewInputOptional", \ORKTextChoiceOther.textViewInputOptional),
        .made("textViewStartsHidden", \ORKTextChoiceOther.textViewStartsHidden),
      ]),
    SerializedClass(
      type: ORKImageChoice.self,
      make: {
        try ORKImageChoice(
          normalImage: nil, selectedImage: nil, text: $0("text"), value: $0.choice("value"))
      },
      properties: [
        .made("text", \ORKImageChoice.text),
        .custom("value", { (choice: ORKImageChoice) in try ChoiceJSON.json(choice.value) }),
        .set("normalStateImage", \ORKImageChoice.normalStateImage),
        .set("selectedStateImage", \ORKImageChoice.selectedStateImage),
      ]),
    SerializedClass(
      type: ORKColorChoice.self,
      make: {
        try ORKColorChoice(
          color: $0("color"), text: $0("text"), detailText: $0("detailText"),
          value: $0.choice("value"), exclusive: $0("exclusive") ?? false)
      },
      properties: [
        .made("color", \ORKColorChoice.color), .made("text", \ORKColorChoice.text),
        .made("detailText", \ORKColorChoice.detailText),
        .custom("value", { (choice: ORKColorChoice) in try ChoiceJSON.json(choice.value) }),
        .made("exclusive", \ORKColorChoice.exclusive),
      ]),
    format(
      ORKTextChoiceAnswerFormat.self,
      [
        .made("style", \ORKTextChoiceAnswerFormat.style),
        .made("textChoices", \ORKTextChoiceAnswerFormat.textChoices),
      ]
    ) { try ORKTextChoiceAnswerFormat(style: $0("style"), textChoices: $0("textChoices")) },
    format(
      ORKColorChoiceAnswerFormat.self,
      [
        .made("style", \ORKColorChoiceAnswerFormat.style),
        .made("colorChoices", \ORKColorChoiceAnswerFormat.colorChoices),
      ]
    ) { try ORKColorChoiceAnswerFormat(style: $0("style"), colorChoices: $0("colorChoices")) },
    format(
      ORKImageChoiceAnswerFormat.self,
      [
        .made("imageChoices", \ORKImageChoiceAnswerFormat.imageChoices),
        .made("style", \ORKImageChoiceAnswerFormat.style),
        .made("vertical", \ORKImageChoiceAnswerFormat.isVertical),
      ]
    ) {
      try ORKImageChoiceAnswerFormat(
        imageChoices: $0("imageChoices"), style: $0("style"), vertical: $0("vertical") ?? false)
    },
    format(
      ORKValuePickerAnswerFormat.self,
      [.made("textChoices", \ORKValuePickerAnswerFormat.textChoices)]
    ) { try ORKValuePickerAnswerFormat(textChoices: $0("textChoices")) },
    format(
      ORKMultipleValuePickerAnswerFormat.self,
      [
        .made("valuePickers", \ORKMultipleValuePickerAnswerFormat.valuePickers),
        .made("separator", \ORKMultipleValuePickerAnswerFormat.separator),
      ]
    ) {
      try ORKMultipleValuePickerAnswerFormat(
        valuePickers: $0("valuePickers"), separator: $0("separator"))
    },
    format(
      ORKTextScaleAnswerFormat.self,
      [
        .made("textChoices", \ORKTextScaleAnswerFormat.textChoices),
        .made("defaultIndex", \ORKTextScaleAnswerFormat.defaultIndex),
        .made("vertical", \ORKTextScaleAnswerFormat.isVertical),
        .set("hideSelectedValue", \ORKTextScaleAnswerFormat.shouldHideSelectedValueLabel),
        .set("hideRanges", \ORKTextScaleAnswerFormat.shouldHideRanges),
        .set("hideLabels", \ORKTextScaleAnswerFormat.shouldHideLabels),
        .set("hideValueMarkers", \ORKTextScaleAnswerFormat.shouldHideValueMarkers),
      ]
    ) { fields in
      let index: Double? = try fields("defaultIndex")
      return try ORKTextScaleAnswerFormat(
        textChoices: fields("textChoices"),
        defaultIndex: index.flatMap { Int(exactly: $0) } ?? .max,
        vertical: fields("vertical") ?? false)
    },
    format(
      ORKScaleAnswerFormat.self,
      [
        .made("minimum", \ORKScaleAnswerFormat.minimum),
        .made("maximum", \ORKScaleAnswerFormat.maximum),
        .made("defaultValue", \ORKScaleAnswerFormat.defaultValue),
        .made("step", \ORKScaleAnswerFormat.step),
        .made("vertical", \ORKScaleAnswerFormat.isVertical),
        .made("maximumValueDescription", \ORKScaleAnswerFormat.maximumValueDescription),
        .made("minimumValueDescription", \ORKScaleAnswerFormat.minimumValueDescription),
        .set("hideSelectedValue", \ORKScaleAnswerFormat.shouldHideSelectedValueLabel),
        .set("hideRanges", \ORKScaleAnswerFormat.shouldHideRanges),
        .set("hideLabels", \ORKScaleAnswerFormat.shouldHideLabels),
        .set("hideValueMarkers", \ORKScaleAnswerFormat.shouldHideValueMarkers),
        .set("minimumImage", \ORKScaleAnswerFormat.minimumImage),
        .set("maximumImage", \ORKScaleAnswerFormat.maximumImage),
      ]
    ) { fields in
      let value: Double? = try fields("defaultValue")
      let (least, most): (Int, Int) = try (fields("minimum"), fields("maximum"))
      let step: Int = try fields("step")
      guard least < most, step >= 1 else {
        throw ORKESerializer.Failure(description: "a scale has at least two values")
      }
      return try ORKScaleAnswerFormat(
        maximumValue: most, minimumValue: least,
        defaultValue: value.map { Int(exactly: $0) ?? .max } ?? Int(Int32.max), step: step,
        vertical: fields("vertical") ?? false,
        maximumValueDescription: fields("maximumValueDescription"),
        minimumValueDescription: fields("minimumValueDescription"))
    },
    format(
      ORKContinuousScaleAnswerFormat.self,
      [
        .made("minimum", \ORKContinuousScaleAnswerFormat.minimum),
        .made("maximum", \ORKContinuousScaleAnswerFormat.maximum),
        .made("defaultValue", \ORKContinuousScaleAnswerFormat.defaultValue),
        .made("maximumFractionDigits", \ORKContinuousScaleAnswerFormat.maximumFractionDigits),
        .made("vertical", \ORKContinuousScaleAnswerFormat.isVertical),
        .set("numberStyle", \ORKContinuousScaleAnswerFormat.numberStyle),
        .made(
          "maximumValueDescription", \ORKContinuousScaleAnswerFormat.maximumValueDescription),
        .made(
          "minimumValueDescription", \ORKContinuousScaleAnswerFormat.minimumValueDescription),
        .set("hideSelectedValue", \ORKContinuousScaleAnswerFormat.shouldHideSelectedValueLabel),
        .set("hideRanges", \ORKContinuousScaleAnswerFormat.shouldHideRanges),
        .set("hideLabels", \ORKContinuousScaleAnswerFormat.shouldHideLabels),
        .set("minimumImage", \ORKContinuousScaleAnswerFormat.minimumImage),
        .set("maximumImage", \ORKContinuousScaleAnswerFormat.maximumImage),
      ]
    ) { fields in
      let (least, most): (Double, Double) = try (fields("minimum"), fields("maximum"))
      guard least < most else {
        throw ORKESerializer.Failure(description: "a scale has a least and a greatest value")
      }
      return try ORKContinuousScaleAnswerFormat(
        maximumValue: most, minimumValue: least,
        defaultValue: fields("defaultValue") ?? ORKDoubleDefaultValue,
        maximumFractionDigits: fields("maximumFractionDigits") ?? 0,
        vertical: fields("vertical") ?? false,
        maximumValueDescription: fields("maximumValueDescription"),
        minimumValueDescription: fields("minimumValueDescription"))
    },
    format(
      ORKNumericAnswerFormat.self,
      [
        .made("style", \ORKNumericAnswerFormat.style), .made("unit", \ORKNumericAnswerFormat.unit),
        .made("displayUnit", \ORKNumericAnswerFormat.displayUnit),
        .number("minimum", \ORKNumericAnswerFormat.minimum),
        .number("maximum", \ORKNumericAnswerFormat.maximum),
        .number("maximumFractionDigits", \ORKNumericAnswerFormat.maximumFractionDigits),
        .number("defaultNumericAnswer", \ORKNumericAnswerFormat.defaultNumericAnswer),
        .set("hideUnitWhenAnswerIsEmpty", \ORKNumericAnswerFormat.hideUnitWhenAnswerIsEmpty),
        .set("placeholder", \ORKNumericAnswerFormat.placeholder),
      ]
    ) {
      try ORKNumericAnswerFormat(
        style: $0("style"), unit: $0("unit"), displayUnit: $0("displayUnit"))
    },
    format(
      ORKHeightAnswerFormat.self,
      [.made("measurementSystem", \ORKHeightAnswerFormat.measurementSystem)]
    ) { try ORKHeightAnswerFormat(measurementSystem: $0("measurementSystem")) },
    format(
      ORKWeightAnswerFormat.self,
      [
        .made("measurementSystem", \ORKWeightAnswerFormat.measurementSystem),
        .made("numericPrecision", \ORKWeightAnswerFormat.numericPrecision),
        .made("minimumValue", \ORKWeightAnswerFormat.minimumValue),
        .made("maximumValue", \ORKWeightAnswerFormat.maximumValue),
        .made("defaultValue", \ORKWeightAnswerFormat.defaultValue),
      ]
    ) {
      try ORKWeightAnswerFormat(
        measurementSystem: $0("measurementSystem"),
        numericPrecision: $0("numericPrecision") ?? .default,
        minimumValue: $0("minimumValue") ?? ORKDoubleDefaultValue,
        maximumValue: $0("maximumValue") ?? ORKDoubleDefaultValue,
        defaultValue: $0("defaultValue") ?? ORKDoubleDefaultValue)
    },
    format(
      ORKAgeAnswerFormat.self,
      [
        .made("minimumAge", \ORKAgeAnswerFormat.minimumAge),
        .made("maximumAge", \ORKAgeAnswerFormat.maximumAge),
        .made("minimumAgeCustomText", \ORKAgeAnswerFormat.minimumAgeCustomText),
        .made("maximumAgeCustomText", \ORKAgeAnswerFormat.maximumAgeCustomText),
        .made("showYear", \ORKAgeAnswerFormat.showYear),
        .made("useYearForResult", \ORKAgeAnswerFormat.useYearForResult),
        .made("treatMinAgeAsRange", \ORKAgeAnswerFormat.treatMinAgeAsRange),
        .made("treatMaxAgeAsRange", \ORKAgeAnswerFormat.treatMaxAgeAsRange),
        .made("defaultValue", \ORKAgeAnswerFormat.defaultValue),
        .set("relativeYear", \ORKAgeAnswerFormat.relativeYear),
      ]
    ) {
      try ORKAgeAnswerFormat(
        minimumAge: $0("minimumAge"), maximumAge: $0("maximumAge"),
        minimumAgeCustomText: $0("minimumAgeCustomText"),
        maximumAgeCustomText: $0("maximumAgeCustomText"), showYear: $0("showYear") ?? false,
        useYearForResult: $0("useYearForResult") ?? false,
        treatMinAgeAsRange: $0("treatMinAgeAsRange") ?? false,
        treatMaxAgeAsRange: $0("treatMaxAgeAsRange") ?? false,
        defaultValue: $0("defaultValue") ?? 0)
    },
    format(
      ORKSESAnswerFormat.self,
      [
        .set("topRungText", \ORKSESAnswerFormat.topRungText),
        .set("bottomRungText", \ORKSESAnswerFormat.bottomRungText),
      ]
    ) { _ in ORKSESAnswerFormat(topRungText: nil, bottomRungText: nil) },
    format(
      ORKTextAnswerFormat.self,
      [
        .set("maximumLength", \ORKTextAnswerFormat.maximumLength),
        .custom(
          "validationRegularExpression",
          { (format: ORKTextAnswerFormat) in
            format.validationRegularExpression.map(PatternJSON.json)
          }, { $0.validationRegularExpression = try PatternJSON.pattern($1) }),
        .set("invalidMessage", \ORKTextAnswerFormat.invalidMessage),
        .set("defaultTextAnswer", \ORKTextAnswerFormat.defaultTextAnswer),
        .set("autocapitalizationType", \ORKTextAnswerFormat.autocapitalizationType),
        .set("autocorrectionType", \ORKTextAnswerFormat.autocorrectionType),
        .set("spellCheckingType", \ORKTextAnswerFormat.spellCheckingType),
        .set("keyboardType", \ORKTextAnswerFormat.keyboardType),
        .set("multipleLines", \ORKTextAnswerFormat.multipleLines),
        .set("hideClearButton", \ORKTextAnswerFormat.hideClearButton),
        .set("hideCharacterCountLabel", \ORKTextAnswerFormat.hideCharacterCountLabel),
        .set("secureTextEntry", \ORKTextAnswerFormat.isSecureTextEntry),
        .set("textContentType", \ORKTextAnswerFormat.textContentType),
        .custom(
          "passwordRules",
          { (format: ORKTextAnswerFormat) in
            format.passwordRules.map { .object([("rules", .string($0.passwordRulesDescriptor))]) }
          },
          { format, value in
            format.passwordRules = value["rules"]?.string.map {
              UITextInputPasswordRules(descriptor: $0)
            }
          }),
        .set("placeholder", \ORKTextAnswerFormat.placeholder),
      ]
    ) { _ in ORKTextAnswerFormat() },
    format(
      ORKEmailAnswerFormat.self, [.set("usernameField", \ORKEmailAnswerFormat.isUsernameField)]
    ) { _ in ORKEmailAnswerFormat() },
    format(
      ORKConfirmTextAnswerFormat.self,
      [
        .made("originalItemIdentifier", \ORKConfirmTextAnswerFormat.originalItemIdentifier),
        .made("errorMessage", \ORKConfirmTextAnswerFormat.errorMessage),
      ]
    ) {
      try ORKConfirmTextAnswerFormat(
        originalItemIdentifier: $0("originalItemIdentifier"), errorMessage: $0("errorMessage"))
    },
    format(
      ORKLocationAnswerFormat.self,
      [
        .set("useCurrentLocation", \ORKLocationAnswerFormat.useCurrentLocation),
        .set("placeholder", \ORKLocationAnswerFormat.placeholder),
      ]
    ) { _ in ORKLocationAnswerFormat() },
    format(
      ORKDateAnswerFormat.self,
      [
        .made("style", \ORKDateAnswerFormat.style),
        .made("calendar", \ORKDateAnswerFormat.calendar),
        .custom(
          "minimumDate", { (format: ORKDateAnswerFormat) in DateJSON.minute(format.minimumDate) }),
        .custom(
          "maximumDate", { (format: ORKDateAnswerFormat) in DateJSON.minute(format.maximumDate) }),
        .custom(
          "defaultDate", { (format: ORKDateAnswerFormat) in DateJSON.minute(format.defaultDate) }),
        .set("minuteInterval", \ORKDateAnswerFormat.minuteInterval),
        .set(
          "daysBeforeCurrentDateToSetMinimumDate",
          \ORKDateAnswerFormat.daysBeforeCurrentDateToSetMinimumDate),
        .set(
          "daysAfterCurrentDateToSetMinimumDate",
          \ORKDateAnswerFormat.daysAfterCurrentDateToSetMinimumDate),
        .set("isMaxDateCurrentTime", \ORKDateAnswerFormat.isMaxDateCurrentTime),
      ]
    ) {
      try ORKDateAnswerFormat(
        style: $0("style"), defaultDate: DateJSON.date($0("defaultDate")),
        minimumDate: DateJSON.date($0("minimumDate")),
        maximumDate: DateJSON.date($0("maximumDate")), calendar: $0("calendar"))
    },
    format(
      ORKTimeOfDayAnswerFormat.self,
      [
        .made("defaultComponents", \ORKTimeOfDayAnswerFormat.defaultComponents),
        .set("minuteInterval", \ORKTimeOfDayAnswerFormat.minuteInterval),
      ]
    ) { try ORKTimeOfDayAnswerFormat(defaultComponents: $0("defaultComponents")) },
    format(
      ORKTimeIntervalAnswerFormat.self,
      [
        .made("defaultInterval", \ORKTimeIntervalAnswerFormat.defaultInterval),
        .made("step", \ORKTimeIntervalAnswerFormat.step),
      ]
    ) {
      try ORKTimeIntervalAnswerFormat(defaultInterval: $0("defaultInterval"), step: $0("step"))
    },
    format(
      ORKHealthKitQuantityTypeAnswerFormat.self,
      [
        .custom(
          "quantityType",
          { (format: ORKHealthKitQuantityTypeAnswerFormat) in
            .string(format.quantityType.identifier)
          }),
        .custom(
          "unit",
          { (format: ORKHealthKitQuantityTypeAnswerFormat) in
            format.unit.map { .string($0.unitString) }
          }),
        .made(
          "numericAnswerStyle", \ORKHealthKitQuantityTypeAnswerFormat.numericAnswerStyle),
        .set(
          "shouldRequestAuthorization",
          \ORKHealthKitQuantityTypeAnswerFormat.shouldRequestAuthorization),
      ]
    ) { fields in
      let unit: String? = try fields("unit")
      return try ORKHealthKitQuantityTypeAnswerFormat(
        quantityType: HealthTypeJSON.quantityType(fields("quantityType")),
        unit: unit.map { HKUnit(from: $0) }, style: fields("numericAnswerStyle"))
    },
    format(
      ORKHealthKitCharacteristicTypeAnswerFormat.self,
      [
        .custom(
          "characteristicType",
          { (format: ORKHealthKitCharacteristicTypeAnswerFormat) in
            .string(format.characteristicType.identifier)
          }),
        .custom(
          "defaultDate",
          { (format: ORKHealthKitCharacteristicTypeAnswerFormat) in
            DateJSON.minute(format.defaultDate)
          }, { $0.defaultDate = try DateJSON.date(String?.read($1)) }),
        .custom(
          "minimumDate",
          { (format: ORKHealthKitCharacteristicTypeAnswerFormat) in
            DateJSON.minute(format.minimumDate)
          }, { $0.minimumDate = try DateJSON.date(String?.read($1)) }),
        .custom(
          "maximumDate",
          { (format: ORKHealthKitCharacteristicTypeAnswerFormat) in
            DateJSON.minute(format.maximumDate)
          }, { $0.maximumDate = try DateJSON.date(String?.read($1)) }),
        .set("calendar", \ORKHealthKitCharacteristicTypeAnswerFormat.calendar),
        .set(
          "shouldRequestAuthorization",
          \ORKHealthKitCharacteristicTypeAnswerFormat.shouldRequestAuthorization),
      ]
    ) {
      let identifier: String = try $0("characteristicType")
      guard
        let type = HKObjectType.characteristicType(
          forIdentifier: HKCharacteristicTypeIdentifier(rawValue: identifier))
      else {
        throw ORKESerializer.Failure(description: "\(identifier) is no characteristic")
      }
      return ORKHealthKitCharacteristicTypeAnswerFormat(characteristicType: type)
    },
  ]

  // MARK: - Results

  private static let results: [SerializedClass] = [
    result(
      ORKResult.self,
      [
        .made("identifier", \ORKResult.identifier), .set("startDate", \ORKResult.startDate),
        .set("endDate", \ORKResult.endDate),
        .custom(
          "userInfo", { (result: ORKResult) in try result.userInfo.map(FoundationJSON.value) },
          {
            let info = try FoundationJSON.object(of: $1) as? [String: Any]
            $0.userInfo = info?.isEmpty == false ? info : nil
          }),
      ]),
    result(ORKCollectionResult.self, [.set("results", \ORKCollectionResult.results)]),
    SerializedClass(
      type: ORKDevice.self,
      make: {
        try ORKDevice(
          product: $0("product"), osVersion: $0("osVersion"), osBuild: $0("osBuild"),
          platform: $0("platform"))
      },
      properties: [
        .made("product", \ORKDevice.product), .made("osVersion", \ORKDevice.osVersion),
        .made("osBuild", \ORKDevice.osBuild), .made("platform", \ORKDevice.platform),
      ]),
    SerializedClass(
      type: ORKTaskResult.self,
      make: { fields in
        let text: String = try fields("taskRunUUID")
        guard let run = UUID(uuidString: text) else {
          throw ORKESerializer.Failure(description: "\(text) is no UUID")
        }
        return try ORKTaskResult(
          taskIdentifier: fields("identifier"), taskRun: run, outputDirectory: nil)
      },
      properties: [
        .custom(
          "taskRunUUID", { (result: ORKTaskResult) in .string(result.taskRunUUID.uuidString) }),
        .set("device", \ORKTaskResult.device),
      ]),
    result(
      ORKStepResult.self,
      [
        .set("enabledAssistiveTechnology", \ORKStepResult.enabledAssistiveTechnology),
        .set("isPreviousResult", \ORKStepResult.isPreviousResult),
      ]),
    result(
      ORKFileResult.self,
      [
        .set("contentType", \ORKFileResult.contentType),
        .set("fileName", \ORKFileResult.fileName),
      ]),
    result(
      ORKQuestionResult.self,
      [
        .set("questionType", \ORKQuestionResult.questionType),
        .set("noAnswerType", \ORKQuestionResult.noAnswerType),
      ]),
    result(
      ORKBooleanQuestionResult.self,
      [
        .custom(
          "booleanAnswer",
          { (result: ORKBooleanQuestionResult) in
            result.booleanAnswer.map { .bool($0.boolValue) }
          }, { $0.booleanAnswer = try Bool?.read($1).map { NSNumber(value: $0) } })
      ]),
    result(
      ORKChoiceQuestionResult.self,
      [
        .custom(
          "choiceAnswers",
          { (result: ORKChoiceQuestionResult) in
            try result.choiceAnswers.map { .array(try $0.map(ChoiceJSON.json)) }
          }, { $0.choiceAnswers = try $1.elements.map(ChoiceJSON.value) })
      ]),
    result(
      ORKMultipleComponentQuestionResult.self,
      [
        .custom(
          "componentsAnswer",
          { (result: ORKMultipleComponentQuestionResult) in
            try result.componentsAnswer.map { .array(try $0.map(ChoiceJSON.json)) }
          }, { $0.componentsAnswer = try $1.elements.map(ChoiceJSON.value) }),
        .set("separator", \ORKMultipleComponentQuestionResult.separator),
      ]),
    result(
      ORKScaleQuestionResult.self, [.number("scaleAnswer", \ORKScaleQuestionResult.scaleAnswer)]),
    result(
      ORKNumericQuestionResult.self,
      [
        .number("numericAnswer", \ORKNumericQuestionResult.numericAnswer),
        .set("unit", \ORKNumericQuestionResult.unit),
        .set("displayUnit", \ORKNumericQuestionResult.displayUnit),
      ]),
    result(ORKTextQuestionResult.self, [.set("textAnswer", \ORKTextQuestionResult.textAnswer)]),
    result(
      ORKTimeIntervalQuestionResult.self,
      [.number("intervalAnswer", \ORKTimeIntervalQuestionResult.intervalAnswer)]),
    result(
      ORKTimeOfDayQuestionResult.self,
      [.set("dateComponentsAnswer", \ORKTimeOfDayQuestionResult.dateComponentsAnswer)]),
    result(
      ORKDateQuestionResult.self,
      [
        .set("dateAnswer", \ORKDateQuestionResult.dateAnswer),
        .set("calendar", \ORKDateQuestionResult.calendar),
        .custom(
          "timeZone",
          { (result: ORKDateQuestionResult) in
            result.timeZone.map { .integer($0.secondsFromGMT()) }
          },
          { $0.timeZone = try Int?.read($1).flatMap { TimeZone(secondsFromGMT: $0) } }),
      ]),
    SerializedClass(
      type: ORKLocation.self,
      make: { fields in
        let place = fields.value["coordinate"]
        guard let latitude = place?["latitude"]?.number,
          let longitude = place?["longitude"]?.number
        else { throw ORKESerializer.Failure(description: "a location has a coordinate") }
        return try ORKLocation(
          coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
          userInput: fields("userInput"))
      },
      properties: [
        .made("userInput", \ORKLocation.userInput),
        .custom(
          "coordinate",
          { (place: ORKLocation) in
            .object([
              ("latitude", .number(place.coordinate.latitude)),
              ("longitude", .number(place.coordinate.longitude)),
            ])
          }),
      ]),
    result(
      ORKLocationQuestionResult.self,
      [.set("locationAnswer", \ORKLocationQuestionResult.locationAnswer)]),
    result(ORKSESQuestionResult.self, [.number("rungPicked", \ORKSESQuestionResult.rungPicked)]),
    result(
      ORKConsentSignatureResult.self,
      [
        .set("signature", \ORKConsentSignatureResult.signature),
        .set("consented", \ORKConsentSignatureResult.consented),
      ]),
    result(ORKSignatureResult.self),
    result(ORKWebViewStepResult.self, [.set("result", \ORKWebViewStepResult.result)]),
    result(
      ORKVideoInstructionStepResult.self,
      [
        .set("playbackStoppedTime", \ORKVideoInstructionStepResult.playbackStoppedTime),
        .set("playbackCompleted", \ORKVideoInstructionStepResult.playbackCompleted),
      ]),
    result(
      ORKPasscodeResult.self,
      [
        .set("passcodeSaved", \ORKPasscodeResult.isPasscodeSaved),
        .set("touchIdEnabled", \ORKPasscodeResult.isTouchIdEnabled),
      ]),
    result(
      ORKTimedWalkResult.self,
      [
        .set("distanceInMeters", \ORKTimedWalkResult.distanceInMeters),
        .set("timeLimit", \ORKTimedWalkResult.timeLimit),
        .set("duration", \ORKTimedWalkResult.duration),
      ]),
    result(
      ORKFamilyHistoryResult.self,
      [
        .set("relatedPersons", \ORKFamilyHistoryResult.relatedPersons),
        .set("displayedConditions", \ORKFamilyHistoryResult.displayedConditions),
      ]),
    SerializedClass(
      type: ORKRelatedPerson.self,
      make: {
        try ORKRelatedPerson(
          identifier: $0("identifier"), groupIdentifier: $0("groupIdentifier"),
          identifierForCellTitle: $0("identifierForCellTitle"), taskResult: $0("taskResult"))
      },
      properties: [
        .made("identifier", \ORKRelatedPerson.identifier),
        .made("groupIdentifier", \ORKRelatedPerson.groupIdentifier),
        .made("identifierForCellTitle", \ORKRelatedPerson.identifierForCellTitle),
        .made("taskResult", \ORKRelatedPerson.taskResult),
      ]),
  ]
}
