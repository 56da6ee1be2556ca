import { CHALLENGE_RECORD_MS } from './limits.ts';

/**
 * How an app proves that it is the one that sent the authorization request when it redeems the code
 * (PKCE: RFC 7636, 4.2). `none` means that it does not.
 */
export type ChallengeMethod = 'S256' | 'plain' | 'none';

/** For each PKCE method, the day on which an app last used it. */
export type ChallengeRecord = ReadonlyMap<ChallengeMethod, Date>;

/**
 * Whether an app recently used only the PKCE method S256, so that refusing the other methods would
 * break nothing.
 */
export function usesOnlyS256(record: ChallengeRecord, now: Date): boolean {
  const isRecent = (method: ChallengeMethod): boolean =>
    (record.get(method)?.getTime() ?? 0) > now.getTime() - CHALLENGE_RECORD_MS;
  return isRecent('S256') && !isRecent('plain') && !isRecent('none');
}
