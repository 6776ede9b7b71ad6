// Written by bench/fit_model.py.

extension PulseModel {
  /// The chance that what repeats is a pulse.
  static let pulse = PulseModel(
    constant: -1.195,
    curves: [
      Curve(
        feature: .strength, knots: [-0.2, 0.2, 0.5, 0.7, 0.85, 0.95],
        values: [0, 0, 1.804, 1.804, 1.804, 1.804],
        usual: 1.804),
      Curve(
        feature: .likeness, knots: [0.3, 0.8, 1.3, 2, 3, 4, 5.5],
        values: [0, 0.524, 1.154, 1.154, 1.154, 1.154, 1.154],
        usual: 1.154),
      Curve(
        feature: .detrendedLikeness, knots: [0.3, 0.8, 1.3, 2, 3, 4.5],
        values: [0, 0, 0, 0, 0.718, 2.741],
        usual: 2.636),
      Curve(
        feature: .margin, knots: [0, 2, 5, 9, 13],
        values: [0, 0.914, 1.916, 1.916, 1.916],
        usual: 1.916),
      Curve(
        feature: .intervalChange, knots: [-7, -5.5, -4.5, -3.5, -2.5, -1.5],
        values: [0, 0.518, 1.017, 1.496, 1.094, 1.091],
        usual: 1.260),
      Curve(
        feature: .intervalSpread, knots: [-6, -5, -4, -3, -2.2, -1.5, -1],
        values: [0, -0.038, 0.962, 3.458, 3.393, 0.826, 0.196],
        usual: 3.111),
      Curve(
        feature: .rateChange, knots: [0, 1, 2, 3, 4],
        values: [0.081, 0.081, 0.081, 0.081, 0.081],
        usual: 0.081),
      Curve(
        feature: .firstRate, knots: [0, 1],
        values: [0, -0.142],
        usual: 0.000),
      Curve(
        feature: .disturbed, knots: [0, 0.3, 0.7],
        values: [0, 0.487, 2.808],
        usual: 0.000),
      Curve(
        feature: .lengthening, knots: [0, 0.5, 1.5],
        values: [0, 0, -1.624],
        usual: 0.000),
      Curve(
        feature: .rises, knots: [0.6, 0.75, 0.9, 1.05, 1.3, 1.6, 1.9],
        values: [-4.044, -3.401, -1.532, -1.048, -2.195, -0.404, -2.773],
        usual: -1.209),
      Curve(
        feature: .lateRises, knots: [0.7, 0.95, 1.1, 1.25, 1.5, 1.9],
        values: [-0.408, -0.041, 0.751, 0.919, -0.711, -0.267],
        usual: 0.223),
      Curve(
        feature: .slowExcess, knots: [-0.2, 0, 0.2, 0.4, 0.7, 1, 1.5],
        values: [0, -1.3, -1.3, -1.3, -1.3, -1.3, -3.312],
        usual: -0.632),
      Curve(
        feature: .rate, knots: [30, 45, 70, 110, 150, 190],
        values: [0, 2.647, 2.892, 2.438, 1.788, 3.024],
        usual: 2.715),
      Curve(
        feature: .skewness, knots: [-0.6, -0.2, 0, 0.2, 0.5, 1, 1.6],
        values: [-2.778, -2.778, -2.135, -1.664, -1.417, -1.417, -1.397],
        usual: -1.417),
      Curve(
        feature: .roundness, knots: [0.2, 0.35, 0.5, 0.65, 0.75, 0.85, 0.92, 0.97, 0.995],
        values: [-2.778, -3.2, -3.416, -3.148, -3.643, -4.782, -4.833, -4.799, -4.675],
        usual: -3.630),
      Curve(
        feature: .jump, knots: [0.2, 0.35, 0.5, 0.7, 0.9],
        values: [0, 0, 0, -0.117, -1.076],
        usual: 0.000),
      Curve(
        feature: .comb, knots: [0, 1.75, 2.2, 3],
        values: [0, -1.323, -1.323, -1.323],
        usual: 0.000),
      Curve(
        feature: .foldedJump, knots: [0, 0.3, 0.5, 0.7, 0.9],
        values: [0, 0, 0, -2.237, -2.708],
        usual: 0.000),
      Curve(
        feature: .keyFrames, knots: [0, 1],
        values: [0, -1.269],
        usual: 0.000),
      Curve(
        feature: .lightOfThree, knots: [-10, -4, -1, 0, 1, 2, 3, 4, 5],
        values: [-1.522, -1.522, -1.522, -1.522, -1.522, -1.522, -1.522, -1.522, -1.522],
        usual: -1.522),
      Curve(
        feature: .lightOfTwo, knots: [-10, -4, -1, 0, 1, 1.8, 2.4, 2.8],
        values: [0.594, 0.594, 0.594, 0.594, 0.594, 0.594, 0.594, 0.594],
        usual: 0.594),
      Curve(
        feature: .brightness, knots: [-1, 0, 1, 2, 3, 4, 5],
        values: [-1.092, -1.092, -1.576, -3.234, -4.255, -5.392, -6.404],
        usual: -1.092),
      Curve(
        feature: .greenLead, knots: [-0.6, -0.2, 0, 0.05, 0.1, 0.2, 0.4, 0.7, 1],
        values: [-1.522, -7.298, -6.425, -4.182, -2.419, -0.685, 0.606, 1.892, 1.28],
        usual: 0.470),
      Curve(
        feature: .redBlue, knots: [-0.45, -0.25, -0.1, 0, 0.2],
        values: [-1.522, -1.522, -1.522, -1.522, 0.167],
        usual: -0.314),
      Curve(
        feature: .greenBlue, knots: [-0.45, -0.25, -0.1, 0, 0.2],
        values: [-1.522, -0.195, 0.904, 0.904, 2.018],
        usual: 2.018),
      Curve(
        feature: .projected, knots: [0, 1],
        values: [0, -0.541],
        usual: 0.000),
      Curve(
        feature: .greenRest, knots: [-1.2, -0.5, 0, 0.4, 0.8, 1.1, 1.25],
        values: [-2.475, -4.974, -5.575, -4.846, -3.067, -2.577, -2.567],
        usual: -2.572),
      Curve(
        feature: .removedLight, knots: [-0.5, 0.5, 1.5, 2.5, 4],
        values: [-0.256, 1.95, 4.4, 3.491, 0.583],
        usual: 3.726),
      Curve(
        feature: .movement, knots: [-7, -5.5, -4, -3.2, -2.7, -2.3, -1.8],
        values: [0, -0.105, -0.56, -1.016, -0.931, -0.694, 0.049],
        usual: -0.069),
    ])

