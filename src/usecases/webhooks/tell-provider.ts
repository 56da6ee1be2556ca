import { assert } from '../../base/assert.ts';
import type { WebhookPublisher } from '../../webhook/publisher-port.ts';
import type { EndpointToTell, ToldEndpointStore } from '../../webhook/told-endpoint-store.ts';
import { unsealSigningSecret } from './signing-secrets.ts';

export interface TellProviderDeps {
  readonly publisher: WebhookPublisher;
  readonly toldEndpoints: ToldEndpointStore;
  /** The key of signing secrets. */
  readonly webhookKey: Uint8Array;
}

/**
 * Tells the provider what an endpoint is now. The jobs that do this bear the endpoint's id as their
 * key, so no two do it at once; what changes meanwhile has a later version, and is told after it.
 */
export async function tellProvider(
  deps: TellProviderDeps,
  order: unknown,
  signal: AbortSignal,
): Promise<void> {
  const { publisher, toldEndpoints } = deps;
  const endpoint = await toldEndpoints.find(readEndpointId(order));
  if (endpoint === null || endpoint.isTold) return;
  if (endpoint.state === 'deleted') {
    await publisher.removeEndpoint(endpoint.id, signal);
  } else {
    if (endpoint.isNew) await toldEndpoints.noteBegun(endpoint.id);
    const secrets = endpoint.secrets.map(({ sealed, remainingSec }) => ({
      secret: openSecret(deps, endpoint, sealed),
      remainingSec,
    }));
    await publisher.putEndpoint(
      { ...endpoint, secrets, isEnabled: endpoint.state === 'active' },
      signal,
    );
  }
  await toldEndpoints.noteTold(endpoint.id, endpoint.version);
}

function openSecret(
  { webhookKey }: TellProviderDeps,
  { id }: EndpointToTell,
  sealed: Uint8Array,
): string {
  const secret = unsealSigningSecret(webhookKey, id, sealed);
  assert(secret !== null, 'signing secrets are sealed under the key of this service');
  return secret;
}

function readEndpointId(order: unknown): string {
  assert(typeof order === 'object' && order !== null && 'endpoint_id' in order, 'an endpoint');
  assert(typeof order.endpoint_id === 'string', 'the id of an endpoint');
  return order.endpoint_id;
}
