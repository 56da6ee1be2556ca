import { type Attempts, takeAttempt } from '../../accounts/limit-attempts.ts';
import { type PageAnswer, refusePage } from '../../web/pages/page.ts';
import { NEW_ACCESS } from '../limits.ts';
import type { AppPageDeps } from './app-page-deps.ts';

/**
 * Counts a token, connection, device, registered app or consent that a user is about to add. Their
 * number per day is limited, because each leaves permanent rows, even if it is revoked at once.
 * Null if it may be added, otherwise the page that refuses it.
 */
export async function limitNewAccess(
  { accounts }: Pick<AppPageDeps, 'accounts'>,
  userId: string,
): Promise<PageAnswer | null> {
  const taken = await takeAttempt(accounts, newAccessOf(userId));
  if (taken.ok) return null;
  return refusePage({
    status: 429,
    words: ({ newAccess: { tooMany } }) => ({
      title: tooMany.title,
      message: tooMany.message({ most: String(NEW_ACCESS.burst) }),
    }),
    retryAfterSec: Math.ceil(taken.refusal.waitMs / 1000),
  });
}

export const newAccessOf = (userId: string): Attempts => ({
  what: `new access to ${userId}`,
  rate: NEW_ACCESS,
});
