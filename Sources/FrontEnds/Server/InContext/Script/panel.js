// The popover beside a text.

import { ago, make, makeSheet, makeTop } from './make.js';
import { INSET, boundsOf } from './marks.js';
import { placeInWords } from './places.js';
import { drafts } from './server.js';
import { PLACEHOLDER, completed, count, formInUse, formsOf, idOf, inOneLine, withForm } from './texts.js';

// The distance to the text and to the edges of the screen.
const GAP = 12;
// From this width on, the popover is beside the text; the style sheet puts it at the bottom of phones.
const WIDE = 640;
const PAUSE = 300;
// The server's limits for pictures.
const MOST_BYTES = 1024 * 1024;
const MOST_PIXELS = 16 * MOST_BYTES;
const PREVIEW_PIXELS = 300_000;

/** Shows a text's source, released text and proposals, and a field for a better one. */
export class Panel {
  #editor;
  #place = null;
  // The notes of all texts at the place.
  #notes = [];
  #string = null;
  // The value that the proposal changes, the forms that can be proposed, and the one that is in the field.
  #value = null;
  #forms = [];
  #form = null;
  // The line that describes the place.
  #line = '';
  #checking = 0;
  // The number of changes, so that late findings are ignored.
  #changes = 0;
  // What was attached and is not proposed yet, by the id of the string.
  #pictures = new Map();
  #frame = 0;
  element = null;

  constructor(editor) {
    this.#editor = editor;
  }

  open(place) {
    this.close();
    this.#place = place;
    this.#line = placeInWords(place.element.deref());
    const notes = new Map();
    const collect = (note, isInside) => {
      const name = this.#editor.nameOf(note);
      if (!notes.has(name)) notes.set(name, { ...note, isInside });
      note.parts.forEach((part) => collect(part, true));
    };
    place.notes.forEach((note) => collect(note, false));
    this.#notes = [...notes.values()];
    this.element = makeSheet('panel', 'Propose a better text');
    this.#editor.surface.add(this.element);
    const outer = this.#notes.filter((note) => !note.isInside);
    if (outer.length > 1) this.#ask();
    else this.#load(outer[0]);
    const follow = () => {
      this.#frame = requestAnimationFrame(follow);
      this.#follow();
    };
    follow();
  }

  close() {
    if (!this.element) return;
    cancelAnimationFrame(this.#frame);
    this.#stopChecking();
    const isFocused = this.element.contains(this.#editor.surface.active);
    this.#editor.surface.remove(this.element);
    this.element = this.#string = this.#form = null;
    if (isFocused) this.#editor.focus(this.#place);
  }

  // Below the text, or above it if there is more room.
  #follow() {
    const { lines } = this.#place;
    if (!lines.length || innerWidth < WIDE) return;
    const { left, top, bottom } = boundsOf(lines);
    const { offsetWidth: width, offsetHeight: height, style } = this.element;
    const isBelow = bottom + height + 2 * GAP < innerHeight || innerHeight - bottom > top;
    const within = (start, size, all) => `${Math.max(GAP, Math.min(start, all - size - GAP))}px`;
    style.left = within(left - INSET, width, innerWidth);
    style.top = within(isBelow ? bottom + GAP : top - GAP - height, height, innerHeight);
  }

  #fill(title, ...parts) {
    this.element.replaceChildren(...makeTop(() => this.close(), ...[title].flat()), ...parts.filter(Boolean));
  }

