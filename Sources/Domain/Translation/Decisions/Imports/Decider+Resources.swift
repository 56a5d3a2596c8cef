import Texts

/// Records the files in which sections are stored.
extension Decider {
    /// Records the descriptions of the files for an import's sections if they have changed.
    ///
    /// A description includes the file's content besides the strings. The first import determines
    /// the format. If a table goes to a translator and back, the app's files therefore do not
    /// become tables. `changed` contains the sections that the import changed.
    mutating func defineResources(of file: FileImport, changed: Set<Value.Text>) throws {
        let locale = file.locale == source ? nil : file.locale
        var sections = Set(file.resources.keys)
        if let skeleton = file.skeleton { sections.insert(skeleton.section) }
        for section in sections.sorted(by: { $0.string.precedesInBytes($1.string) }) {
            let known = ResourceState(events: try state.events(of: .resource(section, in: locale)))
            // A table in Apple's formats consists of two files.
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

    /// Returns the known format of a section's file in the source language.
    private func format(of section: Value.Text) throws -> String? {
        ResourceState(events: try state.events(of: .resource(section, in: nil))).file.format
    }
}

extension FileResource {
    /// Adopts the file paths from another description.
    ///
    /// Keeps the existing pattern, or the existing path for the language, if there is one.
    fileprivate mutating func adopt(placesOf other: FileResource) {
        if let new = other.pattern {
            // In events without a pattern, the path is the path of the source language's file.
            if pattern == nil { (pattern, path) = (new, other.path) }
        } else if path == nil {
            path = other.path
        }
    }
}
