import { isIP } from 'node:net';
import { hexToBytes } from '../base/hex.ts';

/**
 * A form of settings: how the text of an environment variable becomes a value, and what is said
 * about a wrong text.
 */
export interface Form<T> {
  readonly accepted: string;
  /** Parses the text; undefined if the text is not accepted. */
  readonly parse: (text: string) => T | undefined;
  /**
   * What is hidden from admins: `all` of the value, or all but the host of an address (of each
   * address), because its user, path and query may hold passwords and keys. Undefined when nothing
   * is secret.
   */
  readonly hides?: 'all' | 'beyond_place' | 'beyond_places';
  /**
   * Says what is wrong with a refused text, to be read after the name of the variable. Undefined
   * when the list of accepted values says enough. The sentence never repeats anything that may be
   * secret.
   */
  readonly complain?: (text: string) => string | undefined;
}

export const anyText: Form<string> = { accepted: 'any text', parse: (text) => text };

/**
 * A file or folder. No shell expands the path, so `~` and `$HOME` would create folders of these
 * names.
 */
export const path: Form<string> = {
  accepted: 'a path as it is: no quotes or spaces around it, and no ~ or $ at its beginning',
  parse: (text) => (/^[~$]|^["'`\s]|["'`\s]$/.test(text) ? undefined : text),
};

/**
 * A host name, which is stored in lower case. A port is allowed, for trials on one's own machine.
 */
export const domain: Form<string> = {
  accepted: 'a domain such as example.com, in small letters',
  parse: (text) => {
    const found = /^[a-z0-9]+(?:(?:\.|-+)[a-z0-9]+)*(?::(\d{1,5}))?$/.exec(text);
    const port = Number(found?.[1] ?? 1);
    const isFit = found !== null && port >= 1 && port <= 65_535 && text.length <= 253;
    return isFit ? text : undefined;
  },
};

/** The name of the service, in one line. */
export const siteName: Form<string> = {
  accepted: 'up to 40 visible characters',
  parse: (text) =>
    /^[^\p{C}\p{Z}](?:[^\p{C}]{0,38}[^\p{C}\p{Z}])?$/u.test(text) ? text : undefined,
};

/** How people reach the operator: an e-mail address or a URL, of which pages make a link. */
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

/**
 * A secret of Standard Webhooks 1.0.0: `whsec_` and base64 of 24 to 64 bytes. Other text than
 * base64 would make another key for each library that reads it.
 */
export const webhookSecret: Form<string> = {
  accepted: 'whsec_ and base64 of 24 to 64 bytes, as "whsec_$(openssl rand -base64 32)" makes it',
  hides: 'all',
  parse: (text) => {
    const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
    const bytes = Buffer.from(base64, 'base64');
    const isFit = bytes.length >= 24 && bytes.length <= 64 && bytes.toString('base64') === base64;
    return isFit ? text : undefined;
  },
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

/**
 * A list of networks in CIDR notation (RFC 4632). An address without a prefix is a network of one
 * address.
 */
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

/** A list of currencies by their ISO 4217 codes, which also appear in the URLs of price sources. */
export const currencies: Form<readonly string[]> = {
  accepted: 'a list of currencies such as "USD, EUR"',
  parse: (text) => {
    const list = text.split(',').map((entry) => entry.trim());
    return list.every((code) => /^[A-Z]{3}$/.test(code)) ? [...new Set(list)] : undefined;
  },
};

/** The path to a value in nested JSON objects. */
export const jsonPath: Form<string> = {
  accepted: 'names with points between them, such as "data.amount"',
  parse: (text) => (/^[\w{}-]+(\.[\w{}-]+){0,9}$/.test(text) ? text : undefined),
};
