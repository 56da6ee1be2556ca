import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually } from '../support/eventually.ts';
import type { BrowserWorld } from './browser-world.ts';
import { openSharedWorld } from './shared-world.ts';

describe('an installed wallet', () => {
  let world: BrowserWorld;
  before(async () => {
    world = await openSharedWorld();
  });
  after(() => world.close());

  test('shows the offline page without a network, and nothing of who was signed in', async () => {
    const account = await world.addPerson('Olga Offline');
    const { page, context } = await world.chromium.open({ hasServiceWorker: true });
    await world.signIn(page, account);
    await page.goto(world.authUrl);
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    await page.goto(`${world.authUrl}/profile`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForLoadState();
    await context.setOffline(true);
    for (const path of ['/', '/profile', '/activity', '/send']) {
      await page.goto(world.authUrl + path);
      await page.getByRole('heading', { name: 'You are offline' }).waitFor();
      assert.equal(new URL(page.url()).pathname, path, 'its button asks for the page once more');
      assert.doesNotMatch(await page.content(), /Olga|Balance/);
    }
    const kept = await page.evaluate<readonly string[]>(`
      (async () => {
        const paths = [];
        for (const name of await caches.keys()) {
          for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
        }
        return paths;
      })()`);
    assert.ok(kept.length > 3);
    assert.deepEqual(
      kept.filter((path) => path !== '/offline' && !path.startsWith('/assets/')),
      [],
    );
    await context.setOffline(false);
    // The page comes by itself; where no script runs, its button asks for it.
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/sign-in');
  });

  test('keeps what was typed, and says beside the button that it was not sent', async () => {
    const account = await world.addPerson('Otto Offline');
    const { page, context } = await world.chromium.open({ hasServiceWorker: true });
    await world.signIn(page, account);
    await page.goto(`${world.authUrl}/send`);
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    await page.getByLabel('Pay to').fill('nobody-here');
    await page.getByLabel('Amount').fill('21');
    // A click of the test would wait for the next page, and it is this one that is wanted.
    const press = () => page.evaluate("document.querySelector('main form .main').click()");
    const shows = (text: string) =>
      eventually(text, async () => {
        const shown = await page.evaluate<string>("document.querySelector('main').innerText");
        return shown.includes(text) || null;
      });
    const amount = () => page.evaluate("document.querySelector('[name=amount]').value");
    await context.setOffline(true);
    await press();
    await shows('You are offline, so nothing was sent.');
    // The browser takes itself to be online, as with a network that leads nowhere.
    await page.evaluate(
      "Object.defineProperty(Navigator.prototype, 'onLine', { get: () => true, configurable: true })",
    );
    await press();
    await shows('The connection was lost, and no answer came.');
    assert.equal(await amount(), '21');
    await context.setOffline(false);
    await press();
    await page.getByText('No one here has this address').waitFor();
    assert.equal(await amount(), '21');
  });

  test('has a name, icons and a start page', async () => {
    const { page } = await world.chromium.open();
    await page.goto(world.authUrl);
    const manifest = await page.evaluate<{
      readonly display: string;
      readonly icons: readonly { readonly src: string; readonly sizes: string }[];
    }>(`fetch(document.querySelector('link[rel="manifest"]').href).then((it) => it.json())`);
    assert.equal(manifest.display, 'standalone');
    for (const { src, sizes } of manifest.icons) {
      const size = await page.evaluate<string>(`new Promise((resolve) => {
        const picture = new Image();
        picture.onload = () => resolve(picture.naturalWidth + 'x' + picture.naturalHeight);
        picture.src = ${JSON.stringify(src)};
      })`);
      assert.equal(size, sizes);
    }
  });
});
