import type { PageAnswer, UserPageRequest } from '../../web/pages/page.ts';
import { redirectTo } from '../../web/pages/page.ts';
import type { AccountPageDeps } from './account-page-deps.ts';

export const CONFIRM_PATH = '/confirm';

/**
 * For actions that could do harm if a stranger finds the browser open. Sends the user to the
 * confirmation first, and from there to `returnTo`. For an action of a form this is the page that
 * shows the form.
 */
export async function whenConfirmed(
  { clock }: Pick<AccountPageDeps, 'clock'>,
  { session }: UserPageRequest,
  returnTo: string,
  work: () => Promise<PageAnswer>,
): Promise<PageAnswer> {
  if (session.isConfirmed(clock.now())) return work();
  session.rememberReturn(returnTo);
  return redirectTo(CONFIRM_PATH);
}
