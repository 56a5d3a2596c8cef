// Submits forms.

import { all, memory, one, project } from './page.js';
import { Unreachable, addressOf, fieldsOf, tellFailure } from './requests.js';
import { enqueue, outbox } from './outbox.js';
import { openStream } from './live.js';
import { disableDecisions } from './changes.js';
import { checkNow } from './checks.js';
import { clearDrafts, markDraftsSent } from './drafts.js';
import { keysChoice } from './keys.js';

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== 'post') return;
  const address = addressOf(form, event.submitter);
  if (address.endsWith('/check')) {
    event.preventDefault();
    checkNow(form, address);
    return;
  }
  if (form.dataset.sent !== undefined) return event.preventDefault();
  if (address.endsWith('/logout') || address.endsWith('/sign-out-everywhere')) return leave();
  if (address.endsWith('/account')) memory.remove(keysChoice);
  if (project && (outbox.isLost || !navigator.onLine)) {
    event.preventDefault();
    return keepForLater(form, event.submitter, address);
  }
  markDraftsSent(form);
  form.dataset.sent = '';
  event.submitter?.setAttribute('aria-busy', 'true');
  setTimeout(releaseForms, 10_000);
});

/** Unlocks sent forms, for a page that was restored from the history or never left. */
function releaseForms() {
  all('form[data-sent]').forEach((form) => delete form.dataset.sent);
  all('button[aria-busy]').forEach((control) => control.removeAttribute('aria-busy'));
}

addEventListener('pageshow', (event) => {
  if (!event.persisted) return;
  releaseForms();
  openStream();
});

/** Deletes typed texts when the person signs out, and makes pending decisions require a confirmation. */
function leave() {
  clearDrafts();
  for (const key of memory.keys('dragoman:waiting:')) {
    const item = memory.get(key);
    if (item) memory.set(key, { ...item, mustAsk: true });
  }
}

function keepForLater(form, submitter, address) {
  const proposal = one('[name="proposal"]', form)?.value;
  if (proposal && /\/(accept|reject)$/.test(address)) {
    outbox.isLost = true;
    const card = form.closest('[data-proposal]');
    const kind = address.endsWith('accept') ? 'accepted' : 'rejected';
    enqueue({ address, fields: fieldsOf(form, submitter), kind, proposal });
    if (card) disableDecisions(card);
    return;
  }
  tellFailure(new Unreachable());
}
