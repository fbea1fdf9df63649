import BlockModel
import MortiseFiles
import MortiseScreen
import ProgramDiff
import TerminalUI

/// Differences as a page for a review (`--html`). It loads nothing and runs no script, and all text is escaped.
struct PageOutput: ComparisonOutput {
  private let path: String
  private let title: String
  private var body = ""
  private var classes = StyleClasses()

  init(path: String, old: String, new: String) {
    self.path = path
    title = "\(ProgramFile.displayName(old)) → \(ProgramFile.displayName(new))"
  }

  mutating func addOnly(_ path: String, inOld: Bool) {
    body += "<p>Only in \(inOld ? "A" : "B"): \(Self.escaped(path))</p>\n"
  }

  mutating func add(_ comparison: ProgramComparison) {
    let (old, new) = (ProgramFile.displayName(comparison.oldPath), ProgramFile.displayName(comparison.newPath))
    let counts = comparison.changes.counts
    body += """
      <section>
      \(Self.heading("\(old) → \(new)", unless: title))<p>\(counts.inserted) inserted, \(counts.deleted) deleted, \(counts.changed) changed, \(counts.moved) moved</p>

      """
    for section in comparison.listing.sections { add(section) }
    let marks = ChangeMarks(comparison.listing)
    body += "<h3>Both programs</h3>\n"
    if let (own, other) = comparison.pictures {
      body += "<div class=\"programs\">\n"
      add(own, name: "Before: \(old)", marks.old)
      add(other, name: "After: \(new)", marks.new)
      body += "</div>\n"
    } else {
      body += "<p>They are too large for pictures; the lines above show all changes.</p>\n"
    }
    body += "</section>\n"
  }

  /// The heading of a pair of programs; empty if it equals the page's.
  private static func heading(_ text: String, unless title: String) -> String {
    text == title ? "" : "<h2>\(escaped(text))</h2>\n"
  }

  // MARK: - Lines

  private mutating func add(_ section: ChangeListing.Section) {
    body += "<h3>\(Self.escaped(section.title))</h3>\n<ul class=\"lines\">\n"
    var end = 0
    for hunk in section.hunks(context: ListingText.context) {
      if hunk.lowerBound > end { body += "<li>…</li>\n" }
      for row in section.rows[hunk] { body += Self.item(row) }
      end = hunk.upperBound
    }
    if end < section.rows.count { body += "<li>…</li>\n" }
    body += "</ul>\n"
  }

  private static func item(_ row: ChangeListing.Row) -> String {
    let indentation = ListingText.indentation(row.level)
    let words: String =
      switch row.sign {
      case .same: escaped(row.text)
      case .inserted: "<ins>\(escaped(row.text))</ins>"
      case .deleted: "<del>\(escaped(row.text))</del>"
      case .changed, .moved:
        WordChanges.spans(row.old ?? "", row.new ?? "").map { span in
          switch span.kind {
          case .same: escaped(span.text)
          case .deleted: "<del>\(escaped(span.text))</del>"
          case .inserted: "<ins>\(escaped(span.text))</ins>"
          }
        }.joined()
      }
    let note = row.note.isEmpty ? "" : " <small>(\(escaped(row.note)))</small>"
    return "<li class=\"\(row.sign.word)\">\(mark(row.sign))<code>\(indentation)\(words)</code>\(note)</li>\n"
  }

  private static func mark(_ sign: ChangeListing.Sign) -> String {
    if sign == .same { return "<span class=\"mark\"> </span>" }
    return "<span class=\"mark\" role=\"img\" aria-label=\"\(sign.word)\">\(escaped(sign.rawValue))</span>"
  }

  // MARK: - Pictures

  private mutating func add(
    _ rows: [ProgramPicture.Row], name: String, _ marks: [ObjectIdentifier: ChangeListing.Sign]
  ) {
    body += "<figure><figcaption>\(Self.escaped(name))</figcaption><pre tabindex=\"0\">\n"
    for row in rows {
      let sign = row.block.flatMap { marks[ObjectIdentifier($0)] } ?? .same
      body += "<span class=\"\(sign.word)\">\(Self.mark(sign))"
      for run in row.runs {
        body += "<span class=\"\(classes.name(of: run.styles))\">\(Self.escaped(run.text))</span>"
      }
      body += "</span>\n"
    }
    body += "</pre></figure>\n"
  }

  // MARK: - The page

  mutating func finish(isDifferent: Bool) -> Bool {
    if !isDifferent { body += "<p>The programs are the same.</p>\n" }
    do throws(FileError) {
      try FileSaver.save(Array(page.utf8), to: path == "-" ? "/dev/stdout" : path)
      return true
    } catch {
      Console.printError("\(error)")
      return false
    }
  }

