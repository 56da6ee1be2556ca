import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { request } from 'undici';
import { systemRandom } from '../../src/system/system-random.ts';
import { textField } from '../support/fields.ts';
import { newAppKey } from '../support/nwc/test-pairing.ts';
import type { BrowserWorld, RunningApp } from './browser-world.ts';
import { pressProved } from './press-proved.ts';

const VERIFIER = 'a1b2c3d4'.repeat(16);

export interface ConnectInput {
  readonly scope: string;
  /** Null: no limit. */
  readonly limit: Limit | null;
}

export interface Limit {
  readonly amount: string;
  readonly interval: string;
}

/** What a person and an app do together; answers the access token of the app. */
export async function connectApp(
  { authUrl, baseUrl }: BrowserWorld,
  page: Page,
  app: RunningApp,
  { scope, limit }: ConnectInput,
): Promise<string> {
  await page.goto(askAddress(authUrl, app, scope));
  if (scope.includes('payments:send')) {
    await page.getByLabel(limit === null ? 'No limit' : 'Up to a limit').check();
    if (limit !== null) {
      await page.getByLabel('Limit', { exact: true }).fill(limit.amount);
      await page.getByLabel('How often').selectOption(limit.interval);
    }
  }
  await pressProved(page, /^Allow/, page.getByRole('heading', { name: 'Back at the app' }));
  const { statusCode, body } = await request(`${baseUrl}/oauth/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${app.id}:${app.secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      redirect_uri: app.callback,
      code: app.answer().searchParams.get('code') ?? '',
      code_verifier: VERIFIER,
    }).toString(),
  });
  const answer: unknown = await body.json();
  assert.equal(statusCode, 200, JSON.stringify(answer));
  return textField(answer, 'access_token');
}

/** Where an app sends people. */
export function askAddress(authUrl: string, app: RunningApp, scope: string): string {
  const query = new URLSearchParams({
    client_id: app.id,
    response_type: 'code',
    redirect_uri: app.callback,
    scope,
    state: 'st ü&=',
    code_challenge: VERIFIER,
    code_challenge_method: 'plain',
  });
  return `${authUrl}/oauth?${query}`;
}

/** An app asks with a key of its own, for too much, then for less; each page is shown to `look`. */
export async function tourPairing(
  { authUrl }: Pick<BrowserWorld, 'authUrl'>,
  page: Page,
  look: () => Promise<void>,
): Promise<void> {
  const asked = { pubkey: newAppKey(systemRandom), name: 'Zap Reader' };
  const open = (more: Readonly<Record<string, string>>) =>
    page.goto(`${authUrl}/apps/new?${new URLSearchParams({ ...asked, ...more })}`);
  await open({ return_to: 'javascript:alert(1)' });
  await page.getByRole('heading', { name: 'This app cannot be connected' }).waitFor();
  await look();
  await open({ request_methods: 'pay_invoice', max_amount: '5000000' });
  await look();
  await page.getByLabel('Limit', { exact: true }).fill('5001');
  await page.getByRole('button', { name: /^Allow/ }).click();
  await page.getByText('Nothing is allowed yet').waitFor();
  await look();
  await page.getByRole('button', { name: 'Do not allow' }).click();
  await page.getByRole('heading', { name: 'Nothing was allowed' }).waitFor();
  await look();
  await open({});
  await look();
  const connected = page.getByRole('heading', { name: '“Zap Reader” is connected' });
  await pressProved(page, /^Allow/, connected);
  await look();
}
