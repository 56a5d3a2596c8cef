import Foundation

extension ProposalStore {
    /// The content read from the storage.
    struct Loaded {
        let guid: String
        /// True if the guid has not been written yet.
        var mustWriteGuid: Bool
        /// True if the proposals file may be replaced.
        let mayWrite: Bool
    }

    /// Reads the storage, and returns its content.
    ///
    /// Later calls return the same content without reading again.
    @discardableResult
    func load() -> Loaded {
        if let loaded { return loaded }
        var problem: ProposalStorageProblem?
        let (guid, mustWriteGuid) = readGuid(&problem)
        let mayWrite = readProposals(&problem)
        let loaded = Loaded(guid: guid, mustWriteGuid: mustWriteGuid, mayWrite: mayWrite)
        self.loaded = loaded
        update { $0.storageProblem = problem }
        return loaded
    }

    private func readGuid(
        _ problem: inout ProposalStorageProblem?
    ) -> (guid: String, mustWrite: Bool) {
        let new = UUID().uuidString
        do {
            if let bytes = try storage.read(.guid),
                let stored = UUID(uuidString: String(decoding: bytes, as: UTF8.self))
            {
                return (stored.uuidString, false)
            }
        } catch {
            problem = .unreadable(Self.reason(of: error))
            return (new, false)
        }
        do {
            try storage.write(Array(new.utf8), to: .guid)
        } catch {
            problem = .unwritable(Self.reason(of: error))
            return (new, true)
        }
        return (new, false)
    }

    /// Reads the proposals file.
    ///
    /// Returns true if the file may be replaced.
    private func readProposals(_ problem: inout ProposalStorageProblem?) -> Bool {
        do {
            guard let bytes = try storage.read(.proposals) else { return true }
            do {
                kept = try KeptProposals(bytes)
                return true
            } catch .newer(let version) {
                problem = .newerVersion(version)
                return false
            } catch .damaged {
                try storage.write(bytes, to: .damagedProposals)
                problem = .damaged
                return true
            }
        } catch {
            problem = .unreadable(Self.reason(of: error))
            return false
        }
    }

    /// Changes the stored proposals and writes them.
    ///
    /// If writing fails, the change is kept in memory, and the next change tries again.
    func change(_ body: (inout KeptProposals) -> Void) {
        let before = kept
        body(&kept)
        guard kept != before else { return }
        revision += 1
        guard let loaded, loaded.mayWrite else { return update { _ in } }
        do {
            if loaded.mustWriteGuid {
                try storage.write(Array(loaded.guid.utf8), to: .guid)
                self.loaded?.mustWriteGuid = false
            }
            try storage.write(kept.bytes, to: .proposals)
            update { state in
                if case .unwritable = state.storageProblem { state.storageProblem = nil }
            }
        } catch {
            update { $0.storageProblem = .unwritable(Self.reason(of: error)) }
        }
    }

    private static func reason(of error: any Error) -> String {
        let error = error as NSError
        let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError
        return (cause ?? error).localizedDescription
    }
}
