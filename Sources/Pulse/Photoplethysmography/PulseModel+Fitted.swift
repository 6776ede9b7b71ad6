// Written by bench/fit_model.py.

extension PulseModel {
  /// The chance that beats are a heart's.
  static let rhythm = PulseModel(
    constant: -10.425,
    curves: [
      Curve(
        feature: .strength, knots: [-0.2, 0.2, 0.5, 0.7, 0.85, 0.95],
        values: [0, 0.786, 1.37, 1.37, 1.37, 1.37],
        usual: 1.370),
      Curve(
        feature: .likeness, knots: [0.3, 0.8, 1.3, 2, 3, 4, 5.5],
        values: [0, 1.762, 3.558, 3.558, 3.558, 3.558, 4.461],
        usual: 3.844),
      Curve(
        feature: .detrendedLikeness, knots: [0.3, 0.8, 1.3, 2, 3, 4.5],
        values: [0, 0, 0, 0, 1.026, 2.837],
        usual: 2.791),
      Curve(
        feature: .margin, knots: [0, 2, 5, 9, 13],
        values: [0, 0.921, 1.176, 1.176, 1.176],
        usual: 1.176),
      Curve(
        feature: .halfPeriod, knots: [-0.5, 0, 0.3, 0.6],
        values: [0, -0.2, -1.887, -2.571],
        usual: 0.000),
      Curve(
        feature: .intervalChange, knots: [-7, -5.5, -4.5, -3.5, -2.5, -1.5],
        values: [0, 0.211, 0.912, 1.318, 0.789, -0.406],
        usual: 1.033),
      Curve(
        feature: .intervalSpread, knots: [-6, -5, -4, -3, -2.2, -1.5, -1],
        values: [0, -0.192, 0.806, 3.538, 4.267, 1.012, 0.891],
        usual: 3.271),
      Curve(
        feature: .rateChange, knots: [0, 1, 2, 3, 4],
        values: [0.064, 0.064, 0.064, 0.064, -0.65],
        usual: 0.064),
      Curve(
        feature: .firstRate, knots: [0, 1],
        values: [0, -0.515],
        usual: 0.000),
      Curve(
        feature: .disturbed, knots: [0, 0.3, 0.7],
        values: [0, 0.287, 3.491],
        usual: 0.000),
      Curve(
        feature: .lengthening, knots: [0, 0.5, 1.5],
        values: [0, 0, -2.177],
        usual: 0.000),
      Curve(
        feature: .rises, knots: [0.6, 0.75, 0.9, 1.05, 1.3, 1.6, 1.9],
        values: [-6.834, -3.231, 0.258, 0.971, -1.343, 0.69, -5.754],
        usual: 0.733),
      Curve(
        feature: .lateRises, knots: [0.7, 0.95, 1.1, 1.25, 1.5, 1.9],
        values: [-1.774, 0.002, 0.756, 1.421, 1.588, -2.922],
        usual: 0.254),
      Curve(
        feature: .slowExcess, knots: [-0.2, 0, 0.2, 0.4, 0.7],
        values: [0, -1.609, -1.609, -1.609, -1.609],
        usual: -0.750),
      Curve(
        feature: .rate, knots: [30, 45, 70, 110, 150, 190],
        values: [0, 3.121, 3.36, 1.828, 3.857, 4.851],
        usual: 3.176),
      Curve(
        feature: .skewness, knots: [-0.6, -0.2, 0, 0.2, 0.5, 1, 1.6],
        values: [0, 0.694, 1.481, 2.14, 2.241, 2.241, 2.331],
        usual: 2.241),
      Curve(
        feature: .roundness, knots: [0.2, 0.35, 0.5, 0.65, 0.75, 0.85, 0.92, 0.97, 0.995],
        values: [0, -2.306, -0.453, 0.321, -0.722, -2.297, -1.772, -1.722, -1.463],
        usual: -1.046),
      Curve(
        feature: .jump, knots: [0.2, 0.35, 0.5, 0.7, 0.9],
        values: [0, 0, 0, 0, -1.302],
        usual: 0.000),
      Curve(
        feature: .comb, knots: [0, 1.75, 2.2, 3],
        values: [0, -1.299, -1.5, -1.5],
        usual: 0.000),
      Curve(
        feature: .foldedJump, knots: [0, 0.3, 0.5, 0.7, 0.9],
        values: [0, 0, 0, -0.574, -3.887],
        usual: 0.000),
      Curve(
        feature: .keyFrames, knots: [0, 1],
        values: [0, -1.569],
        usual: 0.000),
      Curve(
        feature: .lightOfThree, knots: [-10, -4, -1, 0, 1, 2, 3, 4, 5],
        values: [-1.74, -1.74, -1.74, -1.74, -1.74, -1.74, -1.74, -1.74, -2.73],
        usual: -1.740),
      Curve(
        feature: .lightOfTwo, knots: [-10, -4, -1, 0, 1, 1.8, 2.4, 2.8],
        values: [1.044, 0.877, 0.877, 0.877, 0.877, 0.877, 0.877, 0.877],
        usual: 1.044),
      Curve(
        feature: .brightness, knots: [-1, 0, 1, 2, 3, 4, 5],
        values: [-1.191, -1.191, -1.808, -2.955, -3.979, -5.066, -6.073],
        usual: -1.191),
      Curve(
        feature: .greenLead, knots: [-0.6, -0.2, 0, 0.05, 0.1, 0.2, 0.4, 0.7, 1],
        values: [-1.74, -8.994, -6.741, -4.026, -1.881, -0.374, 1.682, 2.925, 2.537],
        usual: 1.416),
      Curve(
        feature: .redBlue, knots: [-0.45, -0.25, -0.1, 0, 0.2],
        values: [-1.74, -1.74, -1.601, -1.601, 0.825],
        usual: 0.151),
      Curve(
        feature: .greenBlue, knots: [-0.45, -0.25, -0.1, 0, 0.2],
        values: [-1.74, -0.217, 0.935, 0.935, 1.337],
        usual: 1.337),
      Curve(
        feature: .projected, knots: [0, 1],
        values: [0, -2.247],
        usual: 0.000),
      Curve(
        feature: .greenRest, knots: [-1.2, -0.5, 0, 0.4, 0.8, 1.1, 1.25],
        values: [-2.095, -7.13, -8.29, -7.416, -5.245, -3.588, -2.871],
        usual: -3.052),
      Curve(
        feature: .removedLight, knots: [-0.5, 0.5, 1.5, 2.5, 4],
        values: [-2.169, 2.305, 6.92, 7.509, 4.19],
        usual: 7.014),
      Curve(
        feature: .movement, knots: [-7, -5.5, -4, -3.2, -2.7, -2.3, -1.8],
        values: [0, -0.585, -1.034, -1.227, -0.951, -0.698, -0.032],
        usual: -0.411),
    ])

