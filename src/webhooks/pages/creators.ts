import type { TokenStore } from '../../authorization/token-store.ts';
import type { Endpoint } from '../endpoint.ts';

/** Who created an endpoint: its user, an app or a token. */
export type Creator =
  | { readonly kind: 'user' }
  | { readonly kind: 'token' | 'app'; readonly name: string }
  | { readonly kind: 'deleted_app' };

export interface NamedClients {
  findClient(id: string): Promise<{ readonly name: string } | null>;
}

/** Looks up the names of the apps and tokens that created the given endpoints. */
export async function readCreators(
  deps: { readonly clients: NamedClients; readonly tokens: Pick<TokenStore, 'findPersonalToken'> },
  endpoints: readonly Endpoint[],
): Promise<(endpoint: Endpoint) => Creator> {
  const [clients, tokens] = await Promise.all([
    readNames(endpoints, 'clientId', (id) => deps.clients.findClient(id)),
    readNames(endpoints, 'tokenId', (id) => deps.tokens.findPersonalToken(id)),
  ]);
  return ({ clientId, tokenId }) => {
    if (tokenId !== null) return { kind: 'token', name: tokens.get(tokenId) ?? '' };
    if (clientId === null) return { kind: 'user' };
    const name = clients.get(clientId) ?? null;
    return name === null ? { kind: 'deleted_app' } : { kind: 'app', name };
  };
}

async function readNames(
  endpoints: readonly Endpoint[],
  field: 'clientId' | 'tokenId',
  find: (id: string) => Promise<{ readonly name: string } | null>,
): Promise<ReadonlyMap<string, string | null>> {
  const ids = [...new Set(endpoints.flatMap((endpoint) => endpoint[field] ?? []))];
  const found = await Promise.all(ids.map(find));
  return new Map(ids.map((id, index) => [id, found[index]?.name ?? null]));
}
