import { type RunPeriodicallyDeps, runPeriodically } from '../../background/run-periodically.ts';
import type { NwcExternalStore } from '../external-store.ts';
import {
  OUTSIDE_BOOKED_MS,
  OUTSIDE_NEWS_ALL_MS,
  OUTSIDE_NEWS_MS,
  OUTSIDE_STEP,
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
  const options = { name: 'telling outside relays what settled', everyMs: OUTSIDE_NEWS_MS };
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let lookedAtAllAtMs = Number.NEGATIVE_INFINITY;
  await runPeriodically(deps, options, signal, async () => {
    const nowMs = clock.monotonicMs();
    const isAll =
      nowMs - lookedAtMs > OUTSIDE_BOOKED_MS / 2 || nowMs - lookedAtAllAtMs > OUTSIDE_NEWS_ALL_MS;
    for (;;) {
      const behind = await nwcExternal.findBehind(OUTSIDE_STEP, isAll ? null : OUTSIDE_BOOKED_MS);
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
