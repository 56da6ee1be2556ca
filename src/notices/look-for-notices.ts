import type { Clock } from '../base/clock.ts';
import { NOTICES_LOOKED_AT_ONCE } from './limits.ts';
import type { NoticeInboxStore } from './notice.ts';

export interface LookForNoticesDeps {
  readonly noticeInboxes: Pick<NoticeInboxStore, 'listToLookAt' | 'lookForNotices'>;
  readonly clock: Clock;
}

/**
 * Looks at the money of people who want mail about it. For everyone else, their next page looks.
 * Each look is a transaction of its own, and may be done twice or at the same time.
 */
export async function lookForNotices(
  { noticeInboxes, clock }: LookForNoticesDeps,
  signal: AbortSignal,
): Promise<void> {
  let afterUserId: string | null = null;
  for (;;) {
    const users: readonly string[] = await noticeInboxes.listToLookAt(
      afterUserId,
      NOTICES_LOOKED_AT_ONCE,
    );
    for (const userId of users) {
      if (signal.aborted) return;
      await noticeInboxes.lookForNotices(userId, clock.now());
    }
    afterUserId = users.at(-1) ?? null;
    if (users.length < NOTICES_LOOKED_AT_ONCE) return;
  }
}
