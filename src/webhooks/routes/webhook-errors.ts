import type { TooManyRefusal } from '../../accounts/account-refusals.ts';
import type { Answer } from '../../web/route.ts';
import { accessError, NOT_FOUND, TOO_MANY_REQUESTS } from '../../web/wire-errors.ts';
import type { DeliveryRefusal, EndpointRefusal } from '../webhook-refusals.ts';

type WebhookRefusal = EndpointRefusal | DeliveryRefusal | TooManyRefusal;

/**
 * Answers refusals of operations on webhooks over HTTP. Bad input is answered by a list of
 * sentences.
 */
export function answerWebhookRefusal(refusal: WebhookRefusal): Answer<never> {
  switch (refusal.kind) {
    case 'bad_endpoint':
      return answerComplaints(refusal.complaints.map(({ message }) => message));
    case 'too_many_endpoints':
      return answerComplaints([`there are already ${refusal.max} endpoints: delete one first`]);
    case 'done_before':
      return answerComplaints(['this was already done']);
    case 'endpoint_disabled':
      return answerComplaints(['the endpoint is disabled: enable it first']);
    case 'sent_too_often':
      return answerComplaints([
        `it was already sent ${refusal.max} times, and cannot be sent more often`,
      ]);
    case 'app_disconnected':
      return answerComplaints([
        'the app that created this endpoint is no longer connected: connect it again, ' +
          'or create an endpoint of your own',
      ]);
    case 'endpoint_absent':
      return notFound('webhook endpoint not found');
    case 'delivery_absent':
      return notFound('delivery not found');
    case 'app_revoked':
      return { kind: 'denied', error: accessError({ kind: 'invalid_token' }) };
    case 'too_many_attempts': {
      const retryAfterSec = Math.ceil(refusal.waitMs / 1000);
      return { kind: 'refused', error: TOO_MANY_REQUESTS, retryAfterSec };
    }
  }
}

export const answerComplaints = (complaints: readonly string[]): Answer<never> => ({
  kind: 'complained',
  complaints,
});

const notFound = (message: string): Answer<never> => ({
  kind: 'refused',
  error: { ...NOT_FOUND, message },
});
