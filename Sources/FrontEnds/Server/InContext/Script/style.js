// The style sheet, with the tokens of Dragoman's pages.

// Pixels only: the page's root element must not change sizes here.
export const STYLE = `
:host { all: initial !important; position: absolute !important; inset: 0 auto auto 0 !important; }
:host(:not(:popover-open)) { display: none !important; }
dialog {
  all: initial; display: block; position: absolute; inset: 0 auto auto 0; inline-size: 0; block-size: 0;
  overflow: visible; color-scheme: light dark;
  --surface: light-dark(#fff, #181a1e); --sunken: light-dark(#f1f1ee, #212429);
  --line: light-dark(#e3e3de, #2d3137); --line-strong: light-dark(#85868a, #777d87);
  --ink: light-dark(#1b1c1f, #ececea); --ink3: light-dark(#65686e, #979ba3);
  --accent: light-dark(#3b4cb8, #a5b0ff); --on-accent: light-dark(#fff, #14172b);
  --bad: light-dark(#a8261c, #ff9e94); --bad-fill: light-dark(#c4392d, #ff9e94); --warn: light-dark(#7a4a00, #ebc06a);
  --hold: light-dark(#5b3e9e, #c9b4ff); --hold-soft: light-dark(#f0ebfa, #2b2342);
  --shadow: 0 16px 40px #1b1c1f29, 0 2px 8px #1b1c1f14;
  font: 400 14px/22px system-ui, sans-serif;
  color: var(--ink);
}
dialog::backdrop { display: none; }
[hidden] { display: none !important; }
* { box-sizing: border-box; }
button, textarea, input { font: inherit; color: inherit; margin: 0; }
button { cursor: pointer; }
code, .tag, .chip {
  font: 400 13px/20px ui-monospace, monospace;
}
h2, h3, p, ul, dl, dd { margin: 0; padding: 0; font: inherit; }
li { list-style: none; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
[tabindex]:focus-visible { outline-offset: -2px; }
svg { inline-size: 16px; block-size: 16px; fill: none; stroke: currentColor; stroke-width: 1.5; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: isolate; font-size: 15px; line-height: 24px; }
.quiet, dt, .findings, .note { font-size: 12px; line-height: 18px; }
.quiet, dt { color: var(--ink3); }
.bad { color: var(--bad); }
.warning { color: var(--warn); }
.action {
  min-block-size: 32px; padding: 4px 12px; border: 1px solid var(--line-strong); border-radius: 6px;
  background: var(--surface);
}
.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.action, label { font-weight: 500; font-size: 13px; line-height: 20px; }
.icon { border: 0; background: none; padding: 8px; border-radius: 6px; line-height: 0; }

.mark { position: absolute; padding: 0; border: 0; background: none; pointer-events: none; border-radius: 6px; }
.mark span {
  position: absolute; pointer-events: auto; border-radius: 6px; border: 1px dashed #b07a00; background: #ffe58a4d;
}
.mark.own span { border: 3px solid #3b4cb8; background: none; }
.mark.away { opacity: 0; }
.mark.away span { pointer-events: none; }
.mark:focus-visible { outline: 3px solid #3b4cb8; outline-offset: 1px; box-shadow: 0 0 0 6px #fff; }
.mark b {
  position: absolute; inset: -10px -10px auto auto; min-inline-size: 18px; padding: 0 4px; border-radius: 9px;
  background: #3b4cb8; color: #fff; font-size: 11px; line-height: 18px; text-align: center;
}

.bar, .toast, .handle {
  position: fixed; z-index: 1; background: light-dark(#24262b, #2f333a); color: #f3f3f1; box-shadow: var(--shadow);
}
.bar, .toast { display: flex; align-items: center; gap: 24px; }
.bar { inset: auto 20px 20px auto; border-radius: 99px; padding: 5px 5px 5px 16px; white-space: nowrap; }
.dot { inline-size: 8px; block-size: 8px; border-radius: 4px; background: #ffd34d; margin-inline-end: -12px; }
.bar button, .toast button, .handle { border: 0; border-radius: 99px; min-block-size: 32px; padding: 4px 14px; }
.mine { background: none; }
.done, .toast button { background: #f3f3f1; color: #1b1c1f; white-space: nowrap; }
kbd { font-size: 12px; border: 1px solid #85868a; border-radius: 4px; padding: 0 4px; margin-inline-start: 6px; }
.short { display: none; }
.bar:focus-visible, .bar :focus-visible, .toast :focus-visible { outline-color: #ffd34d; }
.bar .done:focus-visible, .toast :focus-visible { outline-offset: -4px; outline-color: #3b4cb8; }
.handle { inset: auto 16px 16px auto; }
.handle:has(~ .bar) { display: none; }
.toast { inset: auto auto 20px 50%; translate: -50%; border-radius: 8px; padding: 12px 16px 15px; overflow: hidden;
  inline-size: max-content; max-inline-size: calc(100vw - 24px); }
.toast button { border-radius: 6px; }
.toast i {
  position: absolute; inset: auto 0 0; block-size: 3px; background: #ffd34d;
  transform-origin: left; animation: shrink 3s linear forwards;
}
.toast:hover i, .toast:focus-within i { animation-play-state: paused; }
@keyframes shrink { to { scale: 0 1; } }

.panel, .list {
  position: fixed; z-index: 1; background: var(--surface); box-shadow: var(--shadow);
  overflow: auto; overscroll-behavior: contain;
}
.panel {
  inline-size: 376px; max-inline-size: calc(100vw - 16px); max-block-size: calc(100vh - 16px); border-radius: 10px;
  border: 1px solid var(--line);
}
.panel > *, header, .list p { padding: 12px 16px; border-block-end: 1px solid var(--line); }
.panel > :last-child { border: 0; }
header { display: flex; align-items: center; gap: 8px; }
header :first-child { flex: 1; min-inline-size: 0; overflow-wrap: anywhere; }
h2, h3, header code, .own .text { font-weight: 600; }
h2 { font-size: 16px; }
.tag { border: 1px solid var(--line); border-radius: 4px; background: var(--sunken); padding: 0 6px; }
dl { display: grid; grid-template-columns: 72px 1fr; gap: 4px 0; align-items: baseline; }
.panel li { display: flex; align-items: center; gap: 8px; padding-block: 6px; }
.panel li + li { border-block-start: 1px solid var(--line); }
li div, .row > div { flex: 1; min-inline-size: 0; }
.own .text { color: var(--accent); }
form, .which { display: grid; gap: 8px; }
textarea, .note {
  inline-size: 100%; border: 1px solid var(--line-strong); border-radius: 6px; background: var(--surface);
  padding: 4px 10px;
}
textarea {
  font-size: 16px; line-height: 26px; min-block-size: 54px; padding-block: 8px; resize: vertical;
  field-sizing: content;
}
.chips, .send, .row { display: flex; flex-wrap: wrap; gap: 4px; align-items: center; }
.chip {
  border: 1px solid; background: var(--hold-soft); color: var(--hold); border-radius: 4px;
  padding: 0 6px; min-block-size: 24px;
}
[aria-pressed="true"] { background: var(--accent); color: var(--on-accent); }
.which button { display: grid; text-align: start; }
canvas { max-inline-size: 100%; max-block-size: 160px; }
.findings { min-block-size: 18px; }
.send, .row { flex-wrap: nowrap; gap: 12px; }

.list { inset: 0 0 0 auto; inline-size: 384px; max-inline-size: 100vw; }
.list h3 { background: var(--sunken); padding: 8px 16px; }
.list li {
  position: relative; overflow: hidden; border-block-end: 1px solid var(--line); background: var(--bad-fill);
  touch-action: pan-y;
}
.row { padding: 12px 16px; background: var(--surface); position: relative; }
.row code { display: block; overflow-wrap: anywhere; }
.under { position: absolute; inset: 0 26px 0 auto; display: grid; align-items: center; color: var(--on-accent); }

.grip { display: none; }
@media (pointer: coarse), (max-width: 639px) {
  .action, .bar button, .toast button, .handle, .chip { min-block-size: 44px; }
  .icon { padding: 14px; }
}
@media (max-width: 639px) {
  .bar { inset: auto 12px 12px; justify-content: space-between; gap: 8px; }
  .long, kbd { display: none; }
  .short { display: inline; }
  .toast { inline-size: 100vw; inset-block-end: 12px; justify-content: space-between; }
  .panel, .list { inset: auto 0 0 !important; inline-size: 100%; max-inline-size: none; max-block-size: 88vh; border: 0;
    border-radius: 12px 12px 0 0; box-shadow: 0 0 0 200vmax #1b1c1f66; }
  .panel .grip, .list .grip {
    display: block; inline-size: 36px; block-size: 4px; padding: 0; margin: 8px auto -4px; border: 0;
    border-radius: 2px; background: var(--line-strong);
  }
}
@media (prefers-reduced-motion: reduce) { .toast i { visibility: hidden; } }
@media (forced-colors: active) {
  .mark span { border-color: Highlight; } .panel, .list, .bar, .toast { border: 1px solid; }
}
`;
