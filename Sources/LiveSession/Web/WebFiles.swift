import BlockResources
import MortiseFiles

/// The files that browsers load: the built-in page, and the files of a folder that the user names, above all Blockly's
/// own. All users of the machine may see these files, but not the program.
nonisolated struct WebFiles {
  /// A folder with `blockly_compressed.js` and so on, as in Blockly's package, or a whole page with an `index.html`.
  let folder: String?

  private static let types = [
    "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
    "json": "application/json", "svg": "image/svg+xml", "png": "image/png", "gif": "image/gif", "jpg": "image/jpeg",
    "ico": "image/x-icon", "cur": "image/x-icon", "mp3": "audio/mpeg", "ogg": "audio/ogg", "wav": "audio/wav",
    "woff2": "font/woff2", "map": "application/json",
  ]
  private static let sizeLimit = 32 << 20

  /// Returns the response for a path.
  /// - Returns: the beginning of the response, and the file that follows; nil if the response is complete.
  /// - Throws: `HTTPRequest.Problem` if there is no file.
  func response(to path: String) throws(HTTPRequest.Problem) -> (HTTPResponse, ServedFile?) {
    let path = path == "/" ? "/index.html" : path
    let parts = path.split(separator: "/")
    let ending = parts.last?.split(separator: ".").last.map(String.init) ?? ""
    guard let type = Self.types[ending], !parts.contains(where: { $0.hasPrefix(".") }) else {
      throw HTTPRequest.Problem(status: 404, reason: "there is no such file")
    }
    let present = builtIn(path)
    // An app's page replaces the built-in one, but always uses the built-in script.
    if let folder, path != "/mortise-live.js", path != Self.runner,
      let file = ServedFile(folder + "/" + parts.joined(separator: "/"), limit: Self.sizeLimit)
    {
      return (HTTPResponse(length: file.size, type: type), file)
    }
    guard let present else { throw HTTPRequest.Problem(status: 404, reason: "there is no such file") }
    var response = HTTPResponse(present, type: type)
    if path == Self.runner { response.policy = HTTPResponse.runnerPolicy }
    return (response, nil)
  }

  /// The worker that runs programs. It has a policy of its own, so it can't be replaced.
  private static let runner = "/mortise-runner.js"

  private func builtIn(_ path: String) -> [UInt8]? {
    switch path {
    case "/index.html": EmbeddedFiles.livePage
    case "/mortise-live.js": EmbeddedFiles.liveScripts.reduce([], +)
    case "/mortise-page.js": EmbeddedFiles.livePageScript
    case "/mortise-run.js": EmbeddedFiles.liveRunScript
    case Self.runner: EmbeddedFiles.liveRunner
    case "/mortise-page.css": EmbeddedFiles.livePageStyle
    case "/mortise-toolbox.json": EmbeddedFiles.toolbox
    case "/mortise-messages.json": EmbeddedFiles.messages
    default: nil
    }
  }
}
