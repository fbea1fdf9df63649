import Testing

@testable import LiveSession

/// What `ssh` says before it ends becomes one line.
@Suite struct SSHMessageTests {
  private nonisolated static let changed = """
    @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
    @    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @
    @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
    Add correct host key in /home/ada/.ssh/known_hosts to get rid of this message.\r
    Offending ED25519 key in /home/ada/.ssh/known_hosts:3\r
      remove with:\r
      ssh-keygen -f '/home/ada/.ssh/known_hosts' -R 'school'\r
    Host key for school has changed and you have requested strict checking.\r
    Host key verification failed.\r

    """

  @Test(arguments: [
    ("", nil), ("\n", nil),
    (
      "Warning: one\nssh: connect to host school port 22: Connection refused\r\n",
      "ssh: connect to host school port 22: Connection refused"
    ),
    (
      changed,
      "REMOTE HOST IDENTIFICATION HAS CHANGED; Offending ED25519 key in /home/ada/.ssh/known_hosts:3; "
        + "Host key verification failed."
    ),
  ])
  func theLineSaysWhy(text: String, line: String?) { #expect(SSHConnection.summary(of: text) == line) }

  /// Only what `ssh` can ask on a terminal.
  @Test(arguments: [
    ("ada@school: Permission denied (publickey,password).", true), ("Host key verification failed.", true),
    (changed, false), ("ssh: connect to host school port 22: Connection refused", false),
  ])
  func itCanAskForWhatItLacks(text: String, canAsk: Bool) {
    #expect(SocketError(SSHConnection.summary(of: text) ?? "").isForWantOfAnswer == canAsk)
  }
}
