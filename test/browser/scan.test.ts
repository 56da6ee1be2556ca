import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { encodePng } from '../../src/web/png.ts';
import { qrPng } from '../../src/web/qr-picture.ts';
import { textField } from '../support/fields.ts';
import { filmQr } from '../support/qr-film.ts';
import type { Account, BrowserWorld } from './browser-world.ts';
import { callApi } from './call-api.ts';
import { openChromium, type WatchedBrowser, type WatchedWindow } from './chromium.ts';
import { countPresses } from './count-presses.ts';
import { inspectPage } from './inspect-page.ts';
import { openSharedWorld } from './shared-world.ts';

/** Number 15 of the browser tests of the wallet (money): a code becomes the text to pay. */
describe('15 scanning', () => {
  let world: BrowserWorld;
  let account: Account;
  let folder: string;
  let text: string;
  /** A browser with a camera, in front of which someone holds the code of an invoice. */
  let filmed: WatchedBrowser;
  /** One whose owner lends the camera to no one. Without windows, a browser cannot be asked. */
  let refusing: WatchedBrowser;

  before(async () => {
    world = await openSharedWorld();
    account = await world.addPerson('Sara Scanner');
    const made = await (await world.service.simulator()).invoice({ amountSat: 700, memo: 'Tea' });
    assert(made.ok, 'someone outside makes an invoice');
    text = `LIGHTNING:${made.value.paymentRequest.toUpperCase()}`;
    folder = await mkdtemp(join(tmpdir(), 'satchel-film-'));
    const film = join(folder, 'code.y4m');
    await writeFile(film, filmQr(text));
    const camera = [
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ];
    const answer = '--use-fake-ui-for-media-stream';
    filmed = await openChromium('127.0.0.1', [...camera, answer]);
    refusing = await openChromium('127.0.0.1', [...camera, `${answer}=deny`]);
  });
  after(async () => {
    await filmed?.close();
    await refusing?.close();
    await rm(folder, { recursive: true, force: true });
    await world.close();
  });

  const open = async (browser: WatchedBrowser, mayFilm: boolean): Promise<WatchedWindow> => {
    const window = await browser.open();
    if (mayFilm) await window.context.grantPermissions(['camera'], { origin: world.authUrl });
    await world.signIn(window.page, account);
    return window;
  };

  const picture = (name: string, content: Uint8Array) => ({
    name,
    mimeType: 'image/png',
    buffer: Buffer.from(content),
  });

  const choose = (page: Page, name: string, content: Uint8Array): Promise<void> =>
    page.locator('input[type="file"]').setInputFiles(picture(name, content));

  /** What a browser tells when someone turns to another tab and back. */
  const show = (page: Page, isSeen: boolean): Promise<unknown> =>
    page.evaluate(`
      Object.defineProperty(document, 'hidden', { value: ${!isSeen}, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));`);

  const field = (page: Page) => page.getByLabel('Pay to');

  const untilReview = async (page: Page): Promise<void> => {
    await page.getByRole('heading', { name: 'Check and pay' }).waitFor();
    await page.getByText('700 sat').first().waitFor();
    await page.getByText('Tea').waitFor();
  };

  test('from Home the camera opens at once, and what it reads leads to the review', async () => {
    const { page, requests, complaints } = await open(filmed, true);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(new URL(request.url()).pathname);
    });
    await page.goto(`${world.authUrl}/`);
    await page.getByRole('main').getByRole('link', { name: 'Scan' }).click();
    await untilReview(page);
    assert.deepEqual(sent, ['/send'], 'nothing is paid');
    // A user who goes back sees the scanner again, which reads what is in front of it.
    await page.goBack();
    await page.waitForURL('**/send/scan');
    await untilReview(page);
    assert.deepEqual(sent, ['/send', '/send']);
    assert.deepEqual(
      requests.filter((address) => !address.startsWith(world.authUrl)),
      [],
    );
    assert.deepEqual(complaints, []);
  });

  const OUR_READER = /\/assets\/qr-/;
  /** Our reader sees a film without a code. */
  const EMPTY_FILM = `
    CanvasRenderingContext2D.prototype.getImageData = (x, y, width, height) =>
      new ImageData(width, height);`;

  test('by keyboard, with the reader of the browser', async () => {
    const { page, complaints } = await open(filmed, true);
    await page.addInitScript(`${EMPTY_FILM}
      globalThis.inView = [];
      globalThis.BarcodeDetector = class {
        static getSupportedFormats = async () => ['qr_code'];
        detect = async () => inView;
      };`);
    await page.goto(`${world.authUrl}/send`);
    await page.getByRole('main').getByRole('link', { name: 'Scan' }).press('Enter');
    await page.getByText('Point the camera at the QR code').waitFor();
    assert.equal(await page.locator('video').isVisible(), true);
    await inspectPage(page);
    await page.evaluate(`inView = [{ rawValue: '' }, { rawValue: ${JSON.stringify(text)} }]`);
    await untilReview(page);
    assert.deepEqual(complaints, []);
  });

  test('where the reader of the browser finds the code, ours is not even loaded', async () => {
    const { page, requests, complaints } = await open(filmed, true);
    await page.addInitScript(`
      globalThis.BarcodeDetector = class {
        static getSupportedFormats = async () => ['qr_code'];
        detect = async () => [{ rawValue: ${JSON.stringify(text)} }];
      };`);
    await page.goto(`${world.authUrl}/send/scan`);
    await untilReview(page);
    assert.deepEqual(
      requests.filter((address) => OUR_READER.test(address)),
      [],
    );
    assert.deepEqual(complaints, []);
  });

  /** What the reader of a browser does that is of no use, as parts of its class. */
  const USELESS = {
    'cannot read': `
      static getSupportedFormats = async () => ['qr_code'];
      detect = async () => { throw new Error('not installed'); };`,
    'finds nothing': `
      static getSupportedFormats = async () => ['qr_code'];
      detect = async () => [];`,
    'never answers': `
      static getSupportedFormats = async () => ['qr_code'];
      detect = () => new Promise(() => undefined);`,
    'never says what it reads': `
      static getSupportedFormats = () => new Promise(() => undefined);`,
    'cannot be made': `
      static getSupportedFormats = async () => ['qr_code'];
      constructor() { throw new TypeError('not installed'); }`,
    'cannot say what it reads': `
      static getSupportedFormats = () => { throw new TypeError('not installed'); };`,
    'says nothing of what it reads': `
      static getSupportedFormats = async () => undefined;`,
  };
  for (const [name, parts] of Object.entries(USELESS)) {
    test(`where the reader of the browser ${name}, ours reads camera and pictures`, async () => {
      const { page, complaints } = await open(filmed, true);
      await page.addInitScript(`globalThis.BarcodeDetector = class {${parts}};`);
      await page.goto(`${world.authUrl}/send/scan`);
      await untilReview(page);
      await page.addInitScript(`navigator.mediaDevices.getUserMedia = () => new Promise(() => 0);`);
      await page.goto(`${world.authUrl}/send/scan`);
      await choose(page, 'code.png', qrPng(text));
      await untilReview(page);
      assert.deepEqual(complaints, []);
    });
  }

  test('where our reader cannot be loaded, that of the browser goes on', async () => {
    const { page } = await open(filmed, true);
    await page.addInitScript(`
      globalThis.inView = [];
      globalThis.BarcodeDetector = class {
        static getSupportedFormats = async () => ['qr_code'];
        detect = async () => inView;
      };`);
    const isAsked = page.waitForRequest(OUR_READER);
    await page.route(OUR_READER, (route) => route.abort());
    await page.goto(`${world.authUrl}/send/scan`);
    await isAsked;
    await page.evaluate(`inView = [{ rawValue: ${JSON.stringify(text)} }]`);
    await untilReview(page);
  });

  test('the camera is off while nobody looks, and has a light where it has one', async () => {
    const { page, complaints } = await open(filmed, true);
    await page.addInitScript(`${EMPTY_FILM}
      globalThis.lit = [];
      MediaStreamTrack.prototype.getCapabilities = () => ({ torch: true });
      MediaStreamTrack.prototype.applyConstraints = async ({ advanced: [{ torch }] }) => {
        if (lit.push(torch) > 2) throw new Error('too hot');
      };`);
    await page.goto(`${world.authUrl}/send/scan`);
    const light = page.getByRole('button', { name: 'Light' });
    for (const isOn of ['true', 'false']) {
      await light.click();
      await page.locator(`#scan-torch[aria-pressed="${isOn}"]`).waitFor();
    }
    await light.click();
    await light.waitFor({ state: 'hidden' });
    assert.deepEqual(await page.evaluate('lit'), [true, false, true]);
    await page.evaluate(
      'globalThis.track = document.querySelector("video").srcObject.getTracks()[0]',
    );
    await show(page, false);
    assert.equal(await page.evaluate('track.readyState'), 'ended');
    assert.equal(await page.evaluate('document.querySelector("video").srcObject'), null);
    await show(page, true);
    await page.locator('video').waitFor();
    assert.deepEqual(complaints, []);
  });

  test('refused: says how to go on, with a picture', async () => {
    const { page, complaints } = await open(refusing, false);
    await page.goto(`${world.authUrl}/send/scan`);
    await page.getByText('This site may not use the camera').waitFor();
    await page.getByRole('button', { name: 'Use the camera' }).press('Enter');
    await page.getByText('This site may not use the camera').waitFor();
    await inspectPage(page);
    await choose(page, 'code.png', qrPng(text));
    await untilReview(page);
    assert.deepEqual(complaints, []);
  });

  test('no camera; pictures without a code, and files that are no pictures', async () => {
    const { page, complaints } = await open(world.chromium, true);
    await page.goto(`${world.authUrl}/send/scan`);
    await page.getByText('No camera was found').waitFor();
    await inspectPage(page);
    const empty = Array.from({ length: 40 }, () => new Array<boolean>(40).fill(false));
    await choose(page, 'empty.png', encodePng(empty, 8));
    await page.getByText('No QR code was found in this picture').waitFor();
    await choose(page, 'letter.png', Buffer.from('no picture'));
    await page.getByText('This file is not a picture').waitFor();
    await choose(page, 'code.png', qrPng(text));
    await untilReview(page);
    assert.deepEqual(complaints, []);
  });

  test('without https: no button on Send, and the page says why', async () => {
    const { page } = await open(world.chromium, false);
    await page.addInitScript(`
      Object.defineProperty(navigator, 'mediaDevices', { value: undefined });
      Object.defineProperty(globalThis, 'isSecureContext', { value: false });`);
    await page.goto(`${world.authUrl}/send`);
    await field(page).waitFor();
    assert.equal(await page.getByText('Scan', { exact: true }).isVisible(), false);
    await page.goto(`${world.authUrl}/send/scan`);
    await page.getByText('Browsers lend their camera only to sites').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Use the camera' }).isVisible(), false);
    await choose(page, 'code.png', qrPng(text));
    await untilReview(page);
  });

  test('without scripts: the way back to the field', async () => {
    const { page } = await world.chromium.open({ hasScripts: false, width: 390 });
    await world.signIn(page, account);
    await page.goto(`${world.authUrl}/send`);
    assert.equal(await page.getByText('Scan', { exact: true }).isVisible(), false);
    await page.goto(`${world.authUrl}/send/scan`);
    await page.getByText('Scanning needs JavaScript').waitFor();
    assert.equal(await field(page).isVisible(), false);
    await page.getByRole('link', { name: 'Paste instead' }).click();
    await field(page).waitFor();
  });

  test('what was scanned is paid by two presses from Home', async () => {
    const token = await account.token();
    const invoice = await callApi(`${world.baseUrl}/invoices`, token, { amount: 5000 });
    const simulator = await world.service.simulator();
    assert((await simulator.pay({ bolt11: textField(invoice, 'payment_request') })).ok);
    const { page, complaints } = await open(filmed, true);
    await page.goto(`${world.authUrl}/`);
    await page.getByText('5,000').first().waitFor();
    const count = await countPresses(page);
    await page.getByRole('main').getByRole('link', { name: 'Scan' }).click();
    await page.getByRole('button', { name: 'Pay 700 sat' }).click();
    await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor();
    assert.equal(count(), 2);
    assert.deepEqual(complaints, []);
  });
});
