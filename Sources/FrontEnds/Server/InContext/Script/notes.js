// The texts that i18next returned, found again by their characters.

import { tidy } from './texts.js';

// The number of characters by which texts are looked up inside of others.
const HEAD = 3;
const MOST_TEXTS = 20_000;
// A shorter text inside of another source's sentence is a coincidence.
const FEWEST_WORDS = 3;
// A text may belong to an element so many levels above the text node in which it begins.
export const MOST_LEVELS = 4;

const TAG = /<[^<>]*>/;
// react-i18next's Trans receives such holes, and fills them itself.
const HOLE = /\{\{[^{}]*\}\}/;
const ENTITIES = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&#x2F;': '/' };
const decoded = (text) => text.replace(/&[#\w]+;/g, (entity) => ENTITIES[entity] ?? entity);
const isLetter = (character) => character !== undefined && /[\p{L}\p{N}]/u.test(character);
const quoted = (text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/**
 * The texts that i18next returned. A note has the call's `lng`, `ns`, `key`, `exactKey`, `count` and `context`, and
 * `parts`: the notes of nested texts.
 */
export class Notes {
  // The shapes of texts, oldest first, by their characters; and the same by their first characters.
  #shapes = new Map();
  #heads = new Map();

  add(note, text) {
    const literal = tidy(text);
    this.#put(note, literal, literal);
    // The same text after HTML or Trans: without tags and entities, and possibly in several text nodes.
    const [first] = text.split(TAG).flatMap((part) => part.split(HOLE)).map(decoded).map(tidy).filter(Boolean);
    if (first && /[<&{]/.test(text)) this.#put(note, tidy(decoded(text.split(TAG).join(''))), first, literal);
  }

  #put(note, plain, first, literal = plain) {
    if (!plain) return;
    const shape = this.#shapes.get(plain) ?? { plain, head: first.slice(0, HEAD), notes: new Map() };
    shape.isSpread ||= plain !== literal || first !== plain;
    if (HOLE.test(plain)) shape.pattern = new RegExp(`^${plain.split(HOLE).map(quoted).join('.+?')}$`, 'u');
    shape.notes.set(JSON.stringify([note.lng, note.ns, note.key, note.count, note.context]), note);
    this.#shapes.delete(plain);
    this.#shapes.set(plain, shape);
    if (!this.#heads.has(shape.head)) this.#heads.set(shape.head, new Set());
    this.#heads.get(shape.head).add(shape);
    if (this.#shapes.size > MOST_TEXTS) {
      const [oldest] = this.#shapes.values();
      this.#shapes.delete(oldest.plain);
      this.#heads.get(oldest.head).delete(oldest);
    }
  }

  #beginning(text) {
    return [...(this.#heads.get(text.slice(0, HEAD)) ?? [])];
  }

  /** Returns the parts of a string that i18next returned: `[{ start, end, notes }]`. */
  find(string) {
    const text = tidy(string);
    const whole = this.#shapes.get(text) ?? this.#truncated(text);
    if (whole) return [{ start: 0, end: string.length, notes: [...whole.notes.values()] }];
    const found = this.#within(string);
    const rest = found.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), string);
    const isRestText = /\p{L}/u.test(rest);
    return found.filter(({ start, end }) =>
      !isRestText || string.slice(start, end).split(' ').length >= FEWEST_WORDS);
  }

  /** Returns the element around a text node that shows a text with markup, and its notes. */
  findAround(node) {
    for (const { plain, pattern, isSpread, notes } of this.#beginning(tidy(node.data))) {
      let element = isSpread ? node.parentElement : null;
      for (let level = 0; element && level < MOST_LEVELS; level++, element = element.parentElement) {
        const shown = tidy(element.textContent);
        if (shown === plain || pattern?.test(shown)) return { element, notes: [...notes.values()] };
        if (shown.length > plain.length + (pattern ? 1000 : 0)) break;
      }
    }
    return null;
  }

  // A text that the app has cut off, and ended with an ellipsis.
  #truncated(text) {
    const [, start] = text.match(/^(.{8,}?)\s*(?:…|\.\.\.)$/) ?? [];
    return start && this.#beginning(start).find(({ plain }) => plain.startsWith(start));
  }

  #within(string) {
    const found = [];
    const isInWord = (index) => isLetter(string[index - 1]) && isLetter(string[index]);
    for (let start = 0; start + HEAD <= string.length; start++) {
      if (isInWord(start)) continue;
      const [longest] = this.#beginning(string.slice(start))
        .filter(({ plain }) => string.startsWith(plain, start) && !isInWord(start + plain.length))
        .sort((one, other) => other.plain.length - one.plain.length);
      if (!longest) continue;
      const end = start + longest.plain.length;
      found.push({ start, end, notes: [...longest.notes.values()] });
      start = end - 1;
    }
    return found;
  }
}
