import type { Sat } from '../base/amount.ts';
import { MAX_PAY_TEXT_LENGTH } from '../base/limits.ts';
import { type OutboundRules, readOutboundUrl } from '../base/outbound-url.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { hasInvisible } from '../base/text.ts';
import { isNodePubkey } from '../lightning/node-key.ts';
import {
  ADDRESS_KEYS,
  type BitcoinLink,
  type LinkParameters,
  readBitcoinLink,
  readLinkParameters,
  unescapeText,
  valuesOf,
} from './bitcoin-link.ts';
import { type ChainAddress, isLikeChainAddress, readChainAddress } from './chain-address.ts';
import { MAX_PAY_WORDS } from './limits.ts';
import type { UnpayableText } from './lnurl-refusals.ts';
import { decodeLnurl } from './lnurl-text.ts';
import { ADDRESS_NAME, type PayAddress, readPayAddress, writePayAddress } from './pay-address.ts';
import { payWords, piecesOf, withSmallStart } from './pay-words.ts';
import { isLikeSeed } from './seed-text.ts';

/** What a text asks to pay, judged by the text alone, without asking a server. */
export type PayText =
  | PayTarget
  /**
   * A single word. It means a payment only if it is the name in the lightning address of a user of
   * this service.
   */
  | { readonly kind: 'name'; readonly name: string };

export type PayTarget =
  | LightningTarget
  | ChainTarget
  /**
   * A link that offers Lightning and an address. The address is used only if paying over Lightning
   * is impossible.
   */
  | { readonly kind: 'both'; readonly lightning: LightningTarget; readonly chain: ChainTarget };

/** A bitcoin address to which a text asks to pay. */
export interface ChainTarget {
  readonly kind: 'chain';
  /** At least one address. The first one whose network fits is preferred. */
  readonly addresses: readonly ChainAddress[];
  /** The amount; null when the payer chooses it. */
  readonly amountSat: Sat | null;
  /** The purpose in the payee's words; null for none. */
  readonly purpose: string | null;
}

export type LightningTarget =
  /** The text looks like an invoice; it was not decoded. */
  | { readonly kind: 'bolt11'; readonly bolt11: string }
  | { readonly kind: 'address'; readonly address: PayAddress }
  /** The public key of a node, in lower case. The node is paid without an invoice (keysend). */
  | { readonly kind: 'node'; readonly pubkey: string }
  /** The address of a page of this service on which an invoice can be paid. */
  | { readonly kind: 'own_invoice'; readonly name: string; readonly id: string }
  | {
      readonly kind: 'lnurl';
      readonly url: string;
      readonly expects: LnurlTag | null;
      /**
       * Whether the scheme of the link (LUD-17) does not say how the server is reached: by https,
       * or by http where the operator allows it.
       */
      readonly isSchemeOpen: boolean;
    };

/** The purpose that a link states by its scheme (LUD-17) or by `tag=`. */
export type LnurlTag = 'payRequest' | 'withdrawRequest';

export interface PayTextRules extends OutboundRules {
  /** The domain of this service's lightning addresses, with its port if it has one. */
  readonly ownDomain: string;
  /** All hosts of this service, with their ports if they have one. */
  readonly ownHosts: readonly string[];
}

type Read = Result<PayTarget, UnpayableText>;

/**
 * Reads what a person pasted or scanned. These texts can be paid:
 * - an invoice (BOLT 11), a lightning address (LUD-16), or an LNURL, in bech32 (LUD-01) or with a
 *   scheme of LUD-17; `lightning:` may precede each of them;
 * - a URL with `?lightning=` (LUD-01);
 * - a bitcoin address, alone or in a URI (BIP 321), which may offer Lightning as well;
 * - the public key of a node, with or without its network address;
 * - the address name of a user of this service.
 *
 * Punctuation and other words may surround them. Any other text is refused, with what it is where
 * that is known. A text with several payments is refused as well.
 */
