const MOST_KEPT = 64;
const known = new Map<number, string>();

/**
 * ISO 8601 in UTC, with milliseconds, as `Date` writes it. That takes half a microsecond, and what
 * is written together mostly bears the same few times: the newest ones are kept.
 */
export function isoTime(time: Date): string {
  const ms = time.getTime();
  const found = known.get(ms);
  if (found !== undefined) return found;
  const text = time.toISOString();
  if (known.size >= MOST_KEPT) known.clear();
  known.set(ms, text);
  return text;
}
