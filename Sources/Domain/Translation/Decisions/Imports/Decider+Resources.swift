import Texts

/// The files that sections are.
extension Decider {
    /// Records the files of an import's sections, and the content besides their strings, unless
    /// known.
    ///
    /// The first import says the format: a table that goes to a translator and back does not make the app's files tables.
    /// `changed` are the sections of which the import changed something.
    mutating func defineResources(of file: FileImport, changed: Set<Value.Text>) throws {
        let locale = file.locale == source ? nil : file.locale
        var sections = Set(file.resources.keys)
        if let skeleton = file.skeleton { sections.insert(skeleton.section) }
        for section in sections.sorted(by: { $0.string.precedesInBytes($1.string) }) {
            let known = ResourceState(events: try state.events(of: .resource(section, in: locale)))
            // A table of Apple's is two files.
            let earlier = settled.resource(section, in: locale)
            let before = earlier?.file ?? known.file
            var stated = before
            let isChanged = changed.contains(section)
            let skeleton = file.skeleton.flatMap { skeleton in
                skeleton.section == section && skeleton.text != stated.skeleton ?? ""
                    && (isChanged || !skeleton.isIncidental)
                    && [nil, skeleton.format].contains(stated.format) ? skeleton : nil
            }
            if let resource = file.resources[section] {
                if stated.format == nil {
                    let isKnown = try locale != nil && format(of: section) == resource.format
                    if isChanged || isKnown || skeleton != nil { stated = resource }
                } else if stated.format == resource.format {
                    stated.adopt(placesOf: resource)
                }
            }
            if let skeleton {
                (stated.format, stated.skeleton) = (skeleton.format, skeleton.text)
                stated.kept = skeleton.kept
            }
            guard stated != before else { continue }
            let id = addResource(
                section, in: locale, stated,
                seen: earlier.map { ($0.id, []) } ?? known.register.seen)
            settled.define(resource: section, in: locale, (id, stated))
        }
    }

    /// The format of a section's file in the source language, as far as it was known before.
    private func format(of section: Value.Text) throws -> String? {
        ResourceState(events: try state.events(of: .resource(section, in: nil))).file.format
    }
}

extension FileResource {
    /// Takes over where another description has the files, unless a pattern or a language's own path is known.
    fileprivate mutating func adopt(placesOf other: FileResource) {
        if let new = other.pattern {
            // Before there were patterns, the path was that of the source language's file.
            if pattern == nil { (pattern, path) = (new, other.path) }
        } else if path == nil {
            path = other.path
        }
    }
}