export function readPayText(text: string, rules: PayTextRules): Result<PayText, UnpayableText> {
  if (text.length > MAX_PAY_TEXT_LENGTH) return refuse('too_long');
  if (isLikeSeed(text)) return refuse('seed_words');
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
 * Reads what can be paid in a sentence, which may contain the same payment twice. In a sentence,
 * `@name` is only a mention of someone.
 */
function readSentence(words: readonly string[], rules: PayTextRules): Read {
  const reads = readPayWords(words, rules);
  const targets = new Map<string, PayTarget>();
  for (const read of reads) {
    if (read.ok && !targets.has(keyOf(read.value))) targets.set(keyOf(read.value), read.value);
  }
  const all = preferLightning([...targets.values()]);
  const [only, ...others] = all.filter((target) => !isBeginning(target, all));
  if (only !== undefined) return others.length === 0 ? accept(only) : refuse('several');
  const known = reads.find((read) => !read.ok && read.refusal !== 'not_understood');
  return known ?? refuse('not_understood');
}

/**
 * Leaves out bitcoin addresses next to a Lightning payment, because people offer both for the same
 * payment.
 */
function preferLightning(targets: readonly PayTarget[]): readonly PayTarget[] {
  const others = targets.filter(({ kind }) => kind !== 'chain');
  return others.length === 0 ? targets : others;
}

/**
 * Whether a text is the beginning of an invoice in the same text, such as `lnbc21u1p…`, which
 * people write down to compare.
 */
const isBeginning = (target: PayTarget, all: readonly PayTarget[]): boolean =>
  all.some((other) => {
    const [begun, whole] = [lettersOf(target), lettersOf(other)];
    return begun !== '' && begun.length < whole.length && whole.startsWith(begun);
  });

const lettersOf = (target: PayTarget): string =>
  (target.kind === 'bolt11' && /^[0-9a-z]+/.exec(target.bolt11.toLowerCase())?.[0]) || '';

/** Reads each word, and the parts of those words that cannot be paid as a whole. */
export function readPayWords(words: readonly string[], rules: PayTextRules): readonly Read[] {
  const inSentence = words.filter((word) => !word.startsWith('@'));
  return inSentence.flatMap((word) => {
    const read = readPayWord(word, rules);
    return read.ok ? [read] : [read, ...piecesOf(word).map((piece) => readPayWord(piece, rules))];
  });
}

/**
 * A key that is equal for two forms of the same payee, because an LNURL may stand for a lightning
 * address.
 */
function keyOf(target: PayTarget): string {
  if (target.kind === 'both') return keyOf(target.lightning);
  if (target.kind === 'chain') return target.addresses.map(({ address }) => address).join();
  if (target.kind === 'bolt11') return target.bolt11.toLowerCase();
  if (target.kind === 'lnurl') return target.url;
  if (target.kind === 'own_invoice') return `${target.name}/${target.id}`;
  if (target.kind === 'node') return target.pubkey;
  return target.address.url ?? writePayAddress(target.address);
}

/** Reads a single word that has no punctuation around it. */
export function readPayWord(word: string, rules: PayTextRules): Read {
  return hasInvisible(word) ? refuse('not_understood') : readLink(word, rules, MAX_SCHEMES);
}

/** The most schemes before a link. `lightning:lnurlp://…` has two. */
const MAX_SCHEMES = 3;

/** Reads a link. `schemes` is the number of schemes that may still precede the payment. */
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
      return readBitcoin(rest, rules, schemes);
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
      // The word before the colon is no scheme, as in `Invoice:lnbc…`.
      return readWithoutScheme(BECH32.test(rest) ? rest : word, rules);
  }
}

/**
 * The form of a scheme before a link. Websites can handle links with some schemes only if `web+`
 * precedes them.
 */
const SCHEME = /^(?:web\+)?([a-z][a-z0-9+-]*):\/*(.*)$/is;

/**
 * Undoes the escaping of programs that percent-encode the colon of a link, and with it the rest of
 * the link.
 */
const withPlainScheme = (word: string): string =>
  /^[a-z+]+%3a/i.test(word) ? unescapeText(word) : word;

/** Reads the text after `lightning:`, which is either a payment or a link to one. */
function readInner(rest: string, rules: PayTextRules, schemes: number): Read {
  if (SCHEME.test(withPlainScheme(rest))) return readLink(rest, rules, schemes - 1);
  return readWithoutScheme(beforeQuery(rest), rules);
}

