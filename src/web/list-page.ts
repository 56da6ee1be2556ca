import { DEFAULT_PAGE_ITEMS, MAX_PAGE, MAX_PAGE_ITEMS } from '../base/limits.ts';
import type { QueryTexts } from './route.ts';

/**
 * Reads `page` and `items` of a list. Values that make no sense count as absent, as old clients
 * send noise such as `items=0`.
 */
export function readListPage(query: QueryTexts): {
  readonly offset: number;
  readonly limit: number;
} {
  const limit = Math.min(readPositive(query.get('items')) ?? DEFAULT_PAGE_ITEMS, MAX_PAGE_ITEMS);
  const page = Math.min(readPositive(query.get('page')) ?? 1, MAX_PAGE);
  return { offset: (page - 1) * limit, limit };
}

/**
 * The most digits that are read of a number. Page numbers need far fewer, and a number with so many
 * is still exact.
 */
const MAX_DIGITS = 15;

function readPositive(text: string | undefined): number | null {
  if (text === undefined || text.length > MAX_DIGITS || !/^[0-9]+$/.test(text)) return null;
  const value = Number(text);
  return value > 0 ? value : null;
}
