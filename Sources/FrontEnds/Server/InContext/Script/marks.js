// The buttons over the texts of the page.

import { make } from './make.js';
import { CONTROLS, parentOf } from './places.js';
import { count, crop } from './texts.js';

// The distance between a text and the edge of its mark.
export const INSET = 4;
// The size of a mark for an attribute of an element around others, at its corner, so that the others can be reached.
const CORNER = 12;

export class Marks {
  #surface;
  #open;
  #numberOf;
  // Only places on or near the screen are measured in each frame.
  #near = new Set();
  #visibility;
  #frame = 0;
  #byElement = new WeakMap();
  #clips = new WeakMap();
  #range = document.createRange();
  places = [];
  element = make('div', { role: 'group', 'aria-label': 'Texts on this page' });

  /** `open` is called with the place of a pressed mark; `numberOf` returns the number of its own proposals. */
  constructor(surface, open, numberOf) {
    this.#surface = surface;
    this.#open = open;
    this.#numberOf = numberOf;
    const margins = { rootMargin: '200px', scrollMargin: '200px' };
    this.#visibility = new IntersectionObserver((entries) => this.#cross(entries), margins);
    // Frames begin after the page has scrolled or changed, and before it is painted.
    const draw = () => {
      this.#frame = requestAnimationFrame(draw);
      this.#draw(this.#near);
    };
    draw();
  }

