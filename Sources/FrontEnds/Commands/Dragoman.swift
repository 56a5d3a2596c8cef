import ArgumentParser

/// The program with its name, purpose and verbs.
struct Dragoman: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dragoman",
        abstract: "Store an app's translations in Git as an append-only log of events.",
        discussion: """
            Translators propose, reviewers diff and accept, CI exports. Every edit is an event; nothing \
            is ever overwritten.
            """,
        version: Version.text,
        groupedSubcommands: [
            CommandGroup(
                name: "BEGIN", subcommands: [Init.self, Clone.self, Config.self, LocaleVerbs.self]),
            CommandGroup(
                name: "SOURCE STRINGS",
                subcommands: [
                    StringVerbs.self, PictureVerbs.self, List.self, Import.self, Extract.self,
                    Template.self,
                ]),
            CommandGroup(
                name: "TRANSLATE",
                subcommands: [
                    Todo.self, Translate.self, SetText.self, UnsetText.self, Replace.self,
                    Get.self, MemoryVerbs.self,
                ]),
            CommandGroup(
                name: "PROPOSE AND REVIEW",
                subcommands: [
                    Propose.self, Suggest.self, ProposalList.self, Review.self, Accept.self,
                    Reject.self,
                    Delete.self, Comment.self, Endorse.self, VouchForText.self, FlagText.self,
                    SilenceCheck.self, ReferenceVerbs.self, Diff.self, Conflicts.self, Revert.self,
                    Undo.self, DigestVerb.self,
                ]),
            CommandGroup(
                name: "LOOK",
                subcommands: [Log.self, Show.self, Blame.self, Status.self, Check.self]),
            CommandGroup(
                name: "RELEASE",
                subcommands: [
                    Export.self, MakeBundle.self, VerifyBundle.self, ChannelVerbs.self,
                ]),
            CommandGroup(
                name: "EXCHANGE",
                subcommands: [
                    SyncVerb.self, FetchVerb.self, PushVerb.self, RemoteVerbs.self,
                ]),
            CommandGroup(
                name: "SERVER",
                subcommands: [
                    Serve.self, AgentVerb.self, TokenVerbs.self, WebhookVerbs.self,
                ]),
            CommandGroup(
                name: "UPKEEP",
                subcommands: [
                    Doctor.self, Rebuild.self, Fsck.self, Collect.self, Gather.self,
                    BeginAnew.self, Receive.self, Complete.self, PrintCompletions.self,
                    Manual.self,
                ]),
        ])

    @OptionGroup var global: GlobalOptions
}
