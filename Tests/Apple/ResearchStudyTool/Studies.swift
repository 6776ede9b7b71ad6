import ResearchKit

/// Studies with the shapes of public ones, written anew as an app for a phone has them.
enum Studies {
  static let all: [String: () -> ORKTask] = [
    "joining": joining, "falls": falls, "evening": evening, "about": about,
    "baseline": baseline, "health": health,
  ]

  // MARK: - Joining: who may, consent, sharing, an account

  static func joining() -> ORKTask {
    let welcome = ORKInstructionStep(identifier: "welcome")
    welcome.title = "Welcome"
    welcome.iconImage = UIImage(systemName: "heart.text.square")
    welcome.detailText = "This study asks how your heart does in everyday life."
    welcome.bodyItems = [
      ORKBodyItem(
        text: "Your data stay on this machine.", detailText: nil,
        image: UIImage(systemName: "lock"),
        learnMoreItem: nil, bodyItemStyle: .image),
      ORKBodyItem(
        text: "It takes ten minutes a week.", detailText: "You may stop at any time.", image: nil,
        learnMoreItem: ORKLearnMoreItem(text: "Who sees it?", learnMoreInstructionStep: privacy()),
        bodyItemStyle: .bulletPoint),
    ]

    let yesNo = ORKTextChoiceAnswerFormat(
      style: .singleChoice,
      textChoices: [
        ORKTextChoice(text: "Yes", value: "Yes" as NSString),
        ORKTextChoice(text: "No", value: "No" as NSString),
      ])
    let adult = ORKFormItem(identifier: "adult", text: "Are you 18 or older?", answerFormat: yesNo)
    adult.isOptional = false
    let pregnant = ORKFormItem(
      identifier: "pacemaker", text: "Do you have a pacemaker?", answerFormat: yesNo)
    pregnant.isOptional = false
    let eligibility = ORKFormStep(identifier: "eligibility", title: "Eligibility", text: nil)
    eligibility.formItems = [ORKFormItem(sectionTitle: "May you take part?"), adult, pregnant]
    eligibility.isOptional = false

    let ineligible = ORKInstructionStep(identifier: "ineligible")
    ineligible.title = "Thank you"
    ineligible.detailText = "You cannot join this study."

    let document = consentDocument()
    let visual = ORKVisualConsentStep(identifier: "visualConsent", document: document)
    visual.title = "About the study"
    let review = ORKConsentReviewStep(
      identifier: "review", signature: document.signatures!.first!, in: document)
    review.text = "Read the document before you sign it."
    review.reasonForConsent = "I agree to take part in the heart study"
    let sharing = ORKConsentSharingStep(
      identifier: "sharing", investigatorShortDescription: "the heart study",
      investigatorLongDescription: "The heart study and its partners",
      localizedLearnMoreHTMLContent: "<p>Names are <b>never</b> shared.</p>")
    let passcode = ORKPasscodeStep(identifier: "passcode")
    let completion = ORKCompletionStep(identifier: "joined")
    completion.title = "You have joined"

    let task = ORKNavigableOrderedTask(
      identifier: "joining",
      steps: [
        welcome, eligibility, ineligible, visual, review, sharing, account(), passcode,
        completion,
      ])
    let isAdult = ORKResultPredicate.predicateForChoiceQuestionResult(
      with: ORKResultSelector(stepIdentifier: "eligibility", resultIdentifier: "adult"),
      expectedAnswerValue: "Yes" as NSString)
    let hasNoPacemaker = ORKResultPredicate.predicateForChoiceQuestionResult(
      with: ORKResultSelector(stepIdentifier: "eligibility", resultIdentifier: "pacemaker"),
      expectedAnswerValue: "No" as NSString)
    let mayJoin = NSCompoundPredicate(andPredicateWithSubpredicates: [isAdult, hasNoPacemaker])
    task.setNavigationRule(
      ORKPredicateStepNavigationRule(
        resultPredicatesAndDestinationStepIdentifiers: [(mayJoin, "visualConsent")]),
      forTriggerStepIdentifier: "eligibility")
    task.setNavigationRule(
      ORKDirectStepNavigationRule(destinationStepIdentifier: ORKNullStepIdentifier),
      forTriggerStepIdentifier: "ineligible")
    // Who does not agree is not asked further.
    task.setNavigationRule(
      ORKPredicateStepNavigationRule(
        resultPredicates: [
          ORKResultPredicate.predicateForConsent(
            with: ORKResultSelector(stepIdentifier: "review", resultIdentifier: "participant"),
            didConsent: false)
        ], destinationStepIdentifiers: [ORKNullStepIdentifier], defaultStepIdentifier: nil),
      forTriggerStepIdentifier: "review")
    return task
  }