  #ask() {
    const about = ({ isInside, attribute }) =>
      (isInside ? 'Inside of this text' : attribute ? `The element's ${attribute}` : 'This text');
    const choices = this.#notes.map((note) =>
      make('button', { class: 'action', click: () => this.#load(note) },
        make('code', {}, this.#editor.nameOf(note)), make('span', { class: 'quiet' }, about(note))));
    this.#fill(make('h2', {}, 'Which text?'), make('div', { class: 'which' }, choices));
    choices[0].focus();
  }

  async #load(note) {
    const { element } = this;
    const name = make('code', {}, this.#editor.nameOf(note));
    const say = (role, words) => this.#fill(name, make('p', { role }, words));
    say('status', 'Loading…');
    element.focus();
    try {
      const string = await this.#editor.read(note);
      if (this.element !== element) return;
      this.#string = { ...string, note };
      this.#render();
      this.#field?.focus();
    } catch (problem) {
      if (this.element === element) say('alert', problem.message);
    }
  }

  get #field() {
    return this.element.querySelector('textarea');
  }

  #render() {
    const { name, locale, source, current, note } = this.#string;
    const { proposals, project } = this.#editor;
    const own = proposals.mine.get(idOf(this.#string));
    this.element.ariaLabel = `Propose for ${name}`;
    this.#value = own?.value ?? current ?? source;
    this.#forms = formsOf(completed(this.#value, locale));
    const inUse = formInUse(this.#forms, note, locale);
    this.#form = this.#forms.find((form) => form.suffix === this.#form?.suffix) ?? inUse;
    const quiet = (words) => make('span', { class: 'quiet' }, words);
    const shown = (value, locale) =>
      make('dd', {}, value === undefined ? quiet('none yet') : this.#editor.makeText(value, locale));
    this.#fill(
      [make('code', {}, name), make('span', { class: 'tag' }, locale)],
      make('dl', {}, make('dt', {}, 'Source'), shown(source, project.source),
        make('dt', {}, 'Released'), shown(current, locale)),
      this.#notes.length > 1 && make('div', {},
        make('button', { class: 'action', click: () => this.#ask() }, 'Other texts here')),
      this.#proposals(own),
      this.#form ? this.#fields(inUse) : make('p', {}, 'This text has forms that only Dragoman’s pages show.'));
    if (this.#form) this.#write(this.#form);
  }

  #proposals(own) {
    const all = [own, ...this.#string.proposals.filter((proposal) => !proposal.canDelete)].filter(Boolean);
    if (!all.length) return null;
    const row = (proposal) => make('li', { class: proposal === own && 'own' },
      make('div', {}, this.#editor.makeText(proposal.value, proposal.locale), ' ',
        make('span', { class: 'quiet' }, describe(proposal, proposal === own))),
      proposal === own
        && make('button', { class: 'action bad', click: () => this.#delete(proposal) }, 'Delete'));
    return make('div', {}, make('h3', {}, count(all.length, 'proposal')), make('ul', {}, all.map(row)));
  }

  #fields(inUse) {
    const { locale, source, note } = this.#string;
    const forms = this.#forms;
    const insert = (text) => {
      this.#field.setRangeText(text, this.#field.selectionStart, this.#field.selectionEnd, 'end');
      this.#field.focus();
      this.#type();
    };
    const choice = (form) => make('button', { class: 'action', click: () => this.#write(form) },
      form === inUse && note.count !== undefined ? `${form.name} · ${note.count}` : form.name);
    const chip = (text) => make('button', { class: 'chip', dir: 'ltr', 'aria-label': `Insert ${text}`,
      click: () => insert(text) }, text);
    const group = (label, buttons) => make('div', { class: 'chips', role: 'group', 'aria-label': label }, buttons);
    const placeholders = [...new Set(inOneLine(source).match(PLACEHOLDER))];
    return make('form', { submit: (event) => this.#submit(event) },
      forms.length > 1 && group('Forms', forms.map(choice)),
      make('label', { for: 'text' }, 'A better text'),
      make('textarea', { id: 'text', rows: 1, lang: locale, dir: this.#editor.directionOf(locale), spellcheck: 'true',
        autocomplete: 'off', autocorrect: 'off', autocapitalize: 'off', 'aria-describedby': 'findings',
        input: () => this.#type() }),
      placeholders.length > 0 && group('Placeholders', placeholders.map(chip)),
      make('div', { class: 'findings', id: 'findings', role: 'status' }),
      make('label', { class: 'quiet', for: 'remark' }, 'Sent along for reviewers, and kept'),
      make('input', { class: 'note', id: 'remark', autocomplete: 'off', value: this.#remark,
        input: ({ target }) => drafts.set(this.#remarkDraft, target.value) }),
      this.#attachment(),
      make('div', { class: 'send' }, make('button', { class: 'action primary', type: 'submit' }, 'Propose'),
        make('span', { class: 'quiet' }, 'You see it at once. Others see it when a reviewer accepts it.')));
  }

  // The picture that goes along, or a button that attaches one.
  #attachment() {
    const id = idOf(this.#string);
    const box = make('div', { class: 'chips' });
    const show = (picture) => {
      this.#pictures.set(id, picture);
      const attach = async ({ target }) => {
        const [file] = target.files;
        // The same file can be chosen again.
        target.value = '';
        const image = /^image\/(png|jpeg)$/.test(file?.type) && file.size <= MOST_BYTES
          && await createImageBitmap(file).catch(() => false);
        const area = image.width * image.height;
        let canvas;
        if (area <= MOST_PIXELS) {
          // The app's policy may forbid loading images of files.
          canvas = make('canvas', { role: 'img', 'aria-label': file.name });
          const scale = Math.min(1, Math.sqrt(PREVIEW_PIXELS / area));
          canvas.width = Math.ceil(image.width * scale);
          canvas.height = Math.ceil(image.height * scale);
          canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
        }
        if (image) image.close();
        // A picture that would not be shown is not sent.
        if (!box.isConnected) return;
        const message = 'Attach a PNG or JPEG picture of at most 1 MiB and 16 million pixels.';
        if (canvas) show({ file, canvas });
        else this.#say({ severity: 'error', message });
      };
      const input = make('input', { type: 'file', accept: 'image/png, image/jpeg', hidden: true, change: attach });
      const click = () => (picture ? show() : input.click());
      box.replaceChildren(picture?.canvas ?? input,
        make('button', { class: 'action', click }, picture ? 'Remove the picture' : 'Attach a picture'));
      box.lastChild.focus();
    };
    show(this.#pictures.get(id));
    return box;
  }

  #draftOf = ({ suffix }, string = this.#string) => `draft:${idOf(string)}${suffix}`;
  #typed = (form) => drafts.get(this.#draftOf(form)) ?? form.text;

  // An edited line stays after proposing, so that nothing that was removed from it is sent later.
  get #remarkDraft() {
    return `note:${idOf(this.#string)}${this.#line}`;
  }

  get #remark() {
    return drafts.get(this.#remarkDraft) ?? this.#line;
  }

  // Shows a form in the field: what was typed, or else the stored text.
  #write(form) {
    this.#stopChecking();
    this.#form = form;
    this.#field.value = this.#typed(form);
    const buttons = this.element.querySelectorAll('[aria-label="Forms"] button');
    this.#forms.forEach(({ suffix }, index) => {
      if (buttons[index]) buttons[index].ariaPressed = suffix === form.suffix;
    });
    this.#say();
  }

  #type() {
    drafts.set(this.#draftOf(this.#form), this.#field.value);
    this.#stopChecking();
    this.#checking = setTimeout(() => this.#check(), PAUSE);
  }

  #stopChecking() {
    clearTimeout(this.#checking);
    this.#changes += 1;
  }

  // The stored value with everything that was typed.
  get #proposed() {
    const typed = this.#forms.filter((form) => drafts.get(this.#draftOf(form)) !== null);
    return typed.reduce((value, form) => withForm(value, form.path, this.#typed(form)), this.#value);
  }

  async #check() {
    const { locale, section, key } = this.#string;
    const changes = this.#changes;
    // If the check fails, proposing reports the problem.
    const findings = await this.#editor.server.post('/check', { locale, section, key, value: this.#proposed })
      .catch(() => []);
    if (this.#changes === changes) this.#say(...findings);
  }

  #say(...sentences) {
    const classes = { error: 'bad', warning: 'warning' };
    this.element.querySelector('.findings').replaceChildren(...sentences.map(({ severity, message }) =>
      make('p', { class: classes[severity] }, (classes[severity] ? `${severity}: ` : '') + message)));
    // Other errors are not about the text.
    this.#field.ariaInvalid = sentences.some(({ check, severity }) => check && severity === 'error');
  }

  async #submit(event) {
    event.preventDefault();
    const button = this.element.querySelector('.primary');
    if (button.ariaBusy === 'true') return;
    button.ariaBusy = true;
    this.#stopChecking();
    const string = this.#string;
    const id = idOf(string);
    const picture = this.#pictures.get(id);
    try {
      const { proposals, server } = this.#editor;
      const [value, note] = [this.#proposed, this.#remark.trim()];
      proposals.replaced(string, value, picture);
      const sent = picture && await server.upload('/pictures', picture.file);
      const { state } = await proposals.propose(string, value, note, sent?.picture);
      // The server may refuse later what waits for a connection.
      if (state === 'open' && this.#pictures.get(id) === picture) this.#pictures.delete(id);
      for (const form of formsOf(value)) {
        const draft = this.#draftOf(form, string);
        // People may go on typing while the text is sent.
        if (drafts.get(draft) === form.text) drafts.delete(draft);
      }
      if (this.#string !== string) return;
      this.#render();
      this.#field.focus();
      this.#say({ message: state === 'open' ? 'Saved.' : 'Not sent: no connection. It is kept here and sent later.' });
    } catch (problem) {
      const { message } = problem;
      if (this.#string === string) this.#say({ severity: 'error', message });
      else this.#editor.toast.show(`${string.name}: ${message}`, 'Close');
    } finally {
      button.ariaBusy = false;
    }
  }

  async #delete(proposal) {
    const string = this.#string;
    await this.#editor.delete(proposal);
    if (this.#string !== string) return;
    this.#render();
    this.#field?.focus();
  }
}

/** Describes a proposal's author, time and state. */
export function describe({ state, reason, origin, actor, owner, at, picture }, isOwn) {
  const states = { unsent: ' · not sent', refused: ` · refused: ${reason}` };
  if (isOwn) return `yours, shown here${picture ? ', with a picture' : ''}${states[state] ?? ''}`;
  const [, machine] = origin?.match(/^machine:(.+)/) ?? [];
  return `${machine ?? actor?.name ?? `tester ${owner?.slice(0, 6)}`}, ${ago(at)}`;
}