  private var page: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="dark light">
    <title>\(Self.escaped(title))</title>
    <style>
    \(Self.style)\(classes.rules)</style>
    </head>
    <body>
    <h1>\(Self.escaped(title))</h1>
    <p>Marks: + inserted, - deleted, ~ changed, &gt; moved.</p>
    \(body)</body>
    </html>

    """
  }

  private static let style = """
    :root{--page:#101014;--text:#e4e4e8;--box:#18181e;--ins:#143d1c;--del:#4d1a1a;--chg:#4a3a08;--mov:#16345c}
    @media (prefers-color-scheme:light){
    :root{--page:#ffffff;--text:#1c1c22;--box:#f4f4f6;--ins:#c9f0cf;--del:#ffd6d2;--chg:#fbe9ae;--mov:#d3e4ff}}
    body{background:var(--page);color:var(--text);font:16px/1.5 system-ui,sans-serif;margin:1rem auto;max-width:120rem;
    padding:0 1rem}
    h1,h2,h3{overflow-wrap:anywhere}
    code,pre,.mark{font:14px/1.35 "DejaVu Sans Mono",Menlo,Consolas,monospace}
    .lines{list-style:none;padding:.5rem;background:var(--box);overflow-x:auto}
    .lines li{white-space:nowrap}
    .lines code{white-space:pre}
    .mark{display:inline-block;width:2ch;font-weight:bold}
    .programs{display:flex;flex-wrap:wrap;gap:1rem}
    figure{margin:0;flex:1 1 30rem;min-width:0}
    pre{background:var(--box);padding:.5rem;overflow-x:auto}
    .inserted>.mark,ins{background:var(--ins)}
    .deleted>.mark,del{background:var(--del)}
    .changed>.mark{background:var(--chg)}
    .moved>.mark{background:var(--mov)}
    ins{text-decoration:underline}
    .inserted ins,.deleted del{text-decoration:none}

    """

  /// Text for HTML, and for attributes in double quotes.
  private static func escaped(_ text: String) -> String {
    ListingText.visible(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
  }
}

/// The classes of the styles that a page uses.
private struct StyleClasses {
  private var names: [ProgramPicture.Styles: String] = [:]
  private var dark = ""
  private var light = ""

  mutating func name(of styles: ProgramPicture.Styles) -> String {
    if let name = names[styles] { return name }
    let name = "s\(names.count)"
    names[styles] = name
    dark += ".\(name){\(Self.rule(styles.dark))}\n"
    light += ".\(name){\(Self.rule(styles.light))}\n"
    return name
  }

  var rules: String { "\(dark)@media (prefers-color-scheme:light){\n\(light)}\n" }

  private static func rule(_ style: Style) -> String {
    let isReversed = style.attributes.contains(.reverse)
    let text = style.foreground.rgb.map(hex) ?? "var(--text)"
    let background = style.background.rgb.map(hex)
    var rule = "color:\(isReversed ? background ?? "var(--page)" : text)"
    if let fill = isReversed ? text : background { rule += ";background:\(fill)" }
    if style.attributes.contains(.bold) { rule += ";font-weight:bold" }
    if style.attributes.contains(.dim) { rule += ";opacity:.7" }
    if style.attributes.contains(.underline) { rule += ";text-decoration:underline" }
    return rule
  }

  private static func hex(_ color: RGB) -> String {
    let digits = String(color.hex, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }
}

/// The signs of the statements in both programs.
private struct ChangeMarks {
  private(set) var old: [ObjectIdentifier: ChangeListing.Sign] = [:]
  private(set) var new: [ObjectIdentifier: ChangeListing.Sign] = [:]

  init(_ listing: ChangeListing) {
    for row in listing.sections.lazy.flatMap(\.rows) where row.sign != .same {
      // A new or deleted line of a kept block, such as a new “else”, is a change of the block.
      let isInBoth = row.oldBlock != nil && row.newBlock != nil
      if let block = row.oldBlock { Self.set(&old, block, row, isInBoth || row.isPartOfKept) }
      if let block = row.newBlock { Self.set(&new, block, row, isInBoth || row.isPartOfKept) }
    }
  }

  private static func set(
    _ marks: inout [ObjectIdentifier: ChangeListing.Sign], _ block: Block, _ row: ChangeListing.Row, _ isKept: Bool
  ) {
    let sign: ChangeListing.Sign = isKept && row.sign != .moved ? .changed : row.sign
    if marks[ObjectIdentifier(block)] != .moved { marks[ObjectIdentifier(block)] = sign }
  }
}

extension ChangeListing.Sign {
  /// The meaning of the sign.
  fileprivate var word: String {
    switch self {
    case .same: "same"
    case .inserted: "inserted"
    case .deleted: "deleted"
    case .changed: "changed"
    case .moved: "moved"
    }
  }
}
