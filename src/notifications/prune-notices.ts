import { prune } from '../background/prune.ts';
import type { Clock } from '../base/clock.ts';
import type { PushDeviceStore } from '../push/push-device.ts';
import { KEEP_NOTICES_MS, KEEP_SIGN_IN_PLACES_MS } from './limits.ts';
import type { NoticeInboxStore } from './notice.ts';

export interface PruneNoticesDeps {
  readonly noticeInboxes: Pick<
    NoticeInboxStore,
    'pruneNotices' | 'pruneSignInPlaces' | 'pruneToldBudgets'
  >;
  readonly pushDevices: Pick<PushDeviceStore, 'pruneEnded'>;
  readonly clock: Clock;
}

/**
 * Removes old notices, rows that prevent telling something twice and are no longer needed, and
 * browsers whose sessions were ended.
 */
export async function pruneNotices(deps: PruneNoticesDeps, signal: AbortSignal): Promise<void> {
  const { noticeInboxes, pushDevices, clock } = deps;
  const nowMs = clock.now().getTime();
  const toldBefore = new Date(nowMs - KEEP_NOTICES_MS);
  const signedInBefore = new Date(nowMs - KEEP_SIGN_IN_PLACES_MS);
  await prune((limit) => noticeInboxes.pruneNotices(toldBefore, limit), signal);
  await prune((limit) => noticeInboxes.pruneSignInPlaces(signedInBefore, limit), signal);
  await prune((limit) => noticeInboxes.pruneToldBudgets(limit), signal);
  await prune((limit) => pushDevices.pruneEnded(limit), signal);
}
