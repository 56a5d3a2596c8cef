// The parts of the page that show texts of the app.

import { MARK, marksOf } from './marked-app.js';
import { MOST_LEVELS } from './notes.js';
import { crop, tidy } from './texts.js';

// The name of the only element that is added to the page.
export const HOST = 'dragoman-in-context';
const IGNORED = `${HOST}, script, style, noscript, template, iframe, [data-dragoman-ignore], `
  + '[contenteditable]:not([contenteditable="false"])';
// Their contents are ignored, but not their attributes.
const FIELDS = 'textarea, select';
const BUTTONS = 'input[type="button"], input[type="submit"], input[type="reset"]';
export const CONTROLS =
  `${BUTTONS}, button, a[href], summary, [role="button"], [role="link"], [role="tab"], [role="menuitem"]`;
const ATTRIBUTES = ['placeholder', 'title', 'alt', 'aria-label'];
// If an element has more children, only the new ones are searched.
const MANY = 50;

/** A part of a text node, or a whole element, with the notes of the texts that it shows. */
class Place {
  notes = [];
  // Shown by its button.
  button = null;
  isChanged = true;
  lines = [];

  constructor(element, node, start, end) {
    this.element = new WeakRef(element);
    this.node = node && new WeakRef(node);
    this.start = start;
    this.end = end;
  }

  /** The text as the page shows it. */
  get text() {
    const element = this.element.deref();
    const node = this.node?.deref();
    const { attribute } = this.notes[0] ?? {};
    if (attribute) return element?.getAttribute(attribute) ?? '';
    return tidy((node ? node.data.slice(this.start, this.end) : element?.textContent) ?? '');
  }
}

/** Finds places, and follows the changes of the page. Elements are referenced weakly. */
export class Places {
  #notes;
  #changed;
  #observer = null;
  #byNode = new WeakMap();
  #watched = new WeakSet();
  #frame = 0;

  constructor(notes, changed) {
    this.#notes = notes;
    this.#changed = changed;
  }

  /** Returns the notes of all texts that are on the page now. */
  static notesOnPage(notes) {
    const places = new Places(notes);
    places.#scan(document.body);
    return [...places.#within(document.body)].flatMap((place) => place.notes);
  }

  start() {
    this.#observer = new MutationObserver((records) => this.#follow(records));
    this.#watch(document.documentElement);
    this.#scan(document.body);
    this.#changed([...this.#within(document.body)]);
  }

  stop() {
    this.#observer.disconnect();
    cancelAnimationFrame(this.#frame);
  }

  // Yields the places in document order.
  *#within(root) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = root; node; node = walker.nextNode()) {
      yield* this.#byNode.get(node) ?? [];
      if (node.shadowRoot) yield* this.#within(node.shadowRoot);
    }
  }

