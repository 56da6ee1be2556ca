import { type RunAsLeaderDeps, runAsLeader } from '../../background/run-as-leader.ts';
import { EXTERNAL_RELAYS_LEASE, type NwcExternalStore } from '../external-store.ts';
import { createPublisher, type PublishExternalDeps } from './publish-due.ts';
import { type SendNotificationsDeps, sendNotifications } from './send-notifications.ts';
import type { RelayState, Session } from './session.ts';
import { type StayConnectedDeps, stayConnected } from './stay-connected.ts';
import { type SyncKeysDeps, syncKeys } from './sync-keys.ts';
import { createWatchedKeys } from './watched-keys.ts';

export interface ExternalRelaysDeps
  extends RunAsLeaderDeps,
    SyncKeysDeps,
    PublishExternalDeps,
    StayConnectedDeps,
    SendNotificationsDeps {
  readonly nwcExternal: NwcExternalStore;
  readonly relays: readonly RelayState[];
}

/**
 * Takes requests from external relays and publishes answers there, including answers that other
 * processes wrote. Only the process that holds the lease for external relays does this, until the
 * signal aborts.
 */
export async function runExternalRelays(
  deps: ExternalRelaysDeps,
  signal: AbortSignal,
): Promise<void> {
  await runAsLeader(deps, EXTERNAL_RELAYS_LEASE, signal, async (leadership) => {
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
      syncKeys(deps, session),
      publisher.run(),
      sendNotifications(deps, session),
      ...deps.relays.map((relay) => stayConnected(deps, session, relay, publisher)),
    ]);
  });
}
