import { MAX_RECOVERED_DELIVERIES } from '../../base/limits.ts';
import { recoverDeliveries } from '../../usecases/webhooks/deliveries.ts';
import { answerJson, protectedRoute } from '../route.ts';
import { endpointParams, recoveredSchema, recoverySchema } from '../schemas/webhook-schemas.ts';
import { readIsoTime } from '../wire/delivery-query.ts';
import { answerComplaints, answerWebhookRefusal } from '../wire/webhook-errors.ts';

export const route = protectedRoute({
  method: 'POST',
  path: '/webhook_endpoints/:id/recover',
  access: 'invoices:read',
  operationId: 'recoverWebhookDeliveries',
  summary: 'Send all that was not delivered since a time',
  description:
    `What was given up, and what came to be while the endpoint was disabled. At most ` +
    `${MAX_RECOVERED_DELIVERIES} at once, the oldest first: repeat the call for the rest.`,
  tag: 'Webhooks',
  params: endpointParams,
  body: recoverySchema,
  response: recoveredSchema,
  listsComplaints: true,
  errors: { 404: 'There is no such endpoint, or it is not yours' },
  handle: async (deps, { caller, params, body }) => {
    const since = readIsoTime(body.since);
    if (since === null) return answerComplaints(['since must be a time as 2026-03-01T12:00:00Z']);
    const recovered = await recoverDeliveries(deps, caller, params.id, since);
    if (!recovered.ok) return answerWebhookRefusal(recovered.refusal);
    return answerJson({ recovered: recovered.value });
  },
});
