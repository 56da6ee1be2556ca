import type { PageDeps } from '../../app/pages/page-deps.ts';
import type { User } from '../../users/user-store.ts';

/**
 * Finds what is new for a user and says how many notices they have not read: null for guests. A
 * page comes without it, too.
 */
export async function countUnread(
  { noticeInboxes, clock, log }: Pick<PageDeps, 'noticeInboxes' | 'clock' | 'log'>,
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
