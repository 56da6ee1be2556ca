import { timingSafeEqual } from 'node:crypto';
import { base64urlnopad } from '@scure/base';
import type { UserPageRequest } from '../../web/pages/page.ts';
import { cookieNameAt } from '../browser/cookies.ts';
import { RECENT_PASSWORD_MS } from '../limits.ts';
import type { AccountPageDeps } from './account-page-deps.ts';

type Deps = Pick<AccountPageDeps, 'accounts' | 'clock'>;

/**
 * The cookie that says when the user of a session last typed their password for a decision. It is
 * sealed with the secret of the session, so no other session can use or make one.
 */
const nameOf = ({ accounts }: Pick<Deps, 'accounts'>): string =>
  cookieNameAt(accounts.authUrl(), 'password_typed');

/** Notes in the browser that its user has typed their password now. */
export function noteRecentPassword(deps: Deps, request: UserPageRequest): void {
  const { accounts, clock } = deps;
  const at = String(clock.now().getTime());
  const value = `${at}.${base64urlnopad.encode(sealOf(request, at))}`;
  request.raw.reply.setCookie(nameOf(deps), value, {
    path: '/',
    maxAge: RECENT_PASSWORD_MS / 1000,
    httpOnly: true,
    sameSite: 'lax',
    secure: accounts.authUrl().startsWith('https:'),
  });
}

/** Whether the user has typed their password in this session within RECENT_PASSWORD_MS. */
export function hasRecentPassword(deps: Deps, request: UserPageRequest): boolean {
  const cookie = request.raw.request.cookies[nameOf(deps)] ?? '';
  const [, at = '', seal = ''] = /^(\d{1,15})\.([\w-]{43})$/.exec(cookie) ?? [];
  if (at === '') return false;
  const ageMs = deps.clock.now().getTime() - Number(at);
  const isNew = ageMs >= 0 && ageMs < RECENT_PASSWORD_MS;
  return isNew && timingSafeEqual(Buffer.from(seal, 'base64url'), sealOf(request, at));
}

const sealOf = ({ session, user }: UserPageRequest, at: string): Uint8Array =>
  session.secretOf(`password typed at ${at} by ${user.id}`);
