import Glibc

/// The location of the Blockly that `bin/test` downloaded: the chunks of the PyPI package jupyterlab-blockly.
public enum BlocklyPackage {
  /// The folder in `MORTISE_BLOCKLY`, or the one in the cache.
  public static let folder: String = {
    if let folder = variable("MORTISE_BLOCKLY") { return folder }
    let cache = variable("XDG_CACHE_HOME") ?? (variable("HOME") ?? "") + "/.cache"
    return cache + "/mortise/jupyterlab-blockly-0.3.3"
  }()

  /// Where Debian installs node modules.
  public static let nodeModules = variable("NODE_PATH") ?? "/usr/share/nodejs"

  public static let isThere = missingDependency == nil
  public static let absence = missingDependency.map { "\($0); bin/test fetches it" } ?? ""

  private static let missingDependency: String? = {
    if access(folder, R_OK) != 0 { return "there is no Blockly in \(folder)" }
    let paths = (variable("PATH") ?? "").split(separator: ":")
    if !paths.contains(where: { access($0 + "/node", X_OK) == 0 }) { return "there is no “node” in PATH" }
    if !nodeModules.split(separator: ":").contains(where: { access($0 + "/jsdom", R_OK) == 0 }) {
      return "there is no jsdom in \(nodeModules)"
    }
    return nil
  }()

  public static func variable(_ name: String) -> String? {
    guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { return nil }
    return value
  }
}
