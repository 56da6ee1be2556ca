import { type Sat, sat } from '../base/amount.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { type ChainAddress, readChainAddress } from './chain-address.ts';

/**
 * A bitcoin URI (BIP 321, which replaced BIP 21): addresses, and other ways to make the same
 * payment.
 */
export interface BitcoinLink {
  /**
   * The part of the URI before the parameters, where the address belongs; '' in a URI without one.
   */
  readonly path: string;
  /** Addresses that can be paid; the first one is preferred. */
  readonly addresses: readonly ChainAddress[];
  /** The amount; null when the payer chooses it. */
  readonly amountSat: Sat | null;
  /** The purpose in the payee's words; null for none. */
  readonly purpose: string | null;
  readonly parameters: LinkParameters;
}

export type BitcoinLinkRefusal = 'unknown_need' | 'bad_bitcoin_amount';

/**
 * Reads the text after `bitcoin:`. Some sites begin the parameters with `&`. If a parameter that
 * the payer must understand (`req-`) is unknown to this service, the URI cannot be paid. Other
 * unknown parameters are ignored, and so is `pop`, because the page of the payment shows its proof.
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

/**
 * The prefix of required parameters. A wallet that does not know such a parameter must not pay (BIP
 * 321).
 */
const NEEDED = 'req-';
const KNOWN_PARTS = new Set(['amount', 'label', 'message', 'lightning', 'lnurl', ...ADDRESS_KEYS]);
const isKnownNeed = (key: string): boolean =>
  key.startsWith(NEEDED) && KNOWN_PARTS.has(key.slice(NEEDED.length));

export type LinkParameters = readonly (readonly [key: string, value: string])[];

/**
 * Reads the parameters of a URI. QR codes are often in upper case, even the names of parameters,
 * and URIs that were copied from the source of a page have `&amp;`. A plus sign is not read as a
 * space, because names of addresses may contain it.
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

/**
 * Reads the amount. It may be given twice if both are equal. Zero leaves the amount to the payer.
 */
function readAmounts(texts: readonly string[]): Result<Sat | null, 'bad_bitcoin_amount'> {
  const amounts = new Set(texts.map(readBitcoinAmount));
  const [amountSat = sat(0n), ...others] = amounts;
  if (amountSat === null || others.length > 0) return refuse('bad_bitcoin_amount');
  return accept(amountSat === 0n ? null : amountSat);
}

/**
 * Reads an amount in bitcoin, exact to the sat; null for a text that is not an amount, or that has
 * a fraction of a sat.
 */
export function readBitcoinAmount(text: string): Sat | null {
  const [, whole = '', part = ''] = /^(\d{0,8})(?:\.(\d{0,8})0*)?$/.exec(text) ?? [];
  if (whole + part === '') return null;
  const amountSat = BigInt(`${whole}${part.padEnd(SAT_DIGITS, '0')}`);
  return amountSat <= MOST_SAT ? sat(amountSat) : null;
}

const SAT_DIGITS = 8;
/** The number of sats that will ever exist. */
const MOST_SAT = 2_100_000_000_000_000n;

/**
 * Reads the purpose of a payment: the message, which says what it is for, and the label, which
 * names the payee.
 */
function purposeOf(parameters: LinkParameters): string | null {
  const [message = null] = valuesOf(parameters, 'message');
  const [label = null] = valuesOf(parameters, 'label');
  return message === null || label === null ? (message ?? label) : `${label}: ${message}`;
}
