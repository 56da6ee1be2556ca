/**
 * Finds a webhook endpoint by its id, if the caller may see it: on pages the user, in the API the
 * app or token that created it.
 */

import { accept, type Result, refuse } from '../base/result.ts';
import type { Endpoint } from './endpoint.ts';
import type { EndpointOwner } from './endpoint-store.ts';
import type { WebhookDeps } from './webhook-deps.ts';
import type { EndpointAbsentRefusal } from './webhook-refusals.ts';

export async function findEndpoint(
  { endpoints }: Pick<WebhookDeps, 'endpoints'>,
  owner: EndpointOwner,
  id: string,
): Promise<Result<Endpoint, EndpointAbsentRefusal>> {
  const found = await endpoints.find(owner, id);
  return found === null ? refuse({ kind: 'endpoint_absent' }) : accept(found);
}
