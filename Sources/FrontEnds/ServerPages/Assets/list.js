// The list of strings.

import { all, one } from './page.js';
import { words } from './words.js';

const rowBoxes = () => all('[data-row] [type="checkbox"]:not(:disabled)');
let lastBox = null;

export function listKey(key, isShift) {
  const row = document.activeElement?.closest('[data-row]');
  if (key === 'j' || key === 'k') {
    const rows = all('[data-row]');
    const next = row ? rows[rows.indexOf(row) + (key === 'j' ? 1 : -1)] : rows[0];
    const link = next && one('a', next);
    link?.focus();
    link?.scrollIntoView({ block: 'nearest' });
    return true;
  }
  if (key !== 'x') return false;
  const box = row && one('[type="checkbox"]:not(:disabled)', row);
  if (!box) return true;
  if (isShift) selectUpTo(box, true);
  else box.checked = !box.checked;
  lastBox = box;
  showSelected();
  return true;
}

function selectUpTo(box, isChecked) {
  const boxes = rowBoxes();
  const from = Math.max(0, boxes.indexOf(lastBox));
  const to = boxes.indexOf(box);
  for (const other of boxes.slice(Math.min(from, to), Math.max(from, to) + 1)) other.checked = isChecked;
}

export function showSelected() {
  const room = one('[data-selected]');
  if (!room) return;
  const count = rowBoxes().filter((box) => box.checked).length;
  room.textContent = one('input[name="all"]')?.checked ? words('allThatMatch') : words('selected', { count });
}

document.addEventListener('click', (event) => {
  if (event.target.name === 'all') showSelected();
  const box = event.target.closest?.('[data-row] [type="checkbox"]');
  if (!box) return;
  if (event.shiftKey && lastBox) selectUpTo(box, box.checked);
  lastBox = box;
  showSelected();
});
document.addEventListener('reset', () => setTimeout(showSelected));
