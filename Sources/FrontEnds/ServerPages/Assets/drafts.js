// Keeps typed texts in the browser until they are saved.

import { ago, all, base, body, byId, make, memory } from './page.js';
import { words } from './words.js';
import { button } from './news.js';
import { query } from './changes.js';
import { grow, showReading } from './fields.js';

const draftPrefix = 'dragoman:draft:';
const draftKey = (field) => `${draftPrefix}${base}:${field.dataset.draft}:${field.name}`;
const viewer = body.dataset.viewer;
/** Drafts that are offered, but not in their fields, because the text has changed since. */
const offered = new WeakMap();

export function keepDraft(field) {
  if (!field.dataset.draft) return;
  const key = draftKey(field);
  const older = offered.get(field);
  if (field.value !== field.defaultValue) {
    const base = memory.get(key)?.base ?? field.defaultValue;
    memory.set(key, { text: field.value, at: Date.now(), base: older ? field.defaultValue : base, viewer, older });
  } else if (older) {
    memory.set(key, older);
  } else {
    memory.remove(key);
  }
}

/** Returns the names of a form's drafts in the storage. */
export const draftsOf = (form) => all('[data-draft]', form).map(draftKey).filter((key) => memory.get(key));

export const forgetDrafts = (keys) => keys?.forEach((key) => memory.remove(key));

/** Marks a form's drafts as sent. They stay stored until the next page shows whether the form was saved. */
export function markDraftsSent(form) {
  for (const key of draftsOf(form)) memory.set(key, { ...memory.get(key), isSent: true });
}

export function clearDrafts(isCleared = () => true) {
  for (const key of memory.keys(draftPrefix)) if (isCleared(memory.get(key))) memory.remove(key);
}

/** Removes drafts that were saved or are a month old, and puts the others into their fields. */
export function restoreAllDrafts() {
  // If a form was saved, the address of the next page contains a position.
  if (query.has('position')) clearDrafts((draft) => draft?.isSent);
  const month = 30 * 24 * 60 * 60 * 1000;
  clearDrafts((draft) => !draft || Date.now() - draft.at > month);
  restoreDrafts(document);
}

/**
 * Puts drafts into their fields, and opens the forms with them. If the text has changed since a draft was
 * typed, the field keeps the new text, and the draft is offered below it.
 */
export function restoreDrafts(root) {
  const latest = new Map();
  for (const field of all('[data-draft]', root)) {
    const draft = memory.get(draftKey(field));
    if (!draft || draft.text === field.value) continue;
    const isCurrent = draft.base === undefined || draft.base === field.defaultValue;
    if (isCurrent) fill(field, draft);
    else offer(field, draft);
    if (draft.older) offer(field, draft.older);
    const panel = field.closest('details.act, details.menu');
    const name = panel?.getAttribute('name') ?? panel;
    if (panel && !(latest.get(name)?.at > draft.at)) latest.set(name, { at: draft.at, panel });
  }
  for (const { panel } of latest.values()) panel.open = true;
}

/** Returns a text about a draft: one text for the viewer's own draft, and one for somebody else's. */
function wordsOfDraft(draft, own, other) {
  const isOther = draft.viewer && draft.viewer !== viewer;
  return words(isOther ? other : own, { name: draft.viewer, when: ago(draft.at) });
}

function put(field, text) {
  field.value = text;
  grow(field);
  showReading(field);
}

function fill(field, draft) {
  put(field, draft.text);
  const discard = () => {
    note.remove();
    put(field, field.defaultValue);
    keepDraft(field);
    field.focus();
  };
  const sentence = wordsOfDraft(draft, 'restoredOwn', 'restored');
  const note = tell(field, sentence, ' ', button(words('discard'), discard, 'link'));
}

function offer(field, draft) {
  offered.set(field, draft);
  const use = () => {
    const other = field.value;
    note.remove();
    offered.delete(field);
    put(field, draft.text);
    field.focus();
    if (other !== field.defaultValue) offer(field, { text: other, at: Date.now(), viewer });
    keepDraft(field);
  };
  const label = wordsOfDraft(draft, 'useOwn', 'useTyped');
  const note = tell(field, words('changedSince'), ' ', button(label, use, 'link'));
}

/** Adds a line below a field, in the room for messages. */
function tell(field, ...contents) {
  const note = make('li', { class: 'kept', 'data-kept': true }, ...contents);
  byId(field.getAttribute('aria-describedby'))?.prepend(note);
  return note;
}
