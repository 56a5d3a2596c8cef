/// The appearance of pages, which adapts to the reader's colour scheme and the available width.
enum PageStyle {
    /// The style sheet.
    ///
    /// Changes are underlined or struck through, so that colour is not the only mark.
    static let text = """

        :root {
          color-scheme: light dark;
          --paper: #fff; --ink: #1c1e21; --quiet: #57606a; --line: #d4d8dd; --card: #f6f7f9; --link: #0b57a4;
          --new: #d5f3db; --new-ink: #0c4a1e; --old: #fde1dd; --old-ink: #7d1709;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --paper: #16181b; --ink: #e7e9ec; --quiet: #a3abb5; --line: #3a4048; --card: #1f2328; --link: #8ec2ff;
            --new: #143d20; --new-ink: #b9f0c5; --old: #4b1a14; --old-ink: #ffcac2;
          }
        }
        * { box-sizing: border-box; }
        body {
          margin: 0 auto; max-width: 76rem; padding: 1rem; background: var(--paper); color: var(--ink);
          font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
        }
        h1, h2, h3, h4, p, dl, dd { margin: 0; }
        h1 { font-size: 1.6rem; }
        h2 { font-size: 1.3rem; margin-top: 2.5rem; }
        h3 { font-size: 1rem; font-weight: 600; }
        h4 { font-size: .85rem; font-weight: 600; color: var(--quiet); }
        a { color: var(--link); }
        code { font: .9em ui-monospace, monospace; unicode-bidi: isolate; white-space: pre-wrap; }
        nav { margin-top: 1.5rem; overflow-x: auto; overflow-wrap: normal; }
        table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
        th, td { padding: .3rem .5rem; border-bottom: 1px solid var(--line); text-align: end; }
        thead th { font-size: .8rem; color: var(--quiet); }
        th:first-child { text-align: start; padding-inline-start: 0; font-weight: 500; }
        tfoot th:first-child, tfoot td { font-weight: 700; }
        article {
          margin-top: .75rem; padding: .75rem 1rem; background: var(--card); border: 1px solid var(--line);
          border-inline-start: 4px solid var(--quiet); border-radius: 6px;
        }
        article.added, article.accepted { border-inline-start-color: #2b8a45; }
        article.removed, article.rejected, article.deleted { border-inline-start-color: #c8412c; }
        article.changed, article.made, article.reopened { border-inline-start-color: #b58105; }
        .kind {
          padding: 0 .5em; border: 1px solid var(--line); border-radius: 1em; font-size: .8rem; font-weight: 500;
          white-space: nowrap;
        }
        .own { font-weight: 400; color: var(--quiet); unicode-bidi: isolate; }
        .said, footer { color: var(--quiet); font-size: .9rem; }
        .said { white-space: pre-wrap; }
        footer { margin-top: .5rem; }
        .form { margin-top: .5rem; }
        .form + .form { padding-top: .5rem; border-top: 1px dashed var(--line); }
        details { margin-top: .5rem; }
        summary { color: var(--quiet); font-size: .9rem; cursor: pointer; }
        dl { display: grid; gap: .5rem 1.25rem; }
        dt { font-size: .75rem; color: var(--quiet); }
        dd { white-space: pre-wrap; }
        ins { background: var(--new); color: var(--new-ink); text-decoration: underline; text-underline-offset: .2em; }
        del { background: var(--old); color: var(--old-ink); text-decoration: line-through; }
        ins, del { border-radius: 3px; -webkit-box-decoration-break: clone; box-decoration-break: clone; }
        .mark { color: var(--quiet); }
        ins .mark, del .mark { color: inherit; }
        @media (max-width: 30rem) {
          th, td { padding-inline: .25rem; }
          thead th { font-size: .7rem; }
        }
        @media (min-width: 40rem) {
          dl { grid-template-columns: repeat(2, minmax(0, 1fr)); }
          .source { grid-column: 1 / -1; }
        }
        @media (min-width: 64rem) {
          dl { grid-template-columns: repeat(3, minmax(0, 1fr)); }
          .source { grid-column: 1; }
        }

        """
}
