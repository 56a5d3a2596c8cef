/// The files that sections are.
extension Decider {
    /// Says which file a section is, unless that is known.
    ///
    /// The first import counts: a table that goes to a translator and back does not make the app's files tables.
    mutating func defineResource(_ section: Value.Text, _ resource: FileResource) throws {
        let known = ResourceState(events: try state.events(of: .resource(section)))
        guard known.format == nil, sofar.settle(resource: section) else { return }
        addResource(section.string, resource.format, resource.path, seen: known.register.seen)
    }
}
