import type { PageAnswer, UserPageRequest } from '../../web/pages/page.ts';
import { redirectTo } from '../../web/pages/page.ts';
import type { AccountPageDeps } from './account-page-deps.ts';

export const CONFIRM_PATH = '/confirm';

/** What someone is about to do. */
export interface ConfirmedAct {
  /** Where they go on from the confirmation: for an action, the page that shows its form. */
  readonly path: string;
  /** For the page that asks who they are; null where its name is not known. */
  readonly title: string | null;
}

/**
 * For actions that could do harm if a stranger finds the browser open: sends the user to the
 * confirmation first.
 */
export async function whenConfirmed(
  { clock }: Pick<AccountPageDeps, 'clock'>,
  { session, texts }: UserPageRequest,
  { path, title }: ConfirmedAct,
  work: () => Promise<PageAnswer>,
): Promise<PageAnswer> {
  if (session.isConfirmed(clock.now())) return work();
  session.rememberReturn(path);
  if (title !== null) session.keepNotice({ kind: 'done', text: texts.confirm.next({ title }) });
  return redirectTo(CONFIRM_PATH);
}
