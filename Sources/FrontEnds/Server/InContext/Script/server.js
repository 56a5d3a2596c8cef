// Requests to Dragoman, and what the browser stores.

const PREFIX = 'dragoman:';
const LONGEST_REQUEST = 15_000;
const LONGEST_UPLOAD = 120_000;

/** A store of the browser. If it is disabled or full, texts are kept until the page is left. */
class Store {
  #area;
  #written = new Map();

  constructor(area) {
    this.#area = area;
  }

  // Even reading the property may throw.
  #try(action) {
    try {
      return action(globalThis[this.#area]);
    } catch {
      return null;
    }
  }

  get(name) {
    return this.#written.get(name) ?? this.#try((area) => area.getItem(PREFIX + name));
  }

  set(name, text) {
    this.#written.set(name, text);
    this.#try((area) => area.setItem(PREFIX + name, text));
  }

  delete(name) {
    this.#written.delete(name);
    this.#try((area) => area.removeItem(PREFIX + name));
  }

  /** Returns the values whose names have a prefix. */
  all(prefix) {
    const names = this.#try(Object.keys) ?? [];
    const found = names.filter((name) => name.startsWith(PREFIX + prefix));
    return found.map((name) => this.get(name.slice(PREFIX.length)));
  }
}

export const storage = new Store('localStorage');
/** Texts that were typed and not proposed, as long as the tab is open. */
export const drafts = new Store('sessionStorage');

// `crypto.randomUUID` exists only on pages that were loaded securely.
export function randomUUID() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

// Plainer words than the server's.
export const WORDS = {
  'already-decided': 'The proposal was already decided, or deleted in another tab.',
  duplicate: 'You proposed this text already. Another text would replace it.',
  unchanged: 'The text says this already. There is nothing to propose.',
};

/** A request that was not carried out. */
export class Problem extends Error {
  /** `isTemporary`: the same request may succeed later. */
  constructor(message, code, isTemporary = false) {
    super(message);
    Object.assign(this, { code, isTemporary });
  }
}

export class Server {
  #headers;

  constructor({ server, project, environment, token }) {
    this.address = `${server.replace(/\/$/, '')}/api/v1/projects/${encodeURIComponent(project)}`;
    this.#headers = { 'Dragoman-Environment': environment };
    if (token) this.#headers.Authorization = `Bearer ${token}`;
  }

  /** The secret that owns this browser's proposals, if it has any. Another tab may have created it. */
  get guid() {
    return storage.get('guid');
  }

  makeGuid() {
    if (!this.guid) storage.set('guid', randomUUID());
  }

  get(path, query) {
    return this.#request(query ? `${path}?${new URLSearchParams(query)}` : path, { method: 'GET' });
  }

  post(path, body, idempotencyKey) {
    const headers = { 'Content-Type': 'application/json' };
    if (idempotencyKey) headers['Idempotency-Key'] = idempotencyKey;
    return this.#request(path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  /** Sends a file. */
  upload(path, body) {
    return this.#request(path, { method: 'POST', body, signal: AbortSignal.timeout(LONGEST_UPLOAD) });
  }

  async #request(path, { headers, signal = AbortSignal.timeout(LONGEST_REQUEST), ...request }) {
    const all = { ...this.#headers, ...headers };
    const { guid } = this;
    if (guid) all['Dragoman-Guid'] = guid;
    const privately = { credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer', signal };
    let response;
    let answer;
    try {
      response = await fetch(this.address + path, { ...request, ...privately, headers: all });
      answer = await response.json();
    } catch {
      throw new Problem('No connection to the server.', 'offline', true);
    }
    if (response.ok) return answer;
    const isTemporary = response.status === 429 || response.status >= 500;
    throw new Problem(WORDS[answer.code] ?? answer.detail, answer.code, isTemporary);
  }
}
