// The list of all proposals.

import { iconButton, make, makeSheet, makeTop } from './make.js';
import { describe } from './panel.js';
import { crop, idOf, inOneLine } from './texts.js';

// The distance after which a swiped proposal is deleted.
const SWIPE = 96;

/** Shows the proposals for texts on this page, then the others. */
export class List {
  #editor;
  element = null;

  constructor(editor) {
    this.#editor = editor;
  }

  async open() {
    if (this.element) return;
    this.element = makeSheet('list', 'Proposals');
    this.#editor.surface.add(this.element);
    this.element.focus();
    this.#fill(make('p', { role: 'status' }, 'Loading…'));
    await this.update();
  }

  close() {
    if (!this.element) return;
    const isFocused = this.element.contains(this.#editor.surface.active);
    this.#editor.surface.remove(this.element);
    this.element = null;
    if (isFocused) this.#editor.focus();
  }

  async update() {
    const { element } = this;
    if (!element) return;
    const { proposals, isComplete } = await this.#editor.all();
    if (this.element !== element) return;
    const here = this.#editor.idsOnPage();
    const group = (title, isHere) => {
      const rows = proposals.filter((proposal) => here.has(idOf(proposal)) === isHere).map((each) => this.#row(each));
      return rows.length ? [make('h3', {}, `${title}, ${rows.length}`), make('ul', {}, rows)] : [];
    };
    const message = isComplete ? !proposals.length && 'Nobody has proposed anything.'
      : 'No connection to the server. Only your proposals are shown.';
    const groups = [...group('On this page', true), ...group('Elsewhere in the app', false)];
    this.#fill(message && make('p', {}, message), ...groups);
  }

  #fill(...parts) {
    const { active } = this.#editor.surface;
    const isFocused = this.element.contains(active);
    const index = this.#buttons.indexOf(active);
    this.element.replaceChildren(...makeTop(() => this.close(), make('h2', {}, 'Proposals')), ...parts.filter(Boolean));
    // A deleted row's place is taken by the next one.
    const next = index < 0 ? null : this.#buttons[index] ?? this.#buttons.at(-1);
    if (isFocused) (next ?? this.element.querySelector('.icon')).focus();
  }

  get #buttons() {
    return [...this.element.querySelectorAll('li button')];
  }

  #row(proposal) {
    const { locale, current, state, reason, decided, value } = proposal;
    const isOwn = this.#editor.isOwn(proposal);
    const details = [{ unsent: 'not sent', refused: `refused: ${reason}` }[state] ?? (isOwn && 'open')];
    if (decided) details.push(state + (decided.reason ? ` “${decided.code ?? 'other'}: ${decided.reason}”` : ''));
    else if (!isOwn) details.push(describe(proposal));
    if (isOwn && current !== undefined) details.push(`was “${inOneLine(current)}”`);
    if (locale !== this.#editor.locale) details.push(locale);
    const remove = () => this.#editor.delete(proposal);
    const row = make('div', { class: 'row' },
      make('div', {},
        make('code', {}, this.#editor.titleOf(proposal)),
        this.#editor.makeText(value, locale),
        make('div', { class: state === 'rejected' ? 'quiet bad' : 'quiet' },
          (state === 'rejected' ? '✕ ' : '') + details.filter(Boolean).join(' · '))),
      isOwn && iconButton('Delete', ` “${crop(inOneLine(value), 60)}”`, remove));
    if (!isOwn) return make('li', {}, row);
    const press = ({ key }) => key === 'Delete' && remove();
    const item = make('li', { class: 'own', keydown: press }, make('span', { class: 'under' }, 'Delete'), row);
    onSwipe(item, row, remove);
    return item;
  }
}

// Calls a function after a swipe from right to left, in every language.
function onSwipe(item, row, act) {
  let start = null;
  const shift = ({ clientX }) => Math.min(0, clientX - start);
  const end = (event) => {
    const isFar = start !== null && event.type === 'pointerup' && shift(event) < -SWIPE;
    start = null;
    row.style.translate = '';
    if (isFar) act();
  };
  item.addEventListener('pointerdown', (event) => {
    if (event.target.closest('button')) return;
    start = event.clientX;
    item.setPointerCapture(event.pointerId);
  });
  item.addEventListener('pointermove', (event) => {
    if (start !== null) row.style.translate = `${shift(event)}px`;
  });
  item.addEventListener('pointerup', end);
  item.addEventListener('pointercancel', end);
}
