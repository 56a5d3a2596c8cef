import Git
import Translation

extension Exchange {
    /// The place that a remote is pushed to, which may be another than it is fetched from.
    ///
    /// Refused if it is pushed to several: what each has could not be told apart.
    func pushPlace(_ place: RemotePlace) throws -> RemotePlace {
        guard let name = place.name, let remote = try repository.remote(named: name) else {
            return place
        }
        let own = try repository.values(of: "pushurl", forRemote: name)
        let count =
            try own.isEmpty ? repository.values(of: "url", forRemote: name).count : own.count
        guard count <= 1 else {
            throw Refusal(
                .invalidValue, "The remote “\(name)” is pushed to \(count) addresses at once.",
                hint: .typed(
                    "`dragoman remote add NAME URL` gives one of them a name of its own; push to each by its name."
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

    /// Whether `git push NAME` moves nothing here but remote-tracking branches.
    ///
    /// It sets where the refspecs of the settings keep a branch to what it has pushed, without a look at what is there: in a mirror,
    /// that is the branch itself, which somebody may have written to meanwhile. And it takes no refspecs for a mirror.
    private func mayPushByName(_ name: String) throws -> Bool {
        if try repository.bool(forKey: "remote.\(name).mirror") == true { return false }
        return try repository.values(of: "fetch", forRemote: name).allSatisfy { refspec in
            guard let colon = refspec.firstIndex(of: ":") else { return true }
            return refspec[colon...].dropFirst().hasPrefix("refs/remotes/")
        }
    }

    /// Moves the remote-tracking branch to what was pushed, as git does.
    ///
    /// Where the remote is fetched from another address, only if the branch is found there: what is kept here is what a
    /// fetch would find. Nothing that goes wrong with it fails the push, which is done.
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
        // Somebody else's fetch may have moved it on: the next one sets it right.
        try? repository.update(tracking, from: known, to: tip, message: "update by push")
    }
}
