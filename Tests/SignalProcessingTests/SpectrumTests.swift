import Glibc
import SignalProcessing
import Testing

/// The Fourier transform and the spectra made of it.
struct SpectrumTests {
  private struct File: Decodable {
    struct Case: Decodable {
      let segment, overlap, padded: Int
      let density: [Double]
    }
    let sample_rate: Double
    let signal, periodogram: [Double]
    let welch: [Case]
  }

  private let file: File

  init() throws { file = try ReferenceFile.read("spectra", as: File.self) }

  @Test func `a periodogram is SciPy's`() {
    let spectrum = PowerSpectrum.periodogram(file.signal, sampleRate: file.sample_rate)
    #expect(relativeDifference(spectrum.density, file.periodogram) < 1e-9)
    #expect(spectrum.resolution == 30.0 / 512)
  }

  @Test func `Welch's averages are SciPy's, padded or not`() {
    for test in file.welch {
      let spectrum = PowerSpectrum.welch(
        file.signal, sampleRate: file.sample_rate, segmentCount: test.segment,
        overlap: test.overlap, paddedCount: test.padded)
      #expect(
        relativeDifference(spectrum.density, test.density) < 1e-9,
        "\(test.segment) \(test.overlap) \(test.padded)")
    }
  }

  @Test(arguments: [1, 2, 4, 8, 64, 256])
  func `a transform is the sum that defines it`(count: Int) {
    var (real, imaginary) = (TestSignal.noise(count), TestSignal.noise(count, seed: 9))
    let (a, b) = (real, imaginary)
    FourierTransform(count: count).transform(&real, &imaginary)
    for k in 0..<count {
      var (re, im) = (0.0, 0.0)
      for n in 0..<count {
        let angle = -2 * Double.pi * Double(k * n % count) / Double(count)
        re += a[n] * cos(angle) - b[n] * sin(angle)
        im += a[n] * sin(angle) + b[n] * cos(angle)
      }
      #expect(abs(real[k] - re) < 1e-11 && abs(imaginary[k] - im) < 1e-11)
    }
  }

  @Test func `a transform keeps the energy`() {
    var (real, imaginary) = (TestSignal.noise(4096), TestSignal.noise(4096, seed: 9))
    func energy() -> Double { zip(real, imaginary).reduce(0) { $0 + $1.0 * $1.0 + $1.1 * $1.1 } }
    let before = energy()
    FourierTransform(count: 4096).transform(&real, &imaginary)
    #expect(abs(energy() / (4096 * before) - 1) < 1e-12)
  }

  @Test func `the power of a sinusoid is half its amplitude squared`() {
    let signal = TestSignal.sinusoid(1024, frequency: 2, sampleRate: 30).map { 3 * $0 + 50 }
    let spectrum = PowerSpectrum.periodogram(signal, sampleRate: 30)
    #expect(abs(spectrum.power(from: 0, to: 15) - 4.5) < 0.02)
    #expect(abs(spectrum.power(from: 1.8, to: 2.2) - 4.5) < 0.02)
    #expect(spectrum.power(from: 3, to: 15) < 1e-3)
  }

  @Test func `a sinusoid between two bins is found to a thousandth of a hertz`() throws {
    // A bin is 0.029 Hz wide here, so that is a thirtieth of it.
    for step in 0..<40 {
      let frequency = 0.9 + 0.0317 * Double(step)
      let signal = TestSignal.sinusoid(
        512, frequency: frequency, sampleRate: 30, phase: Double(step))
      let spectrum = PowerSpectrum.periodogram(signal, sampleRate: 30, paddedCount: 1024)
      let found = try #require(spectrum.peak(from: 0.5, to: 4))
      #expect(abs(found - frequency) < 0.001)
    }
  }

  @Test func `nothing is found where there is nothing`() {
    let silence = PowerSpectrum.periodogram(Array(repeating: 7, count: 256), sampleRate: 30)
    #expect(silence.peak(from: 0.5, to: 4) == nil)
    #expect(silence.power(from: 0, to: 15) == 0)
    let noise = PowerSpectrum.periodogram(TestSignal.noise(256), sampleRate: 30)
    #expect(noise.peak(from: 2.01, to: 2.02) == nil)
    #expect(noise.power(from: 4, to: 3) == 0)
    let empty = PowerSpectrum.periodogram([], sampleRate: 30)
    #expect(empty.density.allSatisfy { $0 == 0 })
  }

  @Test func `the smallest sufficient power of two is taken`() {
    let pairs = [(0, 1), (1, 1), (2, 2), (3, 4), (1023, 1024), (1024, 1024), (1025, 2048)]
    for (count, power) in pairs { #expect(FourierTransform.powerOfTwo(atLeast: count) == power) }
  }
}
