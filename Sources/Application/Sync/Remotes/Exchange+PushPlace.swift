import Git
import Translation

extension Exchange {
    /// Returns the place to push to, which may differ from the remote's fetch address.
    ///
    /// Throws a ``Refusal`` if the remote has several push addresses, because their states could
    /// not be distinguished.
    func pushPlace(_ place: RemotePlace) throws -> RemotePlace {
        guard let name = place.name, let remote = try repository.remote(named: name) else {
            return place
        }
        let own = try repository.values(of: "pushurl", forRemote: name)
        let count =
            try own.isEmpty ? repository.values(of: "url", forRemote: name).count : own.count
        guard count <= 1 else {
            throw Refusal(
                .invalidValue, "The remote “\(name)” has \(count) push addresses.",
                hint: .typed(
                    "`dragoman remote add NAME URL` gives an address its own name. Then push to each remote by name."
                ))
        }
        let address = try remote.pushURL.map {
            try RemoteAddress($0, from: repository.directoryOfRelativePaths)
        }
        if let address, address != place.address {
            return RemotePlace(name: nil, address: address, isApart: true)
        }
        return try mayPushByName(name) ? place : RemotePlace(name: nil, address: place.address)
    }

    /// Returns true if `git push NAME` changes no local references except remote-tracking branches.
    ///
    /// After a push, git sets the destination of each fetch refspec to the pushed commit, without
    /// checking its current value. In a mirror, the destination is the branch itself, which another
    /// process may have moved meanwhile. Git also rejects refspecs in a push to a mirror.
    private func mayPushByName(_ name: String) throws -> Bool {
        if try repository.bool(forKey: "remote.\(name).mirror") == true { return false }
        return try repository.values(of: "fetch", forRemote: name).allSatisfy { refspec in
            guard let colon = refspec.firstIndex(of: ":") else { return true }
            return refspec[colon...].dropFirst().hasPrefix("refs/remotes/")
        }
    }

    /// Sets the remote-tracking branch to the pushed commit, as git does.
    ///
    /// If the push address differs from the fetch address, sets the branch only if the fetch
    /// address already has the commit, as a fetch would find it. Ignores all errors, because the
    /// push itself has succeeded.
    func noteTracking(
        _ branch: ReferenceName, at tip: ObjectID, _ place: RemotePlace,
        pushedTo target: RemotePlace
    ) {
        guard let tracking = tracking(branch, at: place) else { return }
        if target.isApart {
            let there = try? transfer { try $0.references(of: place) }
            let isThere = there?.contains { $0.name == branch.rawValue && $0.target == tip }
            guard isThere == true else { return }
        }
        let known = try? repository.target(of: tracking)
        guard known != tip else { return }
        // A fetch by another process may have moved the branch already. The next fetch corrects it.
        try? repository.update(tracking, from: known, to: tip, message: "update by push")
    }
}
