import MortiseScreen

/// A mouse event at a cell of the screen.
public struct MouseEvent: Hashable, Sendable {
  /// The kind of event; the raw values are parts of events' names.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A button went down.
    case press
    /// A button went up.
    case release
    /// The mouse moved to another cell with a button down.
    case drag
    /// The mouse moved to another cell with no button down.
    case move
    /// The wheel turned, to show rows further up.
    case scrollUp = "scroll-up"
    /// The wheel turned, to show rows further down.
    case scrollDown = "scroll-down"
    /// The wheel was tilted, to show columns further left.
    case scrollLeft = "scroll-left"
    /// The wheel was tilted, to show columns further right.
    case scrollRight = "scroll-right"
  }

  /// The button held; the raw values are parts of events' names.
  public enum Button: String, Hashable, Sendable, CaseIterable {
    /// A button by its place on the mouse.
    case left, middle, right
    /// No button is held, as in a plain move, or the button is irrelevant, as in scrolling.
    case none
  }

  /// The kind of event.
  public let kind: Kind
  /// The button held; `.none` for moves and scrolling.
  public let button: Button
  /// The cell under the mouse. In a drag it may be outside the screen; see `clamped(to:)`.
  public let position: Point
  /// The modifier keys held, if the terminal reports them. Many terminals keep Shift for selecting text.
  public let modifiers: Modifiers

  /// - Parameter button: ignored for moves and scrolling, which get `.none`.
  public init(_ kind: Kind, button: Button = .left, at position: Point, modifiers: Modifiers = []) {
    self.kind = kind
    self.button = kind == .press || kind == .release || kind == .drag ? button : .none
    self.position = position
    self.modifiers = modifiers
  }

  /// Moves the event to the nearest cell of the screen. A drag may continue outside the window.
  public func clamped(to size: Size) -> MouseEvent {
    let inside = Point(
      x: min(max(position.x, 0), max(size.width - 1, 0)), y: min(max(position.y, 0), max(size.height - 1, 0)))
    return MouseEvent(kind, button: button, at: inside, modifiers: modifiers)
  }

  /// Parses an SGR report without its `ESC [ <` but with its final `M` or `m`: `0;13;5M`.
  init?(sgrReport report: some BidirectionalCollection<UInt8>) {
    guard let final = report.last else { return nil }
    let numbers = report.dropLast().split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { Int(String(decoding: $0, as: UTF8.self)) }
    guard numbers.count == 3, let flags = numbers[0], let x = numbers[1], let y = numbers[2] else { return nil }
    guard (0..<256).contains(flags), (0...100_000).contains(x), (0...100_000).contains(y) else { return nil }
    var modifiers: Modifiers = []
    if flags & 4 != 0 { modifiers.insert(.shift) }
    if flags & 8 != 0 { modifiers.insert(.alt) }
    if flags & 16 != 0 { modifiers.insert(.control) }
    let button: Button = [.left, .middle, .right, .none][flags & 3]
    let kind: Kind
    switch flags & ~0b11111 {
    case 0: kind = final == UInt8(ascii: "M") ? .press : .release
    case 32: kind = button == .none ? .move : .drag
    case 64: kind = [.scrollUp, .scrollDown, .scrollLeft, .scrollRight][flags & 3]
    // Ignore further buttons.
    default: return nil
    }
    self.init(kind, button: button, at: Point(x: x - 1, y: y - 1), modifiers: modifiers)
  }
}

extension MouseEvent: CustomStringConvertible {
  /// The event with a name: `<Mouse-press 12,4>`, `<C-Mouse-drag-right 13,5>`, `<Mouse-scroll-down 12,4>`.
  public init?(name: String) {
    guard name.first == "<", name.last == ">" else { return nil }
    let (modifiers, rest) = Modifiers.parsePrefix(of: name.dropFirst().dropLast())
    let parts = rest.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].hasPrefix("Mouse-") else { return nil }
    let coordinates = parts[1].split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard coordinates.count == 2, let x = coordinates[0], let y = coordinates[1] else { return nil }
    let action = parts[0].dropFirst("Mouse-".count)
    for kind in Kind.allCases {
      for button in Button.allCases where action == kind.rawValue || action == "\(kind.rawValue)-\(button.rawValue)" {
        self.init(kind, button: button, at: Point(x: x, y: y), modifiers: modifiers)
        return
      }
    }
    return nil
  }

  /// The name for `init(name:)`; omits the left button.
  public var description: String {
    let suffix = button == .left || button == .none ? "" : "-\(button.rawValue)"
    return "<\(modifiers.prefix)Mouse-\(kind.rawValue)\(suffix) \(position.x),\(position.y)>"
  }
}
