import { SET_UP_LINK_MS } from '../../base/limits.ts';
import type { AccountDeps } from './account-deps.ts';
import { type MadeLink, type MakeLinkDeps, makeLink } from './make-link.ts';

export type OfferSetUpDeps = MakeLinkDeps & Pick<AccountDeps, 'users'>;

/**
 * While nobody is an admin: a link by which the operator becomes the first one. It goes to the
 * console, where only he reads; no page and no password stands open meanwhile.
 */
export async function offerSetUp(deps: OfferSetUpDeps): Promise<MadeLink | null> {
  const users = await deps.users.listUsers();
  if (users.some(({ isAdmin }) => isAdmin)) return null;
  return makeLink(deps, { kind: 'set_up', makesAdmin: true, lifeMs: SET_UP_LINK_MS });
}
