import { answerJson, protectedRoute } from '../../web/route.ts';
import { recoverDeliveries } from '../deliveries.ts';
import { MAX_RECOVERED_DELIVERIES } from '../limits.ts';
import type { WebhookDeps } from '../webhook-deps.ts';
import { readIsoTime } from './delivery-query.ts';
import { answerComplaints, answerWebhookRefusal } from './webhook-errors.ts';
import { endpointParams, NO_ENDPOINT, recoveredSchema, recoverySchema } from './webhook-schemas.ts';

export const route = protectedRoute({
  method: 'POST',
  path: '/webhook_endpoints/:id/recover',
  access: 'invoices:read',
  operationId: 'recoverWebhookDeliveries',
  summary: 'Recover webhook deliveries',
  description:
    'Sends again what the endpoint has missed since a given time: deliveries in the states ' +
    '`exhausted` and `skipped`, oldest first. One call recovers up to ' +
    `${MAX_RECOVERED_DELIVERIES} deliveries; repeat it for the rest.`,
  success: 'How many deliveries are sent again.',
  tag: 'Webhooks',
  params: endpointParams,
  body: recoverySchema,
  response: recoveredSchema,
  listsComplaints: true,
  errors: { 404: NO_ENDPOINT },
  handle: async (deps: WebhookDeps, { caller, params, body }) => {
    const since = readIsoTime(body.since);
    if (since === null) return answerComplaints([BAD_SINCE]);
    const recovered = await recoverDeliveries(deps, caller, params.id, since);
    if (!recovered.ok) return answerWebhookRefusal(recovered.refusal);
    return answerJson({ recovered: recovered.value });
  },
});

const BAD_SINCE = 'since must be a time such as 2026-03-01T12:00:00Z';
