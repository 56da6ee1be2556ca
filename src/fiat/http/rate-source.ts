/** Asks the server that the operator has named for the price of a bitcoin. */

import { request } from 'undici';
import { decodeContent, PLAIN_ANSWERS } from '../../system/guarded-connector/decode-content.ts';
import { readPrice } from '../rate.ts';
import type { RateSource } from '../rate-source.ts';

export interface RateSourceOptions {
  /** With `{currency}` in it, as the path may have. */
  readonly url: string;
  readonly path: string;
}

const CALL_MS = 10_000;
const MAX_BYTES = 262_144;

/** A server that the operator named; it may be in their own network. */
export const createRateSource = ({ url, path }: RateSourceOptions): RateSource => ({
  readCentsPerBtc: async (currency, signal) => {
    const address = url.replaceAll('{currency}', currency);
    const { statusCode, headers, body } = await request(address, {
      headers: { accept: 'application/json', 'user-agent': 'satchel-rates/1', ...PLAIN_ANSWERS },
      headersTimeout: CALL_MS,
      bodyTimeout: CALL_MS,
      signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_MS)]),
    });
    const text = await readText(body, headers['content-encoding']);
    if (statusCode !== 200) throw new Error(`the source of rates answered ${statusCode}`);
    const price = readPrice(JSON.parse(text), path.replaceAll('{currency}', currency));
    if (price === null) throw new Error(`the source of rates gave no price of ${currency}`);
    return price;
  },
});

async function readText(
  body: AsyncIterable<Buffer>,
  coding: string | string[] | undefined,
): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error('the source of rates answered too much');
    chunks.push(chunk);
  }
  const content = decodeContent(Buffer.concat(chunks), coding, MAX_BYTES);
  if (content === 'too_large') throw new Error('the source of rates answered too much');
  if (content === null) throw new Error('the source of rates answered in a coding of its own');
  return Buffer.from(content).toString('utf8');
}
