import type { Msat } from '../base/amount.ts';
import { assert } from '../base/assert.ts';
import { readPrefix } from './bolt11-prefix.ts';

/**
 * The amount of an invoice that was decoded before, from its human-readable part alone (BIP 173:
 * all before the last `1`); null when the payer chooses it.
 */
export function readBolt11Amount(bolt11: string): Msat | null {
  const prefix = readPrefix(bolt11.slice(0, bolt11.lastIndexOf('1')));
  assert(prefix.ok, 'an invoice that was decoded has a readable prefix');
  return prefix.value.amountMsat;
}
