import BlockModel
import Markup

/// The bubble of a block was opened or closed (`bubble_open`).
public final class BubbleOpenEvent: UIEvent {
  /// Blockly's types of bubbles.
  public enum Bubble: String, CaseIterable, Sendable { case mutator, comment, warning }

  public let isOpen: Bool
  public let bubble: Bubble

  public init(blockID: String, isOpen: Bool, bubble: Bubble, workspaceID: String) {
    self.isOpen = isOpen
    self.bubble = bubble
    super.init(type: "bubble_open", workspaceID: workspaceID, blockID: blockID)
  }

  convenience init(json: JSONValue, workspaceID: String) throws(EventError) {
    let reader = EventJSONReader(json)
    let name = try reader.text("bubbleType")
    guard let bubble = Bubble(rawValue: name) else { throw EventError("unknown bubble type “\(name)”") }
    self.init(
      blockID: try reader.text("blockId"), isOpen: try reader.flag("isOpen"), bubble: bubble, workspaceID: workspaceID
    )
  }

  override public func writeMembers(to json: inout JSONBuilder, in workspace: Workspace) {
    json.member("isOpen", isOpen)
    json.member("bubbleType", bubble.rawValue)
    json.member("blockId", blockID ?? "")
  }

  /// Absorbs the click that opened the bubble, as Blockly does.
  override public func merged(with next: BlocklyEvent) -> BlocklyEvent? {
    guard let next = next as? ClickEvent, next.blockID == blockID else { return nil }
    return self
  }
}

/// The trashcan was opened or closed (`trashcan_open`).
public final class TrashcanOpenEvent: UIEvent {
  public let isOpen: Bool

  public init(isOpen: Bool, workspaceID: String) {
    self.isOpen = isOpen
    super.init(type: "trashcan_open", workspaceID: workspaceID)
  }

  convenience init(json: JSONValue, workspaceID: String) throws(EventError) {
    self.init(isOpen: try EventJSONReader(json).flag("isOpen"), workspaceID: workspaceID)
  }

  override public func writeMembers(to json: inout JSONBuilder, in workspace: Workspace) {
    json.member("isOpen", isOpen)
  }
}

/// The open toolbox category changed (`toolbox_item_select`).
public final class ToolboxItemSelectEvent: UIEvent {
  public let oldItem: String?
  public let newItem: String?

  public init(oldItem: String?, newItem: String?, workspaceID: String) {
    self.oldItem = oldItem
    self.newItem = newItem
    super.init(type: "toolbox_item_select", workspaceID: workspaceID)
  }

  convenience init(json: JSONValue, workspaceID: String) throws(EventError) {
    let reader = EventJSONReader(json)
    self.init(
      oldItem: reader.optionalText("oldItem"), newItem: reader.optionalText("newItem"), workspaceID: workspaceID)
  }

  override public func writeMembers(to json: inout JSONBuilder, in workspace: Workspace) {
    if let oldItem { json.member("oldItem", oldItem) }
    if let newItem { json.member("newItem", newItem) }
  }
}

/// The theme changed (`theme_change`).
public final class ThemeChangeEvent: UIEvent {
  public let themeName: String

  public init(themeName: String, workspaceID: String) {
    self.themeName = themeName
    super.init(type: "theme_change", workspaceID: workspaceID)
  }

  convenience init(json: JSONValue, workspaceID: String) throws(EventError) {
    self.init(themeName: try EventJSONReader(json).text("themeName"), workspaceID: workspaceID)
  }

  override public func writeMembers(to json: inout JSONBuilder, in workspace: Workspace) {
    json.member("themeName", themeName)
  }
}

/// The viewport changed (`viewport_change`).
public final class ViewportChangeEvent: UIEvent {
  /// The upper left corner of the viewport, in workspace units.
  public let corner: WorkspacePoint
  public let scale: Double
  public let oldScale: Double

  public init(corner: WorkspacePoint, scale: Double = 1, oldScale: Double = 1, workspaceID: String) {
    self.corner = corner
    self.scale = scale
    self.oldScale = oldScale
    super.init(type: "viewport_change", workspaceID: workspaceID)
  }

  convenience init(json: JSONValue, workspaceID: String) throws(EventError) {
    let reader = EventJSONReader(json)
    self.init(
      corner: WorkspacePoint(x: try reader.number("viewLeft"), y: try reader.number("viewTop")),
      scale: try reader.number("scale"), oldScale: try reader.number("oldScale"), workspaceID: workspaceID)
  }

  override public func writeMembers(to json: inout JSONBuilder, in workspace: Workspace) {
    json.member("viewTop", corner.y)
    json.member("viewLeft", corner.x)
    json.member("scale", scale)
    json.member("oldScale", oldScale)
  }

  override public func merged(with next: BlocklyEvent) -> BlocklyEvent? {
    guard let next = next as? ViewportChangeEvent else { return nil }
    return ViewportChangeEvent(
      corner: next.corner, scale: next.scale, oldScale: next.oldScale, workspaceID: workspaceID)
  }
}
