// Enhancements for Dragoman's pages, which also work without scripts: single-key shortcuts, a review walk
// without waiting, decisions stored while offline, live changes, and help in fields.

import { all, one, reveal } from './page.js';
import { adoptDecisions } from './outbox.js';
import { openStream } from './live.js';
import { grow } from './fields.js';
import { restoreAllDrafts } from './drafts.js';
import './forms.js';
import './panels.js';
import './marks.js';
import { singleKeysAreOn } from './keys.js';
import './shortcuts.js';
import { showSelected } from './list.js';
import { startWalk } from './walk.js';
import { startTranslating } from './translate.js';

reveal(document);
const keysBox = one('form[action$="/account"] [name="keys"]');
if (keysBox) keysBox.checked = singleKeysAreOn();
all('[data-field]').forEach(grow);
showSelected();
restoreAllDrafts();
startWalk();
startTranslating();
adoptDecisions();
// The previous page in this tab may still count as open.
setTimeout(adoptDecisions, 3000);
openStream();
