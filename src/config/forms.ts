import { isIP } from 'node:net';
import { hexToBytes } from '../base/hex.ts';

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
  /**
   * What is wrong with this very text, to be read behind the name of the variable. Undefined where
   * nothing better can be said than what is accepted. It repeats nothing that may be a secret.
   */
  readonly complain?: (text: string) => string | undefined;
}

export const anyText: Form<string> = { accepted: 'any text', parse: (text) => text };

/** A file or folder. No shell reads the path, so `~` and `$HOME` would name new folders. */
export const path: Form<string> = {
  accepted: 'a path as it is: no quotes or spaces around it, and no ~ or $ at its beginning',
  parse: (text) => (/^[~$]|^["'`\s]|["'`\s]$/.test(text) ? undefined : text),
};

/** A host name, with a port where it is only for play. */
export const domain: Form<string> = {
  accepted: 'a domain such as example.com, in small letters',
  parse: (text) => {
    const found = /^[a-z0-9]+(?:(?:\.|-+)[a-z0-9]+)*(?::(\d{1,5}))?$/.exec(text);
    const port = Number(found?.[1] ?? 1);
    const isFit = found !== null && port >= 1 && port <= 65_535 && text.length <= 253;
    return isFit ? text : undefined;
  },
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
  parse: (text) => {
    const isMail = /^[^\s@:/"<>]+@[^\s@:/"<>]+$/.test(text);
    const isPage = /^https:\/\/[^\s"<>]+$/.test(text) && URL.canParse(text);
    return isMail || isPage ? text : undefined;
  },
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