  #watch(root) {
    this.#watched.add(root);
    this.#observer?.observe(root, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: [...ATTRIBUTES, 'value', 'contenteditable', 'data-dragoman-ignore', MARK],
    });
  }

  #follow(records) {
    const dirty = new Set();
    for (const { type, target, addedNodes, removedNodes } of records) {
      removedNodes.forEach((node) => this.#drop(node));
      const parent = type === 'characterData' ? target.parentNode : target;
      if (!parent?.isConnected) continue;
      const owner = this.#ownerAbove(parent);
      if (owner) dirty.add(owner);
      else if (parent.childNodes.length <= MANY) dirty.add(parent);
      else (type === 'childList' ? addedNodes : [target]).forEach((node) => dirty.add(node));
    }
    for (const node of dirty) {
      if (node.isConnected && !hasAncestorIn(node, dirty)) this.#scan(node);
    }
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#changed([...this.#within(document.body)]);
    });
  }

  // A text with markup, or the only text of a button, belongs to an element above.
  #ownerAbove(node) {
    for (let level = 0; node && level < MOST_LEVELS; level++, node = node.parentNode) {
      if (this.#byNode.has(node)) return node;
    }
    return null;
  }

  // Forgets the places of a node and everything in it, and returns them by node.
  #drop(root, dropped = new Map()) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = root; node; node = walker.nextNode()) {
      if (node.shadowRoot) this.#drop(node.shadowRoot, dropped);
      const places = this.#byNode.get(node);
      if (places) dropped.set(node, places);
      this.#byNode.delete(node);
    }
    return dropped;
  }

  #scan(root) {
    const old = this.#drop(root);
    const { parentElement } = root;
    if ((root.closest ? root : parentElement)?.closest(IGNORED) || parentElement?.closest(FIELDS)) return;
    // Elements whose texts have a place already.
    const covered = new Set();
    const acceptNode = (node) => {
      const isCovered = covered.has(node.parentNode);
      if (node.nodeType === Node.TEXT_NODE ? isCovered : node.matches(IGNORED)) return NodeFilter.FILTER_REJECT;
      if (isCovered) covered.add(node);
      return NodeFilter.FILTER_ACCEPT;
    };
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, { acceptNode });
    for (let node = root; node; node = walker.nextNode()) {
      if (node.nodeType === Node.TEXT_NODE) this.#visitText(node, covered, old);
      else if (node.nodeType === Node.ELEMENT_NODE) this.#visitElement(node, covered, old);
    }
  }

  #visitText(node, covered, old) {
    if (!/\S/.test(node.data)) return;
    const around = this.#notes.findAround(node);
    if (around) {
      let above = node;
      while (above !== around.element) covered.add((above = above.parentElement));
      this.#put(old, around.notes, around.element);
      return;
    }
    for (const { start, end, notes } of this.#notes.find(node.data)) {
      const control = node.parentElement?.closest(CONTROLS);
      const isLabel = control && end - start === node.length && tidy(control.textContent) === tidy(node.data);
      if (isLabel) this.#put(old, notes, control);
      else this.#put(old, notes, node.parentElement ?? node.getRootNode().host, node, start, end);
    }
  }

  #visitElement(element, covered, old) {
    if (element.matches(FIELDS)) covered.add(element);
    if (element.shadowRoot) {
      if (!this.#watched.has(element.shadowRoot)) this.#watch(element.shadowRoot);
      this.#scan(element.shadowRoot);
    }
    for (const { attribute, ns, key } of marksOf(element)) {
      if (!attribute) covered.add(element);
      this.#put(old, [{ ns, key, attribute, parts: [] }], element);
    }
    for (const name of element.matches(BUTTONS) ? [...ATTRIBUTES, 'value'] : ATTRIBUTES) {
      const notes = this.#notes.find(element.getAttribute(name) ?? '').flatMap(({ notes }) => notes);
      if (notes.length) this.#put(old, notes.map((note) => ({ ...note, attribute: name })), element);
    }
  }

  // Texts of the same element share a place. A place that existed before keeps its button.
  #put(old, notes, element, node, start, end) {
    const owner = node ?? element;
    const known = this.#byNode.get(owner) ?? [];
    let place = known.find((place) => place.start === start);
    if (!place) {
      place = old.get(owner)?.find((place) => place.start === start) ?? new Place(element, node, start);
      Object.assign(place, { end, notes: [], isChanged: true });
      this.#byNode.set(owner, [...known, place]);
    }
    place.notes.push(...notes);
  }
}

function hasAncestorIn(node, nodes) {
  for (let above = node.parentNode; above; above = above.parentNode) if (nodes.has(above)) return true;
  return false;
}

// Returns the node itself, or the outermost element in whose shadow it is.
function inDocument(node) {
  const { host } = node.getRootNode();
  return host ? inDocument(host) : node;
}

/** Returns the element that contains another one on the screen. */
export const parentOf = (element) =>
  element.assignedSlot ?? element.parentElement ?? element.getRootNode().host ?? null;

const ROLES = {
  A: 'link', BUTTON: 'button', SUMMARY: 'button', IMG: 'image', INPUT: 'field', TEXTAREA: 'field', SELECT: 'field',
  LI: 'list item',
};

// Returns the text of a node without the contents of fields and of ignored elements.
const textOf = (node) => {
  if (node.nodeType === Node.TEXT_NODE) return node.data;
  const isRead = node.matches?.(`${IGNORED}, ${FIELDS}`) === false;
  return isRead ? [...node.childNodes].map(textOf).join('') : '';
};

/** Describes a place for reviewers: the page's address without query and fragment, the heading above, the role. */
export function placeInWords(element) {
  const address = location.origin + location.pathname;
  if (!element) return address;
  const outer = inDocument(element);
  const [heading] = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6, [role="heading"]')].filter((each) =>
    !each.closest(IGNORED) && (each.contains(outer)
      || each.compareDocumentPosition(outer) & Node.DOCUMENT_POSITION_FOLLOWING)).reverse();
  const control = element.closest(['[role]', ...Object.keys(ROLES)].join());
  const role = element.matches(BUTTONS) ? 'button' : control?.getAttribute('role') ?? ROLES[control?.tagName];
  const words = [heading && `heading “${crop(tidy(textOf(heading)), 60)}”`, !heading?.contains(outer) && role];
  const place = words.filter(Boolean).join(', ');
  return place ? `${address} (${place})` : address;
}