  private static func account() -> ORKFormStep {
    let password = ORKTextAnswerFormat(maximumLength: 0)
    password.validationRegularExpression = try? NSRegularExpression(pattern: "^(?=.*\\d).{4,8}$")
    password.invalidMessage = "A password has 4 to 8 characters and a digit."
    password.isSecureTextEntry = true
    let items: [(String, String, ORKAnswerFormat)] = [
      ("email", "Email", ORKEmailAnswerFormat()), ("password", "Password", password),
      ("nickname", "Given name", ORKTextAnswerFormat(maximumLength: 20)),
      ("born", "Date of birth", ORKDateAnswerFormat(style: .date, maximumDate: Date())),
    ]
    let step = ORKFormStep(identifier: "account", title: "Registration", text: "Make an account.")
    step.isOptional = false
    step.formItems = items.map {
      ORKFormItem(identifier: $0, text: $1, answerFormat: $2, optional: false)
    }
    return step
  }

  private static func privacy() -> ORKLearnMoreInstructionStep {
    let step = ORKLearnMoreInstructionStep(identifier: "privacy")
    step.title = "Privacy"
    step.text = "Only the people of the study see your answers."
    return step
  }

  private static func consentDocument() -> ORKConsentDocument {
    let document = ORKConsentDocument()
    document.title = "Consent to the heart study"
    let types: [ORKConsentSectionType] = [.overview, .dataGathering, .privacy, .withdrawing]
    document.sections = types.map { type in
      let section = ORKConsentSection(type: type)
      section.summary = "In short: \(section.title ?? "")."
      section.htmlContent = "<p>In full: <em>\(section.title ?? "")</em> &amp; more.</p>"
      return section
    }
    document.signaturePageTitle = "Signatures"
    document.addSignature(
      ORKConsentSignature(
        forPersonWithTitle: "Participant", dateFormatString: "yyyy-MM-dd",
        identifier: "participant"))
    return document
  }

  // MARK: - Falls: a long questionnaire of choices with a way round

  static func falls() -> ORKTask {
    let yesNo = ORKAnswerFormat.choiceAnswerFormat(
      with: .singleChoice,
      textChoices: [
        ORKTextChoice(text: "No", value: 0 as NSNumber),
        ORKTextChoice(text: "Yes", value: 1 as NSNumber),
      ])
    func form(_ identifier: String, _ title: String, _ questions: [String]) -> ORKFormStep {
      let step = ORKFormStep(identifier: identifier, title: title, text: "About your home.")
      step.formItems = questions.enumerated().map {
        ORKFormItem(
          identifier: "\(identifier)_\($0 + 1)", text: $1, answerFormat: yesNo, optional: false)
      }
      step.isOptional = false
      return step
    }
    let times = ORKAnswerFormat.choiceAnswerFormat(
      with: .singleChoice,
      textChoices: ["Never", "Once", "Two or three times", "More often"].enumerated().map {
        ORKTextChoice(text: $1, value: $0 as NSNumber)
      })
    let stairs = ORKQuestionStep(
      identifier: "stairs", title: "Stairs",
      question: "How often do you go down stairs on a usual day?", answer: times)
    stairs.isOptional = false
    let rails = form("rails", "Your stairs", ["Is there a light?", "Are there handrails?"])
    let floors = form("floors", "Your floors", ["Are there rugs?", "Do wires lie about?"])
    let medicines = ORKQuestionStep(
      identifier: "medicines", title: "Medicines", question: "Which of these do you take?",
      answer: ORKTextChoiceAnswerFormat(
        style: .multipleChoice,
        textChoices: [
          ORKTextChoice(text: "For blood pressure", value: "pressure" as NSString),
          ORKTextChoice(text: "For sleep", value: "sleep" as NSString),
          ORKTextChoiceOther.choice(
            withText: "Others", detailText: "Name them", value: "others" as NSString,
            exclusive: false, textViewPlaceholderText: "Names"),
          ORKTextChoice(
            text: "None", detailText: nil, value: "none" as NSString, exclusive: true),
        ]))
    let sleepiness = ORKQuestionStep(
      identifier: "drowsy", title: "Drowsiness", question: "Do they make you drowsy?",
      answer: ORKBooleanAnswerFormat())
    let summary = ORKReviewStep.embeddedReviewStep(withIdentifier: "summary")
    summary.title = "Your answers"
    let task = ORKNavigableOrderedTask(
      identifier: "falls", steps: [stairs, rails, floors, medicines, sleepiness, summary])
    task.setNavigationRule(
      ORKPredicateStepNavigationRule(
        resultPredicates: [
          ORKResultPredicate.predicateForChoiceQuestionResult(
            with: ORKResultSelector(resultIdentifier: "stairs"),
            expectedAnswerValue: 0 as NSNumber)
        ], destinationStepIdentifiers: ["floors"], defaultStepIdentifier: "rails",
        validateArrays: true), forTriggerStepIdentifier: "stairs")
    task.setSkip(
      ORKPredicateSkipStepNavigationRule(
        resultPredicate: ORKResultPredicate.predicateForChoiceQuestionResult(
          with: ORKResultSelector(resultIdentifier: "medicines"),
          expectedAnswerValue: "none" as NSString)), forStepIdentifier: "drowsy")
    return task
  }

