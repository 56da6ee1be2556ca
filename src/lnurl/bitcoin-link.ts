import { type Sat, sat } from '../base/amount.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { type ChainAddress, readChainAddress } from './chain-address.ts';

/** A link of BIP 321, which replaced BIP 21: addresses, and other ways to pay the same. */
export interface BitcoinLink {
  /** The text where the address stands; '' in a link without one. */
  readonly path: string;
  /** Addresses that can be paid; the first one is preferred. */
  readonly addresses: readonly ChainAddress[];
  /** Null where the payer chooses it. */
  readonly amountSat: Sat | null;
  /** The purpose in the payee's words; null for none. */
  readonly purpose: string | null;
  readonly parameters: LinkParameters;
}

export type BitcoinLinkRefusal = 'unknown_need' | 'bad_bitcoin_amount';

/**
 * Reads what stands behind `bitcoin:`. Some sites begin the parameters with `&`. A part that the
 * payer has to know (`req-`) and that is not known here makes the link unpayable; all other unknown
 * parts are passed over, as `pop` is: the page of the payment proves it here.
 */
export function readBitcoinLink(rest: string): Result<BitcoinLink, BitcoinLinkRefusal> {
  const [, path = '', query = ''] = /^([^?&]*)[?&]?(.*)$/s.exec(rest) ?? [];
  const parameters = readLinkParameters(query);
  if (parameters.some(([key]) => key.startsWith(NEEDED))) return refuse('unknown_need');
  const amount = readAmounts(valuesOf(parameters, 'amount'));
  if (!amount.ok) return amount;
  const named = ADDRESS_KEYS.flatMap((key) => valuesOf(parameters, key));
  const addresses = [unescapeText(path).trim(), ...named].map(readChainAddress);
  return accept({
    path,
    addresses: addresses.filter((address) => address !== null),
    amountSat: amount.value,
    purpose: purposeOf(parameters),
    parameters,
  });
}

/** Parameters that name segwit addresses by the prefix of their network. */
export const ADDRESS_KEYS: readonly string[] = ['bc', 'tb', 'bcrt', 'tbs'];

/** The prefix of needed parts: a wallet that does not know such a part must not pay (BIP 321). */
const NEEDED = 'req-';
const KNOWN_PARTS = new Set(['amount', 'label', 'message', 'lightning', 'lnurl', ...ADDRESS_KEYS]);
const isKnownNeed = (key: string): boolean =>
  key.startsWith(NEEDED) && KNOWN_PARTS.has(key.slice(NEEDED.length));

export type LinkParameters = readonly (readonly [key: string, value: string])[];

/**
 * Reads pairs of a query. QR codes are often in upper case, names of parameters too, and `&amp;`
 * comes from pages that were copied. A plus stays one: it belongs to names of addresses.
 */
export const readLinkParameters = (query: string): LinkParameters =>
  query.split('&').map((pair) => {
    const [, key = '', value = ''] = /^(?:amp;)?([^=]*)=?(.*)$/s.exec(pair) ?? [];
    const name = unescapeText(key).toLowerCase();
    return [isKnownNeed(name) ? name.slice(NEEDED.length) : name, unescapeText(value).trim()];
  });

export const valuesOf = (parameters: LinkParameters, wanted: string): readonly string[] =>
  parameters.flatMap(([key, value]) => (key === wanted && value !== '' ? [value] : []));

export function unescapeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** An amount may be named twice, if it is the same. Zero leaves it open. */
function readAmounts(texts: readonly string[]): Result<Sat | null, 'bad_bitcoin_amount'> {
  const amounts = new Set(texts.map(readBitcoinAmount));
  const [amountSat = sat(0n), ...others] = amounts;
  if (amountSat === null || others.length > 0) return refuse('bad_bitcoin_amount');
  return accept(amountSat === 0n ? null : amountSat);
}

/** Reads an amount in bitcoin to the sat; null for what is no amount, or has parts of a sat. */
export function readBitcoinAmount(text: string): Sat | null {
  const [, whole = '', part = ''] = /^(\d{0,8})(?:\.(\d{0,8})0*)?$/.exec(text) ?? [];
  if (whole + part === '') return null;
  const amountSat = BigInt(`${whole}${part.padEnd(SAT_DIGITS, '0')}`);
  return amountSat <= MOST_SAT ? sat(amountSat) : null;
}

const SAT_DIGITS = 8;
/** There will never be more than 21 million bitcoin. */
const MOST_SAT = 2_100_000_000_000_000n;

/** The message says what is paid; the label names the payee. */
function purposeOf(parameters: LinkParameters): string | null {
  const [message = null] = valuesOf(parameters, 'message');
  const [label = null] = valuesOf(parameters, 'label');
  return message === null || label === null ? (message ?? label) : `${label}: ${message}`;
}
