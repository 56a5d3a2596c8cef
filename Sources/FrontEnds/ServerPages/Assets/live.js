// The stream of events from the server.

import { body, one, pageName } from './page.js';
import { words } from './words.js';
import { SignedOut, fetchPage, ownAddress, request, tellSignedOut } from './requests.js';
import { outbox, sendNext, tellBack } from './outbox.js';
import { liveReaders, refreshCounts, refreshPage } from './changes.js';

const connection = one('#connection');
export const feed = {
  address: body.dataset.events,
  position: body.dataset.position,
  stream: null,
  failures: 0,
  opening: 0,
  polling: 0,
  polls: 0,
  pollsWell: false,
  isSignedOut: false,
  events: [],
  timer: 0,
};

export function setConnection(state) {
  if (state === 'live' && outbox.items.length === 0) tellBack();
  if (!connection || !feed.address || connection.dataset.state === state) return;
  connection.dataset.state = state;
  connection.textContent = ['live', 'reconnecting', 'offline'].includes(state) ? words(state) : '';
}

/** Whether requests are expected to fail, so that forms are better kept than sent. */
export function isCutOff() {
  if (outbox.isLost || !navigator.onLine) return true;
  return feed.failures > 0 && !feed.pollsWell && !feed.isSignedOut;
}

function feedAddress() {
  const address = new URL(feed.address, location.href);
  if (feed.position) address.searchParams.set('after', feed.position);
  return address;
}

export function openStream() {
  if (!feed.address || feed.stream || document.hidden) return;
  const stream = new EventSource(feedAddress());
  feed.stream = stream;
  // Behind a proxy that buffers the stream, the stream never opens.
  feed.opening = setTimeout(startPolling, 10_000);
  stream.addEventListener('open', () => {
    clearTimeout(feed.opening);
    stopPolling();
    feed.failures = 0;
    setConnection('live');
    sendNext();
  });
  stream.addEventListener('events', (message) => {
    try {
      takeEvents(JSON.parse(message.data));
    } catch {}
  });
  stream.addEventListener('error', () => {
    feed.failures += 1;
    if (!feed.pollsWell) setConnection(feed.failures > 2 || !navigator.onLine ? 'offline' : 'reconnecting');
    if (stream.readyState === EventSource.CLOSED) {
      closeStream();
      startPolling();
    }
  });
}

function closeStream() {
  clearTimeout(feed.opening);
  feed.stream?.close();
  feed.stream = null;
}

function startPolling() {
  if (feed.polling || document.hidden || !feed.position) return;
  feed.polling = setInterval(poll, 30_000);
  setTimeout(poll, 1000);
}

function stopPolling() {
  clearInterval(feed.polling);
  feed.polling = 0;
  feed.pollsWell = false;
}

async function poll() {
  try {
    const response = await request(feedAddress(), { headers: { Accept: 'application/json' } });
    if (response.ok) {
      takeEvents(await response.json());
    } else {
      const fetched = await fetchPage(ownAddress());
      feed.position = fetched.body.dataset.position;
      refreshCounts(fetched);
    }
    feed.pollsWell = true;
    setConnection('live');
    feed.polls += 1;
    if (feed.polls % 4 === 0) openStream();
  } catch (error) {
    feed.pollsWell = false;
    if (error instanceof SignedOut) {
      stopPolling();
      tellSignedOut();
    } else {
      setConnection('offline');
    }
  }
}

function takeEvents({ position, events = [] }) {
  if (position) feed.position = position;
  if (events.length === 0) return;
  liveReaders[pageName]?.(events);
  feed.events.push(...events);
  clearTimeout(feed.timer);
  feed.timer = setTimeout(refreshPage, 1000);
}

document.addEventListener('visibilitychange', () => {
  if (document.hidden) {
    closeStream();
    stopPolling();
  } else {
    openStream();
  }
});
addEventListener('offline', () => setConnection('offline'));
addEventListener('online', () => {
  closeStream();
  openStream();
});
addEventListener('pagehide', closeStream);
