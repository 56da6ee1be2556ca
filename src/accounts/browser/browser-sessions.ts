/** Finds the session of a browser by its cookie, and begins, keeps and ends sessions. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { isOwnPath } from '../../authorization/own-path.ts';
import { hashToken } from '../../authorization/personal-token.ts';
import { assert } from '../../base/assert.ts';
import { type HeldParts, NOTHING_HELD } from '../../lockdown/held-parts.ts';
import type { User } from '../../users/user-store.ts';
import { browserLanguage } from '../../web/pages/browser-language.ts';
import { browserZone } from '../../web/pages/browser-zone.ts';
import type { PageSession, SessionPort } from '../../web/pages/page-session.ts';
import { callerNetwork } from '../../web/rate-limits/caller-network.ts';
import type { NetworkRates } from '../../web/rate-limits/network-rates.ts';
import type { AccountDeps } from '../account-deps.ts';
import {
  deriveSecret,
  isFormOwner,
  isFormToken,
  newFormOwner,
  newFormToken,
} from '../form-token.ts';
import { SESSION_NOTE_MS } from '../limits.ts';
import { openGuestSession } from '../open-guest-session.ts';
import type { Browser } from '../open-session.ts';
import { isConfirmed, newSessionSecret, type Session, sessionEnd, stageOf } from '../session.ts';
import type { FoundSession, SessionChange } from '../session-store.ts';
import type { SignedIn } from '../sign-in.ts';
import { type Cookies, createCookies } from './cookies.ts';

export interface SessionDeps
  extends Pick<
    AccountDeps,
    'sessions' | 'users' | 'authUrl' | 'keys' | 'clock' | 'random' | 'log'
  > {
  /**
   * Limits by IP address on stored sessions of guests, who are not signed in. Beyond these limits
   * no session is stored for a guest; null for no limit.
   */
  readonly addressRates: NetworkRates<'guest'> | null;
}

/**
 * The sessions of browsers, as the account pages use them. All other pages only use what
 * SessionPort contains.
 */
export interface BrowserSessions extends SessionPort {
  /** Describes the browser that sent a request, for operations on accounts. */
  browserOf(request: FastifyRequest): RequestingBrowser;
  /** The browser that sent the request, for pages that only signed-in users reach. */
  userBrowser(request: FastifyRequest): KeptBrowser;
  /**
   * Returns the browser with its stored session. A guest, who is not signed in, gets a session now
   * if they have none; null if the limits on guests do not allow one.
   */
  keep(request: FastifyRequest): Promise<KeptBrowser | null>;
  /**
   * Returns the page that the user wanted before they were asked to sign in or to confirm who they
   * are, and forgets it.
   */
  takeReturn(request: FastifyRequest): string | null;
  /** Gives the browser a new session, after its user has signed in. */
  begin(request: FastifyRequest, signedIn: StartedSession): void;
  /**
   * Marks the browser by a cookie as known to its user. Wrong passwords in a known browser have a
   * limit of their own, so that strangers elsewhere cannot use up its attempts.
   */
  know(request: FastifyRequest, knownBrowser: string): void;
}

export interface RequestingBrowser extends Browser {
  /**
   * The value of the cookie that the browser got when its user signed in there earlier; '' if it
   * has none.
   */
  readonly knownBrowser: string;
  /**
   * The network of the browser (a range of IP addresses). Wrong passwords are counted for each
   * network.
   */
  readonly network: string;
  /**
   * The user of the browser's session, even if they have not given their second factor yet; null
   * for a guest, who is not signed in.
   */
  readonly owner: User | null;
}

export type KeptBrowser = RequestingBrowser & { readonly session: Session };

export type StartedSession = Pick<SignedIn, 'opened'> & Partial<Pick<SignedIn, 'knownBrowser'>>;

/** The name of the request's property that holds the state of its browser's session. */
const BROWSER_STATE = 'browserState';

/** What is known about a browser while its request is answered. */
interface BrowserState {
  readonly reply: FastifyReply;
  readonly sentCookie: boolean;
  /** Whether the browser belonged to a session of a signed-in user that has ended. */
  readonly hasEnded: boolean;
  /** The secret of the browser's session, from its cookie; null if the browser sent none. */
  secret: string | null;
  session: Session | null;
  user: User | null;
  readonly held: HeldParts;
  /**
   * Changes of the browser's session that this request makes. They are stored before the answer
   * leaves.
   */
  change: SessionChange;
}

