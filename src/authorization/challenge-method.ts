import { CHALLENGE_RECORD_MS } from './limits.ts';

/**
 * How an app proves that the one who redeems a code has also begun the request (PKCE: RFC 7636,
 * 4.2).
 */
export type ChallengeMethod = 'S256' | 'plain' | 'none';

/** The days on which an app last used each PKCE method. */
export type ChallengeRecord = ReadonlyMap<ChallengeMethod, Date>;

/**
 * Whether an app has recently used S256 only: then the other PKCE methods can be refused without
 * harm.
 */
export function usesOnlyS256(record: ChallengeRecord, now: Date): boolean {
  const isRecent = (method: ChallengeMethod): boolean =>
    (record.get(method)?.getTime() ?? 0) > now.getTime() - CHALLENGE_RECORD_MS;
  return isRecent('S256') && !isRecent('plain') && !isRecent('none');
}
