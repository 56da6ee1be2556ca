import { MAX_PAY_TEXT_LENGTH } from '../base/limits.ts';
import { type OutboundRules, readOutboundUrl } from '../base/outbound-url.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { hasInvisible } from '../base/text.ts';
import { isNodePubkey } from '../lightning/node-key.ts';
import { MAX_PAY_WORDS } from './limits.ts';
import type { UnpayableText } from './lnurl-refusals.ts';
import { decodeLnurl } from './lnurl-text.ts';
import { ADDRESS_NAME, type PayAddress, readPayAddress, writePayAddress } from './pay-address.ts';
import { payWords, piecesOf, withSmallStart } from './pay-words.ts';

/** What a text asks to pay, by the text alone: no server was asked. */
export type PayText =
  | PayTarget
  /** A mere word, which is a payment only if someone here has it as the name of their address. */
  | { readonly kind: 'name'; readonly name: string };

export type PayTarget =
  /** The text looks like an invoice; it was not decoded. */
  | { readonly kind: 'bolt11'; readonly bolt11: string }
  | { readonly kind: 'address'; readonly address: PayAddress }
  /** The public key of a node, in lower case: it is paid without an invoice (keysend). */
  | { readonly kind: 'node'; readonly pubkey: string }
  /** The address of a page of this service with an invoice that a payer asked for. */
  | { readonly kind: 'own_invoice'; readonly name: string; readonly id: string }
  | {
      readonly kind: 'lnurl';
      readonly url: string;
      readonly expects: LnurlTag | null;
      /**
       * Whether the link leaves the scheme open (LUD-17): https, or http where the operator allows
       * it.
       */
      readonly isSchemeOpen: boolean;
    };

/** What a link says that it is for: by its scheme (LUD-17) or by `tag=`. */
export type LnurlTag = 'payRequest' | 'withdrawRequest';

export interface PayTextRules extends OutboundRules {
  /** The domain of addresses of this service, with its port where it has one. */
  readonly ownDomain: string;
  /** Every host of this service, with its port where it has one. */
  readonly ownHosts: readonly string[];
}

type Read = Result<PayTarget, UnpayableText>;

/**
 * Reads what a person pasted or scanned: BOLT11, a lightning address (LUD-16), LNURL in bech32
 * (LUD-01) or as a URL with a scheme of LUD-17, all of them behind `lightning:` too, a URL with
 * `?lightning=` (LUD-01), BIP 21 or BIP 321 with a parameter `lightning` or `lnurl`, the public key
 * of a node with or without its host, and the name of someone here. Signs and words may stand
 * around it. Everything else is refused, saying what it is if that is known, and so is a text with
 * several payments in it.
 */
export function readPayText(text: string, rules: PayTextRules): Result<PayText, UnpayableText> {
  if (text.length > MAX_PAY_TEXT_LENGTH) return refuse('too_long');
  const words = payWords(text);
  const [only = '', ...others] = words;
  if (only === '') return refuse(text.trim() === '' ? 'empty' : 'not_understood');
  if (words.length > MAX_PAY_WORDS) return refuse('too_long');
  if (others.length > 0 || piecesOf(only).length > 0) return readSentence(words, rules);
  const read = readPayWord(only, rules);
  const isName =
    !read.ok && read.refusal === 'not_understood' && ADDRESS_NAME.test(only.toLowerCase());
  return isName ? accept({ kind: 'name', name: only.toLowerCase() }) : read;
}

/**
 * Reads what can be paid in a sentence, where the same may stand twice. `@name` is only a mention
 * there.
 */
function readSentence(words: readonly string[], rules: PayTextRules): Read {
  const reads = readPayWords(words, rules);
  const targets = new Map<string, PayTarget>();
  for (const read of reads) {
    if (read.ok && !targets.has(keyOf(read.value))) targets.set(keyOf(read.value), read.value);
  }
  const all = [...targets.values()];
  const [only, ...others] = all.filter((target) => !isBeginning(target, all));
  if (only !== undefined) return others.length === 0 ? accept(only) : refuse('several');
  const known = reads.find((read) => !read.ok && read.refusal !== 'not_understood');
  return known ?? refuse('not_understood');
}

