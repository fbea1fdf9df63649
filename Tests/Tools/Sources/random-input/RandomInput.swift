import MortiseScreen
import MortiseTerminal
import SeededTesting

/// What a user or a broken connection might send: keys, text, pastes, clicks, drags and sizes of the screen. The same seed
/// gives the same input.
struct RandomInput {
  private var randomness: SeededGenerator

  init(seed: UInt64) { randomness = SeededGenerator(seed: seed) }

  /// The keys of the canvas and of the windows, except those that quit or run programs.
  private static let keys = """
    <Up> <Down> <Right> <Left> <Home> <End> <PageUp> <PageDown> <Delete> <Enter> <Space> <Tab> <S-Tab> <Esc> <Backspace> \
    <S-Up> <S-Down> <A-Left> <A-Right> <C-Space> <C-c> <C-f> <C-l> <C-n> <C-o> <C-s> <C-u> <C-v> <C-w> <C-x> <C-y> <C-z> \
    <F1> <F2> <F3> <F4> <F6> <F7> <F8> <F9> <F10> <F12> <A-h> a b c d e f g h i j k m n o p r s t u v w x y z \
    A B C D E F G H I J K L M N O P R S T U V X Y Z 0 1 2 " # $ ' ( ) * + , - . / : ; <Lt> = > ? [ ] { }
    """.split(separator: " ").compactMap { Key(name: String($0)) }

  /// Returns some input for a screen of a size.
  mutating func next(on size: Size) -> [InputEvent] {
    switch number(0..<16) {
    case 0..<9:
      return (0..<number(1..<13)).compactMap { _ in Self.keys.randomElement(using: &randomness).map { .key($0) } }
    case 9, 10: return text()
    case 11:
      let bytes = (0..<number(0..<60)).map { _ in UInt8.random(in: 0...255, using: &randomness) }
      return [.paste(String(decoding: bytes, as: UTF8.self))]
    case 12:
      let kind = MouseEvent.Kind.allCases.randomElement(using: &randomness) ?? .press
      let button = MouseEvent.Button.allCases.randomElement(using: &randomness) ?? .left
      return [
        .mouse(MouseEvent(kind, button: button, at: place(on: size), modifiers: number(0..<4) == 0 ? .shift : []))
      ]
    case 13: return drag(on: size)
    case 14:
      let widths = [1, 2, 5, 20, 40, 80, 80, 120, 300, 1_000]
      let heights = [1, 2, 3, 10, 24, 24, 60, 200]
      return [
        .resize(
          Size(
            width: widths.randomElement(using: &randomness) ?? 80,
            height: heights.randomElement(using: &randomness) ?? 24))
      ]
    default: return ["é", "日", "😀", "\u{202E}", "e\u{301}"].map { .key(Key($0)) }
    }
  }

  private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &randomness) }

  private mutating func place(on size: Size) -> Point {
    Point(x: number(0..<max(1, size.width)), y: number(0..<max(1, size.height)))
  }

  /// Letters and digits, often between Enter keys, as in a field.
  private mutating func text() -> [InputEvent] {
    let letters = (0..<number(1..<30)).compactMap { _ in "abcxyz0123456789.- m\"".randomElement(using: &randomness) }
    let keys: [InputEvent] = letters.map { .key(Key($0)) }
    let enter = InputEvent.key(Key(.enter))
    return number(0..<2) == 0 ? keys : [enter] + keys + [enter]
  }

  /// A drag, whose release may be missing.
  private mutating func drag(on size: Size) -> [InputEvent] {
    var events: [InputEvent] = [.mouse(MouseEvent(.press, at: place(on: size)))]
    for _ in 0..<number(0..<20) { events.append(.mouse(MouseEvent(.drag, at: place(on: size)))) }
    if number(0..<5) > 0 { events.append(.mouse(MouseEvent(.release, at: place(on: size)))) }
    return events
  }
}
