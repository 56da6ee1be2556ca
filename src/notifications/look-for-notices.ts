import type { Clock } from '../base/clock.ts';
import type { WalletFeed } from '../ledger/wallet-feed.ts';
import { NOTICES_FEED_MS, NOTICES_LOOKED_AT_ONCE } from './limits.ts';
import type { NoticeInboxStore } from './notice.ts';

export interface LookForNoticesDeps {
  readonly noticeInboxes: Pick<NoticeInboxStore, 'listToLookAt' | 'lookForNotices'>;
  readonly clock: Clock;
}

/**
 * Searches for new notices about the money of users who want mail about it: of the given users, or
 * of all. For users without such mail, the search is made when they next open a page. Each user's
 * search is a transaction of its own, so it may be repeated, or run twice at the same time.
 */
export async function lookForNotices(
  { noticeInboxes, clock }: LookForNoticesDeps,
  signal: AbortSignal,
  among: readonly string[] | null = null,
): Promise<void> {
  let afterUserId: string | null = null;
  for (;;) {
    const users: readonly string[] = await noticeInboxes.listToLookAt(
      among,
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

/**
 * Searches for notices as soon as a wallet has changed, until the signal aborts. A job that runs at
 * intervals finds what this loop misses.
 */
export async function watchForNotices(
  deps: LookForNoticesDeps & { readonly walletFeed: Pick<WalletFeed, 'listen'> },
  signal: AbortSignal,
): Promise<void> {
  const hear = async (changed: ReadonlyMap<string, bigint> | null): Promise<void> => {
    if (changed !== null) await lookForNotices(deps, signal, [...changed.keys()]);
  };
  const name = 'looking for notices';
  await deps.walletFeed.listen({ name, everyMs: NOTICES_FEED_MS, hear }, signal);
}
