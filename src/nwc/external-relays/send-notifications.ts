import type { WalletFeed } from '../../ledger/wallet-feed.ts';
import type { NwcExternalStore } from '../external-store.ts';
import { EXTERNAL_NEWS_MS, EXTERNAL_STEP } from '../limits.ts';
import { type PublishInfoEventDeps, publishInfoEvent } from '../publish-info-event.ts';
import type { Session } from './session.ts';

export interface SendNotificationsDeps extends PublishInfoEventDeps {
  readonly walletFeed: Pick<WalletFeed, 'listen'>;
  readonly nwcExternal: Pick<NwcExternalStore, 'findBehind' | 'publishInfoEvent'>;
}

/**
 * Notifies apps, over external relays, of payments that settle in their wallets, for as long as
 * this process holds the lease for external relays.
 */
export async function sendNotifications(
  deps: SendNotificationsDeps,
  session: Session,
): Promise<void> {
  const { nwcExternal, walletFeed } = deps;
  const { relays, fence, signal, lose } = session;
  const urls = relays.map(({ url }) => url);
  const handOver = async (among: readonly string[] | null): Promise<void> => {
    for (;;) {
      const behind = await nwcExternal.findBehind(EXTERNAL_STEP, among);
      if (behind.length === 0) return;
      for (const each of behind) {
        if (signal.aborted) return;
        if (!(await publishInfoEvent(deps, each, urls, { fence }))) lose();
      }
    }
  };
  const name = 'telling external relays what settled';
  await walletFeed.listen(
    {
      name,
      everyMs: EXTERNAL_NEWS_MS,
      hear: (changed) => handOver(changed === null ? null : [...changed.keys()]),
    },
    signal,
  );
}
