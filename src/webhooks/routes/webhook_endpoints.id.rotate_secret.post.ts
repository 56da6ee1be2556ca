import { answerJson, protectedRoute } from '../../web/route.ts';
import { DEFAULT_SECRET_OVERLAP_SEC } from '../limits.ts';
import { rotateSigningSecret } from '../rotate-signing-secret.ts';
import type { WebhookDeps } from '../webhook-deps.ts';
import { presentNewSecret } from './present-endpoint.ts';
import { answerWebhookRefusal } from './webhook-errors.ts';
import {
  endpointParams,
  endpointWithSecretSchema,
  NO_ENDPOINT,
  rotationSchema,
} from './webhook-schemas.ts';

export const route = protectedRoute({
  method: 'POST',
  path: '/webhook_endpoints/:id/rotate_secret',
  access: 'invoices:read',
  operationId: 'rotateWebhookSecret',
  summary: 'Rotate webhook secret',
  description:
    'Creates a new signing secret, which is shown only once. For the time of the overlap, ' +
    'deliveries are signed with both secrets, so that the receiver can change over without a ' +
    'failure.',
  success: 'The endpoint and its new secret.',
  tag: 'Webhooks',
  params: endpointParams,
  body: rotationSchema,
  isBodyOptional: true,
  response: endpointWithSecretSchema,
  listsComplaints: true,
  errors: { 404: NO_ENDPOINT },
  handle: async (deps: WebhookDeps, { caller, params, body }) => {
    const overlapSec = body.overlap_seconds ?? DEFAULT_SECRET_OVERLAP_SEC;
    const rotated = await rotateSigningSecret(deps, caller, params.id, overlapSec);
    if (!rotated.ok) return answerWebhookRefusal(rotated.refusal);
    return answerJson(presentNewSecret(rotated.value));
  },
});
