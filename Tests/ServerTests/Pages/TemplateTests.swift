import Testing

@testable import ServerPages

/// Templates, and the structs that fill them.
@Suite struct TemplateTests {
    private static let contents: [any Template.Type] = [
        AccountContent.self, ActivityContent.self, Alerts.self, Banner.self, Bar.self,
        BulkContent.self, ChangesContent.self, ChangesContent.Language.self,
        ChangesContent.Sum.self, ChannelCard.self, ConfirmContent.self, ConflictContent.self,
        DownloadContent.self, EditStringContent.self,
        Effects.self, ErrorContent.self, FieldError.self, FindingItem.self, FramedPicture.self,
        HiddenFields.self,
        ImportContent.self, InvitationContent.self, LanguageContent.self, LocaleCard.self,
        LocaleForm.self, LocaleSettingsContent.self, LoginContent.self, NameFields.self,
        NewLocaleContent.self, NewStringContent.self, PageFrame.self, PeopleContent.self,
        PersonMark.self, PictureForm.self, PictureView.self, Pill.self,
        PlaceholderChips.self, PointContent.self, ProjectContent.self, ProjectsContent.self,
        ProposalCard.self, ImportContent.RepeatedFile.self, ProposalFields.self,
        ProposedPicture.self, RejectFields.self, ReleaseContent.self, ReleasesContent.self,
        RenameStringContent.self, RevertContent.self, ReviewContent.self, SectionFields.self,
        SettingsContent.self, ShownText.self, SourceCard.self, SourceFieldSet.self,
        StringContent.self, StringContent.Said.self, TextField.self, TextRun.self,
        TextSegment.self, TimeMark.self, TranslateContent.self, UnitFields.self,
        WaitingContent.self, SearchContent.self, ReplaceContent.self,
        WalkHead.self,
    ]

    /// The templates with their English texts, which contain holes too.
    private static let templates = TemplateFiles.all.map { name, bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        return (name: name, text: (try? Wordings.builtIn.get().english.fill(text)) ?? text)
    }

    @Test func allTemplatesParse() throws {
        _ = try Templates(basePath: "/a&b")
        for (name, text) in Self.templates {
            #expect(!text.contains(" style=") && !text.contains("<script>"), "\(name)")
        }
    }

    @Test func holesAreProperties() throws {
        let review = try TemplateReview(Self.templates, Self.contents)
        #expect(review.problems == [])
        #expect(Self.templates.count == Self.contents.count + 1, "only shortcuts has no holes")
    }

    /// The errors that the review finds in templates.
    @Test(arguments: [
        ("{{nothing}}", "pill has no text for {{nothing}}."),
        ("{{#nothing}}{{/nothing}}", "pill has no property for {{#nothing}}."),
        ("{{^nothing}}{{/nothing}}", "pill has no property for {{^nothing}}."),
        ("{{>when}}", "pill has the partial when outside of its values."),
        ("{{>nothing}}", "pill has the partial nothing, which no struct fills."),
        ("{{.}}", "pill has {{.}} where there is no text."),
        ("{{#icon}}{{word}}{{/kind}}", "pill closes kind, which is not open."),
    ])
    func brokenTemplatesAreFound(text: String, problem: String) throws {
        let pill = "{{#icon}}{{.}}{{/icon}}{{word}}{{kind}}"
        #expect(try TemplateReview([("pill", pill)], [Pill.self]).problems == [])
        let review = try TemplateReview([("pill", pill + text)], [Pill.self, TimeMark.self])
        #expect(review.problems.first == problem)
    }

    @Test func propertiesWithoutHolesAreFound() throws {
        let review = try TemplateReview([("pill", "{{#icon}}{{.}}{{/icon}}{{word}}")], [Pill.self])
        #expect(review.problems == ["Pill has kind, which no template shows."])
    }

    /// Names are looked up in the surrounding values, unless a nil property has the name.
    @Test func valuesThatAreNilHideThoseAround() throws {
        let templates = try Templates(basePath: "")
        let english = templates.wordings.english
        let frame = PageFrame(basePath: "", page: "login", title: "Sign in", english)
        let page = try templates.render(
            LoginContent(action: "/login", back: "/\"<b>", error: nil), in: frame, english)
        #expect(page.contains("name=\"back\" value=\"/&quot;&lt;b&gt;\""))
        #expect(!page.contains("token-error"))
    }
}
