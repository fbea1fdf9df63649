import FileTesting
import MortiseFiles
import Testing

@testable import MortiseCommandLine

@Suite struct GitObjectsTests {
  private let scene: GitFolder
  private let repository: GitRepository

  init() throws {
    scene = try GitFolder()
    scene.sh("git init -q; seq 1 100000 > big.blk; echo small > small.blk; git add .; git commit -qm 1")
    repository = try GitRepository(containing: "\(scene.path)/work", Git())
  }

  private func text(_ name: String, _ objects: GitObjects) -> String {
    do { return String(decoding: try objects.file(name), as: UTF8.self) } catch { return "\(error)" }
  }

  @Test func manyAreReadByOneProcess() {
    let objects = GitObjects(of: repository)
    for _ in 0..<3 {
      #expect(text("HEAD:small.blk", objects) == "small\n")
      #expect(text("HEAD:big.blk", objects).utf8.count == 588_895)
      #expect(text("HEAD:none.blk", objects) == "HEAD:none.blk is missing from the repository; git fsck shows more")
      #expect(text("HEAD:", objects) == "HEAD: is a tree, not a blob")
    }
  }

  @Test func whatIsTooLargeIsPassedOver() {
    let objects = GitObjects(of: repository, sizeLimit: 1000)
    #expect(text("HEAD:big.blk", objects) == "HEAD:big.blk has 588895 bytes; the limit is 1000")
    #expect(text("HEAD:small.blk", objects) == "small\n")
  }

  @Test func whatAPartialCloneLacksIsSaid() throws {
    scene.sh(
      "git config uploadpack.allowFilter true; git clone -q --no-checkout --filter=blob:none file://$PWD ../partial")
    let partial = GitObjects(of: try GitRepository(containing: "\(scene.path)/partial", Git()))
    for _ in 0..<2 {
      let answer = text("HEAD:small.blk", partial)
      #expect(answer == "HEAD:small.blk is not here: the clone is partial, and nothing is fetched; git show fetches it")
    }
  }

  @Test func gitsOwnMergeIsThereForOtherFiles() throws {
    scene.sh(
      "seq 1 9 > base; seq 0 9 > ours; seq 1 10 > theirs; sed s/5/x/ base > x; sed s/5/y/ base > y; printf 'a\\0b' > binary"
    )
    func merge(_ base: String, _ ours: String, _ theirs: String) throws -> GitMergeFile.Outcome {
      let path = "\(scene.path)/work/"
      return try GitMergeFile.merge(
        base: path + base, ours: path + ours, theirs: path + theirs, markerSize: 9)
    }
    let clean = try merge("base", "ours", "theirs")
    #expect(clean.isClean && String(decoding: clean.bytes, as: UTF8.self) == "0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n")
    let conflict = try merge("base", "x", "y")
    let marked = "\n<<<<<<<<< ours\nx\n=========\ny\n>>>>>>>>> theirs\n"
    #expect(!conflict.isClean && String(decoding: conflict.bytes, as: UTF8.self).contains(marked))
    #expect(throws: GitError.self) { try merge("binary", "x", "y") }
    #expect(throws: GitError.self) { try merge("nothing", "x", "y") }
  }
}

@Suite struct GitIndexTests {
  /// An index in conflict, broken in all ways: what can't be understood is refused, and nothing traps.
  @Test(arguments: [2, 4]) func brokenIndexesAreRefused(version: Int) throws {
    let scene = try GitFolder()
    scene.sh(
      """
      git init -q -b main; for f in a bb sub/ccc; do mkdir -p sub; echo 1 > $f.blk; done; git add .; git commit -qm 1
      git checkout -qb side; echo 2 > bb.blk; git commit -qam 2; git checkout -q main; echo 3 > bb.blk; git commit -qam 3
      git merge -q side; git update-index --index-version \(version)
      """)
    let bytes = try FileReader.read("\(scene.path)/work/.git/index").bytes
    let ours = scene.sh("git rev-parse :2:bb.blk").output.dropLast()
    let expected = GitIndex.Unmerged(path: "bb.blk", ours: String(ours), isTheirs: true)
    #expect(GitIndex(bytes, nameLength: 20)?.unmerged == [expected])
    for length in bytes.indices { _ = GitIndex(Array(bytes[..<length]), nameLength: 20) }
    for offset in bytes.indices {
      var broken = bytes
      for value: UInt8 in [0, 0x7F, 0xFF] {
        broken[offset] = value
        _ = GitIndex(broken, nameLength: 20)
      }
    }
    #expect(GitIndex(Array(bytes[..<80]), nameLength: 20) == nil)
  }
}
