import BlockFormats
import BlockModel
import BlockNotation
import Markup

/// How a program's file is written.
public nonisolated struct FileStyle: Hashable, Sendable {
  /// The layout of XML or JSON; for a text, that of the file which the text says it comes from.
  package var layout: ProgramStyle
  /// The style of a text; nil for XML and JSON.
  package var text: NotationStyle?

  /// The style of a new file.
  package static func new(_ format: FileFormat) -> FileStyle {
    switch format {
    case .xml: FileStyle(layout: .pretty(.xml))
    case .json: FileStyle(layout: .pretty(.json))
    case .text: FileStyle(layout: .pretty(.xml), text: NotationStyle())
    }
  }

  public var format: FileFormat { text == nil ? FileFormat(layout.format) : .text }

  /// The style of the same program's file in another format.
  package func converted(to format: FileFormat) -> FileStyle {
    switch format {
    case .text: return FileStyle(layout: layout, text: NotationStyle())
    // A text may say how the file was written that it was made from.
    case FileFormat(layout.format) where text != nil: return FileStyle(layout: layout)
    case .xml, .json:
      var style = FileStyle.new(format)
      style.layout.epilogue = layout.epilogue
      return style
    }
  }

  /// What a file in another format won't tell, as a message; nil for nothing.
  func loss(in format: FileFormat) -> String? {
    switch format {
    case self.format: nil
    case .text: "the text has no ids and positions"
    case .xml, .json: text == nil ? layout.lossInOtherFormat : nil
    }
  }
}
