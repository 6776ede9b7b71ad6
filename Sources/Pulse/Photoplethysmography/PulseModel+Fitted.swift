// Written by bench/fit_model.py.

extension PulseModel {
  /// The chance that what repeats is a pulse.
  static let pulse = PulseModel(
    constant: -2.371,
    curves: [
      Curve(
        feature: .strength, knots: [-0.2, 0.2, 0.5, 0.7, 0.85, 0.95],
        values: [0, 0, 2.05, 2.05, 2.05, 2.05],
        usual: 2.050),
      Curve(
        feature: .likeness, knots: [0.3, 0.8, 1.3, 2, 3, 4, 5.5],
        values: [0, 0.644, 1.4, 1.4, 1.4, 1.4, 1.563],
        usual: 1.451),
      Curve(
        feature: .detrendedLikeness, knots: [0.3, 0.8, 1.3, 2, 3, 4.5],
        values: [0, 0, 0, 0, 0.894, 2.892],
        usual: 2.774),
      Curve(
        feature: .margin, knots: [0, 2, 5, 9, 13],
        values: [0, 1.017, 1.65, 1.65, 1.65],
        usual: 1.650),
      Curve(
        feature: .intervalChange, knots: [-7, -5.5, -4.5, -3.5, -2.5, -1.5],
        values: [0, 0.451, 1.008, 1.159, 0.344, 0.309],
        usual: 0.809),
      Curve(
        feature: .intervalSpread, knots: [-6, -5, -4, -3, -2.2, -1.5, -1],
        values: [0, -0.016, 1.026, 3.741, 4.345, 1.81, 1.168],
        usual: 3.450),
      Curve(
        feature: .rateChange, knots: [0, 1, 2, 3, 4],
        values: [0.04, 0.04, 0.04, -0.152, -0.152],
        usual: 0.040),
      Curve(
        feature: .firstRate, knots: [0, 1],
        values: [0, -0.164],
        usual: 0.000),
      Curve(
        feature: .disturbed, knots: [0, 0.3, 0.7],
        values: [0, 0.604, 2.844],
        usual: 0.000),
      Curve(
        feature: .lengthening, knots: [0, 0.5, 1.5],
        values: [0, 0, -1.669],
        usual: 0.000),
      Curve(
        feature: .rises, knots: [0.6, 0.75, 0.9, 1.05, 1.3, 1.6, 1.9],
        values: [-3.77, -3.273, -1.228, -0.768, -2.297, -0.685, -2.923],
        usual: -0.922),
      Curve(
        feature: .lateRises, knots: [0.7, 0.95, 1.1, 1.25, 1.5, 1.9],
        values: [-0.369, -0.18, 0.765, 1.119, -0.265, 0.138],
        usual: 0.135),
      Curve(
        feature: .slowExcess, knots: [-0.2, 0, 0.2, 0.4, 0.7, 1, 1.5],
        values: [0, -0.955, -0.955, -0.955, -0.955, -0.955, -2.131],
        usual: -0.461),
      Curve(
        feature: .rate, knots: [30, 45, 70, 110, 150, 190],
        values: [0, 2.927, 3.218, 2.67, 2.242, 3.327],
        usual: 3.006),
      Curve(
        feature: .skewness, knots: [-0.6, -0.2, 0, 0.2, 0.5, 1, 1.6],
        values: [-2.38, -2.38, -1.933, -1.268, -1.054, -1.054, -0.873],
        usual: -1.054),
      Curve(
        feature: .roundness, knots: [0.2, 0.35, 0.5, 0.65, 0.75, 0.85, 0.92, 0.97, 0.995],
        values: [-2.38, -2.617, -2.978, -2.902, -3.447, -4.706, -5.239, -5.45, -5.693],
        usual: -3.426),
      Curve(
        feature: .jump, knots: [0.2, 0.35, 0.5, 0.7, 0.9],
        values: [0, 0, 0, -0.509, -1.619],
        usual: 0.000),
      Curve(
        feature: .comb, knots: [0, 1.75, 2.2, 3],
        values: [0, -1.172, -1.172, -1.172],
        usual: 0.000),
      Curve(
        feature: .foldedJump, knots: [0, 0.3, 0.5, 0.7, 0.9],
        values: [0, 0, 0, -1.877, -2.487],
        usual: 0.000),
      Curve(
        feature: .keyFrames, knots: [0, 1],
        values: [0, -1.073],
        usual: 0.000),
      Curve(
        feature: .lightOfThree, knots: [-10, -4, -1, 0, 1, 2, 3, 4, 5],
        values: [-1.933, -1.933, -1.933, -1.933, -1.933, -1.933, -1.933, -1.933, -1.933],
        usual: -1.933),
      Curve(
        feature: .lightOfTwo, knots: [-10, -4, -1, 0, 1, 1.8, 2.4, 2.8],
        values: [-2.452, -2.452, -2.452, -2.452, -2.457, -2.457, -2.457, -2.457],
        usual: -2.452),
      Curve(
        feature: .brightness, knots: [-1, 0, 1, 2, 3, 4, 5],
        values: [-1.208, -1.208, -1.924, -3.314, -4.209, -5.3, -6.285],
        usual: -1.208),
      Curve(
        feature: .greenLead, knots: [-0.6, -0.2, 0, 0.05, 0.1, 0.2, 0.4, 0.7, 1],
        values: [-1.933, -7.302, -6.542, -4.653, -3.375, -1.848, -0.442, 0.573, -0.735],
        usual: -0.591),
      Curve(
        feature: .redBlue, knots: [-0.45, -0.25, -0.1, 0, 0.2],
        values: [-1.933, 0.453, 0.453, 0.453, 2.264],
        usual: 1.746),
      Curve(
        feature: .greenBlue, knots: [-0.45, -0.25, -0.1, 0, 0.2],
        values: [-1.933, -1.08, -0.14, -0.14, 1.107],
        usual: 1.107),
      Curve(
        feature: .greenRest, knots: [-1.2, -0.5, 0, 0.4, 0.8, 1.1, 1.25],
        values: [-4.353, -6.666, -7.285, -6.588, -4.829, -4.193, -4.133],
        usual: -4.353),
      Curve(
        feature: .removedLight, knots: [-0.5, 0.5, 1.5, 2.5, 4],
        values: [1.879, 3.458, 5.702, 4.771, 1.659],
        usual: 5.031),
      Curve(
        feature: .movement, knots: [-7, -5.5, -4, -3.2, -2.7, -2.3, -1.8],
        values: [0, -0.368, -1.163, -1.512, -2.024, -2.182, -1.715],
        usual: -0.240),
    ])

