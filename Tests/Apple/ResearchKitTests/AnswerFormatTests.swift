import Foundation
import HealthKit
import ResearchKit
import Testing

/// Each answer format is asked, answered, judged, and in the result and its JSON.
@Suite struct AnswerFormatTests {
  private static let texts = [
    ORKTextChoice(text: "One", value: 1 as NSNumber),
    ORKTextChoice(text: "Two", detailText: "a pair", value: "two" as NSString, exclusive: false),
    ORKTextChoice(text: "None", detailText: nil, value: "none" as NSString, exclusive: true),
  ]

  private static var letters: ORKTextAnswerFormat {
    let format = ORKTextAnswerFormat()
    format.validationRegularExpression = try? NSRegularExpression(
      pattern: "^[a-z]+$", options: .caseInsensitive)
    format.invalidMessage = "not %@"
    return format
  }

  /// A format, what is typed, the answer's JSON, and what is not allowed.
  struct Case {
    let format: ORKAnswerFormat
    let type: ORKQuestionType
    let result: ORKQuestionResult.Type
    let answers: [(typed: String, json: String)]
    let wrong: [String]

    init(
      _ format: ORKAnswerFormat, _ type: ORKQuestionType, _ result: ORKQuestionResult.Type,
      _ answers: [(String, String)], wrong: [String]
    ) {
      (self.format, self.type, self.result) = (format, type, result)
      self.answers = answers.map { (typed: $0.0, json: $0.1) }
      self.wrong = wrong
    }

    var name: String { "\(Swift.type(of: format))" }
  }

