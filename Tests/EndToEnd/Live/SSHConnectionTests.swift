import FileTesting
import Glibc
import Testing

/// A session on another machine whose connection is lost.
@Suite(.enabled(if: TmuxSession.isNeeded, "tmux is not installed")) struct SSHConnectionTests {
  private let file: NumberProgram
  private let folder: TemporaryFolder

  init() throws { (file, folder) = (try NumberProgram(), try TemporaryFolder()) }

  @Test(.enabled(if: SSHServer.isNeeded, "there is no sshd; bin/test downloads one"))
  func theEditorSaysWhyThereIsNoConnection() throws {
    let server = try SSHServer()
    let first = try HostProcess([file.path])
    let anna = try TmuxSession(
      ["join", "school:\(file.path)", "--name", "Anna"], columns: 150,
      shell: "export PATH=\(try server.folderWithClient()):$PATH")
    #expect(try anna.sees("shared"))
    #expect(try first.stop() == 0)
    // What the other machine says.
    #expect(try anna.sees("no connection: no host serves this program"))
    try anna.press("<C-s>")
    #expect(try anna.sees("not saved: no connection to n.xml (no host serves this program"))
    let second = try HostProcess([file.path])
    try anna.press(":connect<Enter>")
    #expect(try anna.sees("connected again to n.xml"))
    #expect(try anna.pressLast("q") == "ended 0")
    #expect(try second.stop() == 0)
    withExtendedLifetime(server) {}
  }

  /// `ssh` gets the terminal where it needs a password, but only when the user asks for the connection.
  @Test func connectingNowLetsSSHAsk() throws {
    let (locked, attempts) = (folder.file("locked"), folder.file("attempts"))
    try Tool.write(
      """
      #!/bin/sh
      echo >>'\(attempts)'
      if [ -e '\(locked)' ]; then
        case "$*" in *BatchMode*) echo 'ada@school: Permission denied (password).' >&2; exit 255;; esac
        printf 'password of ada: ' >/dev/tty
        read -r word </dev/tty
        [ "$word" = secret ] || exit 255
      fi
      for command; do :; done
      PATH='\(SSHServer.programs)':$PATH
      exec sh -c "$command"

      """, to: folder.file("ssh"))
    chmod(folder.file("ssh"), 0o755)
    let first = try HostProcess([file.path])
    let anna = try TmuxSession(
      ["join", "school:\(file.path)", "--name", "Anna"], columns: 150, shell: "export PATH='\(folder.path)':$PATH")
    #expect(try anna.sees("shared"))
    try Tool.write("", to: locked)
    try first.kill()
    #expect(try anna.sees("no connection: ada@school: Permission denied"))
    let second = try HostProcess([file.path])
    try anna.press(":connect<Enter>")
    #expect(try anna.sees("password of ada:"))
    try anna.answer("secret")
    #expect(try anna.sees("connected again to n.xml"))
    #expect(try anna.pressLast("q") == "ended 0")
    #expect(try second.stop() == 0)
  }
}
