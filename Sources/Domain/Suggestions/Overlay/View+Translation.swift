#if canImport(SwiftUI)
import Foundation
public import SwiftUI
public import Texts

extension View {
    /// Runs an action with a session whenever the configuration changes and is not nil.
    ///
    /// The session ends when the action returns.
    public func translationTask(
        _ configuration: TranslationSession.Configuration?, engine: any TranslationEngine,
        preferredLanguages: [LanguageSubtags] = .preferred,
        callbacks: TranslationSession.Callbacks = .init(),
        action: @escaping @Sendable (TranslationSession) async -> Void
    ) -> some View {
        task(id: configuration) {
            guard let configuration else { return }
            let session = TranslationSession(
                engine: engine, source: configuration.source, target: configuration.target,
                preferredLanguages: preferredLanguages, callbacks: callbacks)
            await withTaskCancellationHandler {
                await action(session)
            } onCancel: {
                session.invalidate()
            }
            session.invalidate()
        }
    }

    /// Shows an overlay with the translation of a text.
    ///
    /// The reader can change the target language.
    public func translationPresentation(
        isPresented: Binding<Bool>, text: String, engine: any TranslationEngine,
        preferredLanguages: [LanguageSubtags] = .preferred,
        callbacks: TranslationSession.Callbacks = .init()
    ) -> some View {
        sheet(isPresented: isPresented) {
            TranslationOverlay(
                TranslationPresentation(
                    of: text, engine: engine, preferredLanguages: preferredLanguages,
                    callbacks: callbacks))
        }
    }
}

extension [LanguageSubtags] {
    /// The user's languages, most preferred first.
    public static var preferred: [LanguageSubtags] {
        Locale.preferredLanguages.compactMap { try? LanguageSubtags($0) }
    }
}

/// The overlay, with the text, its translation, and a language picker.
struct TranslationOverlay: View {
    @State private var presentation: TranslationPresentation

    init(_ presentation: TranslationPresentation) {
        _presentation = State(initialValue: presentation)
    }

    var body: some View {
        VStack(alignment: .leading, spacing: 16) {
            Text(verbatim: presentation.text).foregroundStyle(.secondary)
            Divider()
            switch presentation.state {
            case .translating:
                ProgressView()
            case .translated(let response):
                Text(verbatim: response.targetText)
            case .failed(let error):
                Text(verbatim: error.reason)
                if let hint = error.hint { Text(verbatim: hint).font(.footnote) }
                Button {
                    presentation.retry()
                } label: {
                    Image(systemName: "arrow.clockwise")
                }
            }
            if !presentation.targets.isEmpty {
                Picker(selection: $presentation.target) {
                    ForEach(presentation.targets, id: \.self) { language in
                        Text(verbatim: name(of: language)).tag(LanguageSubtags?.some(language))
                    }
                } label: {
                    Image(systemName: "globe")
                }
            }
        }
        .padding()
        .task(id: presentation.configuration) { await presentation.translate() }
    }

    private func name(of language: LanguageSubtags) -> String {
        Locale.current.localizedString(forIdentifier: language.description) ?? language.description
    }
}
#endif
