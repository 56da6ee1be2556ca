import type { User } from '../../users/user-store.ts';
import { notFoundPage, type PageAnswer, type UserPageRequest } from '../../web/pages/page.ts';
import type { OperatorPageDeps } from './operator-page-deps.ts';

type Work = (user: User) => PageAnswer | Promise<PageAnswer>;

/** Runs a page for the user whose id or identifier is in the path. */
export async function withUser(
  { accounts }: OperatorPageDeps,
  { params }: UserPageRequest,
  work: Work,
): Promise<PageAnswer> {
  const id = params.text('id');
  const user =
    (await accounts.users.findUser(id)) ?? (await accounts.users.findUserByIdentifier(id));
  return user === null ? notFoundPage() : work(user);
}

/** Runs a page for a user as `withUser` does, but answers 404 for a closed account. */
export const withOpenUser = (
  deps: OperatorPageDeps,
  request: UserPageRequest,
  work: Work,
): Promise<PageAnswer> =>
  withUser(deps, request, (user) => (user.closedAt === null ? work(user) : notFoundPage()));
