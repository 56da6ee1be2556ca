import { sweep } from '../background/sweep.ts';
import type { Clock } from '../base/clock.ts';
import { KEEP_NOTICES_MS, KEEP_SIGN_IN_PLACES_MS } from '../base/notice-limits.ts';
import type { NoticeInboxStore } from './notice.ts';

export interface SweepNoticesDeps {
  readonly noticeInboxes: Pick<
    NoticeInboxStore,
    'sweepNotices' | 'sweepSignInPlaces' | 'sweepToldBudgets'
  >;
  readonly clock: Clock;
}

/** Removes old notices, and what was only kept to tell nothing twice. */
export async function sweepNotices(deps: SweepNoticesDeps, signal: AbortSignal): Promise<void> {
  const { noticeInboxes, clock } = deps;
  const nowMs = clock.now().getTime();
  const toldBefore = new Date(nowMs - KEEP_NOTICES_MS);
  const signedInBefore = new Date(nowMs - KEEP_SIGN_IN_PLACES_MS);
  await sweep((limit) => noticeInboxes.sweepNotices(toldBefore, limit), signal);
  await sweep((limit) => noticeInboxes.sweepSignInPlaces(signedInBefore, limit), signal);
  await sweep((limit) => noticeInboxes.sweepToldBudgets(limit), signal);
}
