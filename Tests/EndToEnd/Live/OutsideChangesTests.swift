import FileTesting
import Glibc
import LiveSession
import Testing

/// The file of a served program is changed by others: by an editor elsewhere, or by git.
@MainActor @Suite struct OutsideChangesTests {
  private let file: NumberProgram
  private var path: String { file.path }

  init() throws { file = try NumberProgram() }

  private func client(_ name: String = "anna") throws -> SessionClient { try SessionClient(name, path) }

  private func text(_ number: Int, more: String = "") -> String {
    NumberProgram.text(number).replacing("</xml>", with: more + "</xml>")
  }

  private let more = #"  <block type="text" id="more" x="99" y="99"></block>\#n"#

  @Test func whatOthersDoIsMerged() throws {
    let host = try HostProcess([path])
    let clients = [try client(), try client("ben")]
    try Tool.write(text(5, more: more), to: path)
    for client in clients {
      try client.receive { !client.saved.isEmpty }
      #expect(client.saved == ["n.xml was changed by another program; merged: 2 changes"])
      #expect(client.number("n") == "5" && client.workspace.blocks["more"] != nil)
    }
    // The file has it: nothing is written, and it goes on from there.
    #expect(Tool.read(path) == text(5, more: more))
    clients[0].send(.save)
    try clients[0].receive { clients[0].saved.count == 2 }
    #expect(clients[0].saved[1] == "n.xml is saved" && Tool.read(path) == text(5, more: more))
    clients[0].setNumber("n", to: 6)
    clients[0].send(.save)
    try clients[1].receive { clients[1].saved.last == "saved n.xml" }
    #expect(Tool.read(path).contains("<field name=\"NUM\">6</field>") && Tool.read(path).contains("more"))
    #expect(clients.allSatisfy { $0.differences.isEmpty })
    #expect(try host.stop() == 0)
    #expect(file.folder.names == ["n.xml"])
  }

  @Test func unsavedChangesStayBesideThoseOfOthers() throws {
    let host = try HostProcess([path])
    let client = try client()
    client.setNumber("n", to: 9)
    try client.confirm()
    try Tool.write(text(1, more: more), to: path)
    client.send(.save)
    try client.receive { client.saved.count == 2 }
    #expect(client.saved == ["n.xml was changed by another program; merged: 1 change", "saved n.xml"])
    let saved = Tool.read(path)
    #expect(saved.contains("<field name=\"NUM\">9</field>") && saved.contains(#"id="more""#), "\(saved)")
    // What was merged is no longer merged again.
    try Tool.write(saved.replacing("NUM\">9", with: "NUM\">10"), to: path)
    #expect(try host.stop() == 0)
    #expect(Tool.read(path).contains("<field name=\"NUM\">10</field>") && Tool.read(path).contains(#"id="more""#))
    #expect(file.folder.names == ["n.xml"])
  }

