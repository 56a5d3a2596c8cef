import SourceStrings

extension CallPattern {
    /// Whether a call by these names is meant, in a file with these imports; `init` at the end says nothing.
    func matches(_ names: [String], isAfterDot: Bool, imports: Set<String>) -> Bool {
        let names = names.last == "init" ? names.dropLast() : names[...]
        guard names.suffix(path.count).elementsEqual(path) else { return false }
        guard let modules else { return true }
        if wantsImport, modules.isDisjoint(with: imports) { return false }
        return isMethod
            ? isAfterDot : names.dropLast(path.count).allSatisfy(modules.contains)
    }
}
