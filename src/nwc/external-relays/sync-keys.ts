import { type RunPeriodicallyDeps, runPeriodically } from '../../background/run-periodically.ts';
import type { ExternalKey, NwcExternalStore } from '../external-store.ts';
import { type FanOutExternalDeps, fanOutExternal } from '../fan-out-external.ts';
import {
  EXTERNAL_INFO_MS,
  EXTERNAL_KEYS_LOOK_MS,
  EXTERNAL_STEP,
  LISTEN_AFTER_END_MS,
} from '../limits.ts';
import type { RelayState, Session } from './session.ts';

export interface SyncKeysDeps extends RunPeriodicallyDeps, FanOutExternalDeps {
  readonly nwcExternal: Pick<
    NwcExternalStore,
    'listKeys' | 'findKeysToTell' | 'pageLiveKeys' | 'tell'
  >;
}

/**
 * The interval at which a process reads all keys of apps again, so that it forgets keys that ended
 * long ago.
 */
const RELOAD_MS = EXTERNAL_INFO_MS;

/**
 * Subscribes at external relays to new keys of apps, and publishes there when the permissions of a
 * key have changed or a key has ended. Goes on for as long as this process holds the lease for
 * external relays.
 */
export async function syncKeys(deps: SyncKeysDeps, session: Session): Promise<void> {
  const { clock, nwcExternal } = deps;
  const { keys, relays, signal } = session;
  const options = { name: 'keeping the keys of external relays', everyMs: EXTERNAL_KEYS_LOOK_MS };
  let reloadAtMs = clock.monotonicMs();
  await runPeriodically(deps, options, signal, async () => {
    if (clock.monotonicMs() >= reloadAtMs) {
      const now = clock.now();
      const endedAfter = new Date(now.getTime() - LISTEN_AFTER_END_MS);
      keys.replace(await nwcExternal.listKeys(now, endedAfter));
      for (const { open } of relays) open?.sync();
      reloadAtMs = clock.monotonicMs() + RELOAD_MS;
    }
    await tellChanges(deps, session);
    for (const relay of relays) await tellInfos(deps, session, relay);
  });
}

/**
 * Publishes what changed keys may do. A relay gets the info event of a key only after we have
 * subscribed to requests for that key, so that no request is missed.
 */
async function tellChanges(deps: SyncKeysDeps, session: Session): Promise<void> {
  const { keys, relays, signal } = session;
  const urls = relays.map(({ url }) => url);
  for (;;) {
    const changed = await deps.nwcExternal.findKeysToTell(deps.clock.now(), EXTERNAL_STEP);
    if (signal.aborted || changed.length === 0) return;
    keys.add(changed.map(({ key }) => key));
    for (const { open } of relays) open?.sync();
    await tell(deps, session, changed, urls);
  }
}

/** Sends a relay all info events when it connects and then every hour, because relays lose them. */
async function tellInfos(deps: SyncKeysDeps, session: Session, relay: RelayState): Promise<void> {
  const { clock, nwcExternal } = deps;
  if (relay.open === null || clock.monotonicMs() < relay.infosDueAtMs) return;
  let after: string | null = null;
  for (;;) {
    const page: readonly ExternalKey[] = await nwcExternal.pageLiveKeys(
      clock.now(),
      after,
      EXTERNAL_STEP,
    );
    if (session.signal.aborted) return;
    if (page.length > 0) await tell(deps, session, page, [relay.url]);
    if (page.length < EXTERNAL_STEP) break;
    after = page.at(-1)?.key.deviceId ?? null;
  }
  relay.infosSentAtMs = clock.monotonicMs();
  relay.infosDueAtMs = relay.infosSentAtMs + EXTERNAL_INFO_MS;
}

async function tell(
  deps: SyncKeysDeps,
  { fence, lose }: Session,
  keys: readonly ExternalKey[],
  relays: readonly string[],
): Promise<void> {
  if (!(await fanOutExternal(deps, keys, relays, { fence }))) lose();
}
