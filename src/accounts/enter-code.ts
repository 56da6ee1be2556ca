import { accept, type Result, refuse } from '../base/result.ts';
import type { AccountDeps } from './account-deps.ts';
import type { CodeRefusal, SessionRefusal, TooManyRefusal } from './account-refusals.ts';
import { type CheckCodeDeps, checkCode } from './check-code.ts';
import { type Browser, type OpenSessionDeps, renewSession } from './open-session.ts';
import type { Session } from './session.ts';
import { type SignedIn, welcome } from './sign-in.ts';

export type EnterCodeDeps = CheckCodeDeps & OpenSessionDeps & Pick<AccountDeps, 'keys'>;

/** Completes a sign-in by the code of an authenticator app, or by a backup code. */
export async function enterCode(
  deps: EnterCodeDeps,
  browser: Browser & { readonly session: Session },
  code: string,
): Promise<Result<SignedIn, CodeRefusal | TooManyRefusal | SessionRefusal>> {
  const { userId, sessionEpoch, signedInAt } = browser.session;
  if (userId === null || sessionEpoch === null || signedInAt !== null) {
    return refuse({ kind: 'session_over' });
  }
  const checked = await checkCode(deps, userId, code);
  if (!checked.ok) return checked;
  const opened = await renewSession(deps, browser, { userId, sessionEpoch, isHalf: false });
  return opened === null
    ? refuse({ kind: 'session_over' })
    : accept(welcome(deps, opened, browser));
}
