import SourceStrings

extension CallPattern {
    /// The calls in Apple's frameworks that take keys.
    ///
    /// These have a parameter of type `LocalizedStringKey`, `LocalizedStringResource` or
    /// `String.LocalizationValue`, or are Foundation's older functions. See
    /// <https://developer.apple.com/documentation/xcode/preparing-your-apps-text-for-translation>.
    static let known: [CallPattern] = foundation + swiftUI + appIntents

    /// The types whose literals are keys.
    static let literalTypes: Set<String> = [
        "LocalizedStringKey", "LocalizedStringResource", "String.LocalizationValue",
        // App Intents.
        "DisplayRepresentation", "IntentDescription", "IntentDialog", "TypeDisplayRepresentation",
    ]

    // MARK: Foundation

    private static let foundation: [CallPattern] = [
        apple("NSLocalizedString", namesKeysOnly: true),
        apple("String", key: "localized"), apple("AttributedString", key: "localized"),
        apple("LocalizedStringResource"), apple("LocalizedStringKey"),
        apple("LocalizationValue", after: "String"),
        method("localizedString", key: "forKey"),
        method("localizedAttributedString", key: "forKey"),
        method("localizedUserNotificationString", key: "forKey"),
    ]

    private static func apple(
        _ name: String, after type: String? = nil, key label: String? = nil,
        namesKeysOnly: Bool = false
    ) -> CallPattern {
        var pattern = CallPattern(path: [type, name].compactMap(\.self), keyLabel: label)
        pattern.manner = .foundation
        pattern.modules = ["Foundation", "Swift", "SwiftUI"]
        pattern.namesKeysOnly = namesKeysOnly
        return pattern
    }

    private static func method(_ name: String, key label: String) -> CallPattern {
        var pattern = apple(name, key: label, namesKeysOnly: true)
        pattern.isMethod = true
        return pattern
    }

    // MARK: SwiftUI

    private static let swiftUI: [CallPattern] =
        views.map { imported($0) } + modifiers.map { imported($0, isMethod: true) } + [
            imported("searchable", key: "prompt", isMethod: true),
            imported("accessibilityAction", key: "named", isMethod: true),
            imported("accessibilityDragPoint", key: "description", isMethod: true),
            imported("accessibilityDropPoint", key: "description", isMethod: true),
            imported("description", isMethod: true, from: ["WidgetKit"]),
            imported("displayName", isMethod: true, from: ["WidgetKit"]),
            imported("value", isMethod: true, from: ["Charts"]),
        ]

    /// Views, scenes and other types whose first argument is a key.
    private static let views = [
        "AccessibilityActionCategory", "AccessibilityCustomContentKey", "Annotation",
        "AxisValueLabel", "Button", "ColorPicker", "CommandMenu", "ContentUnavailableView",
        "ControlGroup", "ControlWidgetButton", "ControlWidgetToggle", "DatePicker",
        "DisclosureGroup", "DocumentGroupLaunchScene", "DocumentLaunchView", "Gauge", "GroupBox",
        "Label", "LabeledContent", "Link", "Marker", "Menu", "MenuBarExtra", "MultiDatePicker",
        "NavigationLink", "NewDocumentButton", "PhotosPicker", "Picker", "ProgressView", "Section",
        "SecureField", "ShareLink", "SharePreview", "Stepper", "Tab", "TabSection", "TableColumn",
        "Text", "TextField", "TextFieldLink", "Toggle", "UtilityWindow", "Window", "WindowGroup",
    ]

    /// Modifiers whose first argument is a key.
    private static let modifiers = [
        "accessibilityCustomContent", "accessibilityHint", "accessibilityInputLabels",
        "accessibilityLabel", "accessibilityRotor", "accessibilityValue", "alert", "badge",
        "chartXAxisLabel", "chartYAxisLabel", "chartZAxisLabel", "configurationDisplayName",
        "confirmationDialog", "controlWidgetActionHint", "controlWidgetStatus",
        "dialogSuppressionToggle", "fileDialogConfirmationLabel", "fileDialogMessage",
        "fileExporterFilenameLabel", "help", "navigationBarTitle", "navigationSubtitle",
        "navigationTitle", "typeSelectEquivalent", "widgetLabel",
    ]

    /// Returns a pattern for a common name, which counts only if one of the modules is imported.
    private static func imported(
        _ name: String, key label: String? = nil, isMethod: Bool = false,
        from modules: Set<String> = ["SwiftUI", "WidgetKit", "Charts"]
    ) -> CallPattern {
        var pattern = apple(name, key: label)
        pattern.modules = modules
        pattern.wantsImport = true
        pattern.isMethod = isMethod
        pattern.statesText = false
        return pattern
    }

    // MARK: App Intents

    private static let appIntents: [CallPattern] =
        [
            ("IntentDescription", [nil, "categoryName"]),
            ("IntentDialog", [nil, "full", "supporting"]),
            ("TypeDisplayRepresentation", ["name", "numericFormat"]),
            ("DisplayRepresentation", ["title", "subtitle"]), ("Summary", [nil]),
            ("AppShortcut", ["shortTitle"]),
            ("Parameter", ["title", "description", "requestValueDialog"]),
            ("IntentParameter", ["title", "description", "requestValueDialog"]),
            ("Property", ["title"]),
        ].flatMap { name, labels in labels.map { intent(name, key: $0) } }
        + [
            intent("result", key: "dialog", isMethod: true),
            intent("requestConfirmation", key: "dialog", isMethod: true),
            intent("requestValue", isMethod: true), intent("needsValueError", isMethod: true),
            phrases,
        ]

    private static func intent(
        _ name: String, key label: String? = nil, isMethod: Bool = false
    ) -> CallPattern {
        imported(name, key: label, isMethod: isMethod, from: ["AppIntents"])
    }

    /// The pattern for Siri phrases, which have their own table.
    private static var phrases: CallPattern {
        var pattern = intent("AppShortcut", key: "phrases")
        pattern.table = "AppShortcuts"
        return pattern
    }
}
