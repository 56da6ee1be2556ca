import { CHALLENGE_RECORD_MS } from './limits.ts';

/** The proof of an app that the redeemer of a code also began its request (RFC 7636, 4.2). */
export type ChallengeMethod = 'S256' | 'plain' | 'none';

/** The last use of each method with an app, to the day. */
export type ChallengeRecord = ReadonlyMap<ChallengeMethod, Date>;

/** Whether all recent visits used S256: then the other methods can be refused without harm. */
export function usesOnlyS256(record: ChallengeRecord, now: Date): boolean {
  const isRecent = (method: ChallengeMethod): boolean =>
    (record.get(method)?.getTime() ?? 0) > now.getTime() - CHALLENGE_RECORD_MS;
  return isRecent('S256') && !isRecent('plain') && !isRecent('none');
}
