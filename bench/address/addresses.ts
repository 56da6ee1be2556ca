import assert from 'node:assert/strict';
import { systemClock } from '../../src/system/system-clock.ts';
import type { LndStage } from '../lnd-stage.ts';

const AMOUNT_MSAT = 10_000;

/** Gives each payee an address, and returns the names. */
export async function nameEveryone({ payees, stores }: LndStage): Promise<readonly string[]> {
  const names: string[] = [];
  for (const { name, userId } of payees) {
    const at = systemClock.now();
    assert.equal(await stores.addressNames.claimName(userId, name, at, null), 'claimed');
    names.push(name);
  }
  return names;
}

export const callbackPath = (name: string): string =>
  `/lnurlp/${name}/callback?amount=${AMOUNT_MSAT}&comment=a+coffee`;

/**
 * The headers of a stranger as the service sees them behind its proxy: network number `n` of 16
 * million.
 */
export const fromNetwork = (n: number): Readonly<Record<string, string>> => ({
  'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
});
