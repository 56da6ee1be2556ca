import type { User } from '../../users/user-store.ts';
import { notFoundPage, type PageAnswer, type UserPageRequest } from '../../web/pages/page.ts';
import type { OperatorPageDeps } from './operator-page-deps.ts';

type Work = (user: User) => PageAnswer | Promise<PageAnswer>;

/** Runs a page for the user whose id or identifier is in the path. */
export async function withUser(
  deps: OperatorPageDeps,
  request: UserPageRequest,
  work: Work,
): Promise<PageAnswer> {
  const user = await findUser(deps, request);
  return user === null ? notFoundPage() : work(user);
}

/** Runs a page for a user as `withUser` does, but answers 404 for a closed account. */
export async function withOpenUser(
  deps: OperatorPageDeps,
  request: UserPageRequest,
  work: Work,
): Promise<PageAnswer> {
  const user = await findOpenUser(deps, request);
  return user === null ? notFoundPage() : work(user);
}

/** Finds the user whose id or identifier is in the path; null for a closed account. */
export async function findOpenUser(
  deps: OperatorPageDeps,
  request: UserPageRequest,
): Promise<User | null> {
  const user = await findUser(deps, request);
  return user?.closedAt === null ? user : null;
}

async function findUser(
  { accounts: { users } }: OperatorPageDeps,
  { params }: UserPageRequest,
): Promise<User | null> {
  const id = params.text('id');
  return (await users.findUser(id)) ?? (await users.findUserByIdentifier(id));
}
