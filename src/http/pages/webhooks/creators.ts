import type { ClientStore } from '../../../access/client.ts';
import type { Endpoint } from '../../../webhook/endpoint.ts';

/** Who made an endpoint, in words, by the app's id. */
export async function readCreators(
  { clients }: { readonly clients: ClientStore },
  endpoints: readonly Endpoint[],
): Promise<(endpoint: Endpoint) => string> {
  const ids = [...new Set(endpoints.flatMap(({ clientId }) => clientId ?? []))];
  const found = await Promise.all(ids.map((id) => clients.findClient(id)));
  const names = new Map(ids.map((id, index) => [id, found[index]?.name ?? null]));
  return ({ clientId }) => {
    if (clientId === null) return 'you';
    const name = names.get(clientId) ?? null;
    return name === null ? 'an app that is gone' : `the app “${name}”`;
  };
}