  /// The chance that no beat too many or too few was counted.
  static let count = PulseModel(
    constant: 3.167,
    curves: [
      Curve(
        feature: .likeness, knots: [0.3, 0.8, 1.3, 2, 3, 4, 5.5],
        values: [0, 0.631, 1.264, 1.264, 1.988, 3.016, 3.728],
        usual: 3.237),
      Curve(
        feature: .countDoubt, knots: [-4, -3, -2, -1, 0],
        values: [0, -0.086, -0.197, -1.625, -2.507],
        usual: -0.014),
      Curve(
        feature: .intervalSpread, knots: [-4, -3, -2.2, -1.5, -1],
        values: [0, 0, -1.288, -2.207, -2.267],
        usual: 0.000),
      Curve(
        feature: .disturbed, knots: [0, 0.3, 0.7],
        values: [0, -0.943, -0.943],
        usual: 0.000),
      Curve(
        feature: .rises, knots: [0.6, 0.75, 0.9, 1, 1.1, 1.3, 1.6, 1.9],
        values: [-3.563, -2.099, -0.449, 0.128, 0.543, 1.19, 1.399, 0.429],
        usual: 0.128),
      Curve(
        feature: .rateChange, knots: [0, 1, 2, 3, 4],
        values: [0.176, 0.176, -0.89, -2.338, -2.338],
        usual: 0.176),
      Curve(
        feature: .firstRate, knots: [0, 1],
        values: [0, -0.056],
        usual: 0.000),
      Curve(
        feature: .halfPeriod, knots: [-0.5, 0, 0.3, 0.6],
        values: [0, 0, -1.798, -3.754],
        usual: 0.000),
      Curve(
        feature: .disagreeing, knots: [0, 1, 2],
        values: [0, -0.304, -0.304],
        usual: 0.000),
    ])
}

extension PulseInterval {
  /// The interval that holds 95 % of the errors.
  static let fitted = PulseInterval(
    placing: 0.194, spread: 0.116, change: 0.065, rateChange: 0.050,
    hidden: 0.349, wrong: 15.222, constant: 0.194, exponent: 0.541)
}
