import Synchronization

/// The objects of a batch that are kept in memory until the batch is stored.
final class BatchObjects: Sendable {
    private let objects = Mutex<[ObjectID: RawObject]>([:])

    /// All objects, in no particular order.
    var all: [(key: ObjectID, value: RawObject)] { objects.withLock { Array($0) } }

    func add(_ object: RawObject, _ id: ObjectID) { objects.withLock { $0[id] = object } }

    func object(_ id: ObjectID) -> RawObject? { objects.withLock { $0[id] } }
}
