import { OUTSIDE_NEWS_MS, OUTSIDE_STEP } from '../../base/nwc-limits.ts';
import type { NwcOutsideStore } from '../../nwc/outside-store.ts';
import { type PublishNewsDeps, publishNews } from '../../usecases/nwc/publish-news.ts';
import { type RepeatDeps, repeat } from '../repeat.ts';
import type { Session } from './session.ts';

export interface TellNewsDeps extends RepeatDeps, PublishNewsDeps {
  readonly nwcOutside: Pick<NwcOutsideStore, 'findBehind' | 'publishNews'>;
}

/** Hands over what settles in the wallets of keys, until the session ends. */
export async function tellNews(deps: TellNewsDeps, session: Session): Promise<void> {
  const { relays, fence, signal, lose } = session;
  const urls = relays.map(({ url }) => url);
  const options = { name: 'telling outside relays what settled', everyMs: OUTSIDE_NEWS_MS };
  await repeat(deps, options, signal, async () => {
    for (let isFull = true; isFull && !signal.aborted; ) {
      const behind = await deps.nwcOutside.findBehind(OUTSIDE_STEP);
      for (const each of behind) {
        if (signal.aborted) return;
        if (!(await publishNews(deps, each, urls, { fence }))) lose();
      }
      isFull = behind.length === OUTSIDE_STEP;
    }
  });
}
