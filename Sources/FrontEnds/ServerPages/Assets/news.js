// Announcements for screen readers, and banners.

import { icon, make, one } from './page.js';
import { words } from './words.js';

const news = one('#news');
let lastSaid = 0;
let toSay = null;

/** Announces a sentence to screen readers, at most one every five seconds. The last sentence wins. */
export function say(sentence) {
  const isScheduled = toSay !== null;
  toSay = sentence;
  if (isScheduled) return;
  setTimeout(() => {
    if (news) news.textContent = toSay;
    toSay = null;
    lastSaid = Date.now();
  }, Math.max(50, lastSaid + 5000 - Date.now()));
}

/** Announces the result of a key or a button immediately, without waiting for five seconds to pass. */
export function answer(sentence) {
  lastSaid = 0;
  say(sentence);
}

/** Returns the container for the script's banners. It overlays the page, so that nothing below it moves. */
function floor() {
  const room = one('#live') ?? make('div', { id: 'live', class: 'live' });
  if (!room.isConnected) one('main').before(room);
  return room;
}

export function bannerOf(kind, iconName, strong, rest, ...controls) {
  const text = make('p', {}, make('strong', {}, strong), rest ? ` ${rest}` : null);
  return make('div', { class: `banner ${kind}` }, icon(iconName), make('div', {}, text, ...controls));
}

export function showBanner(name, kind, iconName, strong, rest, ...controls) {
  const banner = bannerOf(kind, iconName, strong, rest, ...controls);
  banner.dataset.banner = name;
  const old = one(`[data-banner="${name}"]`);
  if (old) old.replaceWith(banner);
  else floor().append(banner);
  const sentence = rest ? `${strong} ${rest}` : strong;
  if (old?.dataset.said !== sentence) say(sentence);
  banner.dataset.said = sentence;
  return banner;
}

export function hideBanner(name) {
  one(`[data-banner="${name}"]`)?.remove();
}

export const button = (label, press, classes = 'button') =>
  make('button', { type: 'button', class: classes, click: press }, label);
export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds, 'late'));
export const dismiss = (name) => button(words('close'), () => hideBanner(name), 'button quiet');
