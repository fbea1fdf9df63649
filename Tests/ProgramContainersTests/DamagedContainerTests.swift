import BlockFormats
import BlockModel
import SeededTesting
import Testing

/// Damaged files end in an error or a program, never in a crash.
@Suite struct DamagedContainerTests {
  @Test(arguments: Seeds.first(2)) func everyCutAndManyChangesAreRead(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let bench = try ContainerBench()
    for sample in ContainerSample.all { try damage(sample.file, bench, &random) }
  }

  private func damage(_ file: [UInt8], _ bench: ContainerBench, _ random: inout SeededGenerator) throws {
    for end in stride(from: 0, to: file.count, by: 7) { try? check(Array(file[..<end]), bench) }
    for _ in 0..<40 {
      var damaged = file
      for _ in 0...Int.random(in: 0...3, using: &random) {
        let index = Int.random(in: 0..<damaged.count, using: &random)
        switch Int.random(in: 0...2, using: &random) {
        case 0: damaged[index] = .random(in: .min ... .max, using: &random)
        case 1: damaged.remove(at: index)
        default: damaged.insert(contentsOf: damaged[max(0, index - 9)...index], at: index)
        }
      }
      try? check(damaged, bench)
    }
  }

  /// What can be read can be written, and read again.
  private func check(_ file: [UInt8], _ bench: ContainerBench) throws {
    let names = bench.formats.format(of: file, path: nil, factory: bench.factory)?.programNames(in: file) ?? []
    let program = try bench.read(file, program: names.count > 1 ? names.first : nil)
    let written = bench.write(program)
    let again = try? bench.read(written, program: program.style.programName)
    #expect(again != nil && again?.workspace.blocks.count == program.workspace.blocks.count)
  }
}
