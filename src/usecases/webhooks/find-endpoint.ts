import { accept, type Result, refuse } from '../../base/result.ts';
import type { Endpoint } from '../../webhook/endpoint.ts';
import type { EndpointOwner } from '../../webhook/endpoint-store.ts';
import type { EndpointAbsentRefusal } from '../../webhook/webhook-refusals.ts';
import type { WebhookDeps } from './webhook-deps.ts';

export async function findEndpoint(
  { endpoints }: Pick<WebhookDeps, 'endpoints'>,
  owner: EndpointOwner,
  id: string,
): Promise<Result<Endpoint, EndpointAbsentRefusal>> {
  const found = await endpoints.find(owner, id);
  return found === null ? refuse({ kind: 'endpoint_absent' }) : accept(found);
}
