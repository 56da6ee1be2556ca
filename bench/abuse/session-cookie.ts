import { sessionCookieName } from '../../src/accounts/browser/cookies.ts';
import { openSession } from '../../src/accounts/open-session.ts';
import { createSessionStore } from '../../src/accounts/sql/session-store.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import type { Person } from '../people.ts';
import type { Stage } from '../stage.ts';

/** Signs a person in, and answers the header `cookie` of their browser. */
export async function sessionCookie(
  { beside, service }: Stage,
  { caller }: Person,
): Promise<string> {
  const sessions = createSessionStore(beside.database);
  const deps = { sessions, clock: systemClock, random: systemRandom };
  const browser = { device: 'bench', address: '127.0.0.1', session: null };
  const user = { userId: caller.userId, sessionEpoch: 1, isHalf: false };
  const { secret } = await openSession(deps, browser, user);
  return `${sessionCookieName(service.baseUrl)}=${secret}`;
}