/** Cuts off a slash that browsers append, and a query that websites append. */
const beforeQuery = (text: string): string =>
  unescapeText(text.replace(/[?&#].*$/s, '').replace(/(?<!\/)\/+$/, '')).trim();

const BECH32 = /^ln(bcrt|bc|tbs|tb|url)[0-9]*[munp]?1/i;

function readWithoutScheme(text: string, rules: PayTextRules): Read {
  const [, pubkey] = NODE.exec(text) ?? [];
  if (pubkey !== undefined) return readNode(pubkey.toLowerCase());
  if (text.includes('@')) return readAddress(text, rules);
  if (/^lnurl1/i.test(text)) return readBech32(withSmallStart(text), rules);
  if (/^ln(bcrt|bc|tbs|tb)/i.test(text)) {
    return accept({ kind: 'bolt11', bolt11: withSmallStart(text) });
  }
  const address = readChainAddress(text);
  if (address !== null) {
    return accept({ kind: 'chain', addresses: [address], amountSat: null, purpose: null });
  }
  if (isLikeChainAddress(text)) return refuse('bad_bitcoin_address');
  const known = KNOWN.find(([form]) => form.test(text));
  return refuse(known === undefined ? 'not_understood' : known[1]);
}

/**
 * The form of a node's key, alone or as `key@host:port`, in which nodes are announced. In any other
 * surroundings, the same digits may be part of another payment.
 */
const NODE = /^(0[23][0-9a-f]{64})(?:@[\w.:[\]-]+)?$/i;

const readNode = (pubkey: string): Read =>
  isNodePubkey(pubkey) ? accept({ kind: 'node', pubkey }) : refuse('bad_node_key');

/** Forms of texts that people paste although they cannot be paid, and what each of them is. */
const KNOWN: readonly (readonly [form: RegExp, is: UnpayableText])[] = [
  [/^ln[oir]1/i, 'bolt12'],
  [/^t?sp1q[a-z0-9]{20,}$/i, 'silent_payment'],
  [/^(npub|nprofile)1/i, 'nostr_key'],
  [/^(nsec|ncryptsec)1/i, 'nostr_secret'],
  [/^(note|nevent|naddr)1/i, 'nostr_event'],
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

/** Reads the text after `nostr:`, which may also be a key in hex. */
function readNostrLink(rest: string, rules: PayTextRules): Read {
  const read = readWithoutScheme(beforeQuery(rest), rules);
  const isNamed = !read.ok && NOSTR.has(read.refusal);
  return isNamed ? read : refuse('nostr_key');
}

const NOSTR: ReadonlySet<UnpayableText> = new Set(['nostr_secret', 'nostr_event']);

/**
 * Reads a link of LUD-17. The host follows the scheme, sometimes without `//`. Websites also put a
 * lightning address there, an LNURL in bech32, or a whole link with its `https://`.
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
  // An LNURL in bech32 contains a whole URL, which says whether it is https.
  return accept({ ...read.value, expects, isSchemeOpen: !/^lnurl1/i.test(link) });
}

function readLud17Link(link: string, rules: PayTextRules): Read {
  if (/^lnurl1/i.test(link)) return readBech32(withSmallStart(beforeQuery(link)), rules);
  const url = withSmallName(`https://${link}`);
  return readOwnUrl(url, rules) ?? readLnurlUrl(readOutboundUrl(url, rules));
}

/**
 * Writes the name of an address in lower case (LUD-16), because a QR code may have it in upper
 * case.
 */
const withSmallName = (url: string): string =>
  url.replace(LARGE_NAME, (place) => place.toLowerCase());

const LARGE_NAME = /^https?:\/\/[^/?#]+\/\.well-known\/lnurlp\/[^?#]*/i;

/**
 * Reads a URL of this service, which is never fetched: either it stands for a lightning address, or
 * it cannot be paid.
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
/**
 * Paths of this service that stand for a lightning address: the one for wallets, and the page for
 * payers.
 */
const OWN_PATH = /^\/(?:\.well-known\/lnurlp|pay)\/([a-z0-9._+-]+)\/?$/i;

function readLnurlUrl(url: Result<URL, UnpayableText>): Read {
  if (!url.ok) return url;
  const tag = url.value.searchParams.get('tag');
  if (tag === 'login') return refuse('login_link');
  if (tag === 'channelRequest') return refuse('channel_link');
  const expects = tag === 'payRequest' || tag === 'withdrawRequest' ? tag : null;
  return accept({ kind: 'lnurl', url: url.value.href, expects, isSchemeOpen: false });
}

/**
 * Reads a link for browsers that contains an LNURL (LUD-01), or that is an LNURL and says so in its
 * tag.
 */
function readWebLink(text: string, rules: PayTextRules, schemes: number): Read {
  // Pages that run in the browser alone have their parameters after the `#`.
  const [, query = '', fragment = ''] = /^[^?#]*(?:\?([^#]*))?#?(.*)$/s.exec(text) ?? [];
  const parameters = [query, fragment.replace(/^[^?]*\?/, '')].flatMap(readLinkParameters);
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
 * Reads a bitcoin URI (BIP 321). Some sites put the Lightning payment in the place of the address.
 * If the Lightning part of a URI cannot be read, its address is used.
 */
function readBitcoin(rest: string, rules: PayTextRules, schemes: number): Read {
  const read = readBitcoinLink(rest);
  if (!read.ok) return read;
  const link = read.value;
  const { addresses, amountSat, purpose } = link;
  const chain: ChainTarget | null =
    addresses.length === 0 ? null : { kind: 'chain', addresses, amountSat, purpose };
  const inside = readLightningParameter(link.parameters, rules, schemes);
  if (chain === null) return inside ?? readWithoutAddress(link, rules);
  if (inside === null) return accept(chain);
  if (!inside.ok) return inside.refusal === 'several' ? inside : accept(chain);
  const lightning = inside.value;
  return lightning.kind === 'both' || lightning.kind === 'chain'
    ? inside
    : accept({ kind: 'both', lightning, chain });
}

/**
 * Reads a bitcoin URI that has neither an address that can be paid nor a parameter for Lightning.
 */
function readWithoutAddress({ path, parameters }: BitcoinLink, rules: PayTextRules): Read {
  const text = beforeQuery(path);
  if (text !== '') {
    const read = readWithoutScheme(text, rules);
    return read.ok || read.refusal !== 'not_understood' ? read : refuse('bad_bitcoin_address');
  }
  const known = parameters.find(([key]) => OTHER_WAYS.has(key))?.[0] ?? '';
  return refuse(OTHER_WAYS.get(known) ?? 'no_lightning');
}

/** Other ways to pay that a bitcoin URI without an address offers. */
const OTHER_WAYS: ReadonlyMap<string, UnpayableText> = new Map([
  ['lno', 'bolt12'],
  ['sp', 'silent_payment'],
  ...ADDRESS_KEYS.map((network) => [network, 'bad_bitcoin_address'] as const),
]);

/**
 * Reads the Lightning payment in the parameters; null when there is none. `lightning` takes
 * precedence over `lnurl`, which may repeat the same payment.
 */
function readLightningParameter(
  parameters: LinkParameters,
  rules: PayTextRules,
  schemes: number,
): Read | null {
  const [first, second] = ['lightning', 'lnurl'].flatMap((wanted) => {
    const values = valuesOf(parameters, wanted);
    return values.length === 0 ? [] : [readValues(values, rules, schemes)];
  });
  if (first === undefined) return null;
  const isUseless = !first.ok && first.refusal !== 'several';
  return isUseless && second?.ok ? second : first;
}

/**
 * Reads several values of a parameter. They may contain one payment, perhaps twice, and others that
 * cannot be paid (BIP 321).
 */
function readValues(values: readonly string[], rules: PayTextRules, schemes: number): Read {
  const reads = values.map((value) => readInner(value, rules, schemes));
  const payable = new Map<string, Read>();
  for (const read of reads) if (read.ok) payable.set(keyOf(read.value), read);
  if (payable.size > 1) return refuse('several');
  const [only] = payable.values();
  return only ?? reads[0] ?? refuse('not_understood');
}