  /// The chance that the beats of a pulse are found, and nothing else.
  static let beats = PulseModel(
    constant: 6.673,
    curves: [
      Curve(
        feature: .strength, knots: [-0.2, 0.2, 0.5, 0.7, 0.85, 0.95],
        values: [0, 0, 0, 0, 0, 0.304],
        usual: 0.049),
      Curve(
        feature: .likeness, knots: [0.3, 0.8, 1.3, 2, 3, 4, 5.5],
        values: [0, 0.004, 0.004, 0.004, 0.004, 0.135, 0.82],
        usual: 0.349),
      Curve(
        feature: .intervalChange, knots: [-7, -5.5, -4.5, -3.5, -2.5, -1.5],
        values: [0, -0.783, -1.632, -1.422, -1.214, -1.161],
        usual: -1.333),
      Curve(
        feature: .intervalSpread, knots: [-6, -5, -4, -3, -2.2, -1.5, -1],
        values: [0, -0.425, -0.494, -0.123, 0.608, 1.112, 1.476],
        usual: -0.145),
      Curve(
        feature: .rateChange, knots: [0, 1, 2, 3, 4],
        values: [0.32, 0.32, -0.359, -0.719, -0.719],
        usual: 0.320),
      Curve(
        feature: .firstRate, knots: [0, 1],
        values: [0, 0.183],
        usual: 0.000),
      Curve(
        feature: .rises, knots: [0.6, 0.75, 0.9, 1.05, 1.3, 1.6, 1.9],
        values: [-3.111, -2.102, -1.209, -0.925, -1.838, -2.374, -2.791],
        usual: -1.019),
      Curve(
        feature: .lateRises, knots: [0.7, 0.95, 1.1, 1.25, 1.5, 1.9],
        values: [-2.181, -1.868, -1.576, -1.438, -1.412, -2.438],
        usual: -1.771),
      Curve(
        feature: .earlyRise, knots: [0, 0.1, 0.2, 0.3, 0.5, 0.8],
        values: [0, -0.337, -1.389, -3.005, -6.048, -10.144],
        usual: 0.000),
      Curve(
        feature: .lateRise, knots: [0, 0.05, 0.1, 0.15, 0.25, 0.5],
        values: [0, -2.72, -4.563, -5.685, -6.457, -6.457],
        usual: 0.000),
      Curve(
        feature: .addedRise, knots: [0.05, 0.1, 0.2, 0.4, 0.7, 1],
        values: [-8.665, -6.781, -4.615, -3.218, -3.218, -3.218],
        usual: -4.014),
      Curve(
        feature: .addedDelay, knots: [0.28, 0.34, 0.37, 0.4, 0.5, 0.65],
        values: [-8.665, -4.233, -2.478, -1.906, -1.906, -1.906],
        usual: -1.906),
      Curve(
        feature: .earlyShare, knots: [0, 0.1, 0.2, 0.4],
        values: [0, 1.069, 1.694, 2.824],
        usual: 0.000),
      Curve(
        feature: .slowExcess, knots: [-0.2, 0, 0.2, 0.4, 0.7, 1, 1.5],
        values: [0, -0.005, -0.005, -0.005, -0.005, -0.005, -0.005],
        usual: -0.002),
      Curve(
        feature: .rate, knots: [30, 45, 70, 110, 150, 190],
        values: [0, 1.456, 3.588, 1.137, -0.285, -0.815],
        usual: 2.302),
      Curve(
        feature: .roundness, knots: [0.2, 0.35, 0.5, 0.65, 0.75, 0.85, 0.92, 0.97, 0.995],
        values: [0.69, 0.227, 0.231, 0.681, 0.955, 0.619, 0.699, 1.213, 1.528],
        usual: 0.735),
    ])

