import type { QueryTexts } from '../web/route.ts';
import { LNDHUB_LIST_ITEMS, MAX_LNDHUB_LIST_ITEMS } from './limits.ts';

/**
 * Reads the `limit` of a list. A senseless one counts as missing, because apps send 0, -1 and
 * numbers beyond the number of entries.
 */
export function readLimit(query: QueryTexts): number {
  const limit = readWhole(query.get('limit'));
  return limit === 0 ? LNDHUB_LIST_ITEMS : Math.min(limit, MAX_LNDHUB_LIST_ITEMS);
}

export const readOffset = (query: QueryTexts): number => readWhole(query.get('offset'));

const readWhole = (text: string | undefined): number =>
  text !== undefined && /^[0-9]{1,9}$/.test(text) ? Number(text) : 0;
