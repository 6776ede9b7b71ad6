import CFFmpeg
import Testing

@testable import FFmpegSource

/// How many threads decode pictures of a size.
struct DecodingThreadsTests {
  @Test(arguments: [
    // Bits are those of a pixel in memory: 12 for yuv420p, 24 for yuv420p10.
    (1920, 1080, 12, 8), (1920, 1080, 24, 8), (3840, 2160, 12, 8), (3840, 2160, 24, 8),
    (4096, 3072, 12, 8), (4096, 3072, 24, 2),
  ])
  func `up to 4K with 10 bits, as many threads as are wanted have a picture each`(
    width: Int, height: Int, bits: Int, count: Int
  ) {
    let threads = FrameDecoder.threads(8, pixels: width * height, bits: bits)
    #expect(threads.count == count && !threads.sharePicture)
  }

  @Test func `no more have a picture each than the budget has room for`() {
    let many = FrameDecoder.threads(64, pixels: 3840 * 2160, bits: 24)
    #expect(many.count == 8 && !many.sharePicture)
  }

  @Test func `each processor has a thread, and VP9 one more where there are several`() {
    let processors = Int(av_cpu_count())
    for codec in [AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_AV1, AV_CODEC_ID_PRORES] {
      #expect(FrameDecoder.usualThreads(of: codec) == min(processors, 16))
    }
    #expect(
      FrameDecoder.usualThreads(of: AV_CODEC_ID_VP9)
        == (processors == 1 ? 1 : min(processors + 1, 16)))
  }

  @Test func `pictures too large for two at a time are shared`() {
    let threads = FrameDecoder.threads(4, pixels: 7680 * 4320, bits: 12)
    #expect(threads.count == 4 && threads.sharePicture)
  }

  @Test(arguments: [320 * 240, 3840 * 2160, 7680 * 4320])
  func `one thread is one whatever the size`(pixels: Int) {
    let threads = FrameDecoder.threads(1, pixels: pixels, bits: 12)
    #expect(threads.count == 1 && !threads.sharePicture)
  }
}
