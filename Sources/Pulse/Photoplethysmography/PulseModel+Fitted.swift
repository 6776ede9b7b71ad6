// Written by bench/fit_model.py.

extension PulseModel {
  /// The chance that what repeats is a pulse.
  static let pulse = PulseModel(
    constant: -8.575,
    curves: [
      Curve(
        feature: .strength, knots: [-0.2, 0.2, 0.5, 0.7, 0.85, 0.95],
        values: [0, 0, 1.374, 1.374, 1.374, 1.374],
        usual: 1.374),
      Curve(
        feature: .likeness, knots: [0.3, 0.8, 1.3, 2, 3, 4, 5.5],
        values: [0, 1.967, 3.38, 3.38, 3.38, 3.38, 3.38],
        usual: 3.380),
      Curve(
        feature: .detrendedLikeness, knots: [0.3, 0.8, 1.3, 2, 3, 4.5],
        values: [0, 0, 0, 0, 1.069, 2.434],
        usual: 1.915),
      Curve(
        feature: .margin, knots: [-8, -5, -2, 0, 2, 5, 9, 13],
        values: [0, 0, 0.625, 1.365, 1.365, 1.365, 1.365, 1.365],
        usual: 1.365),
      Curve(
        feature: .intervalChange, knots: [-7, -5.5, -4.5, -3.5, -2.5, -1.5],
        values: [0, 0.364, 1.562, 1.828, 1.85, 0.843],
        usual: 1.828),
      Curve(
        feature: .intervalSpread, knots: [-6, -5, -4, -3, -2.2, -1.5, -1],
        values: [0, 0.038, 0.64, 2.954, 3.045, 2.995, 4.281],
        usual: 2.986),
      Curve(
        feature: .rateChange, knots: [0, 1, 2, 3, 4],
        values: [0.185, 0.185, 0.185, 0.161, 0.161],
        usual: 0.185),
      Curve(
        feature: .firstRate, knots: [0, 1],
        values: [0, -0.185],
        usual: 0.000),
      Curve(
        feature: .disturbed, knots: [0, 0.3, 0.7],
        values: [0, -0.079, 0.356],
        usual: 0.000),
      Curve(
        feature: .lengthening, knots: [0, 0.5, 1.5],
        values: [0, -0.421, -0.421],
        usual: 0.000),
      Curve(
        feature: .slowExcess, knots: [-0.2, 0, 0.2, 0.4, 0.7, 1, 1.5],
        values: [0, -0.216, -0.216, -0.216, -0.216, -0.216, -2.032],
        usual: -0.125),
      Curve(
        feature: .rival, knots: [-3, -2, -1, -0.3, 0.4],
        values: [0, -0.106, -0.945, -1.521, -1.521],
        usual: -0.000),
      Curve(
        feature: .leftOut, knots: [-2.3, -1.5, -0.7, 0, 0.7, 1.4, 2.1, 2.8],
        values: [0, 0, 0, 0, 0, 0, -0.23, -1.553],
        usual: 0.000),
      Curve(
        feature: .flat, knots: [-2.3, -1.5, -0.7, 0, 0.7, 1.4, 2.1, 2.8],
        values: [0, 0, 0, -0.64, -0.64, -0.64, -0.793, -0.793],
        usual: -0.145),
      Curve(
        feature: .contrary, knots: [-2.3, -1.5, -0.7, 0, 0.7, 1.4, 2.1, 2.8],
        values: [0, -0.463, -0.028, -0.041, 0.089, -0.21, -0.071, 0.309],
        usual: 0.000),
      Curve(
        feature: .clutter, knots: [-2.9, -2.3, -1.9, -1.5, -1.1, -0.7, -0.3],
        values: [0, 0, 0, 0, 0, -1.909, -1.909],
        usual: 0.000),
      Curve(
        feature: .rate, knots: [30, 45, 70, 110, 150, 190],
        values: [0, 1.571, 2.109, 2.685, 2.317, 2.852],
        usual: 2.127),
      Curve(
        feature: .skewness, knots: [-0.6, -0.2, 0, 0.2, 0.5, 1, 1.6],
        values: [0.244, 0.244, 0.514, 1.129, 1.464, 1.607, 1.645],
        usual: 1.546),
      Curve(
        feature: .roundness, knots: [0.2, 0.35, 0.5, 0.65, 0.75, 0.85, 0.92, 0.97, 0.995],
        values: [0.244, -0.618, -0.922, -0.632, -1.096, -2.234, -2.554, -3.307, -3.986],
        usual: -1.376),
      Curve(
        feature: .unevenness, knots: [-2.3, -1, -0.4, 0, 0.4, 0.8, 1.4],
        values: [-0.04, -0.04, -0.945, -2.388, -3.384, -4.258, -8.095],
        usual: -0.040),
      Curve(
        feature: .jump, knots: [0.2, 0.35, 0.5, 0.7, 0.9],
        values: [0, 0, 0, 0, -2.306],
        usual: 0.000),
      Curve(
        feature: .comb, knots: [0, 1.75, 2.2, 3],
        values: [0, -0.218, -0.705, -1.605],
        usual: 0.000),
      Curve(
        feature: .foldedJump, knots: [0, 0.3, 0.5, 0.7, 0.9],
        values: [0, 0, 0, -0.265, -1.889],
        usual: 0.000),
      Curve(
        feature: .keyFrames, knots: [0, 1],
        values: [0, -2.052],
        usual: 0.000),
      Curve(
        feature: .lightOfThree, knots: [-10, -4, -1, 0, 1, 2, 3, 4, 5],
        values: [-2.263, -2.263, -2.263, -2.263, -2.263, -2.263, -2.263, -2.694, -3.116],
        usual: -2.263),
      Curve(
        feature: .lightOfTwo, knots: [-10, -4, -1, 0, 1, 1.8, 2.4, 2.8],
        values: [-1.186, -1.424, -1.424, -1.424, -2.193, -2.8, -3.252, -3.551],
        usual: -1.186),
      Curve(
        feature: .brightness, knots: [-1, 0, 1, 2, 3, 4, 5],
        values: [-1.612, -1.612, -1.612, -3.288, -4.665, -5.98, -7.192],
        usual: -1.612),
      Curve(
        feature: .greenLead, knots: [-0.6, -0.2, 0, 0.05, 0.1, 0.2, 0.4, 0.7, 1],
        values: [-2.263, -9.548, -8.174, -6.108, -4.882, -3.561, -2.477, -2.709, -2.478],
        usual: -2.669),
      Curve(
        feature: .redBlue, knots: [-0.45, -0.25, -0.1, 0, 0.2],
        values: [-2.263, -0.458, 0.53, 1.69, 1.69],
        usual: 1.690),
      Curve(
        feature: .greenBlue, knots: [-0.45, -0.25, -0.1, 0, 0.2],
        values: [-2.263, 1.46, 1.46, 1.46, 4.165],
        usual: 4.165),
      Curve(
        feature: .projected, knots: [0, 1],
        values: [0, -1.918],
        usual: 0.000),
      Curve(
        feature: .greenRest, knots: [-1.2, -0.5, 0, 0.4, 0.8, 1.1, 1.25],
        values: [0.928, -3.477, -4.05, -2.243, 0.117, 0.14, 0.032],
        usual: 0.127),
      Curve(
        feature: .removedLight, knots: [-0.5, 0.5, 1.5, 2.5, 4],
        values: [-1.918, -0.605, 0.942, 0.848, -1.647],
        usual: 0.819),
      Curve(
        feature: .movement, knots: [-7, -5.5, -4, -3.2, -2.7, -2.3, -1.8],
        values: [0, -0.549, -0.774, -0.028, -0.888, -2.352, -3.376],
        usual: -0.373),
      Curve(
        feature: .disagreeing, knots: [0, 1, 2],
        values: [0, 0, -0.304],
        usual: 0.000),
    ])

