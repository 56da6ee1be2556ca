/**
 * The number of standbys that a commit waits for, by `synchronous_standby_names` (PostgreSQL
 * manual, 19.6.2): `FIRST 2 (a, b)`, `ANY 2 (a, b, c)`, the older `2 (a, b)`, or a plain list,
 * which means one.
 */
export function confirmingStandbys(names: string): number {
  const text = names.trim();
  if (text === '') return 0;
  const count = /^(?:(?:first|any)\s+)?(\d+)\s*\(/i.exec(text)?.[1];
  return count === undefined ? 1 : Number(count);
}
