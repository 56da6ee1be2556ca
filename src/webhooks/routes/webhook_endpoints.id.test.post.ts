import { answerJson, protectedRoute } from '../../web/route.ts';
import { EVENT_TYPES, isEventType } from '../delivery.ts';
import { sendTestEvent } from '../send-test-event.ts';
import type { WebhookDeps } from '../webhook-deps.ts';
import { presentDeliveryDetail } from './present-delivery.ts';
import { answerComplaints, answerWebhookRefusal } from './webhook-errors.ts';
import {
  deliveryDetailSchema,
  endpointParams,
  NO_ENDPOINT,
  testEventSchema,
} from './webhook-schemas.ts';

export const route = protectedRoute({
  method: 'POST',
  path: '/webhook_endpoints/:id/test',
  access: 'invoices:read',
  operationId: 'testWebhookEndpoint',
  summary: 'Send test event',
  description:
    'Sends a message about an invoice or payment that does not exist. Its memo is `Test event`, ' +
    'and looking up its payment hash finds nothing.',
  success: 'The delivery of the test event.',
  tag: 'Webhooks',
  params: endpointParams,
  body: testEventSchema,
  isBodyOptional: true,
  response: deliveryDetailSchema,
  listsComplaints: true,
  errors: { 404: NO_ENDPOINT },
  handle: async (deps: WebhookDeps, { caller, params, body }) => {
    const type = body.event_type ?? null;
    if (type !== null && !isEventType(type))
      return answerComplaints([`event_type must be ${EVENT_TYPES.join(' or ')}`]);
    const sent = await sendTestEvent(deps, caller, params.id, type);
    if (!sent.ok) return answerWebhookRefusal(sent.refusal);
    return answerJson(presentDeliveryDetail(sent.value));
  },
});
