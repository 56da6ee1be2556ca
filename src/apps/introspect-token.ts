import type { AppGrantStore } from '../authorization/app-grant.ts';
import type { Caller } from '../authorization/caller.ts';
import type { Scope } from '../authorization/scope.ts';

export interface TokenView {
  /**
   * The id of the app; for a personal token, which belongs to no app, the id of the token itself.
   */
  readonly clientId: string;
  /**
   * The app's callback address; empty for a personal token, and for an app that may have several.
   */
  readonly redirectUri: string;
  readonly scopes: ReadonlySet<Scope>;
}

/** Describes the token with which the call was made. */
export async function introspectToken(
  { appGrants }: { readonly appGrants: AppGrantStore },
  { userId, grantId, scopes }: Caller,
): Promise<TokenView> {
  const appGrant = await appGrants.findAppGrant(userId, grantId);
  const client = appGrant?.client ?? null;
  if (client === null) return { clientId: grantId, redirectUri: '', scopes };
  const { id, callback } = client;
  return { clientId: id, redirectUri: callback ?? '', scopes };
}
