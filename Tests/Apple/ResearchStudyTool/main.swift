// A study in a terminal, which the tests start: its steps are shown and answered as lines. The result is written
// as JSON. `misuse` makes a mistake in place of a study.
import ResearchKit

setvbuf(stdout, nil, _IOLBF, 0)
let words = CommandLine.arguments
if words.count == 3, words[1] == "misuse", let misuse = Misuses.all[words[2]] {
  misuse()
  exit(0)
}
guard words.count == 3, let study = Studies.all[words[1]] else {
  print("usage: ResearchStudyTool \(Studies.all.keys.sorted().joined(separator: "|")) FOLDER")
  print("       ResearchStudyTool misuse \(Misuses.all.keys.sorted().joined(separator: "|"))")
  exit(64)
}
let folder = URL(fileURLWithPath: words[2])
let controller = ORKTaskViewController(task: study(), taskRun: nil)
controller.outputDirectory = folder
controller.run()
try ORKESerializer.jsonData(for: controller.result).write(
  to: folder.appendingPathComponent("research-kit.json"))
