import type { PageAnswer, UserPageRequest } from '../../web/pages/page.ts';
import { redirectTo } from '../../web/pages/page.ts';
import type { PageSession } from '../../web/pages/page-session.ts';
import { readRequestValues } from '../../web/pages/request-values.ts';
import { formResumePath, readResumedForm } from '../../web/pages/resumed-form.ts';
import type { AccountPageDeps } from './account-page-deps.ts';

export const CONFIRM_PATH = '/confirm';

/** An act for which users confirm who they are. */
export interface RecentAuthAct {
  /** The page after the confirmation. For an action, it is the page that shows the form. */
  readonly path: string;
  /**
   * The name of the dangerous act on the page where users confirm who they are; null where it is
   * not known.
   */
  readonly title: string | null;
}

/**
 * Sends the user to the confirmation before an action that could do harm if a stranger finds the
 * browser open.
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
 * The address of the page that asks who users are. It names the act that comes next, in a way that
 * other sites cannot forge.
 */
export function confirmPath(session: PageSession, path: string, next: string | null): string {
  if (next === null) return path;
  const said = readRequestValues(new URLSearchParams([[NEXT_FIELD, next]]));
  return formResumePath(session, path, said, [NEXT_FIELD]);
}

/** The name of the act that comes after the confirmation; null where the page does not say it. */
export const nextOf = (request: UserPageRequest): string | null =>
  readResumedForm(request)?.text(NEXT_FIELD) || null;

const NEXT_FIELD = 'next';
