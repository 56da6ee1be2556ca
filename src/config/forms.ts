import { isIP } from 'node:net';
import { hexToBytes } from '../base/hex.ts';
import { MAX_NWC_RELAYS } from '../base/nwc-limits.ts';
import { withoutEnd } from '../base/text.ts';
import { namesSeveralHosts } from '../base/url-host.ts';

/** How the text of a variable becomes a value, and what to say if it is wrong. */
export interface Form<T> {
  readonly accepted: string;
  /** Undefined if the text is not accepted. */
  readonly parse: (text: string) => T | undefined;
  /**
   * What admins may not see: `all` of it, or all but the place that an address leads to, as its
   * user, path and query may hold passwords and keys. Left out where nothing is secret.
   */
  readonly hides?: 'all' | 'beyond_place' | 'beyond_places';
}

export const anyText: Form<string> = { accepted: 'any text', parse: (text) => text };

/** A host name, with a port where it is only for play. */
export const domain: Form<string> = {
  accepted: 'a domain such as example.com, in small letters',
  parse: (text) =>
    /^[a-z0-9]+(?:(?:\.|-+)[a-z0-9]+)*(?::\d{1,5})?$/.test(text) && text.length <= 253
      ? text
      : undefined,
};

/** One line that people read. */
export const siteName: Form<string> = {
  accepted: 'up to 40 visible characters',
  parse: (text) =>
    /^[^\p{C}\p{Z}](?:[^\p{C}]{0,38}[^\p{C}\p{Z}])?$/u.test(text) ? text : undefined,
};

/** Pages make a link of it. */
export const contact: Form<string> = {
  accepted: 'an e-mail address or an address that begins with https://',
  parse: (text) =>
    /^(?:[^\s@:/"<>]+@[^\s@:/"<>]+|https:\/\/[^\s"<>]+)$/.test(text) ? text : undefined,
};

export const secretKeyHex: Form<Uint8Array> = {
  accepted: '64 hex digits (32 bytes)',
  hides: 'all',
  parse: (text) => hexToBytes(text, 32) ?? undefined,
};

/** A whole number from `min` to `max`, inclusive. */
export function wholeNumber(min: number, max: number): Form<number> {
  return {
    accepted: `a whole number from ${min} to ${max}`,
    parse: (text) => {
      const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
      return value >= min && value <= max ? value : undefined;
    },
  };
}

export function wholeBigint(min: bigint, max: bigint): Form<bigint> {
  return {
    accepted: `a whole number from ${min} to ${max}`,
    parse: (text) => {
      const value = /^\d{1,18}$/.test(text) ? BigInt(text) : -1n;
      return value >= min && value <= max ? value : undefined;
    },
  };
}

export function oneOf<const T extends string>(...words: readonly T[]): Form<T> {
  return {
    accepted: words.map((word) => `"${word}"`).join(' or '),
    parse: (text) => words.find((word) => word === text),
  };
}

export const onOrOff: Form<boolean> = {
  accepted: '"on" or "off"',
  parse: (text) => (text === 'on' ? true : text === 'off' ? false : undefined),
};

/** A URL with one of these schemes; trailing slashes are removed. */
export function url(...schemes: readonly string[]): Form<string> {
  return {
    accepted: `a URL that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    hides: 'beyond_place',
    parse: (text) => {
      const parsed = URL.parse(text);
      const isAccepted = schemes.includes(parsed?.protocol.slice(0, -1) ?? '');
      return isAccepted ? withoutEnd(text, '/') : undefined;
    },
  };
}

const postgresUrl = url('postgres', 'postgresql');

/** The driver would take the first of several hosts that answers, a standby as well. */
export const databaseUrl: Form<string> = {
  ...postgresUrl,
  accepted:
    'a URL that begins with postgres:// or postgresql:// and names one host: of a cluster, a ' +
    'proxy or a virtual address that leads to the primary',
  parse: (text) => (namesSeveralHosts(text) ? undefined : postgresUrl.parse(text)),
};

/** LND's macaroon and all amounts travel over it, so plain http is for this machine only. */
export const lndUrl: Form<string> = {
  accepted: 'an https:// URL (plain http:// on 127.0.0.1, ::1 or localhost only)',
  hides: 'beyond_place',
  parse: (text) => {
    const parsed = URL.parse(text);
    const isAccepted =
      parsed?.protocol === 'https:' ||
      (parsed?.protocol === 'http:' && isLoopback(parsed.hostname));
    return isAccepted ? withoutEnd(text, '/') : undefined;
  },
};

function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname === '[::1]' ||
    (isIP(hostname) === 4 && hostname.startsWith('127.'))
  );
}

/** Networks in CIDR notation (RFC 4632); an address alone is a network of one. */
export const networks: Form<readonly string[]> = {
  accepted: 'a list of networks such as "10.0.0.0/8, fd00::/8"',
  parse: (text) => {
    const list = text.split(',').map((entry) => entry.trim());
    return list.every(isNetwork) ? list : undefined;
  },
};

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128);
}

/** Codes of ISO 4217, as their currencies are named in addresses of sources too. */
export const currencies: Form<readonly string[]> = {
  accepted: 'a list of currencies such as "USD, EUR"',
  parse: (text) => {
    const list = text.split(',').map((entry) => entry.trim());
    return list.every((code) => /^[A-Z]{3}$/.test(code)) ? [...new Set(list)] : undefined;
  },
};

/** Where a value stands in an object of objects. */
export const jsonPath: Form<string> = {
  accepted: 'names with points between them, such as "data.amount"',
  parse: (text) => (/^[\w{}-]+(\.[\w{}-]+){0,9}$/.test(text) ? text : undefined),
};

/** Beside our own: a link names all of them. */
const MAX_OUTSIDE_RELAYS = MAX_NWC_RELAYS - 1;

/** Relays of Nostr, without slashes at their ends. */
export const relayList: Form<readonly string[]> = {
  accepted: `up to ${MAX_OUTSIDE_RELAYS} different URLs such as "wss://relay.example.com"`,
  hides: 'beyond_places',
  parse: (text) => {
    const list = text.split(',').map((entry) => entry.trim());
    if (list.length > MAX_OUTSIDE_RELAYS || !list.every(isRelay)) return undefined;
    const plain = list.map((entry) => withoutEnd(entry, '/'));
    return new Set(plain).size === plain.length ? plain : undefined;
  },
};

function isRelay(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'wss:' && url.protocol !== 'ws:')) return false;
  return url.username === '' && url.password === '' && url.hash === '';
}
