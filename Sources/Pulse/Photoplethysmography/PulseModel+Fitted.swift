// Written by bench/fit_model.py.

extension PulseModel {
  /// The chance that what repeats is a pulse.
  static let pulse = PulseModel(
    constant: -1.797,
    curves: [
      Curve(
        feature: .strength, knots: [-0.2, 0.2, 0.5, 0.7, 0.85, 0.95],
        values: [0, 0, 1.973, 1.973, 1.973, 1.973],
        usual: 1.973),
      Curve(
        feature: .likeness, knots: [0.3, 0.8, 1.3, 2, 3, 4, 5.5],
        values: [0, 0.596, 1.258, 1.258, 1.258, 1.258, 1.319],
        usual: 1.277),
      Curve(
        feature: .detrendedLikeness, knots: [0.3, 0.8, 1.3, 2, 3, 4.5],
        values: [0, 0, 0, 0, 0.878, 2.886],
        usual: 2.771),
      Curve(
        feature: .margin, knots: [0, 2, 5, 9, 13],
        values: [0, 1.112, 1.849, 1.849, 1.849],
        usual: 1.849),
      Curve(
        feature: .intervalChange, knots: [-7, -5.5, -4.5, -3.5, -2.5, -1.5],
        values: [0, 0.507, 1.077, 1.079, 0.302, 0.321],
        usual: 0.757),
      Curve(
        feature: .intervalSpread, knots: [-6, -5, -4, -3, -2.2, -1.5, -1],
        values: [0, -0.349, 0.823, 3.71, 4.261, 1.457, 0.536],
        usual: 3.390),
      Curve(
        feature: .rateChange, knots: [0, 1, 2, 3, 4],
        values: [0.027, 0.027, 0.027, -0.184, -0.184],
        usual: 0.027),
      Curve(
        feature: .firstRate, knots: [0, 1],
        values: [0, -0.12],
        usual: 0.000),
      Curve(
        feature: .disturbed, knots: [0, 0.3, 0.7],
        values: [0, 0.573, 2.755],
        usual: 0.000),
      Curve(
        feature: .lengthening, knots: [0, 0.5, 1.5],
        values: [0, 0, -1.805],
        usual: 0.000),
      Curve(
        feature: .rises, knots: [0.6, 0.75, 0.9, 1.05, 1.3, 1.6, 1.9],
        values: [-3.848, -3.323, -1.306, -0.779, -2.326, -0.541, -2.83],
        usual: -0.954),
      Curve(
        feature: .lateRises, knots: [0.7, 0.95, 1.1, 1.25, 1.5, 1.9],
        values: [-0.275, -0.082, 0.814, 1.111, -0.219, -0.078],
        usual: 0.216),
      Curve(
        feature: .slowExcess, knots: [-0.2, 0, 0.2, 0.4, 0.7, 1, 1.5],
        values: [0, -1.059, -1.059, -1.059, -1.059, -1.059, -2.636],
        usual: -0.511),
      Curve(
        feature: .rate, knots: [30, 45, 70, 110, 150, 190],
        values: [0, 2.716, 3.052, 2.542, 1.942, 3.287],
        usual: 2.829),
      Curve(
        feature: .skewness, knots: [-0.6, -0.2, 0, 0.2, 0.5, 1, 1.6],
        values: [-2.535, -2.535, -1.753, -1.189, -0.979, -0.979, -0.902],
        usual: -0.979),
      Curve(
        feature: .roundness, knots: [0.2, 0.35, 0.5, 0.65, 0.75, 0.85, 0.92, 0.97, 0.995],
        values: [-2.535, -2.86, -3.02, -2.988, -3.492, -4.824, -5.037, -5.215, -5.482],
        usual: -3.473),
      Curve(
        feature: .unevenness, knots: [-2.3, -1, -0.4, 0, 0.4, 0.8, 1.4],
        values: [0.107, 0.107, -0.96, -2.028, -2.812, -4.579, -7.023],
        usual: 0.107),
      Curve(
        feature: .jump, knots: [0.2, 0.35, 0.5, 0.7, 0.9],
        values: [0, 0, 0, -0.437, -1.426],
        usual: 0.000),
      Curve(
        feature: .comb, knots: [0, 1.75, 2.2, 3],
        values: [0, -1.166, -1.166, -1.166],
        usual: 0.000),
      Curve(
        feature: .foldedJump, knots: [0, 0.3, 0.5, 0.7, 0.9],
        values: [0, 0, 0, -1.806, -2.612],
        usual: 0.000),
      Curve(
        feature: .keyFrames, knots: [0, 1],
        values: [0, -1.03],
        usual: 0.000),
      Curve(
        feature: .lightOfThree, knots: [-10, -4, -1, 0, 1, 2, 3, 4, 5],
        values: [-1.924, -1.924, -1.924, -1.924, -1.924, -1.924, -1.924, -1.924, -1.924],
        usual: -1.924),
      Curve(
        feature: .lightOfTwo, knots: [-10, -4, -1, 0, 1, 1.8, 2.4, 2.8],
        values: [-2.41, -2.41, -2.41, -2.41, -3.502, -4.656, -5.532, -6.117],
        usual: -2.410),
      Curve(
        feature: .brightness, knots: [-1, 0, 1, 2, 3, 4, 5],
        values: [-1.155, -1.155, -1.936, -3.397, -4.314, -5.36, -6.27],
        usual: -1.155),
      Curve(
        feature: .greenLead, knots: [-0.6, -0.2, 0, 0.05, 0.1, 0.2, 0.4, 0.7, 1],
        values: [-1.924, -7.569, -6.574, -4.496, -2.99, -1.722, -0.571, 0.337, -0.872],
        usual: -0.693),
      Curve(
        feature: .redBlue, knots: [-0.45, -0.25, -0.1, 0, 0.2],
        values: [-1.924, 0.555, 0.773, 0.773, 2.09],
        usual: 1.713),
      Curve(
        feature: .greenBlue, knots: [-0.45, -0.25, -0.1, 0, 0.2],
        values: [-1.924, -1.098, -0.492, -0.483, 1.227],
        usual: 1.227),
      Curve(
        feature: .projected, knots: [0, 1],
        values: [0, -0.007],
        usual: 0.000),
      Curve(
        feature: .greenRest, knots: [-1.2, -0.5, 0, 0.4, 0.8, 1.1, 1.25],
        values: [-4.82, -7.451, -7.801, -6.894, -5.036, -4.595, -4.59],
        usual: -4.820),
      Curve(
        feature: .removedLight, knots: [-0.5, 0.5, 1.5, 2.5, 4],
        values: [2.535, 4.112, 6.312, 5.216, 1.933],
        usual: 5.560),
      Curve(
        feature: .movement, knots: [-7, -5.5, -4, -3.2, -2.7, -2.3, -1.8],
        values: [0, -0.313, -1.181, -1.443, -1.963, -2.112, -2.126],
        usual: -0.204),
    ])