/**
 * Whether a text is the beginning of an invoice that stands beside it, such as `lnbc21u1p…`, which
 * people compare.
 */
const isBeginning = (target: PayTarget, all: readonly PayTarget[]): boolean =>
  all.some((other) => {
    const [begun, whole] = [lettersOf(target), lettersOf(other)];
    return begun !== '' && begun.length < whole.length && whole.startsWith(begun);
  });

const lettersOf = (target: PayTarget): string =>
  (target.kind === 'bolt11' && /^[0-9a-z]+/.exec(target.bolt11.toLowerCase())?.[0]) || '';

/** Reads each word, and the parts of a word that is nothing to pay. */
export function readPayWords(words: readonly string[], rules: PayTextRules): readonly Read[] {
  const inSentence = words.filter((word) => !word.startsWith('@'));
  return inSentence.flatMap((word) => {
    const read = readPayWord(word, rules);
    return read.ok ? [read] : [read, ...piecesOf(word).map((piece) => readPayWord(piece, rules))];
  });
}

/** A key that is equal for two forms of the same payee, as an LNURL may stand for an address. */
function keyOf(target: PayTarget): string {
  if (target.kind === 'bolt11') return target.bolt11.toLowerCase();
  if (target.kind === 'lnurl') return target.url;
  if (target.kind === 'own_invoice') return `${target.name}/${target.id}`;
  if (target.kind === 'node') return target.pubkey;
  return target.address.url ?? writePayAddress(target.address);
}

/** Reads one word, without signs around it. */
export function readPayWord(word: string, rules: PayTextRules): Read {
  return hasInvisible(word) ? refuse('not_understood') : readLink(word, rules, MAX_SCHEMES);
}

/** The most schemes in front of a link, as in `lightning:lnurlp://…`, which has two. */
const MAX_SCHEMES = 3;

/**
 * Reads a link; `schemes` is the number of schemes that may still stand in front of what is paid.
 */
function readLink(word: string, rules: PayTextRules, schemes: number): Read {
  const [, given = '', rest = ''] = SCHEME.exec(withPlainScheme(word)) ?? [];
  const scheme = given.toLowerCase();
  switch (schemes === 0 ? 'too many' : scheme) {
    case 'lightning':
    case 'lnurl':
      return readInner(rest, rules, schemes);
    case 'mailto':
      return readWithoutScheme(beforeQuery(rest), rules);
    case 'bitcoin':
      return readBip21(rest, rules, schemes);
    case 'lnurlp':
      return readLud17(rest, 'payRequest', rules);
    case 'lnurlw':
      return readLud17(rest, 'withdrawRequest', rules);
    case 'keyauth':
    case 'lnurlauth':
      return refuse('login_link');
    case 'lnurlc':
      return refuse('channel_link');
    case 'nostr':
      return readNostrLink(rest, rules);
    case 'http':
    case 'https':
      return readWebLink(word, rules, schemes);
    case 'too many':
      return refuse('not_understood');
    default:
      // The word in front of the colon is no scheme, as in `Invoice:lnbc…`.
      return readWithoutScheme(BECH32.test(rest) ? rest : word, rules);
  }
}

/**
 * The form of a scheme in front of a link. For some schemes sites can only handle links with `web+`
 * in front.
 */
const SCHEME = /^(?:web\+)?([a-z][a-z0-9+-]*):\/*(.*)$/is;

/**
 * Undoes what some programs do to a link: they escape the colon behind its scheme, and with it the
 * whole link.
 */
const withPlainScheme = (word: string): string =>
  /^[a-z+]+%3a/i.test(word) ? unescapeText(word) : word;

