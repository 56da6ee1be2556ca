import { isConfirmed, type Session } from '../../../access/session.ts';
import type { PageAnswer, UserPageRequest } from '../kit/page.ts';
import { redirectTo } from '../kit/page.ts';
import type { PageDeps } from '../page-deps.ts';
import type { AskingBrowser } from '../session/browser-sessions.ts';

export const CONFIRM_PATH = '/confirm';

/** A browser whose user has shown a short while ago that it is he who sits there. */
export type ConfirmedBrowser = AskingBrowser & { readonly session: Session };

/**
 * For what somebody could do harm with who finds a browser open: sends to the confirmation first,
 * and from there to `returnTo`, which is the page of the form where this is what a form does.
 */
export async function whenConfirmed(
  { accounts, clock }: PageDeps,
  { raw, session }: UserPageRequest,
  returnTo: string,
  work: (browser: ConfirmedBrowser) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const browser = accounts.browsers.browserOf(raw.request);
  const present = browser.session;
  if (present !== null && isConfirmed(present, clock.now())) {
    return work({ ...browser, session: present });
  }
  session.rememberReturn(returnTo);
  return redirectTo(CONFIRM_PATH);
}
