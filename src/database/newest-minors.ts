/**
 * The newest minor release of each version of PostgreSQL when this release of Satchel was made.
 * Update it for each release: https://www.postgresql.org/support/versioning/
 */
const NEWEST_MINORS: ReadonlyMap<number, number> = new Map([
  [15, 20],
  [16, 16],
  [17, 12],
  [18, 7],
]);

/**
 * A sentence about a server that lacks known fixes; null unless a newer minor release of its
 * version is known.
 */
export function findOldRelease(serverVersionNum: number): string | null {
  const version = Math.floor(serverVersionNum / 10_000);
  const minor = serverVersionNum % 10_000;
  const newest = NEWEST_MINORS.get(version);
  if (newest === undefined || minor >= newest) return null;
  return `it is PostgreSQL ${version}.${minor}, and ${version}.${newest} mends known faults of it`;
}
