import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import * as current from '@getalby/sdk/oauth';
import * as former from 'alby-js-sdk';
import { field, numberField } from '../support/fields.ts';
import type { Account, BrowserWorld, RunningApp } from './browser-world.ts';
import type { WatchedWindow } from './chromium.ts';
import { openSharedWorld } from './shared-world.ts';

/** What the two official clients have in common. */
interface SdkUser {
  generateAuthURL(options: AuthUrlOptions): string | Promise<string>;
  requestAccessToken(code: string): Promise<unknown>;
  refreshAccessToken(): Promise<unknown>;
  readonly token?: unknown;
  readBalance(): Promise<unknown>;
}

type AuthUrlOptions = { readonly authorizeUrl: string } & Challenge;

/** The types of the older client know no request without PKCE; its code does. */
type Challenge =
  | { readonly code_challenge_method: 'S256' }
  | {
      readonly code_challenge_method: 'plain';
      readonly code_challenge: string;
      readonly state: string;
    }
  | { readonly code_challenge_method?: never };

interface SdkOptions {
  readonly client_id: string;
  readonly client_secret?: string;
  readonly callback: string;
  readonly baseUrl: string;
  /** The token of another instance with the same connection. */
  readonly token?: object;
}

const SCOPES = ['account:read', 'balance:read', 'invoices:read'] as const;

function openCurrent({ baseUrl, token, ...options }: SdkOptions): SdkUser {
  const user = new current.OAuth2User({
    ...options,
    scopes: [...SCOPES],
    user_agent: 'test',
    request_options: { base_url: baseUrl },
    ...(token === undefined ? {} : { token }),
  });
  const client = new current.Client(user, { base_url: baseUrl });
  return Object.assign(user, { readBalance: () => client.accountBalance({}) });
}

function openFormer({ baseUrl, token, ...options }: SdkOptions): SdkUser {
  const user = new former.auth.OAuth2User({
    ...options,
    scopes: [...SCOPES],
    user_agent: 'test',
    request_options: { base_url: baseUrl },
    ...(token === undefined ? {} : { token }),
  });
  const client = new former.Client(user, { base_url: baseUrl });
  return Object.assign(user, { readBalance: () => client.accountBalance({}) });
}

const PLAIN = { code_challenge_method: 'plain', code_challenge: 'p'.repeat(64) } as const;

const FLOWS = [
  { name: 'public, S256', isPublic: true, challenge: { code_challenge_method: 'S256' } },
  { name: 'public, plain', isPublic: true, challenge: { ...PLAIN, state: 'any' } },
  { name: 'confidential, S256', isPublic: false, challenge: { code_challenge_method: 'S256' } },
  { name: 'confidential, no PKCE', isPublic: false, challenge: {} },
] as const;

let world: BrowserWorld;
let account: Account;
let window: WatchedWindow;
const apps = new Map<boolean, RunningApp>();

before(async () => {
  world = await openSharedWorld();
  account = await world.addPerson();
  window = await world.signedIn(account);
  apps.set(true, await world.addApp({ name: 'Public App', isPublic: true }));
  apps.set(false, await world.addApp({ name: 'Confidential App' }));
});

for (const [sdk, open] of [
  ['@getalby/sdk 8.0.3', openCurrent],
  ['alby-js-sdk 2.3.0', openFormer],
] as const) {
  describe(`A10 ${sdk} through the pages`, () => {
    for (const { name, isPublic, challenge } of FLOWS) {
      test(name, async (t) => {
        // The clients print what was refused.
        t.mock.method(console, 'error', () => undefined);
        const app = apps.get(isPublic);
        assert(app !== undefined);
        const options: SdkOptions = {
          client_id: app.id,
          callback: app.callback,
          baseUrl: world.baseUrl,
          ...(isPublic ? {} : { client_secret: app.secret }),
        };
        const user = open(options);
        const asked = { authorizeUrl: `${world.authUrl}/oauth`, ...challenge };
        await allow(await user.generateAuthURL(asked));
        await user.requestAccessToken(app.answer().searchParams.get('code') ?? '');
        await assertBalance(user);

        const before = tokenOf(user);
        const second = open({ ...options, token: before });
        const ends = await Promise.allSettled([
          user.refreshAccessToken(),
          second.refreshAccessToken(),
        ]);
        const [winner, loser] = ends[0].status === 'fulfilled' ? [user, second] : [second, user];
        assert.deepEqual(ends.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
        assert.notDeepEqual(tokenOf(winner), before);
        assert.deepEqual(tokenOf(loser), before);
        await assertBalance(winner);

        await disconnect(isPublic ? 'Public App' : 'Confidential App');
        await assert.rejects(winner.readBalance());
        await assert.rejects(winner.refreshAccessToken());
      });
    }
  });
}

function tokenOf({ token }: SdkUser): object {
  assert(typeof token === 'object' && token !== null);
  return token;
}

async function assertBalance(user: SdkUser): Promise<void> {
  assert.equal(numberField(await user.readBalance(), 'balance'), 0);
  assert.equal(field(user.token, 'scope'), SCOPES.join(' '));
}

async function allow(address: string): Promise<void> {
  const { page } = window;
  await page.goto(address);
  await page.getByRole('button', { name: /^Allow/ }).click();
  await page.getByRole('heading', { name: 'Back at the app' }).waitFor();
}

async function disconnect(name: string): Promise<void> {
  const { page } = window;
  await page.goto(`${world.authUrl}/apps`);
  const entry = page.getByRole('listitem').filter({ hasText: name });
  await entry.getByRole('link', { name: 'Disconnect' }).click();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByText('The app is disconnected.').waitFor();
}
