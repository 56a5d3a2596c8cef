import Texts

/// The files that sections are.
extension Decider {
    /// Says which files the sections of an import are, and what a file has besides its strings, unless that is known.
    ///
    /// The first import says the format: a table that goes to a translator and back does not make the app's files tables.
    /// `changed` are the sections of which the import changed something.
    mutating func defineResources(of file: FileImport, changed: Set<Value.Text>) throws {
        let locale = file.locale == source ? nil : file.locale
        var sections = Set(file.resources.keys)
        if let skeleton = file.skeleton { sections.insert(skeleton.section) }
        for section in sections.sorted(by: { $0.string.precedesInBytes($1.string) }) {
            let known = ResourceState(events: try state.events(of: .resource(section, in: locale)))
            var stated = known.file
            let isChanged = changed.contains(section)
            let skeleton = file.skeleton.flatMap { skeleton in
                skeleton.section == section && skeleton.text != stated.skeleton ?? ""
                    && (isChanged || !skeleton.isIncidental)
                    && [nil, skeleton.format].contains(stated.format) ? skeleton : nil
            }
            if stated.format == nil, isChanged || skeleton != nil {
                stated = file.resources[section] ?? stated
            }
            if let skeleton {
                (stated.format, stated.skeleton) = (skeleton.format, skeleton.text)
            }
            guard stated != known.file, sofar.settle(resource: section, in: locale) else {
                continue
            }
            addResource(section, in: locale, stated, seen: known.register.seen)
        }
    }
}
