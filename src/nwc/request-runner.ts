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

/** Runs stored requests in this process, whether or not their apps are still connected. */
export interface RequestRunner {
  /**
   * Runs a request in the background.
   *
   * @param isTooMany Whether the request is answered with an error, because its key asks too often.
   */
  start(request: StoredRequest, isTooMany: boolean): void;
  /** Whether this process is running a request. If so, it will announce the answer itself. */
  isRunning(eventId: string): boolean;
  /** The number of requests of a key that this process is running now. */
  countRunning(deviceId: string): number;
  /** Waits until no request is running, which takes only a moment after the shutdown signal. */
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
 * Runs a request and stores its answer. If it fails because of a fault of this service, it gets no
 * answer and is run again, here or by another process. Returns false when neither the answer nor
 * the next run could be stored.
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
      // Another run has begun the payment meanwhile. The request is run again at once, and then
      // finds that payment.
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
 * Allows the request to be run again later. If an answer was stored meanwhile, it is announced to
 * clients of this process, because no one else would do that.
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
 * Allows a request to be run again later. Retries while the database is away until the lease of the
 * request has ended, after which other processes take it anyway. So a short outage delays the
 * request only a little.
 */
async function putBackLater(deps: NwcDeps, eventId: string, begunAtMs: number): Promise<void> {
  const { clock, shutdown } = deps;
  const endsAtMs = begunAtMs + NWC_LEASE_MS - NWC_RETRY_MS;
  while (clock.monotonicMs() < endsAtMs && !shutdown.aborted) {
    await clock.sleep(NWC_RETRY_MS, shutdown);
    if (await putBack(deps, eventId)) return;
  }
}

/**
 * Stores the answer. Null, with nothing stored, when the answer would say that a payment was not
 * begun although it was.
 */
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
