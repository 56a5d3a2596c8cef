import SourceStrings

extension CallPattern {
    /// Returns whether names refer to this call, in a file with the given imports.
    ///
    /// A trailing `init` is ignored.
    func matches(_ names: [String], isAfterDot: Bool, imports: Set<String>) -> Bool {
        let names = names.last == "init" ? names.dropLast() : names[...]
        guard names.suffix(path.count).elementsEqual(path) else { return false }
        guard let modules else { return true }
        if wantsImport, modules.isDisjoint(with: imports) { return false }
        return isMethod
            ? isAfterDot : names.dropLast(path.count).allSatisfy(modules.contains)
    }
}