  /// The chance that no beat too many or too few was counted.
  static let count = PulseModel(
    constant: 1.005,
    curves: [
      Curve(
        feature: .likeness, knots: [0.3, 0.8, 1.3, 2, 3, 4, 5.5],
        values: [0, 1.192, 2.39, 2.505, 2.854, 4.03, 4.822],
        usual: 4.272),
      Curve(
        feature: .countDoubt, knots: [-4, -3, -2, -1, 0],
        values: [0, 0, -0.407, -1.008, -1.791],
        usual: 0.000),
      Curve(
        feature: .intervalSpread, knots: [-4, -3, -2.2, -1.5, -1],
        values: [0, 0, -1.104, -3.14, -4.04],
        usual: 0.000),
      Curve(
        feature: .disturbed, knots: [0, 0.3, 0.7],
        values: [0, -0.801, -1.475],
        usual: 0.000),
      Curve(
        feature: .rises, knots: [0.6, 0.75, 0.9, 1, 1.1, 1.3, 1.6, 1.9],
        values: [-0.765, 0.098, 0.443, 1.108, 0.983, 1.606, 1.981, 0.426],
        usual: 1.108),
      Curve(
        feature: .rateChange, knots: [0, 1, 2, 3, 4],
        values: [0.268, 0.268, -0.829, -1.813, -1.813],
        usual: 0.268),
      Curve(
        feature: .firstRate, knots: [0, 1],
        values: [0, -0.211],
        usual: 0.000),
      Curve(
        feature: .disagreeing, knots: [0, 1, 2],
        values: [0, -0.58, -0.58],
        usual: 0.000),
    ])
}

extension PulseInterval {
  /// The interval that holds 95 % of the errors.
  static let fitted = PulseInterval(
    placing: 0.166, spread: 0.107, change: 0.059, rateChange: 0.042,
    hidden: 0.367, wrong: 15.049, constant: 0.127, exponent: 0.644)
}
