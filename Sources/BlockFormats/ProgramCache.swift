/// A cache of objects that reading and writing a program both need and that are slow to create, such as the wordings of
/// its blocks.
public final class ProgramCache {
  private var objects: [ObjectIdentifier: AnyObject] = [:]

  /// Creates an empty cache.
  public init() {}

  /// Returns the program's object of a type.
  /// - Parameter make: creates the object if there is none.
  public func object<Object: AnyObject>(_ make: () -> Object) -> Object {
    if let object = existing(Object.self) { return object }
    let object = make()
    set(object)
    return object
  }

  /// Returns the program's object of a type; nil if there is none yet.
  public func existing<Object: AnyObject>(_ type: Object.Type) -> Object? {
    objects[ObjectIdentifier(type)] as? Object
  }

  /// Removes the program's object of a type.
  public func remove<Object: AnyObject>(_ type: Object.Type) { objects[ObjectIdentifier(type)] = nil }

  /// Sets the program's object of a type.
  public func set<Object: AnyObject>(_ object: Object) { objects[ObjectIdentifier(Object.self)] = object }
}
