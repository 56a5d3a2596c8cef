// Requests to the server.

import { base, make, one } from './page.js';
import { words } from './words.js';
import { dismiss, showBanner } from './news.js';
import { outbox } from './outbox.js';
import { feed, setConnection } from './live.js';

export class SignedOut extends Error {}
/** The error thrown when the server cannot be reached, or asks clients to retry later. */
export class Unreachable extends Error {
  constructor(seconds) {
    super('unreachable');
    this.seconds = seconds;
  }
}

function isLogin(response) {
  return response.redirected && new URL(response.url).pathname === `${base}/login`;
}

export async function request(address, options) {
  let response;
  try {
    response = await fetch(address, { credentials: 'same-origin', ...options });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Unreachable();
  }
  if (outbox.items.length === 0) outbox.isLost = false;
  if (response.status === 401 || isLogin(response)) throw new SignedOut();
  if ([429, 502, 503, 504].includes(response.status)) {
    throw new Unreachable(Number(response.headers.get('Retry-After')) || 3);
  }
  return response;
}

/** Returns a form's address. For a button without `formaction`, `formAction` would be the page's address. */
export const addressOf = (form, submitter) =>
  submitter?.hasAttribute('formaction') ? submitter.formAction : form.action;

export function fieldsOf(form, submitter) {
  const fields = [...new FormData(form)].filter(([, value]) => typeof value === 'string');
  if (submitter?.name) fields.push([submitter.name, submitter.value]);
  return fields;
}

export const fieldOf = (fields, name) => fields.find((field) => field[0] === name)?.[1];

/** Sends a form as a browser would, but requests a response in JSON. */
export async function post(address, fields, options = {}) {
  // Use the token of the current session, which may have changed since the form was filled in.
  const token = one('input[name="form-token"]')?.value;
  const sent = fields.map(([name, value]) => [name, name === 'form-token' && token ? token : value]);
  const content = new URLSearchParams(sent).toString();
  const response = await request(address, {
    method: 'POST',
    headers: { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded;charset=UTF-8' },
    body: content,
    // The request continues if the page is left. Browsers limit such requests to 64 KiB in total.
    keepalive: content.length < 12_000,
    ...options,
  });
  let contents = {};
  try {
    contents = await response.json();
  } catch {}
  return { isDone: response.ok, status: response.status, contents };
}

export function reasonOf(reply) {
  const { detail, hint } = reply.contents;
  return [detail ?? words('answered', { status: reply.status }), hint].filter(Boolean).join(' ');
}

export function tellRefused(reply, strong = words('notSaved')) {
  showBanner('refused', 'bad', 'error', strong, reasonOf(reply), dismiss('refused'));
}

export async function fetchPage(address, options = {}) {
  const response = await request(address, { headers: { Accept: 'text/html' }, ...options });
  const text = await response.text();
  return new DOMParser().parseFromString(text, 'text/html');
}

/** Returns the address of this page, without parameters that apply only once. */
export function ownAddress() {
  const address = new URL(location.href);
  address.searchParams.delete('position');
  address.hash = '';
  return address;
}

export function tellFailure(error, strong = words('noConnection'), rest = words('typedIsHere')) {
  if (error instanceof SignedOut) tellSignedOut();
  else if (error instanceof Unreachable) showBanner('unsent', 'warn', 'offline', strong, rest, dismiss('unsent'));
}

export function tellSignedOut() {
  feed.isSignedOut = true;
  const back = location.pathname.slice(base.length) + location.search;
  const href = `${base}/login?back=${encodeURIComponent(base + back)}`;
  const link = make('a', { class: 'button', href }, words('signIn'));
  showBanner('session', 'warn', 'lock', words('signedOut'), words('signInAgain'), link);
  setConnection('offline');
}