export function createBrowserSessions(deps: SessionDeps): BrowserSessions {
  const cookies = createCookies(deps.authUrl);
  const stateOf = (request: FastifyRequest): BrowserState => request.getDecorator(BROWSER_STATE);

  return {
    install: async (app) => {
      await cookies.install(app);
      app.decorateRequest(BROWSER_STATE, null);
      app.addHook('onSend', async (request, _, payload) => {
        const state = request.getDecorator<BrowserState | null>(BROWSER_STATE);
        if (state !== null) await storeChange(deps, cookies, request, state);
        return payload;
      });
    },
    open: async (request, reply) => {
      const state = await readState(deps, cookies, request, reply);
      request.setDecorator(BROWSER_STATE, state);
      return pageSession(deps, cookies, state);
    },
    browserOf: (request) => describe(cookies, request, stateOf(request)),
    userBrowser: (request) => {
      const browser = describe(cookies, request, stateOf(request));
      assert(browser.session !== null, 'a signed-in user has a session');
      return { ...browser, session: browser.session };
    },
    keep: async (request) => {
      const state = stateOf(request);
      state.session ??= await keepGuest(deps, cookies, request, state);
      const { session } = state;
      return session === null ? null : { ...describe(cookies, request, state), session };
    },
    takeReturn: (request) => {
      const state = stateOf(request);
      const returnTo = state.session?.returnTo ?? null;
      if (returnTo !== null) state.change = { ...state.change, returnTo: null };
      return returnTo;
    },
    begin: (request, { opened, knownBrowser }) => {
      const state = stateOf(request);
      Object.assign(state, { secret: opened.secret, session: opened.session });
      cookies.setSecret(state.reply, opened.secret, stageOf(opened.session));
      if (knownBrowser) cookies.setKnownBrowser(state.reply, knownBrowser);
    },
    know: (request, knownBrowser) => {
      cookies.setKnownBrowser(stateOf(request).reply, knownBrowser);
    },
  };
}