  /// Theirs stands beside ours, and every editor can choose.
  @Test func inAConflictNeitherSideIsLost() throws {
    let host = try HostProcess([path])
    let client = try client()
    client.setNumber("n", to: 9)
    try client.confirm()
    try Tool.write(NumberProgram.text(2), to: path)
    try client.receive { client.saved.count == 2 }
    #expect(client.saved[0].hasSuffix("; 1 conflict: theirs is beside ours"), "\(client.saved)")
    #expect(client.number("n") == "9")
    let copies = client.workspace.topBlocks.filter { $0.id != "n" }
    #expect(
      copies.map { $0.firstField(withName: "NUM")?.text } == ["2"] && copies[0].comment?.text.contains("theirs") == true
    )
    #expect(try Tool.run(["check", path]).code == 1)
    #expect(try host.stop() == 0)
  }

  @Test func whatCantBeReadIsToldAndNotOverwritten() throws {
    let host = try HostProcess([path])
    let client = try client()
    client.setNumber("n", to: 9)
    try client.confirm()
    try Tool.write("<xml><block", to: path)
    client.send(.save)
    try client.receive { client.saved.count == 2 }
    #expect(
      client.saved[0].hasPrefix(
        "n.xml was changed by another program, and can’t be merged, so nothing is saved: n.xml:"))
    // Once it is a program again, it goes on.
    try Tool.write(text(1, more: more), to: path)
    try client.receive { client.saved.last == "saved n.xml" }
    #expect(Tool.read(path).contains("more") && Tool.read(path).contains("\">9<"))
    client.setNumber("n", to: 8)
    try client.confirm()
    try Tool.write("<xml><block", to: path)
    #expect(try host.stop() == 1)
    #expect(Tool.read(path) == "<xml><block")
    #expect(file.folder.names == [".n.xml.mortise-journal", "n.xml"])
  }

  @Test func aHostThatIsKilledGoesOnAfterAMerge() throws {
    let first = try HostProcess([path])
    let client = try client()
    client.setNumber("n", to: 9)
    try Tool.write(text(1, more: more), to: path)
    try client.receive { client.saved.contains("saved n.xml") }
    client.setNumber("n", to: 10)
    try client.confirm()
    try first.kill()
    let second = try HostProcess([path])
    #expect(try client.connectAgain())
    let other = #"<block type="logic_null" id="other"></block></xml>"#
    try Tool.write(Tool.read(path).replacing("</xml>", with: other), to: path)
    client.setNumber("n", to: 11)
    client.send(.save)
    try client.receive { client.saved.filter { $0 == "saved n.xml" }.count == 2 }
    #expect(client.number("n") == "11" && client.workspace.blocks["other"] != nil)
    #expect(client.workspace.blocks["more"] != nil && client.differences.isEmpty)
    #expect(try second.stop() == 0)
  }

  /// The base of the merge is the last saved file or, if there was none, the opened one.
  @Test(arguments: [false, true]) func whatOthersDoWhileAKilledHostIsDownIsMerged(wasSaved: Bool) throws {
    let first = try HostProcess([path])
    let client = try client()
    client.setNumber("n", to: 9)
    client.insertNumber("mine")
    if wasSaved {
      client.send(.save)
      try client.receive { client.saved.last == "saved n.xml" }
      client.setNumber("mine", to: 10)
    }
    try client.confirm()
    try first.kill()
    try Tool.write(Tool.read(path).replacing("</xml>", with: more + "</xml>"), to: path)
    let second = try HostProcess([path])
    #expect(try client.connectAgain())
    try client.expectMerge(into: path, mine: wasSaved ? "10" : "0")
    #expect(try second.stop() == 0)
    #expect(file.folder.names == ["n.xml"])
  }

  @Test func aFileThatSomebodyMadeForAKilledHostIsMerged() throws {
    let path = file.folder.file("new.json")
    let first = try HostProcess([path])
    let client = try SessionClient("anna", path)
    client.insertNumber("mine")
    try client.confirm()
    try first.kill()
    try Tool.write(#"{"blocks":{"blocks":[{"type":"text","id":"more","x":9,"y":99}]}}"#, to: path)
    let second = try HostProcess([path])
    #expect(try second.stop() == 0)
    #expect(Tool.read(path).contains("mine") && Tool.read(path).contains("more"))
    #expect(file.folder.names == ["n.xml", "new.json"])
  }

  /// Both have changed one number, and then the file is broken for a while.
  @Test func nothingIsLostIfTheFileOfAKilledHostDiffers() throws {
    let first = try HostProcess([path])
    let client = try client()
    client.setNumber("n", to: 9)
    try client.confirm()
    try first.kill()
    try Tool.write("<xml><block", to: path)
    let second = try HostProcess([path])
    #expect(try second.stop() == 1)
    #expect(Tool.read(path) == "<xml><block")
    try Tool.write(NumberProgram.text(2), to: path)
    let third = try HostProcess([path])
    #expect(try third.stop() == 0)
    let saved = Tool.read(path)
    #expect(saved.contains("\">9<") && saved.contains("\">2<") && saved.contains("theirs"), "\(saved)")
    #expect(file.folder.names == ["n.xml"])
  }

  /// git removes a file before it writes it anew; and a file that is only touched says nothing new.
  @Test func aFileThatIsGoneForAMomentIsNoChange() throws {
    let host = try HostProcess([path])
    let client = try client()
    unlink(path)
    client.setNumber("n", to: 9)
    try client.confirm()
    client.send(.save)
    try client.receive { client.saved.count == 1 }
    #expect(client.saved[0].contains("n.xml"))
    try Tool.write(NumberProgram.text(1), to: path)
    client.send(.save)
    try client.receive { client.saved.last == "saved n.xml" }
    #expect(client.saved.count == 2 && Tool.read(path) == NumberProgram.text(9))
    #expect(try host.stop() == 0)
  }

  /// Nobody writes it anew: the host does, in the end.
  @Test func aRemovedFileIsWrittenAnew() throws {
    let host = try HostProcess([path])
    let client = try client()
    unlink(path)
    client.setNumber("n", to: 9)
    try client.confirm()
    #expect(try host.stop() == 0)
    #expect(Tool.read(path) == NumberProgram.text(9) && file.folder.names == ["n.xml"])
  }

  /// The folder is removed, with the file and the journal. Everybody hears where the program is now.
  @Test(arguments: [false, true]) func whatCanBeWrittenNowhereIsRescued(isHopeless: Bool) throws {
    let folder = file.folder.file("inner")
    let path = folder + "/n.xml"
    let state = try TemporaryFolder()
    mkdir(folder, 0o700)
    try Tool.write(NumberProgram.text(1), to: path)
    let home = isHopeless ? "/dev/null" : state.path
    let host = try HostProcess([path], shell: "export XDG_STATE_HOME='\(home)'")
    let client = try SessionClient("anna", path)
    // The host may just be creating a file of the journal there.
    repeat { _ = try Tool.run(["-rf", folder], program: "rm") } while access(folder, F_OK) == 0
    client.setNumber("n", to: 9)
    try client.confirm()
    #expect(try host.stop() == 1)
    try client.receive { client.goodbye != nil }
    let rescued = state.file("mortise/rescued")
    let last = client.saved.last ?? ""
    if isHopeless {
      #expect(last.hasSuffix("the changes are lost, as nothing else can be written"), "\(client.saved)")
    } else {
      #expect(last.contains("; the program is in \(rescued)/"), "\(client.saved)")
      let place = last.split(separator: " ").last.map(String.init) ?? ""
      #expect(Tool.read(place) == NumberProgram.text(9))
    }
  }
}

extension SessionClient {
  /// Expects that a host that began again has merged a block `more`, which others put into the file, with the blocks `n`
  /// and `mine` of the session, and has saved them all.
  /// - Parameter number: the value of `mine`.
  func expectMerge(into path: String, mine number: String) throws {
    try receive { saved.last == "saved n.xml" && workspace.blocks["more"] != nil }
    #expect(saved.suffix(2) == ["n.xml was changed by another program; merged: 1 change", "saved n.xml"])
    #expect(self.number("n") == "9" && self.number("mine") == number)
    #expect(differences.isEmpty)
    let text = Tool.read(path)
    #expect(text.contains(#"id="more""#) && text.contains(#"id="mine""#) && text.contains("\">9<"), "\(text)")
  }
}
