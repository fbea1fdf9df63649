import BlockModel
import BlocklyCache
import Markup
import MortiseFiles
import RandomEditing
import SeededTesting
import Testing

@testable import LiveSession
@testable import Workbench

/// Pages that are loaded again, whose host ends, or that lack a program's blocks.
@MainActor
@Suite(.enabled(if: BlocklyPackage.isThere, "\(BlocklyPackage.absence)"), .serialized)
struct LivePageTests {
  private static let number = #"{"blocks":{"blocks":[{"type":"math_number","id":"n","x":9,"y":9,"fields":{"NUM":1}}]}}"#

  /// What a page has changed without a connection is made again after a reload, and sent once.
  @Test func aReloadKeepsUnsentChanges() throws {
    let scene = try LiveScene(seed: 1, pages: 2, program: Self.number)
    try scene.settle()
    let page = scene.pages[0]
    try page.perform("block('n').setFieldValue(2, 'NUM')")
    try scene.settle()
    try page.cut()
    try page.perform("block('n').setFieldValue(3, 'NUM')")
    try page.perform("workspace.newBlock('text', 't')")
    #expect(!page.isConfirmed)
    for _ in 0..<2 { try page.reload() }
    #expect(!page.isConfirmed)
    try scene.settle()
    let host = scene.host.program.workspace
    #expect(page.isConfirmed && scene.host.number == 3, "\(page.told)")
    #expect(host.blocks["n"]?.firstField(withName: "NUM")?.text == "3" && host.blocks["t"] != nil)
    for page in scene.pages { #expect(try scene.hasHash(page)) }
    // What is confirmed isn't sent again.
    try page.reload()
    try scene.settle()
    #expect(page.isConfirmed && scene.host.number == 3)
  }

  /// The answer was lost, and the page is loaded again.
  @Test func aReloadSendsNothingTwice() throws {
    let scene = try LiveScene(seed: 2, pages: 2, program: Self.number)
    try scene.settle()
    let page = scene.pages[0]
    try page.perform("workspace.newBlock('text', 't')")
    while try scene.deliver(of: page, toHost: true) {}
    try page.reload()
    try scene.settle()
    #expect(page.isConfirmed && scene.host.number == 1 && page.told.allSatisfy { $0 == "connecting …" }, "\(page.told)")
    for page in scene.pages { #expect(try scene.hasHash(page)) }
  }

  @Test(arguments: [true, false])
  func theReasonOfTheEndStays(isFinal: Bool) throws {
    // With the same seed, Blockly takes the workspace for that of the case before.
    let scene = try LiveScene(seed: isFinal ? 3 : 33, pages: 1, program: Self.number)
    try scene.settle()
    let page = scene.pages[0]
    page.toClient.append(Array(#"{"type":"bye","reason":"the host has ended","final":\#(isFinal)}"#.utf8))
    _ = try scene.deliver(of: page, toHost: false)
    if isFinal {
      #expect(page.told.last == "the host has ended")
      return
    }
    try page.cut()
    #expect(page.told.last == "the host has ended; your changes are kept until the host is back")
    try page.perform("block('n').setFieldValue(2, 'NUM')")
    try scene.settle()
    #expect(page.told.contains("the host has ended; connecting …"))
    #expect(page.isConfirmed && scene.host.number == 1)
  }

  /// Blocks of types that the page's Blockly lacks keep all that they have.
  @Test func unknownBlocksAreShown() throws {
    let scene = try LiveScene(
      seed: 4, pages: 2,
      program: #"""
        {"blocks":{"blocks":[
          {"type":"text_multiline","id":"m","x":9,"y":9,"fields":{"TEXT":"one\ntwo"}},
          {"type":"own_loop","id":"l","x":9,"y":99,"extraState":{"a":[1]},"fields":{"N":5,"W":"x","V":{"id":"v"}},"inputs":{
            "DO":{"block":{"type":"own_step","id":"s","next":{"block":{"type":"text_print","id":"p"}}}},
            "UNTIL":{"shadow":{"type":"own_value","id":"w"},"block":{"type":"logic_boolean","id":"b"}}}}]},
         "variables":[{"name":"v","id":"v"}]}
        """#)
    try scene.settle()
    for page in scene.pages {
      #expect(page.told == ["connecting …"])
      #expect(try scene.difference(of: page) == nil)
    }
    let page = scene.pages[0]
    try page.perform(
      "block('s').unplug(true); block('l').getInput('DO').connection.connect(block('s').previousConnection)")
    try page.perform("workspace.newBlock('math_number', 'k'); block('b').dispose()")
    try scene.settle()
    try page.reload()
    try scene.settle()
    for page in scene.pages { #expect(try page.isConfirmed && scene.difference(of: page) == nil, "\(page.told)") }
    #expect(scene.host.program.workspace.blocks["l"]?.firstInput(withName: "DO")?.connectedBlock?.id == "s")
  }

  @Test(arguments: ["story.xml", "fizzbuzz.xml", "turtle-unknown.xml"])
  func examplesAreShown(name: String) throws {
    let folder = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/examples/"
    let text = String(decoding: try FileReader.read(folder + name).bytes, as: UTF8.self)
    let scene = try LiveScene(seed: UInt64(name.utf8.count), pages: 2, program: text)
    try scene.settle()
    for page in scene.pages {
      // Only with Mortise's definition, “&#10;” is a line break.
      let difference = name == "story.xml" ? nil : try scene.difference(of: page)
      #expect(difference == nil && page.told == ["connecting …"], "\(difference ?? "") \(page.told)")
    }
  }

  /// Pages are loaded again and hosts are killed meanwhile.
  @Test func sixClientsEndWithTheHostsProgram() throws {
    var (pageCount, mended, sameHashes, edits) = (0, 0, 0, 0)
    for seed in Seeds.campaign(12, share: 12) where Seeds.only == nil || Seeds.only == seed {
      let scene = try LiveScene(seed: seed, pages: 4, editors: 2, program: try StartProgram.text(seed: seed))
      try scene.settle()
      while scene.editCount < 250 { try scene.act() }
      edits += scene.editCount
      try scene.settle()
      for editor in scene.editors {
        #expect(editor.text == EditingSession.text(of: scene.host.program.workspace), "seed \(seed)")
      }
      for page in scene.pages {
        try page.check()
        try scene.settle()
        (pageCount, mended) = (pageCount + 1, mended + (page.mended > 0 ? 1 : 0))
        if try scene.hasHash(page) {
          sameHashes += 1
        } else {
          let difference = try scene.difference(of: page)
          #expect(difference == nil, "seed \(seed): \(difference ?? "")")
        }
        #expect(page.isConfirmed, "seed \(seed): \(page.told)")
      }
    }
    print("\(edits) edits; of \(pageCount) pages, \(sameHashes) have the hash, \(mended) were mended")
    #expect(mended * 2 <= pageCount, "\(mended) of \(pageCount) pages had to be mended")
  }
}
