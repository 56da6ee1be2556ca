import type { Random } from '../../base/random.ts';
import type { DeliveryChannel, Transmission } from '../../webhook/delivery-channel.ts';
import { type DeliveryResult, isDelivered } from '../../webhook/delivery-result.ts';
import type { ClaimedDelivery, FinishedAttempt } from '../../webhook/delivery-store.ts';
import type { HealthSign } from '../../webhook/endpoint-health.ts';
import { type NextStep, planNextStep } from '../../webhook/retry-schedule.ts';

export interface DeliverWebhookDeps {
  readonly channel: DeliveryChannel;
  readonly random: Random;
}

/** One attempt, and what follows from it. Null when the signal cut it off: it tells nothing. */
export async function deliverWebhook(
  deps: DeliverWebhookDeps,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<FinishedAttempt | null> {
  const transmission = await deps.channel.transmit(delivery, signal);
  const { startedAt, result, isOurFault } = transmission;
  if (signal.aborted && result.kind === 'failed') return null;
  const attempts = delivery.number - delivery.attemptsBefore;
  const planned = planNextStep({ result, attempts, isOurFault, at: startedAt }, deps.random);
  const { pauseMs } = transmission;
  const next =
    planned.kind === 'retry' && pauseMs !== undefined ? { ...planned, afterMs: pauseMs } : planned;
  return {
    endpointId: delivery.endpointId,
    deliveryId: delivery.deliveryId,
    number: delivery.number,
    attemptsBefore: delivery.attemptsBefore,
    url: delivery.url,
    startedAt,
    result,
    next,
    sign: signOf(transmission, next),
    disables: disablesOf(result),
  };
}

function signOf({ result, isOurFault }: Transmission, next: NextStep): HealthSign['kind'] {
  if (isDelivered(result)) return 'succeeded';
  if (isOurFault) return 'says_nothing';
  return next.kind === 'exhausted' ? 'exhausted' : 'failed';
}

/** 410 Gone says it in HTTP's own words; the header may come with any answer. */
function disablesOf(result: DeliveryResult): FinishedAttempt['disables'] {
  if (result.kind !== 'answered') return null;
  if (result.control === 'disable') return 'refused';
  return result.status === 410 ? 'gone' : null;
}