  // MARK: - Evening: numbers and scales

  static func evening() -> ORKTask {
    let consumption = ORKFormStep(identifier: "consumption")
    consumption.title = "Today"
    let coffee = ORKFormItem(
      identifier: "coffee", text: "How many cups of coffee did you drink?",
      answerFormat: ORKAnswerFormat.decimalAnswerFormat(withUnit: "cups"))
    coffee.placeholder = "0"
    let weight = ORKNumericAnswerFormat(
      style: .integer, unit: "kg", displayUnit: "kilograms", minimum: 20, maximum: 300,
      maximumFractionDigits: nil)
    weight.shouldShowDontKnowButton = true
    weight.customDontKnowButtonText = "No scales"
    consumption.formItems = [
      coffee,
      ORKFormItem(identifier: "mass", text: "What did you weigh?", answerFormat: weight),
    ]
    let agreement = ["not at all", "rather not", "partly", "rather", "fully"].enumerated().map {
      ORKTextChoice(text: $1, value: ($0 + 1) as NSNumber)
    }
    let stress = ORKFormStep(identifier: "stress", title: "How was it?", text: nil)
    let percent = ORKAnswerFormat.continuousScale(
      withMaximumValue: 1, minimumValue: 0, defaultValue: 99, maximumFractionDigits: 0,
      vertical: false, maximumValueDescription: nil, minimumValueDescription: nil)
    percent.numberStyle = .percent
    stress.formItems = [
      ORKFormItem(
        identifier: "pressure", text: "I was short of time.",
        answerFormat: ORKAnswerFormat.textScale(
          with: agreement, defaultIndex: NSIntegerMax, vertical: false)),
      ORKFormItem(
        identifier: "tired", text: "How tired are you?",
        answerFormat: ORKAnswerFormat.scale(
          withMaximumValue: 10, minimumValue: 0, defaultValue: 5, step: 1, vertical: false,
          maximumValueDescription: "very", minimumValueDescription: "not")),
      ORKFormItem(
        identifier: "screen", text: "How much of the day did you sit?", answerFormat: percent),
    ]
    let done = ORKCompletionStep(identifier: "done")
    done.title = "Good night"
    return ORKOrderedTask(identifier: "evening", steps: [consumption, stress, done])
  }

  // MARK: - Baseline: a form of every kind, with items that depend on others; then a walk

  static func about() -> ORKTask { ORKOrderedTask(identifier: "about", steps: [form()]) }

  static func baseline() -> ORKTask {
    let walk = ORKOrderedTask.shortWalk(
      withIdentifier: "walk", intendedUseDescription: nil, numberOfStepsPerLeg: 20,
      restDuration: 20, options: [.excludeConclusion])
    let tapping = ORKOrderedTask.twoFingerTappingIntervalTask(
      withIdentifier: "tap", intendedUseDescription: nil, duration: 10, handOptions: [.right],
      options: [.excludeInstructions])
    return ORKOrderedTask(identifier: "baseline", steps: [form()] + walk.steps + tapping.steps)
  }

