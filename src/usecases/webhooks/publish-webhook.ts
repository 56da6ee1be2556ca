import { type Backoff, backoffMs } from '../../base/backoff.ts';
import type { Clock } from '../../base/clock.ts';
import type { Random } from '../../base/random.ts';
import { messageIdOf } from '../../webhook/delivery.ts';
import type { DeliveryChannel, Transmission } from '../../webhook/delivery-channel.ts';
import type { AnsweredResult, FailedResult } from '../../webhook/delivery-result.ts';
import type { ClaimedDelivery } from '../../webhook/delivery-store.ts';
import { PublisherFault, type WebhookPublisher } from '../../webhook/publisher-port.ts';
import { readRetryAfterMs } from '../../webhook/retry-schedule.ts';
import type { ToldEndpointStore } from '../../webhook/told-endpoint-store.ts';
import { type RaiseAlarmDeps, raiseAlarm } from '../operations/raise-alarm.ts';

export interface PublishWebhookDeps extends RaiseAlarmDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly publisher: WebhookPublisher;
  readonly toldEndpoints: ToldEndpointStore;
}

/** A message before its endpoint would reach nobody: so long it waits for the job that tells. */
const TELL_PATIENCE_MS = 10_000;
const TELL_LOOK_EVERY_MS = 500;
/** A provider who fails is left alone for so long at least and at most. */
const MIN_REST_MS = 2000;
const MAX_REST_MS = 20_000;
/** What he did not take is due again after this, however often. */
const PAUSES: Backoff = { firstMs: 5000, maxMs: 300_000 };

type Outcome = Omit<AnsweredResult, 'durationMs'> | Omit<FailedResult, 'durationMs'>;

/**
 * Through a provider, who delivers in our place. Each delivery stays with us until he has it; only
 * what he will never take is given up, with an alarm. What he does not manage is never the
 * endpoint's fault.
 */
export function createPublishingChannel(deps: PublishWebhookDeps): DeliveryChannel {
  const rest = createRest(deps.clock);
  return {
    transmit: async (delivery, signal) => {
      await rest.wait(signal);
      const startedAt = deps.clock.now();
      const startedMs = deps.clock.monotonicMs();
      const outcome = await attempt(deps, { delivery, signal, rest });
      const durationMs = Math.round(deps.clock.monotonicMs() - startedMs);
      const attempts = delivery.number - delivery.attemptsBefore;
      return {
        startedAt,
        result: { ...outcome, durationMs },
        isOurFault: true,
        pauseMs: Math.round(backoffMs(PAUSES, attempts, deps.random)),
      } satisfies Transmission;
    },
  };
}

interface Try {
  readonly delivery: ClaimedDelivery;
  readonly signal: AbortSignal;
  readonly rest: Rest;
}

async function attempt(
  deps: PublishWebhookDeps,
  { delivery, signal, rest }: Try,
): Promise<Outcome> {
  const { endpointId, eventType, body } = delivery;
  if (signal.aborted || !(await isTold(deps, endpointId, signal))) return NO_ANSWER;
  const message = { endpointId, messageId: messageIdOf(delivery.messageId), eventType, body };
  try {
    const isReplay = delivery.attemptsBefore > 0;
    await deps.publisher.publish({ ...message, isReplay }, signal);
    rest.end();
    return answered(202, 'The provider has it.');
  } catch (error) {
    if (!(error instanceof PublisherFault)) throw error;
    if (signal.aborted) return NO_ANSWER;
    const { reason, status, isTimeout, retryAfter } = error.answer;
    if (reason === 'unknown_endpoint') await deps.toldEndpoints.noteForgotten(endpointId);
    if (reason === 'unavailable') rest.begin(readRetryAfterMs(retryAfter, deps.clock.now()));
    if (reason === 'refused') {
      await alarm(deps, `${message.messageId} to ${endpointId}`, error);
      return { ...answered(status ?? 0, error.message), control: 'abort-message' };
    }
    if (status === 401 || status === 403) await alarm(deps, 'token', error);
    if (status === null) return isTimeout ? { ...NO_ANSWER, errorClass: 'timeout' } : NO_ANSWER;
    return { ...answered(status, error.message), retryAfter };
  }
}

const NO_ANSWER: Omit<FailedResult, 'durationMs'> = { kind: 'failed', errorClass: 'connection' };

const answered = (status: number, excerpt: string): Omit<AnsweredResult, 'durationMs'> => ({
  kind: 'answered',
  status,
  retryAfter: null,
  control: null,
  excerpt,
});

const alarm = (deps: PublishWebhookDeps, subject: string, { message }: Error): Promise<void> =>
  raiseAlarm(deps, { kind: 'webhook_provider_refuses', subject, detail: message });

/** Waits a while for a provider who has to be told first. */
async function isTold(
  { clock, toldEndpoints }: PublishWebhookDeps,
  endpointId: string,
  signal: AbortSignal,
): Promise<boolean> {
  if (await toldEndpoints.isTold(endpointId)) return true;
  await toldEndpoints.askToTell(endpointId);
  const untilMs = clock.monotonicMs() + TELL_PATIENCE_MS;
  while (!signal.aborted && clock.monotonicMs() < untilMs) {
    await clock.sleep(TELL_LOOK_EVERY_MS, signal);
    if (await toldEndpoints.isTold(endpointId)) return true;
  }
  return false;
}

interface Rest {
  wait(signal: AbortSignal): Promise<void>;
  begin(askedMs: number | null): void;
  end(): void;
}

/** What is due while the provider is away waits for him here, and fails one by one only. */
function createRest(clock: Clock): Rest {
  let untilMs = 0;
  return {
    wait: async (signal) => {
      // Not for ever: what waits here is leased.
      const lastMs = clock.monotonicMs() + MAX_REST_MS;
      for (;;) {
        const pauseMs = Math.min(untilMs, lastMs) - clock.monotonicMs();
        if (pauseMs <= 0 || signal.aborted) return;
        await clock.sleep(pauseMs, signal);
      }
    },
    begin: (askedMs) => {
      const pauseMs = Math.min(Math.max(askedMs ?? 0, MIN_REST_MS), MAX_REST_MS);
      untilMs = Math.max(untilMs, clock.monotonicMs() + pauseMs);
    },
    end: () => {
      untilMs = 0;
    },
  };
}
