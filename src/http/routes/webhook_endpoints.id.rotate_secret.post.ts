import { DEFAULT_SECRET_OVERLAP_SEC } from '../../base/limits.ts';
import { rotateSigningSecret } from '../../usecases/webhooks/rotate-signing-secret.ts';
import { presentNewSecret } from '../present/present-endpoint.ts';
import { answerJson, protectedRoute } from '../route.ts';
import {
  endpointParams,
  endpointWithSecretSchema,
  rotationSchema,
} from '../schemas/webhook-schemas.ts';
import { answerWebhookRefusal } from '../wire/webhook-errors.ts';

export const route = protectedRoute({
  method: 'POST',
  path: '/webhook_endpoints/:id/rotate_secret',
  access: 'invoices:read',
  operationId: 'rotateWebhookSecret',
  summary: 'Replace the secret of a webhook endpoint',
  description: 'For a while deliveries are signed with both, so that none fails meanwhile.',
  tag: 'Webhooks',
  params: endpointParams,
  body: rotationSchema,
  isBodyOptional: true,
  response: endpointWithSecretSchema,
  listsComplaints: true,
  errors: { 404: 'There is no such endpoint, or it is not yours' },
  handle: async (deps, { caller, params, body }) => {
    const overlapSec = body.overlap_seconds ?? DEFAULT_SECRET_OVERLAP_SEC;
    const rotated = await rotateSigningSecret(deps, caller, params.id, overlapSec);
    if (!rotated.ok) return answerWebhookRefusal(rotated.refusal);
    return answerJson(presentNewSecret(rotated.value));
  },
});
