import { type RunPeriodicallyDeps, runPeriodically } from '../../background/run-periodically.ts';
import type { NwcExternalStore } from '../external-store.ts';
import {
  EXTERNAL_BOOKED_MS,
  EXTERNAL_NEWS_ALL_MS,
  EXTERNAL_NEWS_MS,
  EXTERNAL_STEP,
} from '../limits.ts';
import { type PublishInfoEventDeps, publishInfoEvent } from '../publish-info-event.ts';
import type { Session } from './session.ts';

export interface SendNotificationsDeps extends RunPeriodicallyDeps, PublishInfoEventDeps {
  readonly nwcExternal: Pick<NwcExternalStore, 'findBehind' | 'publishInfoEvent'>;
}

/**
 * Hands over what settles in the wallets of keys, until the session ends. It looks at what was
 * booked lately; at all wallets when it begins, after it was kept from looking, and now and then.
 */
export async function sendNotifications(
  deps: SendNotificationsDeps,
  session: Session,
): Promise<void> {
  const { nwcExternal, clock } = deps;
  const { relays, fence, signal, lose } = session;
  const urls = relays.map(({ url }) => url);
  const options = { name: 'telling external relays what settled', everyMs: EXTERNAL_NEWS_MS };
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let lookedAtAllAtMs = Number.NEGATIVE_INFINITY;
  await runPeriodically(deps, options, signal, async () => {
    const nowMs = clock.monotonicMs();
    const isAll =
      nowMs - lookedAtMs > EXTERNAL_BOOKED_MS / 2 || nowMs - lookedAtAllAtMs > EXTERNAL_NEWS_ALL_MS;
    for (;;) {
      const behind = await nwcExternal.findBehind(EXTERNAL_STEP, isAll ? null : EXTERNAL_BOOKED_MS);
      if (behind.length === 0) break;
      for (const each of behind) {
        if (signal.aborted) return;
        if (!(await publishInfoEvent(deps, each, urls, { fence }))) lose();
      }
    }
    lookedAtMs = nowMs;
    if (isAll) lookedAtAllAtMs = nowMs;
  });
}
