import ResearchKit

/// Mistakes of a program for which Apple's frameworks raise an exception: each ends the program.
enum Misuses {
  static let all: [String: () -> Void] = [
    "unit-text": { print(HKUnit(from: "furlong/s")) },
    "unit-fit": { print(quantity.doubleValue(for: .second())) },
    "unit-comparison": { print(quantity.compare(HKQuantity(unit: .gram(), doubleValue: 1))) },
    "two-steps": { print(task(ORKStep(identifier: "one"), ORKStep(identifier: "one"))) },
    "no-items": { present(form()) },
    "two-items": { present(form("item", "item")) },
    "branches": {
      print(
        ORKPredicateStepNavigationRule(
          resultPredicates: [NSPredicate(value: true)], destinationStepIdentifiers: [],
          defaultStepIdentifier: nil))
    },
    "scale": { ask(scale(10, 1)) },
    "scale-step": { ask(scale(0, 10, step: 0)) },
    "scale-end": { ask(scale(0, 10, step: 3)) },
    "scale-steps": { ask(scale(0, 100)) },
    "scale-range": { ask(scale(0, 20_000, step: 5_000)) },
    "continuous-scale": { ask(continuous(1, 1)) },
    "continuous-range": { ask(continuous(-20_000, 1)) },
    "text-scale": { ask(ORKAnswerFormat.textScale(with: [one], defaultIndex: 0, vertical: false)) },
    "choice": { ask(ORKTextChoiceAnswerFormat(style: .singleChoice, textChoices: [])) },
    "number": { ask(ORKNumericAnswerFormat(style: .integer, minimum: 2, maximum: 1)) },
    "weight": { ask(ORKWeightAnswerFormat(minimumValue: 50, maximumValue: 40)) },
    "age": { ask(ORKAgeAnswerFormat(minimumAge: 18, maximumAge: 200)) },
    "interval": { ask(ORKTimeIntervalAnswerFormat(defaultInterval: 0, step: 45)) },
    "text-length": { ask(ORKTextAnswerFormat(maximumLength: -1)) },
    "text-pattern": {
      let format = ORKTextAnswerFormat()
      format.validationRegularExpression = try? NSRegularExpression(pattern: "a")
      ask(format)
    },
    "health-unit": {
      ask(
        ORKHealthKitQuantityTypeAnswerFormat(
          quantityType: HKQuantityType(.bodyMass), unit: .meter(), style: .decimal))
    },
    "presented": {
      let controller = ORKTaskViewController(task: task(), taskRun: nil)
      controller.run(ORKScriptedPresenter())
      controller.run(ORKScriptedPresenter())
    },
    "task": {
      let controller = ORKTaskViewController(task: task(), taskRun: nil)
      controller.run(ORKScriptedPresenter())
      controller.task = task()
    },
    "folder": {
      let controller = ORKTaskViewController(task: task(), taskRun: nil)
      controller.run(ORKScriptedPresenter())
      controller.outputDirectory = URL(fileURLWithPath: "/tmp")
    },
  ]

  private static let quantity = HKQuantity(unit: .meter(), doubleValue: 1)
  private static let one = ORKTextChoice(text: "One", value: 1 as NSNumber)

  private static func task(_ steps: ORKStep...) -> ORKOrderedTask {
    ORKOrderedTask(identifier: "task", steps: steps)
  }

  private static func present(_ task: ORKTask) {
    print(ORKTaskViewController(task: task, taskRun: nil))
  }

  private static func present(_ step: ORKStep) { present(task(step)) }

  private static func ask(_ format: ORKAnswerFormat) {
    present(ORKQuestionStep(identifier: "question", title: nil, answer: format))
  }

  private static func form(_ identifiers: String...) -> ORKFormStep {
    let form = ORKFormStep(identifier: "form", title: nil, text: nil)
    form.formItems = identifiers.map {
      ORKFormItem(identifier: $0, text: $0, answerFormat: ORKBooleanAnswerFormat())
    }
    return form
  }

  private static func scale(_ least: Int, _ most: Int, step: Int = 1) -> ORKScaleAnswerFormat {
    ORKScaleAnswerFormat(
      maximumValue: most, minimumValue: least, defaultValue: least, step: step)
  }

  private static func continuous(_ least: Double, _ most: Double) -> ORKContinuousScaleAnswerFormat
  {
    ORKContinuousScaleAnswerFormat(
      maximumValue: most, minimumValue: least, defaultValue: least, maximumFractionDigits: 1)
  }
}
