/**
 * Sends stored events, called publications, to external relays, and removes those that their relay
 * has accepted.
 */

import { type RunPeriodicallyDeps, runPeriodically } from '../../background/run-periodically.ts';
import { createNotifier, type Notifier } from '../../base/notifier.ts';
import { toEvent } from '../../nostr/event.ts';
import { parseJsonOrNull } from '../../nostr/parse-json.ts';
import type { DuePublication, NwcExternalStore } from '../external-store.ts';
import { EXTERNAL_LOOK_MS, MAX_EXTERNAL_REMEMBERED, MAX_EXTERNAL_TAKEN } from '../limits.ts';
import type { ResponseEmitter } from '../response-emitter.ts';
import type { RelayState, Session } from './session.ts';

export interface PublishExternalDeps extends RunPeriodicallyDeps {
  readonly nwcExternal: Pick<NwcExternalStore, 'takePublications' | 'endPublications'>;
  readonly responseEmitter: Pick<ResponseEmitter, 'listen'>;
}

/** Sends waiting publications to relays, and removes those that relays have accepted. */
export interface Publisher {
  run(): Promise<void>;
  /** To be called with a relay's answer to an event. */
  answered(relay: RelayState, eventId: string, isAccepted: boolean, reason: string): void;
}

export function createPublisher(deps: PublishExternalDeps, session: Session): Publisher {
  const notifier = createNotifier();
  const ended: bigint[] = [];
  return {
    run: async () => {
      // An answer that this process has written is announced within the process and sent at once.
      // Answers of other processes are found by polling the database.
      const endListening = deps.responseEmitter.listen(() => notifier.notify());
      await publishDue(deps, session, { notifier, ended });
      endListening();
    },
    answered: (relay, eventId, isAccepted, reason) => {
      const id = relay.sent.get(eventId);
      if (id === undefined) return;
      relay.sent.delete(eventId);
      if (isAccepted || reason.startsWith('duplicate:')) {
        ended.push(id);
        notifier.notify();
      } else {
        deps.log.debug({ relay: relay.url, reason }, 'a relay did not take an event');
      }
    },
  };
}

interface Work {
  readonly notifier: Notifier;
  /** Ids of publications that relays have accepted, which are to be removed from the database. */
  readonly ended: bigint[];
}

async function publishDue(
  deps: PublishExternalDeps,
  { relays, fence, signal }: Session,
  { notifier, ended }: Work,
): Promise<void> {
  const { nwcExternal, clock } = deps;
  await runPeriodically(
    deps,
    { name: 'publishing on external relays', everyMs: 0 },
    signal,
    async () => {
      const known = [...ended];
      if (known.length > 0) await nwcExternal.endPublications(known);
      ended.splice(0, known.length);
      const open = new Map(
        relays.flatMap((each) => (each.open === null ? [] : [[each.url, each]])),
      );
      const due =
        open.size === 0
          ? []
          : await nwcExternal.takePublications([...open.keys()], MAX_EXTERNAL_TAKEN, { fence });
      if (signal.aborted) return;
      for (const publication of due) send(open.get(publication.relay), publication);
      if (due.length < MAX_EXTERNAL_TAKEN) await notifier.wait(clock, EXTERNAL_LOOK_MS, signal);
    },
  );
}

function send(relay: RelayState | undefined, { id, event: text }: DuePublication): void {
  const event = toEvent(parseJsonOrNull(text));
  if (relay === undefined || relay.open === null || event === null) return;
  relay.sent.set(event.id, id);
  const [oldest] = relay.sent.size > MAX_EXTERNAL_REMEMBERED ? relay.sent.keys() : [];
  if (oldest !== undefined) relay.sent.delete(oldest);
  relay.open.publish(text);
}
