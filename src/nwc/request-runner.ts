import { createBackgroundTasks } from '../background/background-tasks.ts';
import { unixSeconds } from '../base/wire-time.ts';
import { type NostrEvent, toEvent, writeEvent } from '../nostr/event.ts';
import { parseJsonOrNull } from '../nostr/parse-json.ts';
import { makeAnswerEvent } from './answer-event.ts';
import { NWC_LEASE_MS, NWC_RETRY_MS } from './limits.ts';
import type { NwcDeps } from './nwc-deps.ts';
import type { StoredRequest } from './nwc-request-store.ts';
import { claimOf, idsOf } from './pay-by-request.ts';
import { answerScheme } from './request-envelope.ts';
import { type OpenedEvent, openStored, type RunEnd, runRequest } from './run-request.ts';

/** Runs requests in this process, whether or not their apps still listen. */
export interface RequestRunner {
  /** @param isTooMany Whether the request is refused because its key asks too often. */
  start(request: StoredRequest, isTooMany: boolean): void;
  /** Whether this process runs a request, and so will announce its answer. */
  isRunning(eventId: string): boolean;
  /** The number of requests of a key that run now. */
  countRunning(deviceId: string): number;
  /** Waits until no request runs, which is soon after the shutdown signal. */
  drain(): Promise<void>;
}

export function createRequestRunner(deps: NwcDeps): RequestRunner {
  const tasks = createBackgroundTasks(deps.log);
  const running = new Set<string>();
  const ofKey = new Map<string, number>();
  const count = (deviceId: string, more: 1 | -1): void => {
    const left = (ofKey.get(deviceId) ?? 0) + more;
    if (left > 0) ofKey.set(deviceId, left);
    else ofKey.delete(deviceId);
  };
  return {
    start: (request, isTooMany) => {
      const { eventId, key } = request;
      if (running.has(eventId)) return;
      running.add(eventId);
      count(key.deviceId, 1);
      tasks.start('running a request', async () => {
        const begunAtMs = deps.clock.monotonicMs();
        let isLeft = false;
        try {
          isLeft = !(await runAndAnswer(deps, request, isTooMany));
        } finally {
          running.delete(eventId);
          count(key.deviceId, -1);
        }
        if (isLeft) await putBackLater(deps, eventId, begunAtMs);
      });
    },
    isRunning: (eventId) => running.has(eventId),
    countRunning: (deviceId) => ofKey.get(deviceId) ?? 0,
    drain: () => tasks.drain(),
  };
}

/**
 * Runs a request and stores its answer. If it fails by a fault of ours, it gets no answer and is
 * run again, here or by another process. False when not even that could be stored.
 */
async function runAndAnswer(
  deps: NwcDeps,
  stored: StoredRequest,
  isTooMany: boolean,
): Promise<boolean> {
  try {
    const opened = openStored(deps, stored);
    const end = await runRequest(deps, stored, opened, isTooMany);
    if (end.kind === 'pending') {
      await deps.nwcRequests.waitForPayment(stored.eventId, end.paymentId);
      return true;
    }
    const answer = await writeEnd(deps, stored, opened, end);
    if (answer === null) {
      // Another run has begun the payment meanwhile, so the request is run again at once, to find
      // it.
      await deps.nwcRequests.putBack(stored.eventId, 0);
      return true;
    }
    deps.responseEmitter.announce(answer);
    return true;
  } catch (error) {
    const { eventId, attempt } = stored;
    deps.log.warn({ error, eventId, attempt }, 'a request could not be run and is run again');
    return await putBack(deps, eventId);
  }
}

/**
 * Lets the request run again later. If its answer was stored after all, it is announced to those
 * who listen here, as no one else would do so.
 */
async function putBack(
  { responseEmitter, nwcRequests }: NwcDeps,
  eventId: string,
): Promise<boolean> {
  try {
    const stored = await nwcRequests.putBack(eventId, NWC_RETRY_MS);
    const answer = stored === null ? null : toEvent(parseJsonOrNull(stored));
    if (answer !== null) responseEmitter.announce(answer);
    return true;
  } catch {
    return false;
  }
}

/**
 * Lets a request run again later, and tries until its lease may be over, when others take it
 * anyway. So after a short outage it is run again as soon as the database is back.
 */
async function putBackLater(deps: NwcDeps, eventId: string, begunAtMs: number): Promise<void> {
  const { clock, shutdown } = deps;
  const endsAtMs = begunAtMs + NWC_LEASE_MS - NWC_RETRY_MS;
  while (clock.monotonicMs() < endsAtMs && !shutdown.aborted) {
    await clock.sleep(NWC_RETRY_MS, shutdown);
    if (await putBack(deps, eventId)) return;
  }
}

/** Stores the answer; null, with nothing stored, when it would deny a payment that has begun. */
async function writeEnd(
  deps: NwcDeps,
  { eventId, key }: StoredRequest,
  { envelope }: OpenedEvent,
  { method, answer, refusesPayment }: Extract<RunEnd, { kind: 'answer' }>,
): Promise<NostrEvent | null> {
  const nowSec = unixSeconds(deps.clock.now());
  const scheme = answerScheme(envelope);
  const order = { request: envelope, scheme, method, answer, nowSec };
  const event = makeAnswerEvent(deps.walletKeys(key), order, deps.random);
  const answered = { eventId, caller: key, processId: deps.processId };
  const written = { ...answered, answer: writeEvent(event) };
  const stored = refusesPayment
    ? await deps.nwcRequests.refusePayment(markOf(deps, key, envelope), written)
    : await deps.nwcRequests.writeAnswer(written);
  if (stored === null) return null;
  return stored === written.answer ? event : toEvent(parseJsonOrNull(stored));
}

function markOf(
  deps: NwcDeps,
  { userId, grantId }: StoredRequest['key'],
  envelope: OpenedEvent['envelope'],
) {
  const { key: idempotencyKey, requestHash } = claimOf(envelope);
  const { paymentId } = idsOf(deps, envelope);
  return { userId, grantId, idempotencyKey, requestHash, paymentId };
}
