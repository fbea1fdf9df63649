import BlockLibrary
import MortiseScreen
import Testing

@testable import TerminalUI

/// Every command has a title, in every language, which lists show in full.
@Suite struct TitleTests {
  private static let longest = 28

  private static let rows = CommandReference().tables.flatMap { table in table.rows.map { (table: table.name, row: $0) }
  }

  @Test func titlesAreShortInEveryLanguage() {
    let languages = StockBlocks.languages
    #expect(languages.count == 4)
    for language in languages {
      let titles = CommandTitles(language: language)
      for (table, row) in Self.rows {
        let title = titles.title(row.title, name: row.name)
        #expect(title.first?.isLowercase == false && title.count <= Self.longest, "\(table) \(row.name): \(title)")
      }
    }
  }

  /// A dialog names its parts in the language of the program.
  @Test func titlesAreTranslated() {
    let names = Set(Self.rows.map(\.row.name).filter { !$0.hasPrefix("add-") })
    for language in StockBlocks.languages where language != "en" {
      let titles = CommandTitles(language: language)
      #expect(names.filter { titles.title("", name: $0).isEmpty } == [], "Resources/commands.json, \(language)")
    }
    #expect(CommandTitles().commandNames.subtracting(names) == ["more"], "the last row of menus")
  }

  /// A name has one translation.
  @Test func commandsOfOneNameHaveOneTitle() {
    for (name, rows) in Dictionary(grouping: Self.rows, by: \.row.name) {
      #expect(Set(rows.map(\.row.title)).count == 1, "\(name): \(rows.map { "\($0.table): \($0.row.title)" })")
    }
  }

  @Test func theCommandsOfAnAppHaveTitles() {
    let plain = Command<Scene>("list-notes", "n", group: .finding, help: "list the notes", run: { _ in })
    let titled = Command<Scene>("notes", "n", title: "Notes…", group: .finding, help: "list the notes", run: { _ in })
    #expect(plain.title == "List notes")
    #expect(titled.title == "Notes…")
  }

  @Test(arguments: StockBlocks.languages) func noRowOfThePaletteOrAMenuIsCut(language: String) throws {
    _ = try CommandScene().play(["<Down>"]) { editor in
      let screen = editor.screen
      screen.titles = CommandTitles(language: language)
      for route in [Route.palette, .commandsHere, .menu, .blankMenu(at: Point(x: 60, y: 12))] {
        editor.scene.open(route)
        let rows = Self.entries(of: screen)
        #expect(!rows.isEmpty)
        for (entry, shown) in rows {
          let words = shown.split(separator: " ").joined(separator: " ")
          #expect(words == [entry.text, entry.note].filter { !$0.isEmpty }.joined(separator: " "), "\(language)")
        }
        if let window = screen.modes.top { screen.modes.pop(window) }
      }
    }
  }

  /// Returns the entries of the list on top, each with the row of the window that shows it when it is selected.
  private static func entries(of screen: EditorScreen) -> [(ListPopup.Row, String)] {
    var rows: [(ListPopup.Row, String)] = []
    func shown(in window: ModeWindow?) -> String {
      guard let window else { return "" }
      // The palette's cursor is in its line, so the selected row is found by its colour.
      let grid = window.layer.grid
      let y = (1..<grid.size.height).first { grid[2, $0].style == screen.theme.focus } ?? 0
      return grid.text(ofRow: y, depth: nil).text.filter { $0 != "│" }
    }
    if let picker = screen.modes.top as? Picker {
      for _ in 0..<picker.rowCount {
        if let entry = picker.selectedEntry { rows.append((entry, shown(in: picker.window(on: screen)))) }
        picker.move(by: 1)
      }
    } else if let list = screen.modes.top as? ListPopup {
      for _ in 0..<list.rowCount {
        if let entry = list.selectedRow { rows.append((entry, shown(in: list.window(on: screen)))) }
        list.move(by: 1)
      }
    }
    return rows
  }

  /// Menus are short, in groups, and lead to the full list.
  @Test(arguments: ["<Down>,", "<Down><Down><Down>,", ","]) func menusAreShortAndGrouped(keys: String) throws {
    var menu: ListPopup?
    let screens = try CommandScene().play([keys, "<End><Enter>"]) { menu = $0.screen.modes.top as? ListPopup }
    let list = try #require(menu)
    #expect((3...CommandsModule.mostRows).contains(list.rowCount))
    let rows = screens[0].screen
    #expect(rows.contains { $0.contains("More…") })
    #expect(rows.contains { $0.contains(/│─+│/) })
    #expect(screens[1].statusLine.contains(/1 of \d+/))
  }
}
