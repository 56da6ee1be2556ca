import { type Msat, msat } from '../base/amount.ts';
import { assert } from '../base/assert.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { Network } from './bolt11.ts';

/** The human-readable part of an invoice: network and amount, such as `lnbc2500u`. */
export interface Bolt11Prefix {
  readonly network: Network;
  readonly amountMsat: Msat | null;
}

/** The amount of all bitcoin that will ever exist. */
export const MAX_AMOUNT_MSAT = 21_000_000n * 100_000_000_000n;

/** Reads a prefix in lower case. A refusal has a sentence for people. */
export function readPrefix(text: string): Result<Bolt11Prefix, string> {
  // The longer network codes come first, because "bcrt" and "tbs" begin with "bc" and "tb".
  const [, code, amountText] = /^ln(bcrt|bc|tbs|tb)(.*)$/.exec(text) ?? [];
  const network = NETWORKS.get(code ?? '');
  if (network === undefined) return refuse('The invoice is for an unknown network.');
  if (amountText === undefined || amountText === '') return accept({ network, amountMsat: null });

  const amountMsat = readAmount(amountText);
  return amountMsat.ok ? accept({ network, amountMsat: amountMsat.value }) : amountMsat;
}

export function writePrefix(prefix: Bolt11Prefix): string {
  const amount = prefix.amountMsat === null ? '' : writeAmount(prefix.amountMsat);
  return `ln${NETWORK_CODES[prefix.network]}${amount}`;
}

/**
 * The codes of networks in invoices, which are those of BIP 173. Only signet differs: its addresses
 * use the code of testnet, its invoices a code of their own.
 */
const NETWORK_CODES: Readonly<Record<Network, string>> = {
  bitcoin: 'bc',
  testnet: 'tb',
  signet: 'tbs',
  regtest: 'bcrt',
};

const NETWORKS: ReadonlyMap<string, Network> = new Map([
  ['bc', 'bitcoin'],
  ['tb', 'testnet'],
  ['tbs', 'signet'],
  ['bcrt', 'regtest'],
]);

/**
 * The multipliers of amounts, from the largest to the smallest. A writer uses the first one that
 * divides the amount.
 */
const MULTIPLIERS = [
  { letter: '', msat: 100_000_000_000n },
  { letter: 'm', msat: 100_000_000n },
  { letter: 'u', msat: 100_000n },
  { letter: 'n', msat: 100n },
] as const;

/** The smallest multiplier, which stands for a tenth of a millisatoshi. */
const PICO = { letter: 'p', perMsat: 10n } as const;

function readAmount(text: string): Result<Msat, string> {
  const [, digits, letter] = /^([1-9][0-9]*)([munp]?)$/.exec(text) ?? [];
  if (digits === undefined || letter === undefined) {
    return refuse('The amount of the invoice is not a whole number with a known multiplier.');
  }
  const value = amountOf(BigInt(digits), letter);
  if (value === null) return refuse('The amount of the invoice has a fraction of a millisatoshi.');
  if (value > MAX_AMOUNT_MSAT) return refuse('The amount of the invoice is above 21 million BTC.');
  return accept(msat(value));
}

function amountOf(count: bigint, letter: string): bigint | null {
  const multiplier = MULTIPLIERS.find((candidate) => candidate.letter === letter);
  if (multiplier !== undefined) return count * multiplier.msat;
  return count % PICO.perMsat === 0n ? count / PICO.perMsat : null;
}

function writeAmount(amountMsat: Msat): string {
  assert(amountMsat > 0n && amountMsat <= MAX_AMOUNT_MSAT, 'an amount exists in bitcoin');
  const multiplier = MULTIPLIERS.find((candidate) => amountMsat % candidate.msat === 0n);
  if (multiplier === undefined) return `${amountMsat * PICO.perMsat}${PICO.letter}`;
  return `${amountMsat / multiplier.msat}${multiplier.letter}`;
}

/**
 * Brings the text of an invoice into the form in which it is compared and stored: trimmed, in lower
 * case, without the URI scheme that wallets and QR codes put in front. A text in mixed case, which
 * BIP 173 forbids, is left as it is, so that decoding refuses it.
 */
export function normalizeBolt11(text: string): string {
  const bare = text.trim().replace(/^lightning:/i, '');
  return /[a-z]/.test(bare) ? bare : bare.toLowerCase();
}

/**
 * The amount of an invoice that was decoded before, read from its human-readable part alone
 * (everything before the last `1`, BIP 173); null when the payer chooses the amount.
 */
export function readBolt11Amount(bolt11: string): Msat | null {
  const prefix = readPrefix(bolt11.slice(0, bolt11.lastIndexOf('1')));
  assert(prefix.ok, 'an invoice that was decoded has a readable prefix');
  return prefix.value.amountMsat;
}