  /// The chance that the beats of a pulse are found, and nothing else.
  static let beats = PulseModel(
    constant: 6.807,
    curves: [
      Curve(
        feature: .strength, knots: [-0.2, 0.2, 0.5, 0.7, 0.85, 0.95],
        values: [0, 0, 0, 0, 0, 0.282],
        usual: 0.046),
      Curve(
        feature: .likeness, knots: [0.3, 0.8, 1.3, 2, 3, 4, 5.5],
        values: [0, 0.008, 0.008, 0.008, 0.008, 0.184, 0.879],
        usual: 0.400),
      Curve(
        feature: .intervalChange, knots: [-7, -5.5, -4.5, -3.5, -2.5, -1.5],
        values: [0, -0.823, -1.795, -1.62, -1.438, -1.475],
        usual: -1.541),
      Curve(
        feature: .intervalSpread, knots: [-6, -5, -4, -3, -2.2, -1.5, -1],
        values: [0, -0.343, -0.342, 0.064, 0.777, 1.242, 1.574],
        usual: 0.028),
      Curve(
        feature: .rateChange, knots: [0, 1, 2, 3, 4],
        values: [0.316, 0.316, -0.409, -0.76, -0.76],
        usual: 0.316),
      Curve(
        feature: .firstRate, knots: [0, 1],
        values: [0, 0.179],
        usual: 0.000),
      Curve(
        feature: .rises, knots: [0.6, 0.75, 0.9, 1.05, 1.3, 1.6, 1.9],
        values: [-2.826, -1.911, -1.093, -0.843, -1.689, -2.247, -2.59],
        usual: -0.926),
      Curve(
        feature: .lateRises, knots: [0.7, 0.95, 1.1, 1.25, 1.5, 1.9],
        values: [-2.614, -2.022, -1.618, -1.552, -1.689, -2.536],
        usual: -1.888),
      Curve(
        feature: .earlyRise, knots: [0, 0.1, 0.2, 0.3, 0.5, 0.8],
        values: [0, -0.38, -1.422, -3.025, -6.037, -10.033],
        usual: 0.000),
      Curve(
        feature: .lateRise, knots: [0, 0.05, 0.1, 0.15, 0.25, 0.5],
        values: [0, -2.71, -4.575, -5.761, -6.665, -6.665],
        usual: 0.000),
      Curve(
        feature: .addedRise, knots: [0.05, 0.1, 0.2, 0.4, 0.7, 1],
        values: [-8.662, -6.764, -4.549, -3.153, -3.153, -3.153],
        usual: -3.945),
      Curve(
        feature: .addedDelay, knots: [0.28, 0.34, 0.37, 0.4, 0.5, 0.65],
        values: [-8.662, -4.277, -2.519, -1.876, -1.876, -1.876],
        usual: -1.876),
      Curve(
        feature: .earlyShare, knots: [0, 0.1, 0.2, 0.4],
        values: [0, 1.096, 1.715, 2.863],
        usual: 0.000),
      Curve(
        feature: .slowExcess, knots: [-0.2, 0, 0.2, 0.4, 0.7, 1, 1.5],
        values: [0, -0.031, -0.031, -0.031, -0.031, -0.031, -0.031],
        usual: -0.015),
      Curve(
        feature: .rate, knots: [30, 45, 70, 110, 150, 190],
        values: [0, 1.4, 3.439, 0.976, -0.414, -0.854],
        usual: 2.184),
      Curve(
        feature: .roundness, knots: [0.2, 0.35, 0.5, 0.65, 0.75, 0.85, 0.92, 0.97, 0.995],
        values: [0.672, 0.156, 0.246, 0.685, 0.957, 0.634, 0.718, 1.229, 1.54],
        usual: 0.742),
    ])

