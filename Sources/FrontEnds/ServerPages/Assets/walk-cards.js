// The cards of the review walk.

import { all, body, icon, make, one, reveal } from './page.js';
import { grouped, words } from './words.js';
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
  const strong = words(refusal.kind === 'rejected' ? 'notRejected' : 'notAccepted');
  card.prepend(bannerOf('bad', 'error', strong, refusal.reason));
  say(`${strong} ${refusal.reason}`);
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
  const parts = [];
  if (walk.tally.accepted) parts.push(words('accepted', { count: walk.tally.accepted }));
  if (walk.tally.rejected) parts.push(words('rejected', { count: walk.tally.rejected }));
  if (skips) parts.push(words('skipped', { count: skips }));
  const count = outbox.items.length;
  if (count) parts.push(words(outbox.isLost ? 'waiting' : 'saving', { count }));
  else if (walk.tally.accepted || walk.tally.rejected) parts.push(words('saved'));
  const room = one('#tally');
  if (room) room.textContent = parts.join(' · ');
  const at = walk.order.indexOf(walk.current);
  const total = grouped(walk.order.length);
  one('#place')?.replaceChildren(make('strong', {}, grouped(at + 1)), ` ${words('placeOf', { total })}`);
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
    make('span', { class: 'hidden' }, `${words(`${item.kind}Mark`)}: `), make('code', {}, item.keyName),
    item.text.cloneNode(true))));
}
