import MortiseScreen
import Testing

@Suite struct ProgressBarTests {
  @Test(arguments: [
    (0, "░░░░░░░░░░ 0 %", ".......... 0 %"), (0.33, "███░░░░░░░ 33 %", ">>>....... 33 %"),
    (1, "██████████ 100 %", ">>>>>>>>>> 100 %"),
  ]) func aBarIsTheSameInAllCharacters(fraction: Double, unicode: String, ascii: String) {
    #expect(ProgressBar.text(fraction) == unicode)
    #expect(ProgressBar.text(fraction, in: .ascii) == ascii)
  }
}