  /// The chance that the beats of a pulse are found as a rhythm has them, and nothing else.
  static let beats = PulseModel(
    constant: 2.439,
    curves: [
      Curve(
        feature: .rateChange, knots: [0, 1, 2, 3, 4],
        values: [0.126, 0.126, 0.098, -2.357, -2.357],
        usual: 0.126),
      Curve(
        feature: .firstRate, knots: [0, 1],
        values: [0, -0.126],
        usual: 0.000),
      Curve(
        feature: .leftOut, knots: [-2.3, -1.5, -0.7, 0, 0.7, 1.4, 2.1, 2.8],
        values: [0, 0, 0, 0, -0.193, -0.193, -0.242, -0.242],
        usual: 0.000),
      Curve(
        feature: .flat, knots: [-2.3, -1.5, -0.7, 0, 0.7, 1.4, 2.1, 2.8],
        values: [0, 0, 0, 0, 0, 0, -0.915, -1.565],
        usual: 0.000),
      Curve(
        feature: .contrary, knots: [-2.3, -1.5, -0.7, 0, 0.7, 1.4, 2.1, 2.8],
        values: [0, 0, 0, 0, 0, -0.036, -0.036, -0.036],
        usual: 0.000),
      Curve(
        feature: .rival, knots: [-3, -2, -1, -0.3, 0.4],
        values: [0, -0.442, -0.442, -0.442, -0.442],
        usual: -0.002),
      Curve(
        feature: .earlyRise, knots: [0, 0.1, 0.2, 0.3, 0.5, 0.8],
        values: [0, 0, -0.849, -0.849, -0.849, -2.539],
        usual: 0.000),
      Curve(
        feature: .lateRise, knots: [0, 0.05, 0.1, 0.15, 0.25, 0.5],
        values: [0, -1.082, -2.384, -3.227, -3.405, -3.405],
        usual: 0.000),
      Curve(
        feature: .addedRise, knots: [0.05, 0.1, 0.2, 0.4, 0.7, 1],
        values: [-6.577, -4.43, -2.779, -2.779, -2.021, -1.598],
        usual: -2.779),
      Curve(
        feature: .addedDelay, knots: [0.28, 0.34, 0.37, 0.4, 0.5, 0.65],
        values: [-6.577, -1.323, 0.644, 1.588, 1.588, 1.588],
        usual: 1.588),
      Curve(
        feature: .earlyShare, knots: [0, 0.1, 0.2, 0.4],
        values: [0, -0.625, 1.006, 3.934],
        usual: 0.000),
      Curve(
        feature: .slowExcess, knots: [-0.2, 0, 0.2, 0.4, 0.7, 1, 1.5],
        values: [0, 0, 0, 0, 0, 0, -1.655],
        usual: 0.000),
      Curve(
        feature: .doubtedRate, knots: [30, 45, 70, 110, 150, 190],
        values: [-0.872, -0.252, 1.581, 0.01, -0.297, -0.444],
        usual: 0.851),
      Curve(
        feature: .doubtedRoundness, knots: [0.2, 0.35, 0.5, 0.65, 0.75, 0.85, 0.92, 0.97, 0.995],
        values: [-0.797, -1.211, -1.551, 0.005, 0.2, -1.412, -1.383, -1.867, -2.019],
        usual: -0.546),
      Curve(
        feature: .disagreeing, knots: [0, 1, 2],
        values: [0, -0.172, -0.172],
        usual: 0.000),
      Curve(
        feature: .clearness, knots: [0.3, 0.8, 1.3, 2, 3, 4, 5.5],
        values: [0, 0.059, 0.059, 0.059, 0.059, 0.059, 0.82],
        usual: 0.271),
      Curve(
        feature: .difference, knots: [-2.3, -0.7, 0.7, 1.4, 2.1, 2.8, 3.5],
        values: [-0.328, -0.328, -0.328, -2.505, -3.419, -3.419, -3.419],
        usual: -0.328),
      Curve(
        feature: .otherDoubt, knots: [-2.3, -1.5, -0.7, 0, 0.7, 1.4, 2.1, 2.8],
        values: [-0.328, -0.328, -0.328, 0.192, 1.045, 1.686, 1.727, 3.156],
        usual: 1.235),
      Curve(
        feature: .movement, knots: [-7, -5.5, -4, -3.2, -2.7, -2.3, -1.8],
        values: [0, -0.944, -0.054, 1.959, 1.364, 0.813, 0.352],
        usual: -0.424),
      Curve(
        feature: .detrendedLikeness, knots: [0.3, 0.8, 1.3, 2, 3, 4.5],
        values: [0, 1.184, 1.184, 1.184, 1.184, 1.274],
        usual: 1.261),
    ])