  /// The chance that no beat too many or too few was counted.
  static let count = PulseModel(
    constant: 1.431,
    curves: [
      Curve(
        feature: .likeness, knots: [0.3, 0.8, 1.3, 2, 3, 4, 5.5],
        values: [0, 1.084, 2.172, 2.172, 2.475, 3.632, 4.397],
        usual: 3.866),
      Curve(
        feature: .countDoubt, knots: [-4, -3, -2, -1, 0],
        values: [0, 0, -0.37, -0.897, -1.716],
        usual: 0.000),
      Curve(
        feature: .intervalSpread, knots: [-4, -3, -2.2, -1.5, -1],
        values: [0, 0, -1.112, -3.321, -4.46],
        usual: 0.000),
      Curve(
        feature: .disturbed, knots: [0, 0.3, 0.7],
        values: [0, -0.933, -1.602],
        usual: 0.000),
      Curve(
        feature: .rises, knots: [0.6, 0.75, 0.9, 1, 1.1, 1.3, 1.6, 1.9],
        values: [-0.94, 0.036, 0.415, 1.098, 0.974, 1.562, 2.195, 1.623],
        usual: 1.098),
      Curve(
        feature: .rateChange, knots: [0, 1, 2, 3, 4],
        values: [0.293, 0.293, -0.831, -1.881, -1.881],
        usual: 0.293),
      Curve(
        feature: .firstRate, knots: [0, 1],
        values: [0, -0.177],
        usual: 0.000),
      Curve(
        feature: .disagreeing, knots: [0, 1, 2],
        values: [0, -0.646, -0.646],
        usual: 0.000),
    ])
}

extension PulseInterval {
  /// The interval that holds 95 % of the errors.
  static let fitted = PulseInterval(
    placing: 0.194, spread: 0.151, change: 0.060, rateChange: 0.047,
    hidden: 0.309, wrong: 14.174, constant: 0.175, exponent: 1.000)
}
