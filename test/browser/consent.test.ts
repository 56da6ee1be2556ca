import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { untilPasses } from '../support/wallet-user.ts';
import type { BrowserWorld, RunningApp } from './browser-world.ts';
import { askAddress } from './connect-app.ts';
import { addFrame, focusedElement, hasOpener, openWindow, readFocus } from './in-page.ts';
import { openSharedWorld } from './shared-world.ts';

describe('consent in a browser', () => {
  let world: BrowserWorld;
  before(async () => {
    world = await openSharedWorld();
  });
  after(() => world.close());

  const askFor = (app: RunningApp, scope: string): string => askAddress(world.authUrl, app, scope);

  const atTheApp = (page: Page): Promise<void> =>
    page.getByRole('heading', { name: 'Back at the app' }).waitFor();

  const assertCode = (app: RunningApp, issuer: string | null = null): void => {
    const { searchParams } = app.answer();
    assert.match(searchParams.get('code') ?? '', /^sat_ac_[\w-]{43}$/);
    assert.equal(searchParams.get('state'), 'st ü&=');
    assert.equal(searchParams.get('kept'), '1');
    assert.equal(searchParams.get('iss'), issuer);
  };

  test('F12 leads to the app and asks nobody else on the way', async () => {
    const app = await world.addApp({ hasIssuer: true });
    const account = await world.addPerson();
    const { page, requests, complaints } = await world.chromium.open();
    await page.goto(askFor(app, 'balance:read payments:send'));
    await world.signIn(page, account);
    await page.getByRole('heading', { name: 'Let “Example App” use your wallet?' }).waitFor();
    await page.getByRole('button', { name: /^Allow/ }).click();
    await atTheApp(page);
    assertCode(app, world.baseUrl);
    const origins = new Set(requests.map((address) => new URL(address).origin));
    assert.deepEqual(origins, new Set([world.authUrl, app.url]));
    assert.deepEqual(
      complaints.filter((text) => !text.includes('favicon')),
      [],
    );
  });

  test('leads back with a no', async () => {
    const app = await world.addApp();
    const { page } = await world.signedIn(await world.addPerson());
    await page.goto(askFor(app, 'balance:read'));
    await page.getByRole('button', { name: 'Do not allow' }).click();
    await atTheApp(page);
    assert.equal(app.answer().searchParams.get('error'), 'access_denied');
  });

  test('can be gone through by the keyboard alone, from signing in to the app', async () => {
    const app = await world.addApp();
    const account = await world.addPerson();
    const { page } = await world.chromium.open();
    const { keyboard } = page;
    await page.goto(askFor(app, 'payments:send'));
    await page.waitForURL('**/sign-in');
    // The first field has the focus already.
    await keyboard.type(account.email);
    await keyboard.press('Tab');
    await keyboard.type(account.password);
    await keyboard.press('Enter');
    await page.waitForURL('**/consent/**');

    const focused = () => focusedElement(page);
    const tabTo = async (pattern: RegExp): Promise<void> => {
      for (let presses = 1; presses <= 20; presses += 1) {
        await keyboard.press('Tab');
        const focus = await readFocus(page);
        if (focus === null || !pattern.test(focus.html)) continue;
        assert.ok(focus.isMarked, `the focus is seen at ${pattern}`);
        return;
      }
      assert.fail(`${pattern} is never reached`);
    };
    await keyboard.press('Tab');
    assert.match(await focused(), /Skip to the content/);
    await tabTo(/Use another account/);
    await tabTo(/value="some"/);
    await tabTo(/name="amount"/);
    await keyboard.press('Control+A');
    await keyboard.type('2 500');
    await tabTo(/name="interval"/);
    await keyboard.type('per w');
    await tabTo(/name="end"/);
    await tabTo(/value="allow"/);
    await keyboard.press('Space');
    await atTheApp(page);
    assertCode(app);
    await page.goto(`${world.authUrl}/apps`);
    await page.getByText('0 of 2,500 sat spent this week').waitFor();
  });

  test('the button says what it allows, whatever is chosen or typed', async () => {
    const app = await world.addApp();
    const { page, complaints } = await world.signedIn(await world.addPerson());
    await page.goto(askFor(app, 'payments:send'));
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await button('Allow up to 1,000 sat a month').waitFor();
    await page.getByLabel('How often').selectOption('week');
    await page.getByLabel('Limit', { exact: true }).fill('25 000');
    await button('Allow up to 25,000 sat a week').waitFor();
    await page.getByLabel('Limit', { exact: true }).fill('2.5');
    await button('Allow').waitFor();
    await page.getByLabel('No limit').check();
    await button('Allow without a limit').waitFor();
    await page.getByLabel('Up to a limit').check();
    await page.getByLabel('Limit', { exact: true }).fill('2500');
    await page.goto(`${world.authUrl}/apps`);
    await page.goBack();
    const shown = await page.getByLabel('Limit', { exact: true }).inputValue();
    await button(
      `Allow up to ${Number(shown.replace(',', '')).toLocaleString('en')} sat a ${await page
        .getByLabel('How often')
        .inputValue()}`,
    ).waitFor();
    await page.goto(askFor(app, 'balance:read'));
    await button('Allow').waitFor();
    assert.deepEqual(complaints, []);
  });

  test('works without scripts', async () => {
    const app = await world.addApp();
    const account = await world.addPerson();
    const { page } = await world.chromium.open({ hasScripts: false });
    await page.goto(askFor(app, 'payments:send'));
    await world.signIn(page, account);
    await page.getByLabel('No limit').check();
    // What was not chosen is out of the way; the warning is in sight.
    assert.equal(await page.getByLabel('Limit', { exact: true }).isVisible(), false);
    await page.getByText('Only for what you trust with all your money.').waitFor();
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await atTheApp(page);
    assertCode(app);
  });

  test('can be given for another account', async () => {
    const app = await world.addApp();
    const first = await world.addPerson();
    const second = await world.addPerson();
    const { page } = await world.signedIn(first);
    await page.goto(askFor(app, 'balance:read'));
    await page.getByRole('button', { name: 'Use another account' }).click();
    await world.signIn(page, second);
    await page.getByText(second.email).waitFor();
    await page.getByRole('button', { name: /^Allow/ }).click();
    await atTheApp(page);
    assertCode(app);
    await page.goto(`${world.authUrl}/apps`);
    await page.getByRole('heading', { name: 'Example App' }).waitFor();
  });

  test('works in a window that the app opened, which can tell the app', async () => {
    const app = await world.addApp();
    const { page, context } = await world.signedIn(await world.addPerson());
    await page.goto(app.url);
    const [popup] = await Promise.all([
      context.waitForEvent('page'),
      openWindow(page, askFor(app, 'balance:read')),
    ]);
    await popup.getByRole('button', { name: /^Allow/ }).click();
    await atTheApp(popup);
    assert.equal(await hasOpener(popup), true);
  });

  test('F2 is not shown in a frame', async () => {
    const app = await world.addApp();
    const { page, complaints } = await world.signedIn(await world.addPerson());
    await page.goto(app.url);
    await addFrame(page, askFor(app, 'balance:read'));
    await untilPasses(async () => {
      assert.match(complaints.join('\n'), /frame/i);
    });
    const [, framed] = page.frames();
    assert.equal(await framed?.getByRole('button', { name: /^Allow/ }).count(), 0);
  });
});
