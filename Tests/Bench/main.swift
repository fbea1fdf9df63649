import Glibc

// Measurements as ratios within one run, so that they can be compared between machines. Exit 1 when a bound is passed.

func run() throws -> Int32 {
  let arguments = CommandLine.arguments.dropFirst()
  if arguments.first == MemoryBench.childArgument, let path = arguments.last {
    try MemoryBench.load(path)
    return 0
  }
  guard arguments.allSatisfy({ $0 == "--quick" }) else {
    print("usage: bench [--quick]")
    return 2
  }
  let sizes = [1_000, 10_000] + (arguments.isEmpty ? [100_000] : [])
  var verdicts = Verdicts()
  try LoadingBench(sizes: sizes).run(&verdicts)
  try MemoryBench(sizes: sizes).run(&verdicts)
  try StartBench().run(&verdicts)
  try KeyBench(small: 1_000, large: sizes.last ?? 10_000).run(&verdicts)
  for failure in verdicts.failures { print("FAIL: \(failure)") }
  if verdicts.failures.isEmpty { print("PASS: all figures keep to their bounds") }
  return verdicts.failures.isEmpty ? 0 : 1
}

do {
  exit(try run())
} catch {
  print("bench: \(error)")
  exit(1)
}
