import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import type { HttpConfig } from '../../src/app/http/http-config.ts';
import { addClient } from '../../src/apps/add-client.ts';
import type { AccessOptions } from '../../src/apps/apps.ts';
import type { Database } from '../../src/database/db.ts';
import { hostPattern } from '../../src/web/host-pattern.ts';
import { CSRF_FIELD } from '../../src/web/pages/forms.ts';
import type { Answer, ApiUser, Headers } from './api-user.ts';
import type { ApiDeps } from './compose-api.ts';
import { composeTestPages } from './compose-pages.ts';
import type { Cleanup } from './database.ts';
import { emailOf } from './email-of.ts';
import { en } from './english-texts.ts';
import { numberField, textField } from './fields.ts';
import { createOauthBrowser, type OauthBrowser } from './oauth-browser.ts';
import { readLink } from './page-visitor.ts';
import { startWalletApi, type WalletApi } from './wallet-api.ts';

/** Apps, users with browsers, and the authorization server between them. */
export interface OauthWorld extends WalletApi {
  readonly authOrigin: string;
  database(): Database;
  addApp(input?: NewAppInput): Promise<App>;
  /** Adds a user, with a browser in which they are signed in. */
  addPerson(): Promise<Person>;
  /** Opens a browser in which no one is signed in. */
  browser(): OauthBrowser;
  /** Lets the user say yes to an app. */
  authorize(person: Person, app: App, query?: Query): Promise<Authorized>;
  /** Connects an app completely: consent, code, tokens. */
  connect(person: Person, app: App, query?: Query): Promise<Tokens>;
  token(app: App, fields: Fields, headers?: Headers): Promise<Answer>;
  refresh(app: App, refreshToken: string, fields?: Fields): Promise<Answer>;
  callAs(accessToken: string, path?: string): Promise<Answer>;
}

export interface NewAppInput {
  readonly isPublic?: boolean;
  readonly s256Only?: boolean;
  /**
   * Whether the server sends the issuer. By default it does, because libraries that use discovery
   * want it.
   */
  readonly sendsIssuer?: boolean;
  readonly callback?: string;
  readonly name?: string;
}

export interface App {
  readonly id: string;
  /** The secret of the app; empty for a public app. */
  readonly secret: string;
  readonly callback: string;
  readonly ownerUserId: string;
}

export interface Person {
  readonly api: ApiUser;
  readonly browser: OauthBrowser;
}

export type Fields = Readonly<Record<string, string>>;
/** Parameters of a request; null leaves one out. */
export type Query = Readonly<Record<string, string | null>>;

export interface Authorized {
  readonly code: string;
  /** Everything that came back to the callback. */
  readonly answer: URLSearchParams;
  readonly location: string;
}

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresIn: number;
  readonly scope: string;
}

/** A code verifier as the SDK makes it: 128 hex digits. */
export const VERIFIER = 'a1b2c3d4'.repeat(16);
export const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');
export const CALLBACK = 'https://app.example/callback';
export const ALL = 'account:read balance:read invoices:create invoices:read transactions:read';

export async function startOauth(
  cleanup: Cleanup,
  config: Partial<HttpConfig> = {},
  changes: (parts: AccessOptions, deps: ApiDeps) => Partial<ApiDeps> = () => ({}),
): Promise<OauthWorld> {
  let opened: Database | null = null;
  const api = await startWalletApi(cleanup, config, (database, deps) => {
    const { clock, random, log } = deps;
    opened = database;
    const pages = composeTestPages(cleanup, database, deps, {
      textsOf: () => en,
      pagesHost: config.authUrl ? hostPattern(new URL(config.authUrl), 'any') : null,
    });
    const apiUrl = () => deps.config.baseUrl ?? '';
    return { pages, ...changes({ database, clock, random, log, apiUrl }, deps) };
  });
  // Libraries of others reach the server over the network.
  if (config.baseUrl === null) await api.app.listen({ host: '127.0.0.1', port: 0 });
  const authOrigin =
    config.authUrl ??
    (config.baseUrl === null ? api.app.listeningOrigin : 'https://wallet.example');
  const owner = await api.addUser();
  const world: OauthWorld = {
    ...api,
    authOrigin,
    database: () => opened ?? assert.fail('it is open'),
    browser: () => createOauthBrowser(api.app, authOrigin),
    addApp: (input = {}) => addApp(api, owner, input),
    addPerson: async () => {
      const person = await api.addUser();
      const browser = world.browser();
      await signIn(world, browser, person);
      return { api: person, browser };
    },
    authorize: async (person, app, query = {}) => {
      const asked = await person.browser.get(authorizeUrl(app, query));
      const consent = await openConsent(person.browser, asked.headers.location);
      return await readCallback(person.browser, await consent.answer('allow'));
    },
    connect: async (person, app, query = {}) => {
      const { code } = await world.authorize(person, app, query);
      const answer = await world.token(app, exchange(app, code));
      assert.equal(answer.status, 200, answer.text);
      return readTokens(answer);
    },
    token: (app, fields, headers) => callToken(api, app, fields, headers),
    refresh: (app, refreshToken, fields = {}) =>
      callToken(api, app, { grant_type: 'refresh_token', refresh_token: refreshToken, ...fields }),
    callAs: (accessToken, path = '/balance') =>
      api.call('GET', path, { headers: { authorization: `Bearer ${accessToken}` } }),
  };
  return world;
}

