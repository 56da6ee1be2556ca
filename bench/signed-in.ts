import { sessionCookieName } from '../src/accounts/browser/cookies.ts';
import { openSession } from '../src/accounts/open-session.ts';
import { createSessionStore } from '../src/accounts/sql/session-store.ts';
import { systemClock } from '../src/system/system-clock.ts';
import { systemRandom } from '../src/system/system-random.ts';
import type { Stage } from './stage.ts';

export interface SignedIn {
  /** The secret of the session, from which the tokens of forms are derived. */
  readonly secret: string;
  /** The header `cookie` that the browser sends. */
  readonly cookie: string;
}

/** Signs a user in, with a browser of their own. */
export async function signedIn(
  { beside, service }: Pick<Stage, 'beside' | 'service'>,
  userId: string,
): Promise<SignedIn> {
  const sessions = createSessionStore(beside.database);
  const deps = { sessions, clock: systemClock, random: systemRandom };
  const browser = { device: 'bench', address: '127.0.0.1', session: null };
  const user = { userId, sessionEpoch: 1, isHalf: false };
  const { secret } = await openSession(deps, browser, user);
  return { secret, cookie: `${sessionCookieName(service.baseUrl)}=${secret}` };
}
