/** Asks a server that the operator has named for the price of a bitcoin. */

import { request } from 'undici';
import { PLAIN_ANSWERS, readContent } from '../../system/guarded-connector/decode-content.ts';
import type { PlanRequests } from '../known-sources.ts';
import { readPrice } from '../rate.ts';
import type { RateSource } from '../rate-source.ts';

/** The time limit for reading the prices of one source once, which may take several calls. */
const TURN_MS = 10_000;
const MAX_BYTES = 262_144;

/**
 * Creates a source of prices at a server that the operator named, which may be in their own
 * network. Calls are sent one after the other.
 */
export const createRateSource = (name: string, planRequests: PlanRequests): RateSource => ({
  name,
  readPrices: async (currencies, signal) => {
    const turn = AbortSignal.any([signal, AbortSignal.timeout(TURN_MS)]);
    const prices = new Map<string, bigint>();
    const errors: unknown[] = [];
    for (const { url, paths } of planRequests(currencies)) {
      try {
        const answer = await readAnswer(url, turn);
        for (const [currency, path] of paths) {
          const price = readPrice(answer, path);
          if (price !== null) prices.set(currency, price);
        }
      } catch (error) {
        errors.push(error);
      }
    }
    // A source that gave some prices is used, even if its other calls failed, which is how some
    // sources say that they lack a currency.
    if (errors.length > 0 && prices.size === 0) throw errors[0];
    return prices;
  },
});

async function readAnswer(url: string, signal: AbortSignal): Promise<unknown> {
  const answer = await request(url, {
    headers: { accept: 'application/json', 'user-agent': 'satchel-rates/1', ...PLAIN_ANSWERS },
    headersTimeout: TURN_MS,
    bodyTimeout: TURN_MS,
    signal,
  });
  const content = await readContent(answer, MAX_BYTES);
  if (content === 'too_large') throw new Error('the source of rates answered too much');
  if (content === null) throw new Error('the source of rates answered in a coding of its own');
  const { statusCode } = answer;
  if (statusCode !== 200) throw new Error(`the source of rates answered ${statusCode}`);
  return JSON.parse(Buffer.from(content).toString('utf8'));
}
