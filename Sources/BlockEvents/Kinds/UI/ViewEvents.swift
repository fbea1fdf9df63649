import BlockModel
import Markup

/// The bubble of a block was opened or closed (`bubble_open`).
public final class BubbleOpenEvent: UIEvent {
  /// Blockly's types of bubbles.
  public enum Bubble: String, CaseIterable, Sendable { case mutator, comment, warning }

  /// Whether it was opened, not closed.
  public private(set) var isOpen = false
  /// The kind of bubble; dialogs of the editor count as bubbles.
  public private(set) var bubble: Bubble = .mutator

  /// - Parameter blockID: the block that the bubble belongs to.
  public convenience init(blockID: String, isOpen: Bool, bubble: Bubble, workspaceID: String) {
    self.init(type: "bubble_open", workspaceID: workspaceID)
    self.isOpen = isOpen
    self.bubble = bubble
    self.blockID = blockID
  }

  override public class var members: [EventMember] {
    [.flag("isOpen", \BubbleOpenEvent.isOpen), .word("bubbleType", \BubbleOpenEvent.bubble, "bubble type"), .blockID]
  }

  /// Absorbs the click that opened the bubble, as Blockly does.
  override public func merged(with next: BlocklyEvent) -> BlocklyEvent? {
    guard let next = next as? ClickEvent, next.blockID == blockID else { return nil }
    return self
  }
}

/// The trashcan was opened or closed (`trashcan_open`).
public final class TrashcanOpenEvent: UIEvent {
  /// Whether it was opened, not closed.
  public private(set) var isOpen = false

  /// The editor has no trashcan; apps may have one, and recordings of Blockly do.
  public convenience init(isOpen: Bool, workspaceID: String) {
    self.init(type: "trashcan_open", workspaceID: workspaceID)
    self.isOpen = isOpen
  }

  override public class var members: [EventMember] {
    [.flag("isOpen", \TrashcanOpenEvent.isOpen)]
  }
}

/// The open toolbox category changed (`toolbox_item_select`).
public final class ToolboxItemSelectEvent: UIEvent {
  /// The name of the category that was open; nil for none.
  public private(set) var oldItem: String?
  /// The name of the category that is open; nil for none.
  public private(set) var newItem: String?

  /// - Parameter newItem: nil if the toolbox was closed.
  public convenience init(oldItem: String?, newItem: String?, workspaceID: String) {
    self.init(type: "toolbox_item_select", workspaceID: workspaceID)
    self.oldItem = oldItem
    self.newItem = newItem
  }

  override public class var members: [EventMember] {
    [.text("oldItem", \ToolboxItemSelectEvent.oldItem), .text("newItem", \ToolboxItemSelectEvent.newItem)]
  }
}

/// The theme changed (`theme_change`).
public final class ThemeChangeEvent: UIEvent {
  /// The name that the theme has in the app.
  public private(set) var themeName = ""

  /// - Parameter themeName: the name that the theme has in the app.
  public convenience init(themeName: String, workspaceID: String) {
    self.init(type: "theme_change", workspaceID: workspaceID)
    self.themeName = themeName
  }

  override public class var members: [EventMember] {
    [.text("themeName", \ThemeChangeEvent.themeName)]
  }
}

/// The viewport changed (`viewport_change`).
public final class ViewportChangeEvent: UIEvent {
  /// The upper left corner of the viewport, in workspace units.
  public private(set) var corner: WorkspacePoint = .zero
  /// The scale now; 1 is Blockly's normal one, and the only one of a terminal.
  public private(set) var scale = 1.0
  /// The scale before.
  public private(set) var oldScale = 1.0

  /// - Parameter corner: the upper left corner of what is visible, in workspace units.
  public convenience init(corner: WorkspacePoint, scale: Double = 1, oldScale: Double = 1, workspaceID: String) {
    self.init(type: "viewport_change", workspaceID: workspaceID)
    self.corner = corner
    self.scale = scale
    self.oldScale = oldScale
  }

  override public class var members: [EventMember] {
    [
      .number("viewTop", \ViewportChangeEvent.corner.y), .number("viewLeft", \ViewportChangeEvent.corner.x),
      .number("scale", \ViewportChangeEvent.scale), .number("oldScale", \ViewportChangeEvent.oldScale),
    ]
  }

  override public func merged(with next: BlocklyEvent) -> BlocklyEvent? {
    guard let next = next as? ViewportChangeEvent else { return nil }
    return ViewportChangeEvent(
      corner: next.corner, scale: next.scale, oldScale: next.oldScale, workspaceID: workspaceID)
  }
}
