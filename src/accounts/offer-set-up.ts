import type { AccountDeps } from './account-deps.ts';
import { SET_UP_LINK_MS } from './limits.ts';
import { type MadeLink, type MakeLinkDeps, makeLink } from './make-link.ts';

export type OfferSetUpDeps = MakeLinkDeps & Pick<AccountDeps, 'users'>;

/**
 * Makes a link with which the operator becomes the first admin, while there is none. It goes to the
 * console, which only they can read; no open page or preset password exists meanwhile.
 */
export async function offerSetUp(deps: OfferSetUpDeps): Promise<MadeLink | null> {
  const users = await deps.users.listUsers();
  if (users.some(({ isAdmin }) => isAdmin)) return null;
  return makeLink(deps, { kind: 'set_up', makesAdmin: true, lifeMs: SET_UP_LINK_MS });
}