  stop() {
    cancelAnimationFrame(this.#frame);
    this.#visibility.disconnect();
    this.element.remove();
  }

  /** Shows the marks of places in document order. Places that were shown before keep theirs. */
  show(places) {
    const shown = new Set(places);
    const focused = this.places.findIndex(({ button }) => button === this.#surface.active);
    const { text } = this.places[focused] ?? {};
    this.places.filter((place) => !shown.has(place)).forEach((place) => this.#forget(place));
    this.places = places;
    this.#clips = new WeakMap();
    let next = this.element.firstChild;
    for (const place of places) {
      if (!place.button) this.#add(place);
      if (place.button === next) next = next.nextSibling;
      else this.element.insertBefore(place.button, next);
    }
    const changed = places.filter((place) => place.isChanged);
    changed.forEach((place) => this.#name(place));
    this.#draw([...changed, ...this.#near]);
    // A list may replace its rows while one of them has the focus.
    if (focused >= 0 && !this.#surface.active) {
      (places.find((place) => place.text === text) ?? places[focused])?.button.focus({ preventScroll: true });
    }
  }

  /** Shows the numbers of own proposals again. */
  update() {
    this.places.forEach((place) => this.#name(place));
  }

  #name(place) {
    const { button } = place;
    const number = this.#numberOf(place);
    const label = `Propose for: ${crop(place.text, 80)}${number ? `, ${count(number, 'proposal')} of yours` : ''}`;
    place.isChanged = false;
    if (button.ariaLabel === label) return;
    button.ariaLabel = label;
    button.classList.toggle('own', number > 0);
    button.querySelector('b')?.remove();
    if (number) button.append(make('b', {}, String(number)));
  }

  #add(place) {
    place.button = make('button', {
      class: 'mark',
      click: (event) => (event.altKey ? this.#passOn(event) : this.#open(place)),
      focus: () => this.#reveal(place),
    });
    const element = place.element.deref();
    if (!element) return;
    if (!this.#byElement.get(element)?.size) this.#byElement.set(element, new Set());
    this.#byElement.get(element).add(place);
    this.#visibility.observe(element);
  }

  #forget(place) {
    place.button.remove();
    place.button = null;
    this.#near.delete(place);
    const element = place.element.deref();
    const places = this.#byElement.get(element);
    places?.delete(place);
    if (places?.size === 0) this.#visibility.unobserve(element);
  }

  #cross(entries) {
    const crossed = entries.flatMap(({ target, isIntersecting }) =>
      [...(this.#byElement.get(target) ?? [])].map((place) => [place, isIntersecting]));
    for (const [place, isNear] of crossed) this.#near[isNear ? 'add' : 'delete'](place);
    this.#draw(crossed.map(([place]) => place));
  }

  #reveal(place) {
    const isAway = !this.#near.has(place) || place.button.classList.contains('away');
    if (isAway) place.element.deref()?.scrollIntoView({ block: 'nearest' });
    this.#draw([place]);
  }

  // With Alt, a click reaches the page.
  #passOn({ clientX, clientY }) {
    this.#surface.elementAt(clientX, clientY)?.click?.();
  }

  // Everything is measured before anything is moved, so that the browser lays the page out only once.
  #draw(places) {
    const { modal } = this.#surface;
    const { scrollX, scrollY } = window;
    const measured = [...places].map((place) => [place, this.#measure(place, modal)]);
    // Ranges hold their nodes.
    this.#range.setStart(document, 0);
    this.#range.collapse(true);
    for (const [place, shape] of measured) if (shape) draw(place, { ...shape, scrollX, scrollY });
  }

  // Returns the lines of a place in the viewport; none if it is not rendered, and `isAway` if it is scrolled away.
  #measure(place, modal) {
    const element = place.element.deref();
    const node = place.node?.deref();
    // A place that is not in the page anymore keeps its mark, and possibly the focus, until the next `show`.
    if (!element?.isConnected || (place.node && !node?.isConnected)) return null;
    const isShown = element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })
      && (!modal || isInside(element, modal));
    if (!isShown) return { lines: [], isAway: false };
    const lines = inLines(this.#boxes(place, element, node));
    const clipped = lines.map((line) => this.#clip(line, element)).filter(Boolean);
    return { lines: clipped.length ? clipped : lines, isAway: !clipped.length };
  }

  #boxes(place, element, node) {
    if (node) {
      this.#range.setStart(node, Math.min(place.start, node.length));
      this.#range.setEnd(node, Math.min(place.end, node.length));
      return [...this.#range.getClientRects()];
    }
    const isControl = element.matches(CONTROLS);
    const isAttribute = place.notes.every(({ attribute }) => attribute);
    if (isAttribute && !isControl && element.childElementCount) {
      const { left, top } = element.getBoundingClientRect();
      return [new DOMRect(left, top, CORNER, CORNER)];
    }
    if (isAttribute || isControl) return [...element.getClientRects()];
    this.#range.selectNodeContents(element);
    return [...this.#range.getClientRects()];
  }

  #clip(line, element) {
    let { left, top, right, bottom } = line;
    for (let clip = this.#clipOf(element); clip; clip = clip.above) {
      const box = clip.element.deref()?.getBoundingClientRect() ?? line;
      [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
      [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
    }
    return right > left && bottom > top ? { left, top, right, bottom } : null;
  }

  // Returns the innermost element around another one that hides what overflows, linked to the next one.
  #clipOf(element) {
    if (!element || element === document.body) return null;
    if (!this.#clips.has(element)) {
      const above = this.#clipOf(parentOf(element));
      const isClip = getComputedStyle(element).overflow !== 'visible' && element.clientWidth > 0;
      this.#clips.set(element, isClip ? { element: new WeakRef(element), above } : above);
    }
    return this.#clips.get(element);
  }
}

function isInside(element, container) {
  for (let above = element; above; above = parentOf(above)) if (above === container) return true;
  return false;
}

const smallest = (boxes, side) => Math.min(...boxes.map((box) => box[side]));
const largest = (boxes, side) => Math.max(...boxes.map((box) => box[side]));

// Unites the boxes of each line of a text.
function inLines(boxes) {
  const lines = [];
  for (const box of boxes) {
    if (box.width < 1 || box.height < 1) continue;
    const line = lines.find(([first]) =>
      Math.min(first.bottom, box.bottom) - Math.max(first.top, box.top) > Math.min(first.height, box.height) / 2);
    if (line) line.push(box);
    else lines.push([box]);
  }
  return lines.map(boundsOf);
}

export const boundsOf = (boxes) => ({
  left: smallest(boxes, 'left'),
  top: smallest(boxes, 'top'),
  right: largest(boxes, 'right'),
  bottom: largest(boxes, 'bottom'),
});

function draw(place, { lines, isAway, ...view }) {
  const { button } = place;
  if (!button) return;
  place.lines = lines;
  const shape = JSON.stringify([lines, isAway, view]);
  if (place.shape === shape) return;
  place.shape = shape;
  button.hidden = !lines.length;
  button.classList.toggle('away', isAway);
  const bounds = boundsOf(lines);
  move(button, bounds, -view.scrollX, -view.scrollY);
  const spans = [...button.querySelectorAll('span')];
  spans.splice(lines.length).forEach((span) => span.remove());
  lines.forEach((line, index) => {
    if (!spans[index]) button.prepend((spans[index] = make('span')));
    move(spans[index], line, bounds.left - INSET, bounds.top - INSET);
  });
}

// Moves an element around a box, relative to a point.
function move({ style }, { left, top, right, bottom }, x, y) {
  style.left = `${left - INSET - x}px`;
  style.top = `${top - INSET - y}px`;
  style.width = `${right - left + 2 * INSET}px`;
  style.height = `${bottom - top + 2 * INSET}px`;
}
