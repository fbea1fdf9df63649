import SeededTesting
import Testing

/// Damaged files end in an error or a program, never in a crash.
@Suite struct DamagedContainerTests {
  @Test(arguments: Seeds.first(2)) func everyCutAndManyChangesAreRead(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let bench = try ContainerBench()
    for sample in ContainerSample.all { bench.damage(sample.file, cuttingEach: 7, 40, &random) }
  }
}