  /// The chance that the beats of a pulse are found, and nothing else.
  static let beats = PulseModel(
    constant: 6.686,
    curves: [
      Curve(
        feature: .strength, knots: [-0.2, 0.2, 0.5, 0.7, 0.85, 0.95],
        values: [0, 0, 0, 0, 0.024, 0.343],
        usual: 0.076),
      Curve(
        feature: .likeness, knots: [0.3, 0.8, 1.3, 2, 3, 4, 5.5],
        values: [0, 0.002, 0.002, 0.002, 0.002, 0.083, 0.779],
        usual: 0.304),
      Curve(
        feature: .intervalChange, knots: [-7, -5.5, -4.5, -3.5, -2.5, -1.5],
        values: [0, -0.862, -1.703, -1.503, -1.23, -1.15],
        usual: -1.388),
      Curve(
        feature: .intervalSpread, knots: [-6, -5, -4, -3, -2.2, -1.5, -1],
        values: [0, -0.444, -0.548, -0.181, 0.532, 0.97, 1.28],
        usual: -0.205),
      Curve(
        feature: .rateChange, knots: [0, 1, 2, 3, 4],
        values: [0.31, 0.31, -0.514, -0.91, -0.91],
        usual: 0.310),
      Curve(
        feature: .firstRate, knots: [0, 1],
        values: [0, 0.118],
        usual: 0.000),
      Curve(
        feature: .rises, knots: [0.6, 0.75, 0.9, 1.05, 1.3, 1.6, 1.9],
        values: [-3.004, -1.965, -1.058, -0.762, -1.713, -2.165, -2.721],
        usual: -0.861),
      Curve(
        feature: .lateRises, knots: [0.7, 0.95, 1.1, 1.25, 1.5, 1.9],
        values: [-2.236, -1.973, -1.707, -1.527, -1.497, -2.454],
        usual: -1.884),
      Curve(
        feature: .earlyRise, knots: [0, 0.1, 0.2, 0.3, 0.5, 0.8],
        values: [0, -0.36, -1.378, -2.954, -5.978, -10.065],
        usual: 0.000),
      Curve(
        feature: .lateRise, knots: [0, 0.05, 0.1, 0.15, 0.25, 0.5],
        values: [0, -2.683, -4.595, -5.709, -6.447, -6.447],
        usual: 0.000),
      Curve(
        feature: .addedRise, knots: [0.05, 0.1, 0.2, 0.4, 0.7, 1],
        values: [-8.632, -6.772, -4.569, -3.149, -3.149, -3.149],
        usual: -3.942),
      Curve(
        feature: .addedDelay, knots: [0.28, 0.34, 0.37, 0.4, 0.5, 0.65],
        values: [-8.632, -4.22, -2.481, -1.9, -1.9, -1.9],
        usual: -1.900),
      Curve(
        feature: .earlyShare, knots: [0, 0.1, 0.2, 0.4],
        values: [0, 1.032, 1.565, 2.349],
        usual: 0.000),
      Curve(
        feature: .rate, knots: [30, 45, 70, 110, 150, 190],
        values: [0, 1.468, 3.567, 1.158, -0.235, -0.72],
        usual: 2.307),
      Curve(
        feature: .roundness, knots: [0.2, 0.35, 0.5, 0.65, 0.75, 0.85, 0.92, 0.97, 0.995],
        values: [0.785, 0.323, 0.335, 0.773, 1.03, 0.745, 0.79, 1.266, 1.56],
        usual: 0.833),
    ])