/** Reads the text behind `lightning:`, which is paid itself, or is a link to what is paid. */
function readInner(rest: string, rules: PayTextRules, schemes: number): Read {
  if (SCHEME.test(withPlainScheme(rest))) return readLink(rest, rules, schemes - 1);
  return readWithoutScheme(beforeQuery(rest), rules);
}

/** Cuts off a slash that browsers add, and a query that sites add. */
const beforeQuery = (text: string): string =>
  unescapeText(text.replace(/[?&#].*$/s, '').replace(/(?<!\/)\/+$/, '')).trim();

function unescapeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const BECH32 = /^ln(bcrt|bc|tbs|tb|url)[0-9]*[munp]?1/i;

function readWithoutScheme(text: string, rules: PayTextRules): Read {
  const [, pubkey] = NODE.exec(text) ?? [];
  if (pubkey !== undefined) return readNode(pubkey.toLowerCase());
  if (text.includes('@')) return readAddress(text, rules);
  if (/^lnurl1/i.test(text)) return readBech32(withSmallStart(text), rules);
  if (/^ln(bcrt|bc|tbs|tb)/i.test(text)) {
    return accept({ kind: 'bolt11', bolt11: withSmallStart(text) });
  }
  const known = KNOWN.find(([form]) => form.test(text));
  return refuse(known === undefined ? 'not_understood' : known[1]);
}

/**
 * The form of a node's key, also as `key@host:port`, the form in which nodes are announced. Joined
 * to anything else it may be another payment.
 */
const NODE = /^(0[23][0-9a-f]{64})(?:@[\w.:[\]-]+)?$/i;

const readNode = (pubkey: string): Read =>
  isNodePubkey(pubkey) ? accept({ kind: 'node', pubkey }) : refuse('bad_node_key');

/** Forms of texts that people paste although they are no Lightning payment, and what these are. */
const KNOWN: readonly (readonly [form: RegExp, is: UnpayableText])[] = [
  [/^ln[oir]1/i, 'bolt12'],
  [/^t?sp1q[a-z0-9]{20,}$/i, 'silent_payment'],
  [/^(npub|nprofile)1/i, 'nostr_key'],
  [/^(nsec|ncryptsec)1/i, 'nostr_secret'],
  [/^(note|nevent|naddr)1/i, 'nostr_event'],
  [/^(bc|tb|bcrt)1[a-z0-9]{20,}$/i, 'onchain'],
  [/^[123mn][1-9A-HJ-NP-Za-km-z]{25,39}$/, 'onchain'],
];

function readAddress(text: string, rules: PayTextRules): Read {
  const address = readPayAddress(text, rules);
  return address.ok ? accept({ kind: 'address', address: address.value }) : address;
}

function readBech32(text: string, rules: PayTextRules): Read {
  const url = decodeLnurl(text);
  if (url === null) return refuse('bad_lnurl');
  return readOwnUrl(url, rules) ?? readLnurlUrl(readOutboundUrl(url, rules));
}

/** Reads the text behind `nostr:`, which may also be a key in hex. */
function readNostrLink(rest: string, rules: PayTextRules): Read {
  const read = readWithoutScheme(beforeQuery(rest), rules);
  const isNamed = !read.ok && NOSTR.has(read.refusal);
  return isNamed ? read : refuse('nostr_key');
}

const NOSTR: ReadonlySet<UnpayableText> = new Set(['nostr_secret', 'nostr_event']);

/**
 * Reads a link of LUD-17. The host stands behind the scheme, where `//` may be missing. Sites also
 * put an address there, an LNURL in bech32, or a whole link with its `https://`.
 */
function readLud17(rest: string, expects: LnurlTag, rules: PayTextRules): Read {
  const plain = /^[^/?]*%(?:2f|3a|40)/i.test(rest) ? unescapeText(rest) : rest;
  const link = plain.replace(/^(?:https?:)?\/+/i, '');
  const [host = ''] = link.split(/[/?#]/, 1);
  const isAddress = host.includes('@') && /^\/?(?:[?#]|$)/.test(link.slice(host.length));
  const read =
    isAddress && expects === 'payRequest'
      ? readAddress(beforeQuery(link), rules)
      : readLud17Link(link, rules);
  if (!read.ok || read.value.kind !== 'lnurl') return read;
  // An LNURL in bech32 says itself whether it is https.
  return accept({ ...read.value, expects, isSchemeOpen: !/^lnurl1/i.test(link) });
}

function readLud17Link(link: string, rules: PayTextRules): Read {
  if (/^lnurl1/i.test(link)) return readBech32(withSmallStart(beforeQuery(link)), rules);
  const url = withSmallName(`https://${link}`);
  return readOwnUrl(url, rules) ?? readLnurlUrl(readOutboundUrl(url, rules));
}

/**
 * Writes the name of an address in lower case (LUD-16), as in a QR code all letters may be upper
 * case.
 */
const withSmallName = (url: string): string =>
  url.replace(LARGE_NAME, (place) => place.toLowerCase());

const LARGE_NAME = /^https?:\/\/[^/?#]+\/\.well-known\/lnurlp\/[^?#]*/i;

/**
 * Reads a URL of this service itself, which is never fetched: it is an address, or nothing to pay.
 */
function readOwnUrl(text: string, { ownDomain, ownHosts }: PayTextRules): Read | null {
  const url = URL.parse(text);
  if (url === null || !ownHosts.includes(url.host)) return null;
  const [, owner, id] = OWN_INVOICE_PATH.exec(url.pathname) ?? [];
  if (owner !== undefined && id !== undefined) {
    return accept({ kind: 'own_invoice', name: owner, id });
  }
  const [, name] = OWN_PATH.exec(url.pathname) ?? [];
  if (name === undefined) return refuse('own_link');
  const address = { name: name.toLowerCase(), domain: ownDomain, url: null };
  return accept({ kind: 'address', address });
}

const OWN_INVOICE_PATH = /^\/pay\/([a-z0-9._+-]+)\/([a-z0-9]+)$/i;
/** Paths of this service under which addresses are paid, by wallets or on the page for payers. */
const OWN_PATH = /^\/(?:\.well-known\/lnurlp|pay)\/([a-z0-9._+-]+)\/?$/i;

function readLnurlUrl(url: Result<URL, UnpayableText>): Read {
  if (!url.ok) return url;
  const tag = url.value.searchParams.get('tag');
  if (tag === 'login') return refuse('login_link');
  if (tag === 'channelRequest') return refuse('channel_link');
  const expects = tag === 'payRequest' || tag === 'withdrawRequest' ? tag : null;
  return accept({ kind: 'lnurl', url: url.value.href, expects, isSchemeOpen: false });
}

/** Reads a link for browsers that contains an LNURL (LUD-01), or an LNURL that names its tag. */
function readWebLink(text: string, rules: PayTextRules, schemes: number): Read {
  // Pages that work in the browser alone read parameters behind the `#`.
  const [, query = '', fragment = ''] = /^[^?#]*(?:\?([^#]*))?#?(.*)$/s.exec(text) ?? [];
  const parameters = [query, fragment.replace(/^[^?]*\?/, '')].flatMap(readParameters);
  const inside = readLightningParameter(parameters, rules, schemes);
  const read = inside?.ok ? inside : readPageLink(withSmallName(text), rules);
  return read.ok ? read : (inside ?? read);
}

function readPageLink(url: string, rules: PayTextRules): Read {
  const own = readOwnUrl(url, rules);
  if (own !== null) return own;
  const read = readLnurlUrl(readOutboundUrl(url, rules));
  if (!read.ok || read.value.kind !== 'lnurl') return read;
  const isMarked = read.value.expects !== null || LNURL_PATH.test(new URL(url).pathname);
  return isMarked ? read : refuse('bad_link');
}

const LNURL_PATH = /^\/\.well-known\/lnurlp\//;

/**
 * Reads BIP 21 and BIP 321, in which Lightning is one of the ways to pay; addresses of the chain
 * are not paid here. Some sites begin the parameters with `&`, and some put the Lightning payment
 * where the address belongs.
 */
function readBip21(rest: string, rules: PayTextRules, schemes: number): Read {
  const [, path = '', query = ''] = /^([^?&]*)[?&]?(.*)$/s.exec(rest) ?? [];
  const parameters = readParameters(query);
  if (parameters.some(([key]) => key.startsWith(NEEDED))) return refuse('unknown_need');
  const inside = readLightningParameter(parameters, rules, schemes);
  if (inside !== null) return inside;
  const read = readWithoutScheme(beforeQuery(path), rules);
  if (read.ok) return read;
  if (path !== '') return refuse(read.refusal === 'not_understood' ? 'onchain' : read.refusal);
  const known = parameters.find(([key]) => OTHER_WAYS.has(key))?.[0] ?? '';
  return refuse(OTHER_WAYS.get(known) ?? 'no_lightning');
}

/** The prefix of parts that a wallet must know: it must not pay if it does not (BIP 321). */
const NEEDED = 'req-';
const KNOWN_PARTS = new Set(['amount', 'label', 'message', 'lightning', 'lnurl']);
const isKnownNeed = (key: string): boolean =>
  key.startsWith(NEEDED) && KNOWN_PARTS.has(key.slice(NEEDED.length));

/** Ways to pay that a link may offer in place of an address. */
const OTHER_WAYS: ReadonlyMap<string, UnpayableText> = new Map([
  ['lno', 'bolt12'],
  ['sp', 'silent_payment'],
  ...['bc', 'tb', 'bcrt', 'tbs'].map((network) => [network, 'onchain'] as const),
]);

type Parameters = readonly (readonly [key: string, value: string])[];

/**
 * Reads the parameters of a query. In QR codes their names may be in upper case, and `&amp;` comes
 * from copied pages. A plus stays a plus, as it belongs to names of addresses.
 */
const readParameters = (query: string): Parameters =>
  query.split('&').map((pair) => {
    const [, key = '', value = ''] = /^(?:amp;)?([^=]*)=?(.*)$/s.exec(pair) ?? [];
    const name = unescapeText(key).toLowerCase();
    return [isKnownNeed(name) ? name.slice(NEEDED.length) : name, unescapeText(value).trim()];
  });

/**
 * Reads what is paid from the parameters; null where there is none. `lightning` counts before
 * `lnurl`, which may be the same once more.
 */
function readLightningParameter(
  parameters: Parameters,
  rules: PayTextRules,
  schemes: number,
): Read | null {
  const [first, second] = ['lightning', 'lnurl'].flatMap((wanted) => {
    const values = parameters.flatMap(([key, value]) =>
      key === wanted && value !== '' ? [value] : [],
    );
    return values.length === 0 ? [] : [readValues(values, rules, schemes)];
  });
  if (first === undefined) return null;
  const isUseless = !first.ok && first.refusal !== 'several';
  return isUseless && second?.ok ? second : first;
}

/**
 * Reads several values, of which one payment may be named twice, beside some that cannot be paid
 * (BIP 321).
 */
function readValues(values: readonly string[], rules: PayTextRules, schemes: number): Read {
  const reads = values.map((value) => readInner(value, rules, schemes));
  const payable = new Map<string, Read>();
  for (const read of reads) if (read.ok) payable.set(keyOf(read.value), read);
  if (payable.size > 1) return refuse('several');
  const [only] = payable.values();
  return only ?? reads[0] ?? refuse('not_understood');
}
