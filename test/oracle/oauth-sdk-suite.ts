import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { field, numberField } from '../support/fields.ts';
import {
  type App,
  type OauthWorld,
  openConsent,
  type Person,
  readCallback,
  startOauth,
} from '../support/oauth-world.ts';

/** What an app knows of itself; the SDK wants all scopes as a list, and may get one twice. */
export interface SdkOptions {
  readonly client_id: string;
  readonly client_secret?: string;
  readonly callback: string;
  readonly request_options: { readonly base_url: string };
  readonly scopes: ('account:read' | 'balance:read' | 'invoices:read')[];
  readonly user_agent: string;
  readonly token?: SdkToken;
}

export interface SdkToken {
  access_token?: string;
  refresh_token?: string;
  expires_at?: number;
}

/** The SDK's own object, as far as it is used here. */
export interface SdkUser {
  token?: SdkToken;
  generateAuthURL(options: SdkAuthOptions): string | Promise<string>;
  requestAccessToken(code: string): Promise<{ token: unknown }>;
  refreshAccessToken(): Promise<{ token: unknown }>;
}

export type SdkAuthOptions =
  | { readonly authorizeUrl: string }
  | { readonly authorizeUrl: string; readonly code_challenge_method: 'S256' }
  | {
      readonly authorizeUrl: string;
      readonly code_challenge_method: 'plain';
      readonly code_challenge: string;
    };

export interface Sdk<User extends SdkUser> {
  connect(options: SdkOptions): User;
  balance(user: User, baseUrl: string): Promise<unknown>;
}

type Method = 'S256' | 'plain' | null;

export function oauthSdkSuite<User extends SdkUser>(name: string, sdk: Sdk<User>): void {
  describe(`A10 ${name}`, () => {
    const cleanups: (() => Promise<void>)[] = [];
    let world: OauthWorld;
    let person: Person;

    before(async () => {
      world = await startOauth({ after: (end) => cleanups.push(end) }, { baseUrl: null });
      person = await world.addPerson();
      await person.api.receive(2100);
    });
    after(async () => {
      for (const end of cleanups) await end();
    });

    const userOf = (app: App, more: Pick<SdkOptions, 'client_secret' | 'token'> = {}): User =>
      sdk.connect({
        client_id: app.id,
        callback: app.callback,
        user_agent: 'satchel-tests/1.0',
        request_options: { base_url: world.app.listeningOrigin },
        scopes: ['invoices:read', 'balance:read', 'invoices:read'],
        ...more,
      });
    const balanceOf = async (user: User): Promise<unknown> =>
      field(await sdk.balance(user, world.app.listeningOrigin), 'balance');

    async function authorize(user: User, method: Method): Promise<string> {
      const authorizeUrl = `${world.authOrigin}/oauth`;
      const address = await user.generateAuthURL(optionsOf(method, authorizeUrl));
      const asked = await person.browser.get(address);
      const consent = await openConsent(person.browser, asked.headers.location);
      const { code } = await readCallback(person.browser, await consent.answer('allow'));
      return code;
    }

    async function use(user: User, method: Method): Promise<void> {
      const { token } = await user.requestAccessToken(await authorize(user, method));
      const lifeSec = (numberField(token, 'expires_at') - Date.now()) / 1000;
      assert(lifeSec > 7100 && lifeSec <= 7200, 'it reads whole seconds');
      assert.equal(await balanceOf(user), 2100);
      const { token: refreshed } = await user.refreshAccessToken();
      assert.notEqual(field(refreshed, 'refresh_token'), field(token, 'refresh_token'));
      assert.equal(await balanceOf(user), 2100);
      user.token = { ...user.token, expires_at: 1 };
      assert.equal(await balanceOf(user), 2100, 'it refreshes by itself');
    }

    test(`A10 ${name}: a public app with S256`, async () => {
      await use(userOf(await world.addApp({ isPublic: true })), 'S256');
    });

    test(`A10 ${name}: a public app with plain, where hashing is not to be had`, async () => {
      await use(userOf(await world.addApp({ isPublic: true })), 'plain');
    });

    test(`A10 ${name}: a public app whose secret is the word undefined`, async () => {
      const app = await world.addApp({ isPublic: true });
      await use(userOf(app, { client_secret: 'undefined' }), 'S256');
    });

    test(`A10 ${name}: an app with a secret, with PKCE and without`, async () => {
      const app = await world.addApp();
      for (const method of ['S256', null] as const) {
        await use(userOf(app, { client_secret: app.secret }), method);
      }
    });

    test(`A10 ${name}: two of them refresh at once: one wins, the other hears of it`, async () => {
      const app = await world.addApp();
      const one = userOf(app, { client_secret: app.secret });
      await one.requestAccessToken(await authorize(one, 'S256'));
      const other = userOf(app, { client_secret: app.secret, token: { ...one.token } });
      const ends = await Promise.allSettled([one, other].map((user) => user.refreshAccessToken()));
      const failed = ends.find(({ status }) => status === 'rejected');
      assert(failed?.status === 'rejected');
      assert.match(`${failed.reason} ${JSON.stringify(failed.reason)}`, /invalid_grant/);
      const winner = ends[0]?.status === 'fulfilled' ? one : other;
      assert.equal(await balanceOf(winner), 2100);
      await winner.refreshAccessToken();
    });

    test(`A10 ${name}: a revoked app is told so at its next call`, async () => {
      const app = await world.addApp();
      const user = userOf(app, { client_secret: app.secret });
      await user.requestAccessToken(await authorize(user, 'S256'));
      const { appGrants } = world.deps;
      for (const { id } of await appGrants.listAppGrants(person.api.user.id)) {
        await appGrants.revokeAppGrant(person.api.user.id, id, world.clock.now());
      }
      await assert.rejects(balanceOf(user), /401/);
      await assert.rejects(user.refreshAccessToken(), /invalid_grant|400/);
    });
  });
}

function optionsOf(method: Method, authorizeUrl: string): SdkAuthOptions {
  if (method === null) return { authorizeUrl };
  if (method === 'S256') return { authorizeUrl, code_challenge_method: method };
  return { authorizeUrl, code_challenge_method: method, code_challenge: 'p'.repeat(64) };
}
