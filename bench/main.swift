import FFmpegSource
import VideoFrames
let a = CommandLine.arguments
var f = try VideoFile(path: a[1], options: VideoOptions(threads: a.count > 3 ? Int(a[3])! : 0, fast: a.count > 2 && a[2] == "fast"))
print(f.description)
var e = ColorExtractor()
var n = 0
while let s = try f.withNextFrame({ try e.sample(of: $0) }) {
  n += 1
  if n < 4 { print(s) }
}
print(n, f.damage, f.contentIdentity)
