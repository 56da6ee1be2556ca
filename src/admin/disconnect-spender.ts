import {
  type AuditedActionDeps,
  newAction,
  type Operator,
  runAudited,
} from '../alarms/audited-action.ts';
import { DONE } from '../alarms/operator-log/operator-action.ts';
import { revokeConnection } from '../apps/revoke-connection.ts';
import { revokePersonalToken } from '../apps/revoke-personal-token.ts';
import type { AppGrantStore } from '../authorization/app-grant.ts';
import type { TokenStore } from '../authorization/token-store.ts';
import type { User } from '../users/user-store.ts';

export interface DisconnectSpenderDeps extends AuditedActionDeps {
  readonly tokens: TokenStore;
  readonly appGrants: Pick<AppGrantStore, 'findAppGrant' | 'revokeAppGrant'>;
}

/** An app, a connection or a personal token with which a user spends. */
export interface Spender {
  readonly kind: 'app' | 'token';
  readonly id: string;
  readonly name: string;
}

/** Finds what can be disconnected from a user; null where it is no longer connected. */
export async function findSpender(
  { tokens, appGrants }: Pick<DisconnectSpenderDeps, 'tokens' | 'appGrants'>,
  user: User,
  id: string,
): Promise<Spender | null> {
  const token = await tokens.findPersonalToken(id);
  if (token !== null && token.userId === user.id && token.revokedAt === null) {
    return { kind: 'token', id, name: token.name };
  }
  const app = await appGrants.findAppGrant(user.id, id);
  return app === null ? null : { kind: 'app', id, name: app.name };
}

/** Revokes an app, a connection or a token of a user at once, with all its tokens and devices. */
export async function disconnectSpender(
  deps: DisconnectSpenderDeps,
  by: Operator,
  user: User,
  { kind, id }: Spender,
): Promise<void> {
  const detail = { user: user.identifier, spender: id };
  const action = newAction(deps, by, { kind: 'user_disconnect', subject: user.id, detail });
  const revoke = async (): Promise<void> => {
    if (kind === 'token') await revokePersonalToken(deps, { userId: user.id, tokenId: id });
    else await revokeConnection(deps, { userId: user.id, appGrantId: id });
  };
  await runAudited(deps, action, revoke, () => DONE);
}
