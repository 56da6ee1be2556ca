import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import type { Account, BrowserWorld } from './browser-world.ts';
import type { WatchedWindow } from './chromium.ts';
import { inspectPage } from './inspect-page.ts';
import { openSharedWorld } from './shared-world.ts';

describe('second factors in a browser', () => {
  let world: BrowserWorld;
  before(async () => {
    world = await openSharedWorld();
  });
  after(() => world.close());

  const signedIn = async (): Promise<{ account: Account; window: WatchedWindow; page: Page }> => {
    const account = await world.addPerson();
    const window = await world.signedIn(account);
    return { account, window, page: window.page };
  };

  const openConfirmed = async (page: Page, account: Account, path: string): Promise<void> => {
    await page.goto(world.authUrl + path);
    if (new URL(page.url()).pathname !== '/confirm') return;
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.getByRole('main').getByRole('button').first().click();
    await page.waitForURL(`**${path}`);
  };

  const signOut = async (page: Page): Promise<void> => {
    await page.goto(`${world.authUrl}/profile`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForLoadState();
  };

  test('an authenticator app: set up, asked for, replaced by a backup code, removed', async () => {
    const { account, page, window } = await signedIn();
    await openConfirmed(page, account, '/security/authenticator');
    const spelled = (await page.locator('main code').first().textContent()) ?? '';
    const totp = new TOTP({ secret: Secret.fromBase32(spelled.replaceAll(' ', '')) });
    await page.getByLabel('Code').fill(totp.generate());
    await page.getByRole('button', { name: 'Use this app' }).click();
    await page.getByRole('heading', { name: /backup codes/i }).waitFor();
    await inspectPage(page);
    const codes = await page.locator('main code').allTextContents();
    await openConfirmed(page, account, '/security/backup-codes');

    await page.goto(world.authUrl);
    await signOut(page);
    await world.signIn(page, account);
    await page.waitForURL('**/sign-in/second-factor');
    await page.getByLabel('Code').fill(codes.join(' ').match(/[\w-]{8,}/)?.[0] ?? '');
    await page.getByRole('main').getByRole('button').first().click();
    await page.waitForURL(`${world.authUrl}/`);

    await openConfirmed(page, account, '/security/authenticator/remove');
    await page.getByRole('button', { name: 'Stop using the app' }).click();
    await page.getByText('You are no longer asked for codes.').waitFor();
    assert.deepEqual(window.complaints, []);
  });

  test('a passkey: added, used to sign in and to confirm, removed', async () => {
    const { account, page, window } = await signedIn();
    await addAuthenticator(window);
    await page.goto(`${world.authUrl}/security/passkeys/new`);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await inspectPage(page);
    await page.getByLabel('Name').fill('Test key');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('You can now sign in with “Test key”.').waitFor();

    await signOut(page);
    await page.goto(`${world.authUrl}/sign-in/passkey`);
    await page.getByRole('main').getByRole('button').first().click();
    await page.waitForURL(`${world.authUrl}/`);
    await page.getByText('Balance').first().waitFor();

    await page.goto(`${world.authUrl}/confirm/passkey`);
    await inspectPage(page);
    await page.goto(`${world.authUrl}/security`);
    await page.getByRole('link', { name: 'Remove' }).click();
    await page.waitForURL('**/security/passkeys/*/remove');
    await inspectPage(page);
    await page.getByRole('button', { name: 'Remove passkey' }).click();
    await page.getByText('The passkey is removed.').waitFor();
    assert.deepEqual(window.complaints, []);
  });

  test('without scripts the passkey page says what it needs', async () => {
    const { page } = await world.chromium.open({ hasScripts: false });
    await page.goto(`${world.authUrl}/sign-in/passkey`);
    await page.getByText('Passkeys need JavaScript').waitFor();
  });
});

/** A device that says yes at once, and that it knows its owner. */
async function addAuthenticator({ context, page }: WatchedWindow): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
