/** A moment as Go prints it with `%v`, on a machine in UTC: `2026-01-02 03:04:05 +0000 UTC`. */
export function goTime(seconds: number): string {
  const text = new Date(seconds * 1000).toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, 19)} +0000 UTC`;
}
