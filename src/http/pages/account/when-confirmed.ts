import type { PageAnswer, UserPageRequest } from '../kit/page.ts';
import { redirectTo } from '../kit/page.ts';
import type { PageDeps } from '../page-deps.ts';

export const CONFIRM_PATH = '/confirm';

/**
 * For what somebody could do harm with who finds a browser open: sends to the confirmation first,
 * and from there to `returnTo`, which is the page of the form where this is what a form does.
 */
export async function whenConfirmed(
  { clock }: Pick<PageDeps, 'clock'>,
  { session }: UserPageRequest,
  returnTo: string,
  work: () => Promise<PageAnswer>,
): Promise<PageAnswer> {
  if (session.isConfirmed(clock.now())) return work();
  session.rememberReturn(returnTo);
  return redirectTo(CONFIRM_PATH);
}
