import Glibc

/// Texts in C's form: a null-terminated array of pointers.
struct CStrings {
  let base: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let count: Int

  init(_ texts: [[UInt8]]) {
    count = texts.count
    base = .allocate(capacity: texts.count + 1)
    for (index, text) in texts.enumerated() {
      let copy = strndup(text.map { CChar(bitPattern: $0) } + [0], text.count)
      (base + index).initialize(to: copy)
    }
    (base + texts.count).initialize(to: nil)
  }

  func free() {
    for index in 0..<count { Glibc.free(base[index]) }
    base.deallocate()
  }
}