async function readState(
  deps: SessionDeps,
  cookies: Cookies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<BrowserState> {
  const secret = cookies.readSecret(request);
  const none = { secret: null, session: null, user: null, held: NOTHING_HELD, change: {} };
  const guest: BrowserState = { reply, sentCookie: secret !== null, hasEnded: false, ...none };
  if (secret === null) return guest;
  const now = deps.clock.now();
  const found = await deps.sessions.findSession(hashToken(secret), now);
  if (found === 'over') return { ...guest, hasEnded: true };
  if (found === null) {
    // No session with this secret is stored: either it ended and was deleted, or no one has signed
    // in and none was stored yet. The cookie of a known browser tells which, as only browsers in
    // which someone has signed in have that cookie.
    return { ...guest, secret, hasEnded: cookies.readKnownBrowser(request) !== '' };
  }
  const { session, user, held } = found;
  const isDue = now.getTime() - session.lastSeenAt.getTime() >= SESSION_NOTE_MS;
  await Promise.all([
    isDue ? noteUse(deps, session, now) : null,
    isDue || user?.browserLanguage === null ? noteReader(deps, request, found) : null,
  ]);
  return { ...guest, secret, session, user, held };
}

async function noteUse(deps: SessionDeps, session: Session, now: Date): Promise<void> {
  const expiresAt = sessionEnd(stageOf(session), session.createdAt, now);
  await waitBriefly(deps, deps.sessions.noteUse(session.id, now, expiresAt));
}

/**
 * Notes the user's language and time zone from the request, for mails and statements that are made
 * later without a browser.
 */
async function noteReader(
  deps: SessionDeps,
  request: FastifyRequest,
  { session, user }: FoundSession,
): Promise<void> {
  if (user === null || session.signedInAt === null) return;
  await Promise.all([noteLanguage(deps, request, user), noteZone(deps, request, user)]);
}

async function noteLanguage(deps: SessionDeps, request: FastifyRequest, user: User): Promise<void> {
  if (request.headers['accept-language'] === undefined) return;
  const language = browserLanguage(request);
  if (language === user.browserLanguage) return;
  await waitBriefly(deps, deps.users.noteBrowserLanguage(user.id, language));
}

async function noteZone(
  deps: SessionDeps,
  request: FastifyRequest,
  { id, preferences }: User,
): Promise<void> {
  const zone = preferences.timeZone === null ? browserZone(request) : null;
  if (zone !== null) await waitBriefly(deps, deps.users.noteBrowserZone(id, zone));
}

/**
 * Waits for a write to the database, but at most a second, so that people can still see their pages
 * while the database confirms no writes, for example because a standby is away.
 */
async function waitBriefly({ clock, log }: SessionDeps, written: Promise<void>): Promise<void> {
  const enough = new AbortController();
  const noted = written.catch((error: unknown) =>
    log.warn({ error }, 'the use of a session could not be noted'),
  );
  await Promise.race([noted, clock.sleep(SESSION_NOTE_TIMEOUT_MS, enough.signal)]);
  enough.abort();
}

const SESSION_NOTE_TIMEOUT_MS = 1000;

function pageSession(deps: SessionDeps, cookies: Cookies, state: BrowserState): PageSession {
  return {
    sentCookie: state.sentCookie,
    hasEnded: state.hasEnded,
    get user() {
      return state.session?.signedInAt ? state.user : null;
    },
    get id() {
      return state.session?.signedInAt ? state.session.id : null;
    },
    held: state.held,
    isConfirmed: (now) => state.session !== null && isConfirmed(state.session, now),
    takeSignInFor: async (path, since) => {
      if (state.session === null) return false;
      return await deps.sessions.takeSignInFor(state.session.id, path, since);
    },
    csrfToken: () => {
      const token = newFormToken(secretOf(deps, cookies, state), deps.random);
      const userId = state.session?.signedInAt ? state.user?.id : undefined;
      if (userId === undefined) return token;
      return `${token}.${newFormOwner(deps.keys.forms, userId, token)}`;
    },
    isCsrfToken: (text) => state.secret !== null && isFormToken(state.secret, formTokenIn(text)),
    isFormOf: (userId, text) => {
      const token = formTokenIn(text);
      return isFormOwner(deps.keys.forms, userId, token, text.slice(token.length + 1));
    },
    secretOf: (text) => deriveSecret(secretOf(deps, cookies, state), text),
    keepNotice: (notice) => {
      state.change = { ...state.change, notice };
    },
    takeNotice: () => {
      const notice = state.change.notice ?? state.session?.notice ?? null;
      if (state.session?.notice) state.change = { ...state.change, notice: null };
      else state.change = withoutNotice(state.change);
      return notice;
    },
    rememberReturn: (path) => {
      if (isOwnPath(path)) state.change = { ...state.change, returnTo: path };
    },
    signOut: async () => {
      const { session } = state;
      if (session?.userId) await deps.sessions.endSession(session.userId, session.id);
      Object.assign(state, { secret: null, session: null, user: null, change: {} });
      cookies.clearSecret(state.reply);
    },
  };
}

const formTokenIn = (text: string): string => text.split('.', 1)[0] ?? '';

const withoutNotice = ({ notice: _, ...change }: SessionChange): SessionChange => change;

/**
 * Makes a session secret for a browser that has no cookie. No session is stored for it as long as
 * it only reads pages.
 */
function secretOf({ random }: SessionDeps, cookies: Cookies, state: BrowserState): string {
  if (state.secret === null) {
    state.secret = newSessionSecret(random);
    cookies.setSecret(state.reply, state.secret, 'guest');
  }
  return state.secret;
}

/**
 * Stores changes of a session. If that fails, the page is shown all the same: it is not worth an
 * error that a notice is lost, or the path of the page to return to.
 */
async function storeChange(
  deps: SessionDeps,
  cookies: Cookies,
  request: FastifyRequest,
  state: BrowserState,
): Promise<void> {
  const { change, session } = state;
  if (Object.keys(change).length === 0) return;
  try {
    if (session === null) await keepGuest(deps, cookies, request, state);
    else await deps.sessions.changeSession(session.id, change);
  } catch (error) {
    deps.log.error({ error }, 'a session could not be kept');
  }
}

async function keepGuest(
  deps: SessionDeps,
  cookies: Cookies,
  request: FastifyRequest,
  state: BrowserState,
): Promise<Session | null> {
  const { returnTo = null, notice = null } = state.change;
  state.change = {};
  const rate = deps.addressRates?.take('guest', callerNetwork(request.ip));
  if (rate?.isAllowed === false) return null;
  const secret = secretOf(deps, cookies, state);
  return openGuestSession(deps, { ...placeOf(request), secret, returnTo, notice });
}

const describe = (
  cookies: Cookies,
  request: FastifyRequest,
  { session, user }: BrowserState,
): RequestingBrowser => ({
  ...placeOf(request),
  session,
  owner: user,
  knownBrowser: cookies.readKnownBrowser(request),
  network: callerNetwork(request.ip),
});

const placeOf = ({ headers, ip }: FastifyRequest) => ({
  device: headers['user-agent'] ?? '',
  address: ip,
});
