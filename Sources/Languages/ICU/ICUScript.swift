import CICU

/// The scripts of ISO 15924 by their names in Unicode's data.
enum ICUScript {
    /// Returns the four letters of a script that is named long or short, such as `Latn` for
    /// `latin`; nil if none has the name.
    static func code(named name: String) -> String? {
        let script = icu_u_getPropertyValueEnum(UInt32(ICU_PROPERTY_SCRIPT), name)
        guard script >= 0, let code = icu_uscript_getShortName(script) else { return nil }
        return String(cString: code)
    }

    /// Returns the long name of a script, such as `Latin` for `Latn`; nil if there is none.
    static func name(ofCode code: String) -> String? {
        let script = icu_u_getPropertyValueEnum(UInt32(ICU_PROPERTY_SCRIPT), code)
        guard script >= 0, let name = icu_uscript_getName(script) else { return nil }
        return String(cString: name)
    }
}
