import { isIP } from 'node:net';
import { MAX_NWC_RELAYS } from '../base/limits.ts';
import { removeSuffix } from '../base/text.ts';
import { namesSeveralHosts } from '../base/url-host.ts';
import { complainOfQuery } from './database-query.ts';
import type { Form } from './forms.ts';

/** Which parts an address may have besides scheme, host and port. */
interface UrlRules {
  readonly schemes: readonly string[];
  readonly mayHave?: readonly ('user' | 'path' | 'query')[];
}

/**
 * Parses a URL. Null for one that has a part which is not allowed here, or which the program would
 * silently drop. A fragment is never sent to a server, so a `#` is always a mistake, mostly in a
 * password.
 */
function readUrl(text: string, { schemes, mayHave = [] }: UrlRules): URL | null {
  // The URL class silently removes some kinds of white space and control characters, so they are
  // refused first.
  if (/[\s\p{C}#]/u.test(text)) return null;
  // The URL class turns a backslash into a slash in http and ws URLs. In those of other schemes, a
  // backslash may be part of a password.
  if (/^(?:http|ws)s?:.*\\/i.test(text)) return null;
  const isAbsolute = schemes.some((scheme) => text.toLowerCase().startsWith(`${scheme}://`));
  const url = isAbsolute ? URL.parse(text) : null;
  if (url === null || url.port === '0') return null;
  const has = {
    user: url.username !== '' || url.password !== '',
    path: !/^\/*$/.test(url.pathname),
    query: text.includes('?'),
  };
  const isFit = (['user', 'path', 'query'] as const).every(
    (part) => !has[part] || mayHave.includes(part),
  );
  return isFit ? url : null;
}

const withoutSlash = (text: string): string => removeSuffix(text, '/');

/**
 * The address of pages or API. A path is refused, because both are served at the root of their
 * host.
 */
export const webOrigin: Form<string> = {
  accepted:
    'an address such as https://wallet.example.com: http:// or https://, a host, a port if it ' +
    'has one, and no path, user name or anything else',
  parse: (text) => readUrl(text, { schemes: ['http', 'https'] })?.origin,
};

export const relayUrl: Form<string> = {
  accepted:
    'an address such as wss://wallet.example.com/relay: ws:// or wss://, without a user name, ' +
    'query (?) or fragment (#)',
  hides: 'beyond_place',
  parse: (text) => {
    const url = readUrl(text, { schemes: ['ws', 'wss'], mayHave: ['path'] });
    return url === null ? undefined : withoutSlash(url.origin + url.pathname);
  },
};

/** The most relays that operators can name. A connection link names these and our own relay. */
const MAX_EXTERNAL_RELAYS = MAX_NWC_RELAYS - 1;

/** URLs of Nostr relays, stored without trailing slashes. */
export const relayList: Form<readonly string[]> = {
  accepted: `up to ${MAX_EXTERNAL_RELAYS} different URLs such as "wss://relay.example.com"`,
  hides: 'beyond_places',
  parse: (text) => {
    const list = text.split(',').map((entry) => entry.trim());
    if (list.length > MAX_EXTERNAL_RELAYS || !list.every(isRelay)) return undefined;
    const plain = list.map(withoutSlash);
    return new Set(plain).size === plain.length ? plain : undefined;
  },
};

const isRelay = (text: string): boolean =>
  readUrl(text, { schemes: ['ws', 'wss'], mayHave: ['path', 'query'] }) !== null;

/**
 * The URL of the database. Several hosts are refused, because the driver would take the first one
 * that answers, even if it is a standby.
 */
export const databaseUrl: Form<string> = {
  accepted:
    'a URL that begins with postgres:// or postgresql:// and names one host: of a cluster, a ' +
    'proxy or a virtual address that leads to the primary; # is written as %23, a space as %20',
  hides: 'beyond_place',
  parse: (text) => {
    const rules: UrlRules = {
      schemes: ['postgres', 'postgresql'],
      mayHave: ['user', 'path', 'query'],
    };
    const url = namesSeveralHosts(text) ? null : readUrl(text, rules);
    if (url === null || complainOfQuery(url) !== undefined) return undefined;
    return withoutSlash(text);
  },
  complain: (text) => {
    const url = namesSeveralHosts(text) ? null : URL.parse(text);
    return url === null ? undefined : complainOfQuery(url);
  },
};

/**
 * The URL of LND's REST API. Plain http is allowed only on this machine, because LND's macaroon and
 * all amounts travel over this connection.
 */
export const lndUrl: Form<string> = {
  accepted:
    'an https:// URL (plain http:// on 127.0.0.1, ::1 or localhost only), without a user name, ' +
    'query (?) or fragment (#)',
  hides: 'beyond_place',
  parse: (text) => {
    const url = readUrl(text, { schemes: ['http', 'https'], mayHave: ['path'] });
    const isSafe = url !== null && (url.protocol === 'https:' || isLoopback(url.hostname));
    return isSafe ? withoutSlash(text) : undefined;
  },
};

/** The URL of LND's gRPC, under the same conditions. It has no path, so it tells nothing secret. */
export const lndGrpcUrl: Form<string> = {
  accepted:
    'an https:// URL (plain http:// on 127.0.0.1, ::1 or localhost only), without a user name, ' +
    'path, query (?) or fragment (#)',
  parse: (text) => {
    const url = readUrl(text, { schemes: ['http', 'https'] });
    const isSafe = url !== null && (url.protocol === 'https:' || isLoopback(url.hostname));
    return isSafe ? url.origin : undefined;
  },
};

/**
 * The URL to which alarms are sent. Plain http is allowed only on this machine, because alarms tell
 * a listener what is wrong with the service.
 */
export const alarmUrl: Form<string> = {
  accepted:
    'an https:// URL (plain http:// on 127.0.0.1, ::1 or localhost only), without a user name or ' +
    'fragment (#)',
  hides: 'beyond_place',
  parse: (text) => {
    const url = readUrl(text, { schemes: ['http', 'https'], mayHave: ['path', 'query'] });
    const isSafe = url !== null && (url.protocol === 'https:' || isLoopback(url.hostname));
    return isSafe ? url.href : undefined;
  },
};

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname === '[::1]' ||
  (isIP(hostname) === 4 && hostname.startsWith('127.'));

export const mailServerUrl: Form<string> = {
  accepted:
    'an address such as smtp://user:password@mail.example.com:587: smtp:// or smtps://, and ' +
    'nothing behind the host and its port; # in a password is written as %23, / as %2F',
  hides: 'beyond_place',
  parse: (text) => {
    const url = readUrl(text, { schemes: ['smtp', 'smtps'], mayHave: ['user'] });
    return url === null || url.hostname === '' ? undefined : withoutSlash(text);
  },
};

/**
 * The URL of a price source, with `{currency}` in its path or query. The URL is kept as it is
 * written, as a trailing slash may matter to the server.
 */
export const ratesUrl: Form<string> = {
  accepted: 'an http:// or https:// URL without a user name or fragment (#)',
  parse: (text) => {
    const rules: UrlRules = { schemes: ['http', 'https'], mayHave: ['path', 'query'] };
    return readUrl(text.replaceAll('{currency}', 'USD'), rules) === null ? undefined : text;
  },
};

/**
 * The URL of a source of fee rates. The URL is kept as it is written, as a trailing slash may
 * matter to the server.
 */
export const feeUrl: Form<string> = {
  accepted: 'an http:// or https:// URL without a user name or fragment (#)',
  hides: 'beyond_place',
  parse: (text) =>
    readUrl(text, { schemes: ['http', 'https'], mayHave: ['path', 'query'] }) === null
      ? undefined
      : text,
};

/** URLs from which a light client fetches the headers of the chain before it asks its peers. */
export interface HeaderSources {
  readonly blocks: string;
  readonly filters: string;
}

export const headerSources: Form<HeaderSources> = {
  accepted:
    'two http:// or https:// URLs such as "https://block-dn.org/headers/import/latest, ' +
    'https://block-dn.org/filter-headers/import/latest", without user names or fragments (#)',
  hides: 'beyond_places',
  parse: (text) => {
    const [blocks = '', filters = '', ...rest] = text.split(',').map((entry) => entry.trim());
    const isFit = (url: string) =>
      readUrl(url, { schemes: ['http', 'https'], mayHave: ['path', 'query'] }) !== null;
    const areFit = rest.length === 0 && blocks !== filters && isFit(blocks) && isFit(filters);
    return areFit ? { blocks, filters } : undefined;
  },
};

/** The RPC interface of a bitcoind, with its user and password. */
export interface BitcoindRpc {
  /** The host and its port. LND takes the network's default port when none is given. */
  readonly host: string;
  readonly user: string;
  readonly password: string;
}

export const bitcoindUrl: Form<BitcoindRpc> = {
  accepted:
    'an address such as http://user:password@127.0.0.1:8332, with user and password, and without ' +
    'a path; # in a password is written as %23, / as %2F',
  hides: 'beyond_place',
  parse: (text) => {
    const url = readUrl(text, { schemes: ['http'], mayHave: ['user'] });
    if (url === null || url.username === '' || url.password === '') return undefined;
    const user = decode(url.username);
    const password = decode(url.password);
    return user === null || password === null ? undefined : { host: url.host, user, password };
  },
};

/**
 * Decodes a part of a URL; null when a % is not followed by a valid byte, or when the result has
 * characters that would break a line of a configuration file.
 */
function decode(text: string): string | null {
  try {
    const decoded = decodeURIComponent(text);
    return /\p{C}/u.test(decoded) ? null : decoded;
  } catch {
    return null;
  }
}

/** The addresses on which a bitcoind publishes new blocks and transactions. */
export interface BitcoindZmq {
  readonly rawBlock: string;
  readonly rawTx: string;
}

export const zmqAddresses: Form<BitcoindZmq> = {
  accepted: 'two addresses such as "tcp://127.0.0.1:28332, tcp://127.0.0.1:28333"',
  parse: (text) => {
    const [rawBlock = '', rawTx = '', ...rest] = text.split(',').map((entry) => entry.trim());
    const isFit = rest.length === 0 && rawBlock !== rawTx && [rawBlock, rawTx].every(isZmqAddress);
    return isFit ? { rawBlock, rawTx } : undefined;
  },
};

const isZmqAddress = (text: string): boolean => {
  const url = readUrl(text, { schemes: ['tcp'] });
  return url !== null && url.hostname !== '' && url.port !== '';
};