  /// The chance that no beat too many or too few was counted.
  static let count = PulseModel(
    constant: 1.432,
    curves: [
      Curve(
        feature: .likeness, knots: [0.3, 0.8, 1.3, 2, 3, 4, 5.5],
        values: [0, 0.949, 1.902, 1.91, 2.418, 3.581, 4.366],
        usual: 3.825),
      Curve(
        feature: .countDoubt, knots: [-4, -3, -2, -1, 0],
        values: [0, 0, -0.273, -1.196, -1.837],
        usual: 0.000),
      Curve(
        feature: .intervalSpread, knots: [-4, -3, -2.2, -1.5, -1],
        values: [0, 0, -1.174, -3.085, -3.967],
        usual: 0.000),
      Curve(
        feature: .disturbed, knots: [0, 0.3, 0.7],
        values: [0, -0.813, -1.395],
        usual: 0.000),
      Curve(
        feature: .rises, knots: [0.6, 0.75, 0.9, 1, 1.1, 1.3, 1.6, 1.9],
        values: [-0.608, 0.317, 0.606, 1.153, 1.109, 1.83, 2.129, 0.475],
        usual: 1.153),
      Curve(
        feature: .rateChange, knots: [0, 1, 2, 3, 4],
        values: [0.272, 0.272, -0.847, -1.868, -1.868],
        usual: 0.272),
      Curve(
        feature: .firstRate, knots: [0, 1],
        values: [0, -0.172],
        usual: 0.000),
      Curve(
        feature: .disagreeing, knots: [0, 1, 2],
        values: [0, -0.634, -0.634],
        usual: 0.000),
    ])
}

extension PulseInterval {
  /// The interval that holds 95 % of the errors.
  static let fitted = PulseInterval(
    placing: 0.160, spread: 0.094, change: 0.059, rateChange: 0.041,
    hidden: 0.378, wrong: 14.811, constant: 0.135, exponent: 0.542)
}
