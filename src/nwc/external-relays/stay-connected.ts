import { createBackgroundTasks } from '../../background/background-tasks.ts';
import { backoffMs } from '../../base/backoff.ts';
import { retryUntilDone } from '../../base/retry-until-done.ts';
import type { NwcExternalStore } from '../external-store.ts';
import {
  EXTERNAL_INFO_PAUSE_MS,
  EXTERNAL_KEYS_LOOK_MS,
  EXTERNAL_PAUSES,
  MAX_EXTERNAL_TAKING,
} from '../limits.ts';
import {
  admitExternalEvent,
  judgeExternalEvent,
  type PlausibleRequest,
  type TakeExternalDeps,
  takeExternalEvent,
} from '../take-external-event.ts';
import { type ExternalRelayDeps, runRelaySession } from './external-relay.ts';
import type { Publisher } from './publish-due.ts';
import type { RelayState, Session } from './session.ts';

export interface StayConnectedDeps extends ExternalRelayDeps, TakeExternalDeps {
  readonly nwcExternal: Pick<NwcExternalStore, 'addRequest' | 'retryPublicationsNow'>;
}

/**
 * A connection that lasted longer than this does not count as a repeated failure, so the next pause
 * is short.
 */
const HELD_MS = 60_000;

/**
 * Keeps a connection to one relay, and connects again after pauses, for as long as this process
 * holds the lease for external relays. Without any keys of apps, it does not connect.
 */
export async function stayConnected(
  deps: StayConnectedDeps,
  session: Session,
  relay: RelayState,
  publisher: Publisher,
): Promise<void> {
  const { clock, random, log } = deps;
  const { keys, signal } = session;
  const tasks = createBackgroundTasks(log);
  let failures = 0;
  while (!signal.aborted) {
    if (keys.size === 0) {
      await clock.sleep(EXTERNAL_KEYS_LOOK_MS, signal);
      continue;
    }
    const begunAtMs = clock.monotonicMs();
    const reason = await talkOnce(deps, session, relay, publisher, tasks);
    if (signal.aborted) break;
    failures = clock.monotonicMs() - begunAtMs > HELD_MS ? 1 : failures + 1;
    log.warn({ relay: relay.url, reason, failures }, 'an external relay is not connected');
    await clock.sleep(backoffMs(EXTERNAL_PAUSES, failures, random), signal);
  }
  await tasks.drain();
}

async function talkOnce(
  deps: StayConnectedDeps,
  session: Session,
  relay: RelayState,
  publisher: Publisher,
  tasks: ReturnType<typeof createBackgroundTasks>,
): Promise<string> {
  const { clock, log, nwcExternal } = deps;
  const { keys, fence, signal } = session;
  const { url } = relay;
  const take = (plausible: PlausibleRequest): void =>
    tasks.start('taking a request from a relay', () => takeOnce(deps, session, relay, plausible));
  try {
    return await runRelaySession(
      deps,
      {
        relay: url,
        keys,
        opened: (open) => {
          relay.open = open;
          // A relay that was away may have lost our info events, so they are sent again soon. The
          // pause limits this for a relay that connects and disconnects all the time.
          const soonest = (relay.infosSentAtMs ?? 0) + EXTERNAL_INFO_PAUSE_MS;
          relay.infosDueAtMs = Math.min(relay.infosDueAtMs, soonest);
          // Publications that could not be made due now are sent later, when their own pauses are
          // over.
          tasks.start('hurrying publications', () =>
            nwcExternal.retryPublicationsNow(url).catch((error: unknown) => {
              log.debug({ error }, 'publications could not be hurried');
            }),
          );
        },
        offered: (event, subscription, isStored) => {
          // A request that the relay had stored comes again with each new subscription, so it is
          // taken once.
          if (isStored && relay.taken.has(event.id)) return false;
          const offer = { relay: url, fence, event, isStored, arrivedAt: clock.now() };
          const plausible = judgeExternalEvent(
            deps,
            (walletPubkey) => keys.find(subscription, walletPubkey),
            offer,
          );
          // While the database is away, only a limited number of requests wait to be stored, and
          // further ones are dropped. The relay sends them again with a new subscription.
          if (plausible === null || relay.taking.count >= MAX_EXTERNAL_TAKING) return false;
          take(plausible);
          return true;
        },
        answered: (eventId, isAccepted, reason) =>
          publisher.answered(relay, eventId, isAccepted, reason),
      },
      signal,
    );
  } finally {
    relay.open = null;
    relay.sent.clear();
  }
}

/**
 * Stores a request, and tries again until that works, because an external relay cannot tell the app
 * that its request was not taken.
 */
async function takeOnce(
  deps: StayConnectedDeps,
  { signal, lose }: Session,
  { taken, taking }: RelayState,
  plausible: PlausibleRequest,
): Promise<void> {
  if (signal.aborted) return;
  const admitted = admitExternalEvent(deps, plausible);
  if (admitted === 'forged') return;
  if (admitted !== 'ignored') {
    taking.count += 1;
    try {
      const take = () => takeExternalEvent(deps, admitted);
      const outcome = await retryUntilDone(deps, 'taking a request', signal, take);
      if (outcome === 'fenced') return lose();
    } finally {
      taking.count -= 1;
    }
  }
  taken.add(plausible.event.id);
}
