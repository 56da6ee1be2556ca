import { MAX_PAY_TEXT_LENGTH } from '../base/limits.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { hasInvisible } from '../base/text.ts';
import { isNodePubkey } from '../lightning/node-key.ts';
import { MAX_PAY_WORDS } from './limits.ts';
import type { UnpayableText } from './lnurl-refusals.ts';
import { decodeLnurl } from './lnurl-text.ts';
import { type OutboundRules, readOutboundUrl } from './outbound-url.ts';
import { ADDRESS_NAME, type PayAddress, readPayAddress, writePayAddress } from './pay-address.ts';
import { payWords, piecesOf, withSmallStart } from './pay-words.ts';

/** What a text asks for, judged by the text alone: nothing was asked for anywhere. */
export type PayText =
  | PayTarget
  /** A mere word: a payment only if someone here has it as the name of their address. */
  | { readonly kind: 'name'; readonly name: string };

export type PayTarget =
  /** Looks like an invoice; it was not decoded. */
  | { readonly kind: 'bolt11'; readonly bolt11: string }
  | { readonly kind: 'address'; readonly address: PayAddress }
  /** The public key of a node, in small letters: it is paid without an invoice (keysend). */
  | { readonly kind: 'node'; readonly pubkey: string }
  /** The page of an invoice that a payer asked for here. */
  | { readonly kind: 'own_invoice'; readonly name: string; readonly id: string }
  | {
      readonly kind: 'lnurl';
      readonly url: string;
      readonly expects: LnurlTag | null;
      /** The text leaves it open (LUD-17): https, or http where the operator allows it. */
      readonly isSchemeOpen: boolean;
    };

/** What the text itself promises: LUD-17 schemes and `tag=`. */
export type LnurlTag = 'payRequest' | 'withdrawRequest';

export interface PayTextRules extends OutboundRules {
  /** The domain of our own addresses, with its port where it has one. */
  readonly ownDomain: string;
  /** Every host of this service, with its port where it has one. */
  readonly ownHosts: readonly string[];
}

type Read = Result<PayTarget, UnpayableText>;

/**
 * Reads what a person pasted or scanned: BOLT11, a lightning address (LUD-16), LNURL in bech32
 * (LUD-01) or as a URL with a scheme of LUD-17, all of them behind `lightning:` too, a URL with
 * `?lightning=` (LUD-01), BIP 21 with a `lightning` parameter, the public key of a node with or
 * without where it listens, and the name of someone here. Signs and words may stand around it.
 * Everything else is refused with what it is, where that is known, and so is a text with several
 * payments in it.
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

/** What can be paid in a sentence; it may stand there twice. `@name` in it is a mention only. */
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

/** Beside an invoice its beginning may stand, such as `lnbc21u1p…`, for people to compare. */
const isBeginning = (target: PayTarget, all: readonly PayTarget[]): boolean =>
  all.some((other) => {
    const [begun, whole] = [lettersOf(target), lettersOf(other)];
    return begun !== '' && begun.length < whole.length && whole.startsWith(begun);
  });

const lettersOf = (target: PayTarget): string =>
  (target.kind === 'bolt11' && /^[0-9a-z]+/.exec(target.bolt11.toLowerCase())?.[0]) || '';

/** Each word, and for one that is none the parts of it. */
export function readPayWords(words: readonly string[], rules: PayTextRules): readonly Read[] {
  const inSentence = words.filter((word) => !word.startsWith('@'));
  return inSentence.flatMap((word) => {
    const read = readPayWord(word, rules);
    return read.ok ? [read] : [read, ...piecesOf(word).map((piece) => readPayWord(piece, rules))];
  });
}

/** An LNURL may be that of an address. */
function keyOf(target: PayTarget): string {
  if (target.kind === 'bolt11') return target.bolt11.toLowerCase();
  if (target.kind === 'lnurl') return target.url;
  if (target.kind === 'own_invoice') return `${target.name}/${target.id}`;
  if (target.kind === 'node') return target.pubkey;
  return target.address.url ?? writePayAddress(target.address);
}

