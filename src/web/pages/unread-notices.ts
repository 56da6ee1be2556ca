import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { User } from '../../users/user-store.ts';

export interface CountUnreadDeps {
  readonly noticeInboxes: {
    /** Writes new notices to the inbox of a user, and says how many notices they have not read. */
    lookForNotices(userId: string, now: Date): Promise<number>;
  };
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Finds new notices for a user, and says how many they have not read. Null for guests, and if the
 * count fails, as a page is shown without it too.
 */
export async function countUnread(
  { noticeInboxes, clock, log }: CountUnreadDeps,
  user: Pick<User, 'id'> | null,
): Promise<number | null> {
  if (user === null) return null;
  try {
    return await noticeInboxes.lookForNotices(user.id, clock.now());
  } catch (error) {
    log.warn({ error }, 'notices could not be counted');
    return null;
  }
}
