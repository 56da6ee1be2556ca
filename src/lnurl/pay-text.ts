import { MAX_PAY_TEXT_LENGTH } from '../base/lnurl-limits.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { holdsHidden } from '../base/text.ts';
import type { UnpayableText } from './lnurl-refusals.ts';
import { decodeLnurl } from './lnurl-text.ts';
import { type OutboundRules, readOutboundUrl, urlOfHost } from './outbound-url.ts';
import { type PayAddress, readPayAddress } from './pay-address.ts';

/** What a text asks for, judged by the text alone: nothing was asked for anywhere. */
export type PayText =
  /** Looks like an invoice; it was not decoded. */
  | { readonly kind: 'bolt11'; readonly bolt11: string }
  | { readonly kind: 'address'; readonly address: PayAddress }
  | { readonly kind: 'lnurl'; readonly url: string; readonly expects: LnurlTag | null };

/** What the text itself promises: LUD-17 schemes and `tag=`. */
export type LnurlTag = 'payRequest' | 'withdrawRequest';

export interface PayTextRules extends OutboundRules {
  /** Of our own addresses, with its port where it has one. */
  readonly ownDomain: string;
  /** Every host of this service, with its port where it has one. */
  readonly ownHosts: readonly string[];
}

type Read = Result<PayText, UnpayableText>;

/**
 * Reads what a person pasted or scanned: BOLT11, a lightning address (LUD-16), LNURL in bech32
 * (LUD-01) or as a URL with a scheme of LUD-17, all of them behind `lightning:` too, a URL with
 * `?lightning=` (LUD-01), and BIP 21 with a `lightning` parameter. Everything else is refused with
 * what it is, where that is known.
 */
export function readPayText(text: string, rules: PayTextRules): Read {
  if (text.length > MAX_PAY_TEXT_LENGTH) return refuse('too_long');
  const bare = text.trim();
  if (bare === '') return refuse('empty');
  if (/\s/.test(bare) || holdsHidden(bare)) return refuse('not_understood');
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+-]*):(?:\/\/)?(.*)$/i.exec(bare) ?? [];
  switch (scheme.toLowerCase()) {
    case 'lightning':
      return readWithoutScheme(rest, rules);
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
      return readWebLink(bare, rules);
    default:
      return readWithoutScheme(bare, rules);
  }
}

function readWithoutScheme(text: string, rules: PayTextRules): Read {
  if (text.includes('@')) return readAddress(text, rules);
  if (/^lnurl1/i.test(text)) return readBech32(text, rules);
  if (/^ln(bcrt|bc|tbs|tb)/i.test(text)) return accept({ kind: 'bolt11', bolt11: text });
  const known = KNOWN.find(([form]) => form.test(text));
  return refuse(known === undefined ? 'not_understood' : known[1]);
}

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
  return readOwnUrl(url, rules) ?? readLnurlUrl(readOutboundUrl(url, rules), null);
}

/** The host stands behind the scheme; `//` may be missing (LUD-17). */
function readLud17(rest: string, expects: LnurlTag, rules: PayTextRules): Read {
  return readOwnUrl(`https://${rest}`, rules) ?? readLnurlUrl(urlOfHost(rest, rules), expects);
}

/** What leads to this service itself is never asked for: an address of ours, or nothing to pay. */
function readOwnUrl(text: string, { ownDomain, ownHosts }: PayTextRules): Read | null {
  const url = URL.parse(text);
  if (url === null || !ownHosts.includes(url.host)) return null;
  const [, name] = OWN_PATH.exec(url.pathname) ?? [];
  if (name === undefined) return refuse('own_link');
  return accept({ kind: 'address', address: { name, domain: ownDomain, url: null } });
}

const OWN_PATH = /^\/\.well-known\/lnurlp\/([a-z0-9._+-]+)$/;

function readLnurlUrl(url: Result<URL, UnpayableText>, expects: LnurlTag | null): Read {
  if (!url.ok) return url;
  const tag = url.value.searchParams.get('tag');
  if (tag === 'login') return refuse('login_link');
  if (tag === 'channelRequest') return refuse('channel_link');
  const told = tag === 'payRequest' || tag === 'withdrawRequest' ? tag : null;
  return accept({ kind: 'lnurl', url: url.value.href, expects: expects ?? told });
}

/** A link for browsers with an LNURL in it (LUD-01), or an LNURL that names its tag. */
function readWebLink(text: string, rules: PayTextRules): Read {
  const inside = parameterOf(URL.parse(text)?.search ?? '', 'lightning');
  if (inside !== null) return readLightningParameter(inside, rules);
  const own = readOwnUrl(text, rules);
  if (own !== null) return own;
  const read = readLnurlUrl(readOutboundUrl(text, rules), null);
  if (!read.ok || read.value.kind !== 'lnurl') return read;
  const isMarked = read.value.expects !== null || LNURL_PATH.test(new URL(text).pathname);
  return isMarked ? read : refuse('bad_link');
}

const LNURL_PATH = /^\/\.well-known\/lnurlp\//;

/** BIP 21: what is in the chain is not for us, and a BOLT12 offer beside an invoice is ignored. */
function readBip21(rest: string, rules: PayTextRules): Read {
  const mark = rest.indexOf('?');
  const inside = mark === -1 ? null : parameterOf(rest.slice(mark), 'lightning');
  return inside === null ? refuse('onchain') : readLightningParameter(inside, rules);
}

function readLightningParameter(text: string, rules: PayTextRules): Read {
  const bare = text.replace(/^lightning:/i, '');
  return bare.includes(':') ? refuse('not_understood') : readWithoutScheme(bare, rules);
}

/** QR codes are often written in upper case, names of parameters too. */
function parameterOf(search: string, name: string): string | null {
  for (const [key, value] of new URLSearchParams(search)) {
    if (key.toLowerCase() === name) return value.trim();
  }
  return null;
}
