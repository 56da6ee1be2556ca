import type { Random } from '../base/random.ts';
import { type DeliveryResult, isDelivered } from './delivery-result.ts';
import type { ClaimedDelivery, FinishedAttempt } from './delivery-store.ts';
import type { HealthSign } from './endpoint-health.ts';
import { type NextStep, planNextStep } from './retry-schedule.ts';
import { type SendWebhookDeps, type SentWebhook, sendWebhook } from './send-webhook.ts';

export interface DeliverWebhookDeps extends SendWebhookDeps {
  readonly random: Random;
}

/**
 * Makes one attempt at a delivery and stores its result. Null when the signal cut it off, which
 * proves nothing.
 */
export async function deliverWebhook(
  deps: DeliverWebhookDeps,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<FinishedAttempt | null> {
  const sent = await sendWebhook(deps, delivery, signal);
  const { startedAt, result, isOurFault } = sent;
  if (signal.aborted && result.kind === 'failed') return null;
  const attempts = delivery.number - delivery.attemptsBefore;
  const next = planNextStep({ result, attempts, isOurFault, at: startedAt }, deps.random);
  return {
    endpointId: delivery.endpointId,
    deliveryId: delivery.deliveryId,
    number: delivery.number,
    attemptsBefore: delivery.attemptsBefore,
    url: delivery.url,
    startedAt,
    result,
    next,
    sign: signOf(sent, next),
    disables: disablesOf(result),
  };
}

function signOf({ result, isOurFault }: SentWebhook, next: NextStep): HealthSign['kind'] {
  if (isDelivered(result)) return 'succeeded';
  if (isOurFault) return 'says_nothing';
  return next.kind === 'exhausted' ? 'exhausted' : 'failed';
}

/**
 * Whether an answer disables the endpoint: 410 Gone is HTTP's own way to say so, and the header may
 * come with any answer.
 */
function disablesOf(result: DeliveryResult): FinishedAttempt['disables'] {
  if (result.kind !== 'answered') return null;
  if (result.control === 'disable') return 'refused';
  return result.status === 410 ? 'gone' : null;
}
