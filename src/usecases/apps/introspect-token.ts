import type { Caller } from '../../access/caller.ts';
import type { ConnectionStore } from '../../access/connection.ts';
import type { Scope } from '../../access/scope.ts';

export interface TokenView {
  /** Of the app; a personal token has none and shows its own id. */
  readonly clientId: string;
  /** Empty for a personal token. */
  readonly redirectUri: string;
  readonly scopes: ReadonlySet<Scope>;
}

/** What the token of a call stands for. */
export async function introspectToken(
  { connections }: { readonly connections: ConnectionStore },
  { userId, grantId, scopes }: Caller,
): Promise<TokenView> {
  const connection = await connections.findConnection(userId, grantId);
  if (connection === null) return { clientId: grantId, redirectUri: '', scopes };
  const { id, callback } = connection.client;
  return { clientId: id, redirectUri: callback, scopes };
}
