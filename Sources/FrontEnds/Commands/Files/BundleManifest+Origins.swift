import Bundles
import Languages
import Workspace

extension BundleManifest {
    /// The origins of the texts, with a line for each language that has texts.
    var originLines: [String] {
        languages.compactMap { language in
            language.origins.flatMap { $0.total == 0 ? nil : "\(language.locale): \($0.words)" }
        }
    }
}

extension OriginCounts {
    /// The counts in words, such as “12 by people, 3 by machine (argos 2, memory 1), 1 edited”.
    fileprivate var words: String {
        let machine = machines.values.reduce(0, +)
        let names = sortedMachines.map { "\(Visible.escaping($0.name)) \($0.count)" }
        let parts = [
            people == 0 ? nil : "\(people) by people",
            machine == 0 ? nil : "\(machine) by machine (\(names.joined(separator: ", ")))",
            edited == 0 ? nil : "\(edited) edited from a machine's text",
            unreviewed == 0 ? nil : "\(unreviewed) not reviewed",
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }
}