  /// The chance that they are where the light shows them.
  static let freeBeats = PulseModel(
    constant: -3.144,
    curves: [
      Curve(
        feature: .rateChange, knots: [0, 1, 2, 3, 4],
        values: [0.355, 0.07, -0.783, -0.783, -0.783],
        usual: -0.189),
      Curve(
        feature: .firstRate, knots: [0, 1],
        values: [0, -0.355],
        usual: -0.355),
      Curve(
        feature: .disturbed, knots: [0, 0.3, 0.7],
        values: [0, -1.565, -3.253],
        usual: 0.000),
      Curve(
        feature: .leftOut, knots: [-2.3, -1.5, -0.7, 0, 0.7, 1.4, 2.1, 2.8],
        values: [0, -0.513, -1.066, -1.342, -1.431, -1.612, -1.894, -3.586],
        usual: -1.239),
      Curve(
        feature: .flat, knots: [-2.3, -1.5, -0.7, 0, 0.7, 1.4, 2.1, 2.8],
        values: [0, -0.605, -0.605, -2.281, -2.373, -2.373, -3.537, -7.255],
        usual: -0.985),
      Curve(
        feature: .contrary, knots: [-2.3, -1.5, -0.7, 0, 0.7, 1.4, 2.1, 2.8],
        values: [0, 0, 0, -0.421, -0.421, -0.817, -0.817, -0.817],
        usual: 0.000),
      Curve(
        feature: .rival, knots: [-3, -2, -1, -0.3, 0.4],
        values: [0, -0.345, -0.345, -0.345, -0.345],
        usual: -0.198),
      Curve(
        feature: .earlyRise, knots: [0, 0.1, 0.2, 0.3, 0.5, 0.8],
        values: [0, -0.566, -0.566, -0.7, -0.7, -0.7],
        usual: 0.000),
      Curve(
        feature: .lateRise, knots: [0, 0.05, 0.1, 0.15, 0.25, 0.5],
        values: [0, 0, 0, -0.194, -0.194, -0.194],
        usual: 0.000),
      Curve(
        feature: .earlyShare, knots: [0, 0.1, 0.2, 0.4],
        values: [0, -0.212, -0.199, 1.532],
        usual: 0.000),
      Curve(
        feature: .slowExcess, knots: [-0.2, 0, 0.2, 0.4, 0.7, 1, 1.5],
        values: [0, -0.006, -0.006, -0.006, -0.006, -0.267, -0.317],
        usual: -0.004),
      Curve(
        feature: .rate, knots: [30, 45, 70, 110, 150, 190],
        values: [0, 0.268, 0.841, -0.573, 0.127, 0.725],
        usual: 0.472),
      Curve(
        feature: .roundness, knots: [0.2, 0.35, 0.5, 0.65, 0.75, 0.85, 0.92, 0.97, 0.995],
        values: [1.566, 2.087, 4.397, 4.739, 4.57, 3.668, 3.897, 4.521, 4.497],
        usual: 4.462),
      Curve(
        feature: .disagreeing, knots: [0, 1, 2],
        values: [0, -0.598, -1.301],
        usual: 0.000),
      Curve(
        feature: .clearness, knots: [0.3, 0.8, 1.3, 2, 3, 4, 5.5],
        values: [0, 0, 0, 0, 0, 0, 0.133],
        usual: 0.000),
      Curve(
        feature: .difference, knots: [-2.3, -0.7, 0.7, 1.4, 2.1, 2.8, 3.5],
        values: [-1.058, -1.058, -1.058, -2.339, -4.651, -4.651, -4.651],
        usual: -1.058),
      Curve(
        feature: .otherDoubt, knots: [-2.3, -1.5, -0.7, 0, 0.7, 1.4, 2.1, 2.8],
        values: [-1.058, -0.219, 0.638, 2.875, 3.841, 3.841, 3.841, 4.414],
        usual: 3.841),
      Curve(
        feature: .movement, knots: [-7, -5.5, -4, -3.2, -2.7, -2.3, -1.8],
        values: [0, -0.042, -1.836, -1.636, -1.318, -1.313, -1.336],
        usual: -0.025),
      Curve(
        feature: .detrendedLikeness, knots: [0.3, 0.8, 1.3, 2, 3, 4.5],
        values: [0, 0, 0, 0.373, 1.79, 1.79],
        usual: 1.790),
      Curve(
        feature: .likeness, knots: [0.3, 0.8, 1.3, 2, 3, 4, 5.5],
        values: [0, 0.004, 0.004, 0.502, 0.503, 0.503, 0.503],
        usual: 0.503),
      Curve(
        feature: .intervalSpread, knots: [-4, -3, -2.2, -1.5, -1],
        values: [0, 1.336, 1.213, 0.548, 0.931],
        usual: 0.896),
      Curve(
        feature: .intervalChange, knots: [-4.5, -3.5, -2.5, -1.5],
        values: [0, 0.685, 0.734, 1.098],
        usual: 0.721),
    ])

