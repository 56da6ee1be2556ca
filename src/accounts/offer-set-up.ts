import type { AccountDeps } from './account-deps.ts';
import { SET_UP_LINK_MS } from './limits.ts';
import { type MadeLink, type MakeLinkDeps, makeLink } from './make-link.ts';

export type OfferSetUpDeps = MakeLinkDeps & Pick<AccountDeps, 'users'>;

/**
 * Makes a link by which the operator becomes the first admin, while there is no admin. The link is
 * printed on the console, which only the operator can read. So there is never an open page for it,
 * nor a preset password.
 */
export async function offerSetUp(deps: OfferSetUpDeps): Promise<MadeLink | null> {
  const users = await deps.users.listUsers();
  if (users.some(({ isAdmin }) => isAdmin)) return null;
  return makeLink(deps, { kind: 'set_up', makesAdmin: true, lifeMs: SET_UP_LINK_MS });
}
