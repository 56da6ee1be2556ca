import { accept, type Result, refuse } from '../base/result.ts';
import type { Endpoint } from './endpoint.ts';
import type { EndpointOwner } from './endpoint-store.ts';
import type { WebhookDeps } from './webhook-deps.ts';
import type { EndpointAbsentRefusal } from './webhook-refusals.ts';

/**
 * Removes an endpoint for good, with its secrets; waiting deliveries are not sent. Returns the
 * endpoint as it was.
 */
export async function removeEndpoint(
  { endpoints, clock }: Pick<WebhookDeps, 'endpoints' | 'clock'>,
  owner: EndpointOwner,
  id: string,
): Promise<Result<Endpoint, EndpointAbsentRefusal>> {
  const removed = await endpoints.delete(owner, id, clock.now());
  return removed === null ? refuse({ kind: 'endpoint_absent' }) : accept(removed);
}
