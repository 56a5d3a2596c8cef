// Saves typed texts until they are sent.

import { ago, all, base, byId, make, memory } from './page.js';
import { button } from './news.js';
import { query } from './changes.js';
import { typeInto } from './fields.js';

const draftPrefix = 'dragoman:draft:';
const draftKey = (field) => `${draftPrefix}${base}:${field.dataset.draft}:${field.name}`;

export function keepDraft(field) {
  if (!field.dataset.draft) return;
  if (field.value === field.defaultValue) memory.remove(draftKey(field));
  else memory.set(draftKey(field), { text: field.value, at: Date.now() });
}

/** Marks a form's drafts as sent. They stay stored until the next page shows whether the form was saved. */
export function markDraftsSent(form) {
  for (const field of all('[data-draft]', form)) {
    const draft = memory.get(draftKey(field));
    if (draft) memory.set(draftKey(field), { ...draft, isSent: true });
  }
}

export function clearDrafts(isCleared = () => true) {
  for (const key of memory.keys(draftPrefix)) if (isCleared(memory.get(key))) memory.remove(key);
}

export function offerDrafts() {
  // If a form was saved, the address of the next page contains a position.
  if (query.has('position')) clearDrafts((draft) => draft?.isSent);
  const month = 30 * 24 * 60 * 60 * 1000;
  clearDrafts((draft) => !draft || Date.now() - draft.at > month);
  const offered = new Set();
  for (const field of all('[data-draft]')) {
    const draft = memory.get(draftKey(field));
    if (!draft || draft.text === field.value || offered.has(field.form)) continue;
    offered.add(field.form);
    const label = `Restore what you typed ${ago(draft.at)}`;
    const offer = make('li', {}, button(label, () => takeUp(field.form, offer), 'link'));
    byId(field.getAttribute('aria-describedby'))?.prepend(offer);
  }
}

function takeUp(form, offer) {
  offer.remove();
  const fields = all('[data-draft]', form);
  // Read all drafts first, because typing overwrites them.
  const texts = fields.map((field) => memory.get(draftKey(field))?.text);
  fields.forEach((field, index) => {
    if (texts[index] !== undefined) typeInto(field, texts[index], true);
  });
}
