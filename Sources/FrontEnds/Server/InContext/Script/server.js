// Requests to Dragoman, and what the browser stores.

const PREFIX = 'dragoman:';

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

  /** Returns the texts whose names begin in a way. */
  all(beginning) {
    const names = this.#try(Object.keys) ?? [];
    const found = names.filter((name) => name.startsWith(PREFIX + beginning));
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
  #guid = storage.get('guid');

  constructor({ server, project, environment, token }) {
    this.address = `${server.replace(/\/$/, '')}/api/v1/projects/${encodeURIComponent(project)}`;
    this.#headers = { 'Dragoman-Environment': environment };
    if (token) this.#headers.Authorization = `Bearer ${token}`;
  }

  /** Whether this browser can have proposals. */
  get hasGuid() {
    return this.#guid !== null;
  }

  /** Creates the secret that owns this browser's proposals. */
  makeGuid() {
    if (this.hasGuid) return;
    this.#guid = randomUUID();
    storage.set('guid', this.#guid);
  }

  get(path, query) {
    return this.#request(query ? `${path}?${new URLSearchParams(query)}` : path, { method: 'GET' });
  }

  post(path, body, idempotencyKey) {
    const headers = { 'Content-Type': 'application/json' };
    if (idempotencyKey) headers['Idempotency-Key'] = idempotencyKey;
    return this.#request(path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  async #request(path, { headers, ...request }) {
    const all = { ...this.#headers, ...headers };
    if (this.hasGuid) all['Dragoman-Guid'] = this.#guid;
    const privately = { credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' };
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
