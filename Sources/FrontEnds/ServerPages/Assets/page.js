// The elements of the page, and helper functions.

import { words } from './words.js';

export const body = document.body;
export const pageName = body.dataset.page;
export const base = body.dataset.base ?? '';
export const project = body.dataset.project;
export const locale = body.dataset.locale;
// A form that was not carried out is answered with its page, at the form's address.
if (body.dataset.here) history.replaceState(null, '', body.dataset.here);
const sprite = document.querySelector('use')?.getAttribute('href').split('#')[0] ?? '';

export const one = (selector, root = document) => root.querySelector(selector);
export const byId = (id) => document.getElementById(id ?? '');
export const all = (selector, root = document) => [...root.querySelectorAll(selector)];

/** Creates an element. Strings become text, never markup. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value !== false && value != null) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child != null && child !== false));
  return element;
}

export function icon(name, classes = 'icon') {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('class', classes);
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  use.setAttribute('href', `${sprite}#${name}`);
  svg.append(use);
  return svg;
}

export function ago(time) {
  const minutes = Math.round((Date.now() - time) / 60_000);
  if (minutes < 1) return words('justNow');
  if (minutes < 60) return words('minutesAgo', { count: minutes });
  const hours = Math.round(minutes / 60);
  if (hours < 24) return words('hoursAgo', { count: hours });
  return hours < 48 ? words('yesterday') : words('daysAgo', { count: Math.floor(hours / 24) });
}

export function randomKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export const isShown = (element) =>
  element.checkVisibility ? element.checkVisibility() : element.getClientRects().length > 0;

export function reveal(root) {
  for (const control of all('[data-close], [data-copy], [data-copy-source]', root)) control.hidden = false;
}

/** Local storage. If it is disabled or full, values are not stored, and no error is thrown. */
export const memory = {
  get(key) {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch {
      return null;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {}
  },
  remove(key) {
    try {
      localStorage.removeItem(key);
    } catch {}
  },
  keys(prefix) {
    try {
      return Object.keys(localStorage).filter((key) => key.startsWith(prefix)).sort();
    } catch {
      return [];
    }
  },
};
