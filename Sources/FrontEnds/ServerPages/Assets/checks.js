// Checks a text while it is being typed.

import { all, icon, make, one } from './page.js';
import { foreign, grouped, words } from './words.js';
import { say } from './news.js';
import { SignedOut, fieldsOf, post, tellSignedOut } from './requests.js';

const checks = new WeakMap();

export function checkSoon(field) {
  const form = field.form;
  if (!field.dataset.findings || !form) return;
  const check = checks.get(form) ?? {};
  clearTimeout(check.timer);
  check.timer = setTimeout(() => checkNow(form, field.dataset.findings), 300);
  checks.set(form, check);
}

export async function checkNow(form, address) {
  const check = checks.get(form) ?? {};
  checks.set(form, check);
  check.running?.abort();
  check.running = new AbortController();
  try {
    const reply = await post(address, fieldsOf(form), { signal: check.running.signal, keepalive: false });
    if (reply.isDone && form.isConnected) showFindings(form, reply.contents);
  } catch (error) {
    if (error instanceof SignedOut) tellSignedOut();
  }
}

function showFindings(form, { forms = {}, length }) {
  for (const room of all('[data-findings-of]', form)) {
    const found = forms[room.dataset.findingsOf] ?? [];
    // What was typed before stays on offer.
    room.replaceChildren(...all('[data-kept]', room), ...found.map(findingItem));
    const field = all('[data-field]', form).find((field) => field.name === room.dataset.findingsOf);
    if (found.some((finding) => finding.blocks)) field?.setAttribute('aria-invalid', 'true');
    else field?.removeAttribute('aria-invalid');
  }
  const counter = one('[data-counter]', form);
  if (counter && length) showLength(counter, length);
}

function findingItem(finding) {
  const message = make('span', { class: 'message', ...foreign }, finding.message);
  const sentence = make('span', {}, make('strong', {}, finding.check), ' ', message);
  return make(
    'li', { class: `finding ${finding.severity}` }, icon(finding.severity), sentence,
    finding.blocks && make('span', { class: 'blocks' }, words('blocks')));
}

function showLength(counter, { n, max }) {
  const length = `${grouped(n)} / ${grouped(max)}`;
  if (counter.textContent === length) return;
  counter.textContent = length;
  counter.toggleAttribute('data-over', n > max);
  if (n > max - 10) say(length);
}
