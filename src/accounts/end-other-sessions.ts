import { accept, type Result, refuse } from '../base/result.ts';
import type { SessionRefusal } from './account-refusals.ts';
import {
  type Browser,
  type OpenedSession,
  type OpenSessionDeps,
  renewSession,
} from './open-session.ts';
import type { Session } from './session.ts';

/**
 * Ends all sessions of the user except that of the browser that asked, which continues with a new
 * session secret.
 */
export async function endOtherSessions(
  deps: OpenSessionDeps,
  userId: string,
  browser: Browser & { readonly session: Session },
): Promise<Result<OpenedSession, SessionRefusal>> {
  const sessionEpoch = await deps.sessions.endAllSessions(userId);
  const { confirmedAt } = browser.session;
  const owner = { userId, sessionEpoch, isHalf: false, confirmedAt };
  const opened = await renewSession(deps, browser, owner);
  return opened === null ? refuse({ kind: 'session_over' }) : accept(opened);
}
