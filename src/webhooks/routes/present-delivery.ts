import type { Attempt, Delivery } from '../delivery.ts';
import type { DeliveryDetail } from '../delivery-log-store.ts';
import { describeFailure } from './webhook-words.ts';

export const presentDelivery = (delivery: Delivery) => ({
  id: delivery.messageId,
  event_type: delivery.eventType,
  test: delivery.isTest,
  payment_hash: delivery.paymentHash,
  state: delivery.state,
  attempts: delivery.attempts,
  being_sent: delivery.isBeingSent,
  next_attempt_at: delivery.nextAt?.toISOString() ?? null,
  last_status: delivery.lastStatus,
  last_error: describeFailure(delivery.lastError),
  created_at: delivery.createdAt.toISOString(),
  done_at: delivery.doneAt?.toISOString() ?? null,
});

export const presentDeliveryDetail = ({ delivery, body, attempts }: DeliveryDetail) => ({
  ...presentDelivery(delivery),
  body,
  attempt_log: attempts.map(presentAttempt),
});

const presentAttempt = (attempt: Attempt) => ({
  number: attempt.number,
  manual: attempt.isManual,
  started_at: attempt.startedAt.toISOString(),
  duration_ms: attempt.durationMs,
  status: attempt.status,
  error: describeFailure(attempt.errorClass),
  response_excerpt: attempt.responseExcerpt,
});