  static var cases: [Case] {
    [
      Case(
        ORKBooleanAnswerFormat(), .boolean, ORKBooleanQuestionResult.self,
        [("y", #""booleanAnswer":true"#), ("No", #""booleanAnswer":false"#)],
        wrong: ["maybe", "3"]),
      Case(
        ORKBooleanAnswerFormat(yesString: "Agree", noString: "Disagree"), .boolean,
        ORKBooleanQuestionResult.self,
        [("agree", #""booleanAnswer":true"#), ("2", #""booleanAnswer":false"#)], wrong: ["Ag"]),
      Case(
        ORKAnswerFormat.choiceAnswerFormat(with: .singleChoice, textChoices: texts), .singleChoice,
        ORKChoiceQuestionResult.self,
        [
          ("1", #""choiceAnswers":["1"]"#), ("Two", #""choiceAnswers":["two"]"#),
          ("none", #""choiceAnswers":["none"]"#),
        ], wrong: ["4", "1,2", "Three"]),
      Case(
        ORKAnswerFormat.choiceAnswerFormat(with: .multipleChoice, textChoices: texts),
        .multipleChoice, ORKChoiceQuestionResult.self,
        [("2, 1", #""choiceAnswers":["two","1"]"#), ("3", #""choiceAnswers":["none"]"#)],
        // What is exclusive stands alone.
        wrong: ["1,3", "2,4", ","]),
      Case(
        ORKAnswerFormat.valuePickerAnswerFormat(with: texts), .singleChoice,
        ORKChoiceQuestionResult.self, [("2", #""choiceAnswers":["two"]"#)], wrong: ["1,2", "0"]),
      Case(
        ORKAnswerFormat.textScale(with: texts, defaultIndex: 1, vertical: true), .scale,
        ORKChoiceQuestionResult.self, [("1", #""choiceAnswers":["1"]"#)], wrong: ["0", "9"]),
      Case(
        ORKAnswerFormat.choiceAnswerFormat(
          with: [
            ORKImageChoice(
              normalImage: UIImage(named: "sun"), selectedImage: nil, text: nil,
              value: "sun" as NSString),
            ORKImageChoice(
              normalImage: nil, selectedImage: nil, text: "Rain", value: "rain" as NSString),
          ], style: .multipleChoice, vertical: true), .multipleChoice, ORKChoiceQuestionResult.self,
        [("1,2", #""choiceAnswers":["sun","rain"]"#), ("Rain", #""choiceAnswers":["rain"]"#)],
        wrong: ["3"]),
      Case(
        ORKAnswerFormat.choiceAnswerFormat(
          with: .singleChoice,
          colorChoices: [
            ORKColorChoice(
              color: .red, text: nil, detailText: nil, value: "red" as NSString),
            ORKColorChoice(color: nil, text: "None", detailText: nil, value: "no" as NSString),
          ]), .singleChoice, ORKChoiceQuestionResult.self, [("1", #""choiceAnswers":["red"]"#)],
        wrong: ["1,2"]),
      Case(
        ORKAnswerFormat.scale(
          withMaximumValue: 10, minimumValue: 0, defaultValue: NSIntegerMax, step: 2,
          vertical: false, maximumValueDescription: "high", minimumValueDescription: "low"), .scale,
        ORKScaleQuestionResult.self, [("4", #""numericAnswer":4"#)],
        wrong: ["3", "12", "-2", "four"]),
      Case(
        ORKAnswerFormat.continuousScale(
          withMaximumValue: 1, minimumValue: 0, defaultValue: 99, maximumFractionDigits: 2,
          vertical: false, maximumValueDescription: nil, minimumValueDescription: nil), .scale,
        ORKScaleQuestionResult.self,
        [("0.25", #""numericAnswer":0.25"#), ("50%", #""numericAnswer":0.5"#)],
        wrong: ["1.5", "150%"]),
      Case(
        ORKNumericAnswerFormat(
          style: .decimal, unit: "mmol/L", displayUnit: "mmol", minimum: 1, maximum: 30,
          maximumFractionDigits: 1), .decimal, ORKNumericQuestionResult.self,
        [("5.5", #""numericAnswer":5.5"#)], wrong: ["0.5", "31", "5.55", "5 6", "x"]),
      Case(
        ORKAnswerFormat.integerAnswerFormat(withUnit: "kg"), .integer,
        ORKNumericQuestionResult.self,
        [("-3", #""numericAnswer":-3"#)], wrong: ["2.5", ""].filter { !$0.isEmpty }),
      Case(
        ORKAnswerFormat.heightAnswerFormat(with: .metric), .height, ORKNumericQuestionResult.self,
        [("181.5", #""numericAnswer":181.5"#)], wrong: ["999", "1 80"]),
      Case(
        ORKAnswerFormat.heightAnswerFormat(with: .USC), .height, ORKNumericQuestionResult.self,
        [("5'11\"", #""numericAnswer":180.34"#), ("6", #""numericAnswer":182.88"#)],
        wrong: ["5'12", "12 feet"]),
      Case(
        ORKAnswerFormat.weightAnswerFormat(with: .metric), .weight, ORKNumericQuestionResult.self,
        [("70.5", #""numericAnswer":70.5"#)], wrong: ["70.2", "700"]),
      Case(
        ORKAnswerFormat.weightAnswerFormat(
          with: .USC, numericPrecision: .high, minimumValue: ORKDoubleDefaultValue,
          maximumValue: ORKDoubleDefaultValue, defaultValue: ORKDoubleDefaultValue), .weight,
        ORKNumericQuestionResult.self, [("150 8", #""numericAnswer":68.2656"#)],
        wrong: ["150 16", "2000"]),
      Case(
        ORKAgeAnswerFormat(
          minimumAge: 18, maximumAge: 90, minimumAgeCustomText: nil, maximumAgeCustomText: "older",
          treatMinAgeAsRange: true, treatMaxAgeAsRange: true), .age, ORKNumericQuestionResult.self,
        [
          ("40", #""numericAnswer":40"#), ("18", #""numericAnswer":-1"#),
          ("90", #""numericAnswer":-2"#),
        ], wrong: ["17", "91", "40.5"]),
      Case(
        ORKSESAnswerFormat(topRungText: "best", bottomRungText: "worst"), .SES,
        ORKNumericQuestionResult.self, [("7", #""numericAnswer":7"#)], wrong: ["0", "11"]),
      Case(
        ORKAnswerFormat.textAnswerFormat(withMaximumLength: 5), .text, ORKTextQuestionResult.self,
        [("Hello", #""textAnswer":"Hello""#)], wrong: ["Hello!"]),
      Case(
        letters, .text,
        ORKTextQuestionResult.self, [("Abc", #""textAnswer":"Abc""#)], wrong: ["A1"]),
      Case(
        ORKAnswerFormat.emailAnswerFormat(), .text, ORKTextQuestionResult.self,
        [("a.b@example.org", #""textAnswer":"a.b@example.org""#)],
        wrong: ["a", "a@b", "a b@example.org", "@example.org"]),
      Case(
        ORKAnswerFormat.locationAnswerFormat(), .location, ORKTextQuestionResult.self,
        [("52.5, 13.4 Berlin", #""textAnswer":"52.5, 13.4 Berlin""#)], wrong: []),
      Case(
        ORKAnswerFormat.timeOfDayAnswerFormat(), .timeOfDay, ORKTimeOfDayQuestionResult.self,
        [("7:05", #""dateComponentsAnswer":{"hour":7,"minute":5}"#)],
        wrong: ["25:00", "7", "7:61"]),
      Case(
        ORKAnswerFormat.timeIntervalAnswerFormat(withDefaultInterval: 0, step: 15), .timeInterval,
        ORKTimeIntervalQuestionResult.self,
        [("1:30", #""intervalAnswer":5400"#), ("900", #""intervalAnswer":900"#)],
        wrong: ["1:20", "24:00", "-900"]),
      Case(
        ORKAnswerFormat.dateAnswerFormat(
          withDefaultDate: nil, minimumDate: Date(timeIntervalSince1970: 0),
          maximumDate: Date(timeIntervalSince1970: 1e9), calendar: nil), .date,
        ORKDateQuestionResult.self, [("2001-02-03", #""dateAnswer":981"#)],
        wrong: ["1960-01-01", "2002-01-01", "2001-02-30", "3.2.2001"]),
      Case(
        ORKAnswerFormat.dateTime(), .dateAndTime, ORKDateQuestionResult.self,
        [("2001-02-03 04:05", #""dateAnswer":981"#)], wrong: ["2001-02-03"]),
      Case(
        ORKHealthKitQuantityTypeAnswerFormat(
          quantityType: HKQuantityType(.heartRate), unit: HKUnit(from: "count/min"), style: .integer
        ),
        .integer, ORKNumericQuestionResult.self, [("72", #""numericAnswer":72"#)], wrong: ["72.5"]),
      Case(
        ORKHealthKitCharacteristicTypeAnswerFormat(
          characteristicType: HKCharacteristicType(.bloodType)), .singleChoice,
        ORKChoiceQuestionResult.self, [("O-", #""choiceAnswers":["HKBloodTypeONegative"]"#)],
        wrong: ["9", "C"]),
    ]
  }

  @Test(arguments: 0..<cases.count)
  func `an answer is in a result of its type and in JSON, and what is not allowed is refused`(
    _ index: Int
  ) throws {
    let tried = Self.cases[index]
    #expect(tried.format.questionType == tried.type)
    tried.format.validateParameters()
    for (typed, expected) in tried.answers {
      let (result, rejection) = ScriptedRun.ask(tried.format, typed)
      let found = try #require(result, "\(typed)")
      #expect(rejection == nil, "\(typed)")
      #expect(type(of: found) == tried.result && found.questionType == tried.type)
      let text = try json(found)
      #expect(text.contains(expected), "\(typed): \(text)")
    }
    for typed in tried.wrong {
      #expect(ScriptedRun.ask(tried.format, typed).rejection != nil, "\(typed) is refused")
    }
  }

  @Test func `a question that is passed has a result of its type without an answer`() throws {
    for tried in Self.cases where !(tried.format is ORKTextScaleAnswerFormat) {
      let result = try #require(ScriptedRun.ask(tried.format, "").result)
      #expect(type(of: result) == tried.result && result.answer == nil, "\(tried.name)")
    }
  }

  @Test func `who does not know says so where it is allowed`() throws {
    for tried in Self.cases {
      // A text may be a question mark.
      if tried.name != "ORKTextAnswerFormat", tried.type != .location {
        #expect(ScriptedRun.ask(tried.format, "?").rejection != nil)
      }
      let format = tried.format
      format.shouldShowDontKnowButton = true
      format.customDontKnowButtonText = "No idea"
      for typed in ["?", "No idea"] {
        let result = try #require(ScriptedRun.ask(format, typed).result)
        #expect(result.noAnswerType is ORKDontKnowAnswer && result.answer == nil)
        #expect(try json(result).contains(#""noAnswerType":{"_class":"ORKDontKnowAnswer"}"#))
      }
    }
  }

  @Test func `a default is the answer of who types nothing, and a property counts as it is last`() {
    let numeric = ORKNumericAnswerFormat(style: .integer, unit: nil)
    numeric.defaultNumericAnswer = 4
    let text = ORKTextAnswerFormat()
    text.defaultTextAnswer = "so"
    let step = ORKFormStep(identifier: "form")
    step.formItems = [
      ORKFormItem(identifier: "numeric", text: "?", answerFormat: numeric),
      ORKFormItem(identifier: "text", text: "?", answerFormat: text),
      ORKFormItem(
        identifier: "scale", text: "?",
        answerFormat: ORKScaleAnswerFormat(
          maximumValue: 10, minimumValue: 0, defaultValue: 5, step: 2)),
      ORKFormItem(
        identifier: "time", text: "?",
        answerFormat: ORKTimeOfDayAnswerFormat(
          defaultComponents: DateComponents(hour: 7, minute: 30))),
      ORKFormItem(
        identifier: "weight", text: "?",
        answerFormat: ORKWeightAnswerFormat(
          measurementSystem: .USC, numericPrecision: .low, defaultValue: 100)),
    ]
    let run = ScriptedRun(ORKOrderedTask(identifier: "task", steps: [step]))
    func answer(_ item: String) -> Any? { (run.result("form", item) as? ORKQuestionResult)?.answer }
    #expect(answer("numeric") as? NSNumber == 4 && answer("text") as? String == "so")
    // A default between two steps is the nearer one's.
    #expect(answer("scale") as? NSNumber == 6)
    #expect((answer("time") as? DateComponents)?.hour == 7)
    #expect((answer("weight") as? NSNumber)?.doubleValue == 45.359237)

    text.maximumLength = 1
    numeric.maximum = 3
    #expect(ScriptedRun.ask(text, "ab").rejection != nil)
    #expect(ScriptedRun.ask(numeric, "4").rejection != nil)
  }

  @Test func `an age may be given as the year of birth, reckoned from another year`() throws {
    let format = ORKAgeAnswerFormat(minimumAge: 1, maximumAge: 60, useYearForResult: true)
    format.relativeYear = 2000
    let result = try #require(ScriptedRun.ask(format, "30").result as? ORKNumericQuestionResult)
    #expect(result.numericAnswer == 1970)
    #expect(ScriptedRun.ask(format, "61").rejection != nil)
  }

  @Test func `another text takes the place of a choice that asks for one`() throws {
    let other = ORKTextChoiceOther.choice(
      withText: "Other", detailText: nil, value: "other" as NSString, exclusive: true,
      textViewPlaceholderText: "which?")
    let choices = [ORKTextChoice(text: "Tea", value: "tea" as NSString), other]
    func answers(_ style: ORKChoiceAnswerStyle, _ typed: String) -> [String]? {
      let format = ORKTextChoiceAnswerFormat(style: style, textChoices: choices)
      let asked = ScriptedRun.ask(format, typed)
      guard asked.rejection == nil else { return nil }
      return (asked.result as? ORKChoiceQuestionResult)?.choiceAnswers?.map { "\($0)" }
    }
    #expect(answers(.singleChoice, "Mate") == ["Mate"] && answers(.singleChoice, "2") == ["other"])
    #expect(answers(.multipleChoice, "Tea, Mate") == nil)
    other.textViewInputOptional = false
    #expect(answers(.singleChoice, "2") == nil && answers(.singleChoice, "Mate") == ["Mate"])
  }

  @Test func `two values that read alike stay apart`() throws {
    let format = ORKTextChoiceAnswerFormat(
      style: .singleChoice,
      textChoices: [
        ORKTextChoice(text: "Number", value: 1 as NSNumber),
        ORKTextChoice(text: "Text", value: "1" as NSString),
      ])
    func value(_ typed: String) -> Any? {
      (ScriptedRun.ask(format, typed).result as? ORKChoiceQuestionResult)?.choiceAnswers?.first
    }
    #expect(value("Number") is NSNumber && value("Text") is NSString)
  }
}
