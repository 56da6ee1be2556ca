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
 * Makes one attempt at a delivery. Null when the signal cut the attempt off, which says nothing
 * about the receiver.
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
 * Whether, and why, an answer disables the endpoint: by status 410 Gone, or, with any status, by
 * the header `webhook-delivery: disable`.
 */
function disablesOf(result: DeliveryResult): FinishedAttempt['disables'] {
  if (result.kind !== 'answered') return null;
  if (result.control === 'disable') return 'refused';
  return result.status === 410 ? 'gone' : null;
}