  /// The chance that the beats that the light shows are right, if they or those of a rhythm are.
  static let choice = PulseModel(
    constant: -3.649,
    curves: [
      Curve(
        feature: .advantage, knots: [-2.5, -1.6, -1, -0.5, 0, 0.5, 1, 1.6, 2.5],
        values: [0, 0.257, 0.257, 0.257, 0.257, 1.061, 2.201, 2.743, 3.021],
        usual: 2.742),
      Curve(
        feature: .rateRatio, knots: [-0.7, -0.4, -0.2, -0.08, 0.08, 0.2, 0.4, 0.7],
        values: [0, 0.167, 0.437, -0.604, 0.18, 1.533, 0.858, 0.259],
        usual: 0.266),
      Curve(
        feature: .likenessGain, knots: [-3, -1.5, -0.5, 0, 0.5, 1.5, 3],
        values: [0, 2.218, 2.402, 2.875, 3.25, 3.25, 3.923],
        usual: 3.250),
      Curve(
        feature: .otherLateRise, knots: [0, 0.05, 0.1, 0.15, 0.25, 0.5],
        values: [0, 0, 0.583, 1.568, 3.477, 5.967],
        usual: 0.000),
      Curve(
        feature: .otherSpread, knots: [-6, -5, -4, -3, -2.2, -1.5, -1],
        values: [0, -0.473, -1.219, -2.029, -1.666, 0.42, 1.828],
        usual: -1.749),
      Curve(
        feature: .flat, knots: [-2.3, -1.5, -0.7, 0, 0.7, 1.4, 2.1, 2.8],
        values: [0, 0, 0, -1.557, -1.825, -1.825, -1.825, -2.088],
        usual: -0.194),
      Curve(
        feature: .rival, knots: [-3, -2, -1, -0.3, 0.4],
        values: [0, -1.669, -1.753, -2.912, -3.842],
        usual: -1.121),
      Curve(
        feature: .rateChange, knots: [0, 1, 2, 3, 4],
        values: [1.099, 0.522, -0.024, -0.783, -1.803],
        usual: 0.393),
      Curve(
        feature: .detrendedLikeness, knots: [0.3, 0.8, 1.3, 2, 3, 4.5],
        values: [0, 0, 0.076, 1.578, 3.052, 3.052],
        usual: 3.052),
    ])
}

extension PulseInterval {
  /// The interval that holds 95% of the errors.
  static let fitted = PulseInterval(
    placing: 0.167, spread: 0.206, change: 0.055, rateChange: 0.053,
    hidden: 0.312, wrong: 1.411, constant: 0.169, exponent: 0.818)
}