/** Signs in like everyone does. The password is set first, because test users have none. */
export async function signIn(
  { deps }: WalletApi,
  browser: OauthBrowser,
  { user }: ApiUser,
): Promise<void> {
  assert(deps.pages !== null, 'pages are served');
  const who = { network: '192.0.2.1', knownUserId: user.id };
  const hashed = await deps.pages.accounts.passwords.hash(PASSWORD, who);
  assert(hashed.ok, 'the password is set');
  await deps.users.updateUser(user.id, { passwordHash: hashed.value });
  const csrf = hiddenIn((await browser.get('/sign-in')).body, CSRF_FIELD);
  const fields = { [CSRF_FIELD]: csrf, email: emailOf(user), password: PASSWORD };
  const answer = await browser.post('/sign-in', fields);
  assert.equal(answer.statusCode, 303, answer.body);
}

export const PASSWORD = 'correct horse battery';

async function addApp(api: WalletApi, owner: ApiUser, input: NewAppInput): Promise<App> {
  const { callback = CALLBACK, ...others } = input;
  const usual = { name: 'Example App', isPublic: false, s256Only: false, sendsIssuer: true };
  const addresses = { callback, url: new URL(callback).origin };
  const order = { ...usual, ...others, ...addresses, ownerUserId: owner.user.id };
  const added = await addClient(api.deps, order);
  assert(added.ok, JSON.stringify(added));
  const { client, secret } = added.value;
  return { id: client.id, secret: secret ?? '', callback, ownerUserId: owner.user.id };
}

/** The URL of a correct request with S256. The query changes its parameters. */
export function authorizeUrl(app: App, query: Query = {}): string {
  const asked: Query = {
    client_id: app.id,
    response_type: 'code',
    redirect_uri: app.callback,
    scope: 'balance:read',
    state: 'xyz',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    ...query,
  };
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(asked)) if (value !== null) given.set(name, value);
  return `/oauth?${given}`;
}

export interface OpenConsent {
  readonly path: string;
  readonly html: string;
  readonly ticket: string;
  readonly fields: Fields;
  answer(decision: 'allow' | 'deny', fields?: Fields): Promise<string>;
}

/** Does what a user does on the consent page. */
export async function openConsent(
  browser: OauthBrowser,
  location: string | undefined,
): Promise<OpenConsent> {
  assert(location !== undefined, 'the browser is led to the consent page');
  const path = new URL(location, 'https://any.example').pathname;
  const shown = await browser.get(path);
  assert.equal(shown.statusCode, 200, `${path}: ${shown.body}`);
  const ticket = hiddenIn(shown.body, 'ticket');
  const own = { [CSRF_FIELD]: hiddenIn(shown.body, CSRF_FIELD), ticket };
  return {
    path,
    ticket,
    fields: own,
    html: shown.body,
    answer: async (decision, fields = {}) => {
      // The user proves who they are at once, whether the page asks or not.
      const form = { ...own, decision, limit: 'none', password: PASSWORD, ...fields };
      const answered = await browser.post(path, form);
      assert.equal(answered.statusCode, 303, answered.body);
      return answered.headers.location ?? assert.fail('it leads on');
    },
  };
}

/**
 * Reads what an app is told about a wrong request. This is behind a link on a page of ours, because
 * no browser is sent there automatically.
 */
export function readRefusal(asked: LightMyRequestResponse): URL {
  assert.deepEqual([asked.statusCode, asked.headers.location], [400, undefined], asked.body);
  return new URL(readLink(asked, 'Go back to the app'));
}

/** Reads the value of a hidden field. */
function hiddenIn(page: string, name: string): string {
  const [, value = ''] = new RegExp(`name="${name}" value="([^"]*)"`).exec(page) ?? [];
  return value.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}

/** Goes from the consent page to the app, and reads what comes to its callback. */
export async function readCallback(browser: OauthBrowser, resumeAt: string): Promise<Authorized> {
  const back = await browser.get(resumeAt);
  assert(back.statusCode === 303 || back.statusCode === 302, `${back.statusCode} ${back.body}`);
  const location = back.headers.location ?? '';
  const answer = new URL(location).searchParams;
  return { answer, location, code: answer.get('code') ?? '' };
}

export const exchange = (app: App, code: string): Fields => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: app.callback,
  code_verifier: VERIFIER,
});

export const basic = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

export const formOf = (fields: Fields): string => new URLSearchParams(fields).toString();

function callToken(api: WalletApi, app: App, fields: Fields, headers?: Headers): Promise<Answer> {
  return api.call('POST', '/oauth/token', {
    headers: {
      authorization: basic(app.id, app.secret),
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    body: formOf(fields),
  });
}

export const readTokens = ({ body }: Answer): Tokens => ({
  accessToken: textField(body, 'access_token'),
  refreshToken: textField(body, 'refresh_token'),
  expiresIn: numberField(body, 'expires_in'),
  scope: textField(body, 'scope'),
});
