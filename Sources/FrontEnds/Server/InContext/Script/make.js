// Elements of the user interface.

import { count } from './texts.js';

/** Creates an element. Strings become text, never markup; functions become listeners. Buttons submit no form. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  if (tag === 'button') element.type = tag;
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value !== false && value !== undefined) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat(2).filter(Boolean));
  return element;
}

const ICONS = { Close: 'M4 4l8 8M12 4l-8 8', Delete: 'M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.5 8.5h6l.5-8.5' };

/** Creates a button with an icon, whose name begins with the icon's. */
export function iconButton(name, more, click) {
  const [svg, path] = ['svg', 'path'].map((tag) => document.createElementNS('http://www.w3.org/2000/svg', tag));
  svg.setAttribute('viewBox', '0 0 16 16');
  path.setAttribute('d', ICONS[name]);
  svg.append(path);
  return make('button', { class: 'icon', 'aria-label': name + more, click }, svg);
}

/** Creates a sheet, which can have the focus. */
export const makeSheet = (name, label) =>
  make('section', { class: name, role: 'dialog', 'aria-label': label, tabindex: -1 });

/** Creates the top of a sheet: its grip on phones, its title, and the button that closes it. */
export const makeTop = (close, ...title) =>
  [make('div', { class: 'grip' }), make('header', {}, title, iconButton('Close', '', close))];

/** Returns the time of a proposal in words. */
export function ago(time) {
  const hours = Math.floor((Date.now() - new Date(time)) / 3_600_000);
  if (hours < 1) return 'just now';
  if (hours < 24) return `${count(hours, 'hour')} ago`;
  if (hours < 48) return 'yesterday';
  if (hours < 7 * 24) return `${Math.floor(hours / 24)} days ago`;
  return new Date(time).toLocaleDateString('en-GB', { dateStyle: 'long' });
}
