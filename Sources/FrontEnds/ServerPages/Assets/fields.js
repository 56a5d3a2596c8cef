// Aids for typing in fields.

import { all, isShown, make, one } from './page.js';
import { words } from './words.js';
import { answer } from './news.js';
import { checkSoon } from './checks.js';
import { keepDraft } from './drafts.js';

const otherInputs = ['hidden', 'checkbox', 'radio', 'file', 'submit', 'button'].map((type) => `[type="${type}"]`);
const textFields = `textarea, input:not(${otherInputs.join(', ')})`;
export const textField = (element) => element?.closest?.(textFields);
let lastField = null;

document.addEventListener('focusin', (event) => {
  const field = event.target.closest('[data-field]');
  if (field) lastField = field;
});

/** Returns the field that a chip or a suggestion fills: the form's last focused or first visible field. */
function fieldFor(control) {
  const form = control.closest('form');
  const root = form ?? control.closest('#card, [data-proposal]') ?? document;
  if (lastField?.isConnected && root.contains(lastField) && isShown(lastField)) return lastField;
  return all('[data-field]', root).find(isShown);
}

/** Inserts a text as if it were typed, so that the browser's undo removes it. */
export function typeInto(field, text, replacesAll) {
  field.focus();
  if (replacesAll) field.select();
  if (!document.execCommand('insertText', false, text)) {
    field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/** Returns an element's stored text, without deleted words and words for screen readers. */
export function storedText(element) {
  const copy = element.cloneNode(true);
  all('del, span:not([data-mark])', copy).forEach((part) => part.remove());
  return copy.textContent;
}

/** Returns the texts in an element by plural form; the name of the form is '' if there is only one text. */
function formsIn(root) {
  const forms = new Map();
  for (const text of root ? all('bdi[lang]', root) : []) {
    const name = one('code', text.parentElement)?.textContent ?? '';
    if (!forms.has(name)) forms.set(name, storedText(text));
  }
  return forms;
}

const sourceForms = (near) =>
  formsIn(one('[data-source], section[aria-labelledby="source"]', near.closest('#card') ?? document));

function formFor(field, forms) {
  const name = field.name.split('.')[1] ?? '';
  return forms.get(name) ?? forms.get('other') ?? forms.get('') ?? [...forms.values()].at(-1);
}

function candidates(field) {
  const root = field.closest('#card') ?? document;
  const own = field.closest('[data-proposal]');
  const texts = all('[data-use]', root).map((control) => control.dataset.use);
  for (const proposed of all('[data-proposed], [data-rival]', root)) {
    if (!own || !own.matches('article') || !own.contains(proposed)) texts.push(formFor(field, formsIn(proposed)));
  }
  texts.push(formFor(field, sourceForms(field)));
  return [...new Set(texts)].filter(Boolean);
}

export function bringNext(field, step) {
  const texts = candidates(field);
  if (texts.length === 0) return;
  const at = texts.indexOf(field.value);
  const next = at < 0 ? (step > 0 ? 0 : texts.length - 1) : (at + step + texts.length) % texts.length;
  typeInto(field, texts[next], true);
}

export function grow(field) {
  if (field.localName !== 'textarea' || CSS.supports('field-sizing', 'content')) return;
  while (field.scrollHeight > field.clientHeight && field.rows < 16) field.rows += 1;
}

/** Shows how a right-to-left text reads, with each placeholder in one piece. */
export function showReading(field) {
  const line = one('[data-reads] bdi', field.parentElement);
  if (!line) return;
  const chips = all('[data-insert]', field.form).map((chip) => chip.dataset.insert);
  const patterns = chips.map((chip) => chip.replace(/[^\w\s]/g, '\\$&'));
  const pieces = chips.length ? field.value.split(new RegExp(`(${patterns.join('|')})`)) : [field.value];
  const show = (piece) => (chips.includes(piece) ? make('bdi', { class: 'hold', dir: 'ltr' }, piece) : piece);
  line.replaceChildren(...pieces.map(show));
}

document.addEventListener('input', (event) => {
  const field = event.target.closest?.('[data-draft]');
  if (!field) return;
  keepDraft(field);
  if (field.dataset.field === undefined) return;
  grow(field);
  showReading(field);
  checkSoon(field);
});

/** Selects the controls that fill a field, and the placeholders in the source. */
const fillers = '[data-insert], [data-use], [data-copy-source], [data-copy], '
  + '[data-source] bdi bdi, section[aria-labelledby="source"] bdi bdi';

document.addEventListener('click', async (event) => {
  const target = event.target.closest?.(fillers);
  if (!target) return;
  if (target.dataset.copy !== undefined) {
    try {
      await navigator.clipboard.writeText(target.dataset.copy || [...sourceForms(target).values()].join('\n'));
      answer(words('copied'));
    } catch {
      answer(words('cannotCopy'));
    }
    return;
  }
  const field = fieldFor(target);
  if (!field) return;
  if (target.dataset.insert !== undefined) typeInto(field, target.dataset.insert);
  else if (target.dataset.use !== undefined) typeInto(field, target.dataset.use, true);
  else if (target.dataset.copySource !== undefined) copySource(target.closest('form') ?? field.form);
  else typeInto(field, target.textContent);
});

function copySource(form) {
  const fields = all('[data-field]', form);
  for (const field of fields) {
    const text = formFor(field, sourceForms(field));
    if (text !== undefined) typeInto(field, text, true);
  }
  fields[0]?.focus();
}
