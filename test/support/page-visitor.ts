import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { deriveSecret } from '../../src/accounts/form-token.ts';
import { NOTHING_HELD } from '../../src/lockdown/held-parts.ts';
import type { User } from '../../src/users/user-store.ts';
import { CSRF_FIELD } from '../../src/web/pages/forms.ts';
import type { Notice, PageSession, SessionPort } from '../../src/web/pages/page-session.ts';

/** Sessions in memory. The test decides who has which cookie. */
export interface TestSessions extends SessionPort {
  open(...parameters: Parameters<SessionPort['open']>): Promise<PageSession>;
  /** Begins a session, and returns the value of its cookie. */
  begin(user: User | null): string;
  returnOf(cookie: string): string | null;
}

export function createTestSessions(): TestSessions {
  const sessions = new Map<string, StoredSession>();
  return {
    install: async () => undefined,
    open: async ({ headers }) =>
      sessionOf(sessions.get(visitorIn(headers.cookie)) ?? newStoredSession(null, '')),
    begin: (user) => {
      const cookie = `visitor=${sessions.size + 1}`;
      sessions.set(cookie, newStoredSession(user, `csrf-of-${cookie}`));
      return cookie;
    },
    returnOf: (cookie) => sessions.get(cookie)?.returnTo ?? null,
  };
}

/** Finds the visitor's cookie among others, such as those of OAuth. */
const visitorIn = (cookies = ''): string => /visitor=\d+/.exec(cookies)?.[0] ?? '';

interface StoredSession {
  user: User | null;
  readonly csrfToken: string;
  notice: Notice | null;
  returnTo: string | null;
}

const newStoredSession = (user: User | null, csrfToken: string): StoredSession => ({
  user,
  csrfToken,
  notice: null,
  returnTo: null,
});

const sessionOf = (kept: StoredSession): PageSession => ({
  user: kept.user,
  id: kept.user === null ? null : randomUUID(),
  held: NOTHING_HELD,
  isConfirmed: () => true,
  takeSignInFor: async () => true,
  csrfToken: () => kept.csrfToken,
  secretOf: (text) => deriveSecret(kept.csrfToken, text),
  sentCookie: true,
  hasEnded: false,
  isCsrfToken: (text) => text !== '' && text === kept.csrfToken,
  isFormOf: () => false,
  keepNotice: (notice) => {
    kept.notice = notice;
  },
  takeNotice: () => {
    const { notice } = kept;
    kept.notice = null;
    return notice;
  },
  rememberReturn: (path) => {
    kept.returnTo = path;
  },
  signOut: async () => {
    Object.assign(kept, newStoredSession(null, kept.csrfToken));
  },
});

/** A browser without scripts, which keeps a single cookie. */
export interface PageVisitor {
  readonly cookie: string;
  get(path: string): Promise<LightMyRequestResponse>;
  /** Sends a form with the token that belongs to it. */
  post(path: string, fields: FormFields): Promise<LightMyRequestResponse>;
  /** Sends a form exactly as it is given. */
  postPlain(path: string, fields: FormFields): Promise<LightMyRequestResponse>;
}

export type FormFields = Readonly<Record<string, string | readonly string[]>>;

export function createVisitor(
  app: FastifyInstance,
  sessions: TestSessions,
  user: User | null,
): PageVisitor {
  const cookie = sessions.begin(user);
  const postPlain: PageVisitor['postPlain'] = (url, fields) =>
    app.inject({
      method: 'POST',
      url,
      payload: encodeForm(fields),
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
    });
  return {
    cookie,
    postPlain,
    get: (url) => app.inject({ method: 'GET', url, headers: { cookie } }),
    post: (path, fields) => postPlain(path, { [CSRF_FIELD]: `csrf-of-${cookie}`, ...fields }),
  };
}

export const encodeForm = (fields: FormFields): string =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      (typeof value === 'string' ? [value] : value).map((one): [string, string] => [name, one]),
    ),
  ).toString();

/** The text of a page as people read it: without markup, and with white space joined. */
export function readText(answer: LightMyRequestResponse): string {
  assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
  const body = answer.body.slice(answer.body.indexOf('<body'));
  return unescaped(body.replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The target of the link with this label: the first one, or the first one after some text. */
export function readLink(answer: LightMyRequestResponse, label: string, behind = ''): string {
  const body = answer.body.slice(answer.body.indexOf(behind));
  const links = [...body.matchAll(/<a\b[^>]*\bhref="([^"]*)"[^>]*>([^<]*)</g)];
  const link = links.find(([, , text]) => unescaped(text ?? '').trim() === label);
  assert(link !== undefined, `the page has a link "${label}"`);
  return unescaped(link[1] ?? '');
}

const unescaped = (text: string): string =>
  text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
