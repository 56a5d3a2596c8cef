import Machine
import Workspace

/// Combines the packs that a project's writer creates, on a low-priority thread.
///
/// The writer does not wait for it. If it falls behind, the writer stores loose objects, which the
/// next repacking combines too.
final class PackKeeper: Sendable {
    /// The work, which the writer notes after each change.
    let work = BackgroundWork<Void>(())

    deinit { work.stop() }

    /// Starts the work.
    ///
    /// A failed repacking is retried, because it may have been interrupted or lacked room.
    func start(_ repacking: Repacking?, on workers: Workers) {
        guard let repacking else { return work.stop() }
        work.start(on: workers.packers) { repacking.runIfDue() ? nil : () }
    }
}