/** Reads a word without signs around it. */
export function readPayWord(word: string, rules: PayTextRules): Read {
  if (hasInvisible(word)) return refuse('not_understood');
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+-]*):(?:\/\/)?(.*)$/i.exec(word) ?? [];
  switch (scheme.toLowerCase()) {
    case 'lightning':
    case 'web+lightning':
      return readWithoutScheme(rest, rules);
    case 'mailto':
      return readWithoutScheme(rest.split('?', 1).join(''), rules);
    case 'bitcoin':
      return readBip21(rest, rules);
    case 'lnurlp':
      return readLud17(rest, 'payRequest', rules);
    case 'lnurlw':
      return readLud17(rest, 'withdrawRequest', rules);
    case 'keyauth':
      return refuse('login_link');
    case 'lnurlc':
      return refuse('channel_link');
    case 'nostr':
      return refuse('nostr_key');
    case 'http':
    case 'https':
      return readWebLink(word, rules);
    default:
      // A word in front, as in `Invoice:lnbc…`.
      return readWithoutScheme(BECH32.test(rest) ? rest : word, rules);
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
 * A node's key, as `key@host:port` too, the form in which nodes are announced. What else is joined
 * to it may be another payment.
 */
const NODE = /^(0[23][0-9a-f]{64})(?:@[\w.:[\]-]+)?$/i;

const readNode = (pubkey: string): Read =>
  isNodePubkey(pubkey) ? accept({ kind: 'node', pubkey }) : refuse('bad_node_key');

/** What people paste although it is no Lightning payment. */
const KNOWN: readonly (readonly [form: RegExp, is: UnpayableText])[] = [
  [/^ln[oir]1/i, 'bolt12'],
  [/^(npub|nprofile|nsec|note|nevent|naddr)1/i, 'nostr_key'],
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

/** The host stands behind the scheme; `//` may be missing (LUD-17). */
function readLud17(rest: string, expects: LnurlTag, rules: PayTextRules): Read {
  const url = `https://${rest}`;
  const read = readOwnUrl(url, rules) ?? readLnurlUrl(readOutboundUrl(url, rules));
  if (!read.ok || read.value.kind !== 'lnurl') return read;
  return accept({ ...read.value, expects, isSchemeOpen: true });
}

/** What leads to this service itself is never asked for: an address of ours, or nothing to pay. */
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
/** What wallets ask for, and the page for payers. */
const OWN_PATH = /^\/(?:\.well-known\/lnurlp|pay)\/([a-z0-9._+-]+)\/?$/i;

function readLnurlUrl(url: Result<URL, UnpayableText>): Read {
  if (!url.ok) return url;
  const tag = url.value.searchParams.get('tag');
  if (tag === 'login') return refuse('login_link');
  if (tag === 'channelRequest') return refuse('channel_link');
  const expects = tag === 'payRequest' || tag === 'withdrawRequest' ? tag : null;
  return accept({ kind: 'lnurl', url: url.value.href, expects, isSchemeOpen: false });
}

/** A link for browsers with an LNURL in it (LUD-01), or an LNURL that names its tag. */
function readWebLink(text: string, rules: PayTextRules): Read {
  const inside = readLightningParameter(URL.parse(text)?.search ?? '', rules);
  if (inside !== null) return inside;
  const own = readOwnUrl(text, rules);
  if (own !== null) return own;
  const read = readLnurlUrl(readOutboundUrl(text, rules));
  if (!read.ok || read.value.kind !== 'lnurl') return read;
  const isMarked = read.value.expects !== null || LNURL_PATH.test(new URL(text).pathname);
  return isMarked ? read : refuse('bad_link');
}

const LNURL_PATH = /^\/\.well-known\/lnurlp\//;

/** BIP 21: what is in the chain is not for us, and a BOLT12 offer beside an invoice is ignored. */
function readBip21(rest: string, rules: PayTextRules): Read {
  const mark = rest.indexOf('?');
  const inside = mark === -1 ? null : readLightningParameter(rest.slice(mark), rules);
  return inside ?? refuse('onchain');
}

/** Null where there is none. QR codes are often in upper case, names of parameters too. */
function readLightningParameter(search: string, rules: PayTextRules): Read | null {
  const values = [...new URLSearchParams(search)].flatMap(([key, value]) =>
    key.toLowerCase() === 'lightning' ? [value.trim().replace(/^lightning:/i, '')] : [],
  );
  const [first, ...others] = new Set(values);
  if (first === undefined) return null;
  if (others.length > 0) return refuse('several');
  return first.includes(':') ? refuse('not_understood') : readWithoutScheme(first, rules);
}
