import { type LeadDeps, lead } from '../../background/lead.ts';
import { type NwcOutsideStore, OUTSIDE_RELAYS_LEASE } from '../outside-store.ts';
import { type KeepKeysDeps, keepKeys } from './keep-keys.ts';
import { createPublisher, type PublishOutsideDeps } from './publish-due.ts';
import type { RelayState, Session } from './session.ts';
import { type StayConnectedDeps, stayConnected } from './stay-connected.ts';
import { type TellNewsDeps, tellNews } from './tell-news.ts';
import { createWatchedKeys } from './watched-keys.ts';

export interface OutsideRelaysDeps
  extends LeadDeps,
    KeepKeysDeps,
    PublishOutsideDeps,
    StayConnectedDeps,
    TellNewsDeps {
  readonly nwcOutside: NwcOutsideStore;
  readonly relays: readonly RelayState[];
}

/**
 * Takes requests from relays outside of this service and publishes there, in one of all processes,
 * until the signal. Whoever wrote an answer, this process publishes it.
 */
export async function runOutsideRelays(
  deps: OutsideRelaysDeps,
  signal: AbortSignal,
): Promise<void> {
  await lead(deps, OUTSIDE_RELAYS_LEASE, signal, async (leadership) => {
    const lost = new AbortController();
    const session: Session = {
      fence: leadership.fence,
      keys: createWatchedKeys(),
      relays: deps.relays,
      signal: AbortSignal.any([leadership.signal, lost.signal]),
      lose: () => lost.abort(),
    };
    const publisher = createPublisher(deps, session);
    await Promise.all([
      keepKeys(deps, session),
      publisher.run(),
      tellNews(deps, session),
      ...deps.relays.map((relay) => stayConnected(deps, session, relay, publisher)),
    ]);
  });
}
