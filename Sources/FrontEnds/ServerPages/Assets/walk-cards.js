// The cards of the review walk.

import { all, body, grouped, icon, make, one, reveal } from './page.js';
import { panelOf } from './panels.js';
import { bannerOf, hideBanner, say } from './news.js';
import { fieldOf } from './requests.js';
import { outbox } from './outbox.js';
import { restoreDrafts } from './drafts.js';
import { isWaiting, loadAhead, placeOf, walk } from './walk-queue.js';

export function show(id, entry) {
  const card = document.importNode(entry.card, true);
  const hadFocus = document.activeElement;
  hideBanner('blocked');
  one('#card').replaceWith(card);
  if (entry.aside) one('main > aside')?.replaceWith(document.importNode(entry.aside, true));
  if (entry.title) document.title = entry.title;
  if (walk.current !== id && walk.trail.at(-1) !== walk.current) walk.trail.push(walk.current);
  walk.current = id;
  history.replaceState(null, '', placeOf(id));
  tellRefusal(id, card);
  restoreDrafts(card);
  completeBar(card);
  showDecided();
  showFigures();
  if (!hadFocus?.isConnected || hadFocus === body) {
    const heading = one('h2', card);
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }
  scrollTo(0, 0);
  loadAhead();
}

/** Shows the reason for a refused decision on its card, and restores the typed texts. */
function tellRefusal(id, card) {
  const refusal = walk.refusals.get(id);
  if (!refusal) return;
  walk.refusals.delete(id);
  card.prepend(bannerOf('bad', 'error', `Not ${refusal.kind}.`, refusal.reason));
  say(`Not ${refusal.kind}. ${refusal.reason}`);
  const isEdited = fieldOf(refusal.fields, 'edited');
  const isRefused = (form) => {
    if (refusal.kind === 'rejected') return form.dataset.act === 'reject';
    return form.dataset.act === 'accept' && Boolean(one('[name="edited"]', form)) === Boolean(isEdited);
  };
  // If someone else decided meanwhile, a typed text can still be proposed.
  const form = all('form[data-act]', card).find(isRefused) ?? (isEdited && one('form[data-mine]', card));
  if (!form) return;
  form.hidden = false;
  for (const [name, value] of refusal.fields) {
    const field = form.elements[name];
    if (/^(value|reason|code|note)/.test(name) && field) field.value = value;
  }
  const panel = panelOf(form);
  if (panel) panel.open = true;
}

/** Enables the buttons that depend on earlier decisions in this tab, which the server does not know about. */
export function completeBar(card) {
  reveal(card);
  const enable = (step, isUseful) => {
    const control = one(`button[data-step="${step}"]`, card);
    if (!control) return;
    control.hidden = false;
    control.disabled = !isUseful;
  };
  enable('next', true);
  enable('back', walk.trail.length > 0);
  enable('undo', walk.decided.length > 0);
}

export function showFigures() {
  const skips = [...walk.skipped].filter((id) => isWaiting(id)).length;
  const words = [];
  if (walk.tally.accepted) words.push(`${grouped(walk.tally.accepted)} accepted`);
  if (walk.tally.rejected) words.push(`${grouped(walk.tally.rejected)} rejected`);
  if (skips) words.push(`${grouped(skips)} skipped`);
  const number = outbox.items.length;
  if (number) words.push(outbox.isLost ? `${grouped(number)} waiting` : `saving ${grouped(number)}`);
  else if (walk.tally.accepted || walk.tally.rejected) words.push('saved');
  const room = one('#tally');
  if (room) room.textContent = words.join(' · ');
  const at = walk.order.indexOf(walk.current);
  one('#place')?.replaceChildren(make('strong', {}, grouped(at + 1)), ` of ${grouped(walk.order.length)}`);
  const bar = one('#progress');
  if (bar) {
    bar.max = walk.order.length;
    bar.value = at;
  }
}

function showDecided() {
  const list = one('#decided');
  list?.replaceChildren(...walk.decided.slice(-3).reverse().map(({ item }) => make(
    'li', {}, icon(item.kind, `icon ${item.kind === 'accepted' ? 'ok' : 'bad'}`), ' ',
    make('span', { class: 'hidden' }, `${item.kind}: `), make('code', {}, item.keyName), item.text.cloneNode(true))));
}
