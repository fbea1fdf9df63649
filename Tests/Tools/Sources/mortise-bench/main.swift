import Glibc

// Measures ratios within one run, which are comparable between machines. Exits with 1 if a limit is exceeded.

@MainActor func run() throws -> Int32 {
  let arguments = CommandLine.arguments.dropFirst()
  if arguments.first == MemoryBench.childArgument, let path = arguments.last {
    try MemoryBench.load(path)
    return 0
  }
  let options = [
    "--quick", "--editing", "--text", "--advice", "--growth", "--keys", "--screen", "--code", "--diff", "--run",
    "--live",
    "--redis",
  ]
  guard arguments.allSatisfy(options.contains) else {
    print("usage: bench [\(options.joined(separator: " | "))]")
    return 2
  }
  let sizes = [1_000, 10_000] + (arguments.isEmpty ? [100_000] : [])
  var verdicts = Verdicts()
  if arguments.contains("--text") {
    try NotationBench(sizes: [1_000, 10_000, 100_000]).run(&verdicts)
    return verdicts.report()
  }
  if arguments.contains("--growth") {
    try GrowthBench().run(&verdicts)
    return verdicts.report()
  }
  if arguments.contains("--keys") {
    try KeyBench.runAll(large: 100_000, &verdicts)
    return verdicts.report()
  }
  if arguments.contains("--code") {
    try CodeBench().run(blocks: 100_000, &verdicts)
    return verdicts.report()
  }
  if arguments.contains("--advice") {
    try AdviceBench().run(blocks: 100_000, &verdicts)
    return verdicts.report()
  }
  if arguments.contains("--diff") {
    try DiffBench().run(blocks: 100_000, &verdicts)
    return verdicts.report()
  }
  if arguments.contains("--run") {
    try RunBench().run(&verdicts)
    try RecordingBench().run(&verdicts)
    try EditorRunBench().run(&verdicts)
    return verdicts.report()
  }
  if arguments.contains("--live") {
    try ClassBench().run(&verdicts)
    try LiveBench(blocks: 100_000).run(&verdicts)
    return verdicts.report()
  }
  if arguments.contains("--redis") {
    try RedisBench().run(&verdicts)
    return verdicts.report()
  }
  if arguments.contains("--screen") {
    try ScreenBench().run(&verdicts)
    try StartBench().run(&verdicts)
    return verdicts.report()
  }
  if arguments.contains("--editing") {
    try EditingBench().run(&verdicts)
    return verdicts.report()
  }
  try LoadingBench(sizes: sizes).run(&verdicts)
  try NotationBench(sizes: sizes).run(&verdicts)
  try MemoryBench(sizes: sizes).run(&verdicts)
  try StartBench().run(&verdicts)
  try ScreenBench().run(&verdicts)
  try EditingBench().run(&verdicts)
  try CodeBench().run(blocks: sizes.last ?? 10_000, &verdicts)
  try AdviceBench().run(blocks: sizes.last ?? 10_000, &verdicts)
  try DiffBench().run(blocks: sizes.last ?? 10_000, &verdicts)
  try RunBench().run(&verdicts)
  try RecordingBench().run(&verdicts)
  try EditorRunBench().run(&verdicts)
  try LiveBench(blocks: sizes.last ?? 10_000).run(&verdicts)
  try ClassBench().run(&verdicts)
  try RedisBench().run(&verdicts)
  try GrowthBench().run(&verdicts)
  try KeyBench.runAll(large: sizes.last ?? 10_000, &verdicts)
  return verdicts.report()
}

do {
  exit(try run())
} catch {
  print("bench: \(error)")
  exit(1)
}