  private static func form() -> ORKFormStep {
    let form = ORKFormStep(identifier: "about", title: "About you", text: "As well as you know.")
    let smokes = ORKFormItem(
      identifier: "smokes", text: "Do you smoke?",
      answerFormat: ORKBooleanAnswerFormat(yesString: "I do", noString: "I do not"))
    let since = ORKFormItem(
      identifier: "since", text: "Since when?",
      answerFormat: ORKAnswerFormat.dateAnswerFormat(
        withDefaultDate: nil, minimumDate: nil, maximumDate: Date(), calendar: nil))
    since.isOptional = false
    since.visibilityRule = ORKPredicateFormItemVisibilityRule(
      predicate: ORKResultPredicate.predicateForBooleanQuestionResult(
        with: .init(stepIdentifier: "about", resultIdentifier: "smokes"), expectedAnswer: true))
    let email = ORKFormItem(
      identifier: "email", text: "Where can we write to?",
      answerFormat: ORKAnswerFormat.emailAnswerFormat())
    let code = ORKAnswerFormat.textAnswerFormat(withMaximumLength: 8)
    code.validationRegularExpression = try? NSRegularExpression(pattern: "^[A-Z]{2}[0-9]+$")
    code.invalidMessage = "%@ is no code such as AB12"
    form.formItems = [
      ORKFormItem(
        sectionTitle: "Body", detailText: "Without shoes.", learnMoreItem: nil,
        showsProgress: true),
      ORKFormItem(
        identifier: "height", text: "Height",
        answerFormat: ORKAnswerFormat.heightAnswerFormat(with: .USC)),
      ORKFormItem(
        identifier: "weight", text: "Weight",
        answerFormat: ORKAnswerFormat.weightAnswerFormat(
          with: .metric, numericPrecision: .high, minimumValue: 30,
          maximumValue: ORKDoubleDefaultValue, defaultValue: 70)),
      ORKFormItem(
        identifier: "age", text: "Age",
        answerFormat: ORKAgeAnswerFormat(
          minimumAge: 18, maximumAge: 90, minimumAgeCustomText: "18 or younger",
          maximumAgeCustomText: "90 or older", treatMaxAgeAsRange: true)),
      ORKFormItem(sectionTitle: "Days"),
      ORKFormItem(
        identifier: "wakes", text: "When do you get up?",
        answerFormat: ORKAnswerFormat.timeOfDayAnswerFormat(
          withDefaultComponents: DateComponents(hour: 7, minute: 0))),
      ORKFormItem(
        identifier: "sleep", text: "How long do you sleep?",
        answerFormat: ORKAnswerFormat.timeIntervalAnswerFormat(withDefaultInterval: 0, step: 15)),
      smokes, since, email,
      ORKFormItem(identifier: "code", text: "Your code", answerFormat: code),
      ORKFormItem(
        identifier: "town", text: "Where do you live?",
        answerFormat: ORKAnswerFormat.locationAnswerFormat()),
      ORKFormItem(
        identifier: "ladder", text: "Where on the ladder are you?",
        answerFormat: ORKSESAnswerFormat(topRungText: "best off", bottomRungText: "worst off")),
      ORKFormItem(
        identifier: "shape", text: "Which do you like?",
        answerFormat: ORKAnswerFormat.choiceAnswerFormat(with: [
          ORKImageChoice(
            normalImage: UIImage(named: "round"), selectedImage: nil, text: "Round",
            value: "round" as NSString),
          ORKImageChoice(
            normalImage: UIImage(named: "square"), selectedImage: nil, text: "Square",
            value: "square" as NSString),
        ])),
    ]
    return form
  }

  // MARK: - Health: what the health store may know already

  static func health() -> ORKTask {
    let form = ORKFormStep(identifier: "body", title: "Your body", text: nil)
    form.formItems = [
      ORKFormItem(
        identifier: "mass", text: "What do you weigh?",
        answerFormat: ORKHealthKitQuantityTypeAnswerFormat(
          quantityType: HKQuantityType(.bodyMass), unit: .gramUnit(with: .kilo), style: .decimal)),
      ORKFormItem(
        identifier: "blood", text: "Your type of blood",
        answerFormat: ORKHealthKitCharacteristicTypeAnswerFormat(
          characteristicType: HKCharacteristicType(.bloodType))),
    ]
    return ORKOrderedTask(identifier: "health", steps: [form])
  }
}
