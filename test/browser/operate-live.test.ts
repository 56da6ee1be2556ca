import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { BrowserWorld } from './browser-world.ts';
import type { WatchedWindow } from './chromium.ts';
import { inspectPage } from './inspect-page.ts';
import { openSharedWorld } from './shared-world.ts';

/** Pages of operators look again by themselves. The time of the pages is that of the test. */
describe('the overview of operators', () => {
  let world: BrowserWorld;
  let window: WatchedWindow;

  before(async () => {
    world = await openSharedWorld();
    window = await world.signedIn(await world.addPerson('Otto Operator'));
    await window.page.clock.install();
  });
  after(() => world.close());

  let alarms = 0;
  const raise = (): Promise<void> => {
    alarms += 1;
    const alarm = { kind: 'job_parked', subject: `browser ${alarms}`, detail: 'a test' } as const;
    return world.service.withStores((stores) => stores.alarms.raiseAlarm(alarm));
  };
  const open = async (path: string): Promise<Page> => {
    const { page } = window;
    await page.goto(world.authUrl + path);
    await page.evaluate('document.body.dataset.kept = "yes"');
    return page;
  };
  const answerWith = (change: (body: string) => string) =>
    window.page.route('**/operate', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: change(await answer.text()) });
    });
  const isSamePage = (page: Page): Promise<boolean> =>
    page.evaluate<boolean>('document.body.dataset.kept === "yes"');
  const show = (page: Page, state: 'visible' | 'hidden') =>
    page.evaluate(`
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: '${state}' });
      document.dispatchEvent(new Event('visibilitychange'));`);

  test('it shows what is new without a reload and without a stream', async () => {
    const before = window.requests.length;
    const page = await open('/operate');
    await raise();
    await page.clock.runFor(10_500);
    await page.getByRole('link', { name: 'Alarms that no one has acknowledged' }).waitFor();
    assert.ok(await isSamePage(page));
    await inspectPage(page);
    assert.ok(
      window.requests.slice(before).every((one) => !one.startsWith(`${world.authUrl}/live`)),
      'no stream is open for it',
    );
  });

  test('what was unfolded stays so, also behind something new', async () => {
    const { page } = window;
    const old = '<details><summary>Old</summary>Words</details>';
    // A service that has just begun has nothing that is folded.
    await answerWith((body) => body.replace(/data-part="[^"]*"[^>]*>/, `$&${old}`));
    await open('/operate');
    const unfolded = page.locator('[data-part] details:not(.new)').first();
    await unfolded.locator('summary').click();
    const said = await unfolded.textContent();
    await page.unroute('**/operate');
    const added = '<details class="new"><summary>New</summary>Words</details>';
    await answerWith((body) =>
      body
        .replace(/data-part="[^"]*"[^>]*>/, `$&${added}${old}`)
        .replaceAll(/data-part="[^"]*"/g, 'data-part="changed"'),
    );
    await page.clock.runFor(10_500);
    await page.locator('details.new').waitFor();
    await page.unroute('**/operate');
    assert.ok(await isSamePage(page));
    assert.equal(await unfolded.textContent(), said);
    assert.equal(await unfolded.getAttribute('open'), '');
    assert.equal(await page.locator('details.new').getAttribute('open'), null);
  });

  test('out of sight it asks for nothing, and at once when it is back', async () => {
    const page = await open('/operate/payments');
    await page.getByRole('heading', { name: 'Payments' }).waitFor();
    await show(page, 'hidden');
    const asked = () => window.requests.filter((one) => one.endsWith('/operate/payments')).length;
    const before = asked();
    await page.clock.runFor(60_000);
    assert.equal(asked(), before);
    const again = page.waitForRequest((request) => request.url().endsWith('/operate/payments'));
    await show(page, 'visible');
    await again;
    assert.ok(await isSamePage(page));
  });

  test('signed out in another tab, nothing of it stays on the screen', async () => {
    const page = await open('/operate');
    await window.context.clearCookies();
    await page.clock.runFor(10_500);
    await page.waitForURL(/sign-in/);
    assert.doesNotMatch(await page.content(), /This service owes/);
    assert.deepEqual(window.complaints, []);
  });
});
