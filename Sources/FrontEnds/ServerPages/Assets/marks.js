// Marks the place of a text in a picture by dragging. Without a script, people type its numbers.

import { all, one } from './page.js';

function startMarking(form) {
  const picture = one('svg', form);
  const most = picture.viewBox.baseVal;
  const { x, y, width, height } = form.elements;
  let start = null;

  function draw() {
    // Browsers refuse a place outside of the picture.
    width.max = Math.max(1, most.width - x.value);
    height.max = Math.max(1, most.height - y.value);
    for (const rectangle of all('rect', picture)) {
      for (const field of [x, y, width, height]) rectangle.setAttribute(field.name, Math.max(0, field.value));
    }
  }

  function pointOf(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
    const within = (number, most) => Math.round(Math.min(Math.max(number, 0), most));
    return [within(point.x, most.width), within(point.y, most.height)];
  }

  function drag(event) {
    const end = start && event.isPrimary && pointOf(event);
    // A click marks nothing.
    if (!end || end[0] === start[0] || end[1] === start[1]) return;
    [x.value, y.value] = end.map((number, axis) => Math.min(number, start[axis]));
    [width.value, height.value] = end.map((number, axis) => Math.abs(number - start[axis]));
    draw();
  }

  picture.classList.add('draggable');
  picture.addEventListener('pointerdown', (event) => {
    if (event.button || !event.isPrimary) return;
    event.preventDefault();
    picture.setPointerCapture(event.pointerId);
    start = pointOf(event);
  });
  picture.addEventListener('pointermove', drag);
  picture.addEventListener('lostpointercapture', () => (start = null));
  form.addEventListener('input', draw);
  // Browsers restore typed numbers.
  addEventListener('pageshow', draw);
  one('[data-dragging]', form).hidden = false;
}

all('form[data-marking]').forEach(startMarking);
