import CICU

/// A table or list of CLDR data in ICU's packed form.
package struct ResourceBundle: ~Copyable {
    private let handle: ICUHandle<ResourceBundleObject>

    private init(_ handle: consuming ICUHandle<ResourceBundleObject>) { self.handle = handle }

    /// Opens a bundle that does not belong to a locale, such as `supplementalData`.
    ///
    /// Returns nil if ICU has no such bundle.
    package init?(named name: String) {
        guard let handle = ICUHandle<ResourceBundleObject>({ icu_ures_openDirect(nil, name, &$0) })
        else {
            return nil
        }
        self.init(handle)
    }

    /// Opens the bundle for a language, or for one of its parents, from a package.
    ///
    /// Returns nil if CLDR has no such bundle. ICU itself would fall back to the language of the
    /// process's environment.
    package init?(package: UnsafePointer<CChar>?, locale: String) {
        var status: ICUStatus = 0
        let opened = ICUHandle<ResourceBundleObject> {
            let bundle = icu_ures_open(package, locale, &$0)
            status = $0
            return bundle
        }
        guard let opened, status != ICUStatus(ICU_USING_DEFAULT_WARNING) else { return nil }
        self.init(opened)
    }

    /// Returns the part under `key`, or nil if there is none.
    package func child(_ key: String) -> ResourceBundle? {
        let pointer = handle.pointer
        guard
            let child = ICUHandle<ResourceBundleObject>({
                icu_ures_getByKey(pointer, key, nil, &$0)
            })
        else { return nil }
        return ResourceBundle(child)
    }

    /// The number of parts, which is 1 for a single text.
    package var count: Int32 { icu_ures_getSize(handle.pointer) }

    /// Returns the part at `index` in a table, including its key.
    package func child(at index: Int32) -> ResourceBundle? {
        let pointer = handle.pointer
        guard
            let child = ICUHandle<ResourceBundleObject>({
                icu_ures_getByIndex(pointer, index, nil, &$0)
            })
        else { return nil }
        return ResourceBundle(child)
    }

    /// The key of this part in its table.
    package var key: String? { icu_ures_getKey(handle.pointer).map { String(cString: $0) } }

    /// Returns the text at `index`.
    ///
    /// If this part is a single text, its index is 0.
    package func text(at index: Int32) -> String? {
        var status: ICUStatus = 0
        var length: Int32 = 0
        let units = icu_ures_getStringByIndex(handle.pointer, index, &length, &status)
        guard status.isSuccess, let units else { return nil }
        return String(
            decoding: UnsafeBufferPointer(start: units, count: Int(length)), as: UTF16.self)
    }

    /// Returns the text under `key`, or nil if there is none.
    package func text(_ key: String) -> String? {
        var status: ICUStatus = 0
        var length: Int32 = 0
        let units = icu_ures_getStringByKey(handle.pointer, key, &length, &status)
        guard status.isSuccess, let units else { return nil }
        return String(
            decoding: UnsafeBufferPointer(start: units, count: Int(length)), as: UTF16.self)
    }
}
