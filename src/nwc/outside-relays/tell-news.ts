import { type RepeatDeps, repeat } from '../../background/repeat.ts';
import {
  OUTSIDE_BOOKED_MS,
  OUTSIDE_NEWS_ALL_MS,
  OUTSIDE_NEWS_MS,
  OUTSIDE_STEP,
} from '../../base/nwc-limits.ts';
import type { NwcOutsideStore } from '../outside-store.ts';
import { type PublishNewsDeps, publishNews } from '../publish-news.ts';
import type { Session } from './session.ts';

export interface TellNewsDeps extends RepeatDeps, PublishNewsDeps {
  readonly nwcOutside: Pick<NwcOutsideStore, 'findBehind' | 'publishNews'>;
}

/**
 * Hands over what settles in the wallets of keys, until the session ends. It looks at what was
 * booked lately; at all wallets when it begins, after it was kept from looking, and now and then.
 */
export async function tellNews(deps: TellNewsDeps, session: Session): Promise<void> {
  const { nwcOutside, clock } = deps;
  const { relays, fence, signal, lose } = session;
  const urls = relays.map(({ url }) => url);
  const options = { name: 'telling outside relays what settled', everyMs: OUTSIDE_NEWS_MS };
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let lookedAtAllAtMs = Number.NEGATIVE_INFINITY;
  await repeat(deps, options, signal, async () => {
    const nowMs = clock.monotonicMs();
    const isAll =
      nowMs - lookedAtMs > OUTSIDE_BOOKED_MS / 2 || nowMs - lookedAtAllAtMs > OUTSIDE_NEWS_ALL_MS;
    for (;;) {
      const behind = await nwcOutside.findBehind(OUTSIDE_STEP, isAll ? null : OUTSIDE_BOOKED_MS);
      if (behind.length === 0) break;
      for (const each of behind) {
        if (signal.aborted) return;
        if (!(await publishNews(deps, each, urls, { fence }))) lose();
      }
    }
    lookedAtMs = nowMs;
    if (isAll) lookedAtAllAtMs = nowMs;
  });
}
