import type { PageAnswer, UserPageRequest } from '../../web/pages/page.ts';
import { redirectTo } from '../../web/pages/page.ts';
import type { PageSession } from '../../web/pages/page-session.ts';
import { readRequestValues } from '../../web/pages/request-values.ts';
import { formResumePath, readResumedForm } from '../../web/pages/resumed-form.ts';
import type { AccountPageDeps } from './account-page-deps.ts';

export const CONFIRM_PATH = '/confirm';

/** An action before which users confirm who they are. */
export interface RecentAuthAct {
  /**
   * The page to open after the confirmation. For an action by form, it is the page that shows the
   * form.
   */
  readonly path: string;
  /**
   * The name of the action, for the page on which users confirm who they are; null if the name is
   * not known.
   */
  readonly title: string | null;
}

/**
 * Lets a user do something dangerous only if they confirmed a short time ago who they are;
 * otherwise sends them to the page that asks for it. A stranger who finds the browser open cannot
 * pass.
 */
export async function requireRecentAuth(
  { clock }: Pick<AccountPageDeps, 'clock'>,
  { session }: UserPageRequest,
  { path, title }: RecentAuthAct,
  work: () => Promise<PageAnswer>,
): Promise<PageAnswer> {
  if (session.isConfirmed(clock.now())) return work();
  session.rememberReturn(path);
  return redirectTo(confirmPath(session, CONFIRM_PATH, title));
}

/**
 * The address of the page on which users confirm who they are. The address names the action that
 * follows, sealed so that no other site can make up a text for the page.
 */
export function confirmPath(session: PageSession, path: string, next: string | null): string {
  if (next === null) return path;
  const said = readRequestValues(new URLSearchParams([[NEXT_FIELD, next]]));
  return formResumePath(session, path, said, [NEXT_FIELD]);
}

/**
 * The name of the action that follows the confirmation; null if the address of the page names none.
 */
export const nextOf = (request: UserPageRequest): string | null =>
  readResumedForm(request)?.text(NEXT_FIELD) || null;

const NEXT_FIELD = 'next';
