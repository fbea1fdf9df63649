import FileTesting
import Glibc
import LiveSession
import Testing

/// What an editor says of its connection to the host, and of what comes through it.
@Suite(.enabled(if: TmuxSession.isNeeded, "tmux is not installed")) @MainActor struct ConnectionTests {
  private let file: NumberProgram
  private let host: HostProcess
  private let relay: SessionRelay
  private let anna: TmuxSession

  init() throws {
    file = try NumberProgram()
    host = try HostProcess([file.path])
    relay = try SessionRelay(to: file.path)
    anna = try TmuxSession(["join", relay.path, "--name", "Anna"], columns: 150)
  }

  private func end() throws {
    #expect(try anna.pressLast("q") == "ended 0")
    relay.end()
    #expect(try host.stop() == 0)
  }

  @Test func aFinalReasonEndsConnectingUntilTheUserAsks() throws {
    var reason = HostMessage.CloseReason("an owner has sent you away")
    reason.isFinal = true
    relay.say(.bye(reason))
    #expect(try anna.sees("n.xml · no connection: an owner has sent you away"))
    #expect(try anna.sees("your changes are kept on this machine"))
    try anna.press("<C-s>")
    #expect(try anna.sees("not saved: an owner has sent you away"))
    try anna.press("<Enter>42<Enter>")
    #expect(relay.connectionCount == 1)
    try anna.press("<A-t>")
    #expect(try anna.sees("connect now"))
    try anna.press("connect now<Enter>")
    #expect(try anna.sees("connected again to n.xml"))
    #expect(relay.connectionCount == 2)
    try anna.press("<C-s>")
    #expect(try anna.sees("saved n.xml"))
    #expect(Tool.read(file.path) == NumberProgram.text(42))
    try end()
  }

  @Test func savingWithoutAConnectionSaysWhy() throws {
    relay.cut()
    #expect(try anna.sees("n.xml · no connection: "))
    try anna.press("<C-s>")
    #expect(try anna.sees("not saved: no connection to n.xml (the "))
    relay.open()
    #expect(try anna.sees("connected again to n.xml"))
    try end()
  }

  @Test func aRaisedHandIsSeen() throws {
    let ben = try SessionClient("Ben", file.path)
    #expect(try anna.sees("with Ben"))
    var presence = Presence()
    presence.hasHandUp = true
    ben.send(.presence(presence))
    #expect(try anna.sees("n.xml · with Ben · Ben’s hand is up"))
    #expect(try anna.status { $0.hasPrefix("Ben’s hand is up") }.hasPrefix("Ben’s hand is up"))
    try end()
  }

  @Test func anOwnerSendsSomebodyAway() throws {
    let ben = try SessionClient("Ben", file.path)
    #expect(try anna.sees("with Ben"))
    try anna.press("<A-t>Ben<Enter>")
    #expect(try anna.sees("send Ben away"))
    // Nothing is sent before the question is answered.
    try anna.press("send<Enter>")
    #expect(try anna.sees("Send Ben away?"))
    try anna.press("y")
    #expect(
      relay.hears {
        if case .sendAway(author: "Ben") = $0 { true } else { false }
      })
    withExtendedLifetime(ben) {}
    try end()
  }

  @Test func anOwnerSeesTheLinksForBrowsersAndRenewsThem() throws {
    func hears(renews: Bool) -> Bool {
      relay.hears { if case .links(renews) = $0 { true } else { false } }
    }
    try anna.press("<A-t>links<Enter>")
    #expect(hears(renews: false))
    relay.say(.links(editing: "http://127.0.0.1:80/#edit1", watching: "http://127.0.0.1:80/#watch1"))
    #expect(try anna.sees("http://127.0.0.1:80/#edit1"))
    #expect(try anna.sees("http://127.0.0.1:80/#watch1"))
    try anna.press("new links<Enter>")
    #expect(hears(renews: true))
    relay.say(.links(editing: "http://127.0.0.1:80/#edit2", watching: "http://127.0.0.1:80/#watch2"))
    #expect(try anna.sees("#edit2"))
    #expect(try anna.sees("the old links are invalid"))
    try anna.press("<Esc>")
    // The host itself was started without browsers.
    try anna.press("<A-t>links<Enter>")
    #expect(hears(renews: false))
    #expect(try anna.sees("browsers can’t join: ‘mortise serve’ was started without --web"))
    try end()
  }

  @Test func aWindowAboutADeletedBlockCloses() throws {
    let ben = try SessionClient("Ben", file.path)
    #expect(try anna.sees("with Ben"))
    try anna.press("<Enter>4711")
    ben.delete("n")
    try ben.confirm()
    #expect(try anna.sees("you had typed “4711”"))
    #expect(try !anna.canvas(expecting: nil).contains("4711"))
    try end()
  }

  @Test func whatIsRefusedAfterAReturnIsToldTogether() throws {
    let ben = try SessionClient("Ben", file.path)
    ben.insertNumber("Xq7Zk4")
    try ben.confirm()
    #expect(try anna.sees("with Ben"))
    relay.cut()
    #expect(try anna.sees("no connection"))
    // The first number gets another block, and is deleted; the second one is changed by both.
    try anna.press("<Enter>4711<Enter><Down><Enter>4712<Enter>d")
    ben.setNumber("Xq7Zk4", to: 4713)
    ben.delete("n")
    try ben.confirm()
    relay.open()
    #expect(try anna.sees("1 of 3 changes was not taken: “4711” in number 1 (deleted by another user)"))
    #expect(try anna.sees("your “4712” replaced Ben’s “4713”"))
    #expect(try !anna.screen().contains("Xq7"))
    // The list of deleted blocks has it.
    try anna.press("R")
    #expect(try anna.sees("4711"))
    try anna.press("<Enter>")
    #expect(try anna.canvas(expecting: nil).contains("4711"))
    try end()
  }
}
