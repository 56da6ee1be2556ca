import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { keyEnds } from '../../src/contacts/pages/shown-target.ts';
import { decodeBolt11 } from '../../src/lightning/bolt11-decode.ts';
import { textField } from '../support/fields.ts';
import { type Payee, startPayee } from '../support/lnurl/payee.ts';
import { untilPasses } from '../support/wallet-user.ts';
import type { Account, BrowserWorld } from './browser-world.ts';
import { callApi } from './call-api.ts';
import type { WatchedWindow } from './chromium.ts';
import { focusedElement } from './in-page.ts';
import { inspectPage } from './inspect-page.ts';
import { pressProved } from './press-proved.ts';
import { openSharedWorld } from './shared-world.ts';

/** Someone pays what they were given. Numbers in titles: the browser tests of the wallet (money). */
describe('sending', () => {
  let world: BrowserWorld;
  let account: Account;
  let window: WatchedWindow;
  let payee: Payee;
  const ends: (() => Promise<void>)[] = [];

  before(async () => {
    world = await openSharedWorld();
    payee = await startPayee({ after: (end) => ends.push(end) });
    account = await world.addPerson('Sam Sender');
    const token = await account.token();
    const invoice = await callApi(`${world.baseUrl}/invoices`, token, { amount: 50_000 });
    const simulator = await world.service.simulator();
    assert((await simulator.pay({ bolt11: textField(invoice, 'payment_request') })).ok);
    await untilPasses(async () => assert.equal(await balanceSat(token), 50_000));
    window = await world.signedIn(account);
  });
  after(async () => {
    for (const end of ends) await end();
    await world.close();
  });

  const balanceSat = async (token: string): Promise<unknown> => {
    const balance = await callApi(`${world.baseUrl}/balance`, token);
    return typeof balance === 'object' && balance !== null ? Reflect.get(balance, 'balance') : 0;
  };

  const invoice = async (amountSat: number, memo: string): Promise<string> => {
    const made = await (await world.service.simulator()).invoice({ amountSat, memo });
    assert(made.ok, 'someone outside makes an invoice');
    return made.value.paymentRequest;
  };

  const begin = async (page: Page, to: string): Promise<void> => {
    await page.goto(`${world.authUrl}/`);
    await page.getByRole('main').getByRole('link', { name: 'Send' }).click();
    await page.getByLabel('Pay to').fill(to);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Check and pay' }).waitFor();
  };

  test('4 5 10 pressed twice: one payment, on its way, and “Paid” in place by itself', async () => {
    const { page, complaints } = window;
    await begin(page, await invoice(1000, '<script>alert(1)</script>'));
    await inspectPage(page);
    const posts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') posts.push(request.url());
    });
    const simulator = await world.service.simulator();
    assert((await simulator.setFault({ kind: 'hold_settle', count: 1, ms: 8000 })).ok);
    await page.getByRole('button', { name: 'Pay 1,000 sat' }).dblclick();
    await page.getByRole('heading', { name: 'On its way' }).waitFor();
    assert.equal(posts.length, 1);
    assert.equal(await page.getByText('Check again').isVisible(), false);
    await page.evaluate('document.documentElement.dataset.same = "yes"');
    await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor();
    assert.equal(await page.evaluate('document.documentElement.dataset.same'), 'yes');
    assert.match(await focusedElement(page), /^<h1/);
    assert.match(await page.title(), /^Paid/);
    assert.match((await page.locator('.proof > p code').textContent()) ?? '', /^[0-9a-f]{64}$/);
    assert.match((await page.locator('main').textContent()) ?? '', /<script>alert\(1\)<\/script>/);
    await inspectPage(page);
    assert.deepEqual(complaints, []);
  });

  test('a pasted text leads to the review at once, and what is typed waits', async () => {
    const { page, context } = window;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${world.authUrl}/send`);
    const bolt11 = await invoice(300, 'pasted');
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(bolt11)})`);
    await page.getByLabel('Pay to').press('Control+v');
    await page.getByRole('heading', { name: 'Check and pay' }).waitFor();
    await page.getByRole('button', { name: 'Pay 300 sat' }).waitFor();
    await page.goto(`${world.authUrl}/send`);
    await page.getByLabel('Pay to').fill('ann');
    await page.getByLabel('Pay to').press('Control+v');
    assert.equal(await page.getByLabel('Pay to').inputValue(), `ann${bolt11}`);
    await page.getByRole('heading', { name: 'Send', exact: true }).waitFor();
  });

  test('4 back and pay once more, and a second tab: the same payment', async () => {
    const { page, context } = window;
    const token = await account.token();
    await begin(page, await invoice(2000, 'once'));
    const other = await context.newPage();
    await other.goto(page.url());
    const before = Number(await balanceSat(token));
    await page.getByRole('button', { name: 'Pay 2,000 sat' }).click();
    await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor();
    const after = Number(await balanceSat(token));
    assert.ok(after < before);
    await other.getByRole('button', { name: 'Pay 2,000 sat' }).click();
    await other.getByRole('heading', { name: 'Paid', exact: true }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor();
    await page.goBack();
    assert.equal(Number(await balanceSat(token)), after);
    await other.close();
  });

  test('10 8 script text of a payee and in a comment stays text, from the first page to the last', async () => {
    const { page, complaints } = window;
    const evil = (who: string): string => `<img src=x onerror="document.title='${who}'">`;
    payee.answers.set('/.well-known/lnurlp/shop', {
      tag: 'payRequest',
      callback: `${payee.url}/cb`,
      minSendable: 1000,
      maxSendable: 9_000_000,
      metadata: JSON.stringify([['text/plain', evil('metadata')]]),
      commentAllowed: 200,
    });
    payee.answers.set('/cb', async (url: URL) => ({
      pr: await invoice(Number(url.searchParams.get('amount')) / 1000, evil('memo')),
      successAction: { tag: 'message', message: evil('message') },
    }));
    await page.goto(`${world.authUrl}/send?to=${encodeURIComponent(evil('field'))}`);
    assert.equal(await page.getByLabel('Pay to').inputValue(), evil('field'));
    await page.getByLabel('Pay to').fill(`shop@${payee.host}`);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText(evil('metadata')).waitFor();
    await inspectPage(page);
    await page.getByLabel('Amount').fill('500');
    await page.getByLabel('Comment').fill(evil('comment'));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText(evil('comment')).waitFor();
    await page.getByText(evil('memo')).waitFor();
    await inspectPage(page);
    await page.getByRole('button', { name: 'Pay 500 sat' }).click();
    await page.getByText(evil('message')).waitFor();
    await inspectPage(page);
    assert.match(await page.title(), /^Paid/);
    assert.equal(await page.locator('main img').count(), 0);
    assert.deepEqual(complaints, []);
  });

  test('without scripts, on a phone, by keyboard alone', async () => {
    const { page } = await world.chromium.open({ hasScripts: false, width: 390 });
    await world.signIn(page, account);
    await page.goto(`${world.authUrl}/send`);
    await page.keyboard.type(await invoice(300, 'typed'));
    // Without scripts, Enter begins a line.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Pay 300 sat' }).waitFor();
    let focused = '';
    for (let count = 0; count < 40 && !focused.includes('Pay 300 sat'); count += 1) {
      await page.keyboard.press('Tab');
      focused = await focusedElement(page);
    }
    assert.match(focused, /^<button .*Pay 300 sat/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Done' }).click();
    await page.waitForURL(`${world.authUrl}/`);
  });

  test('on a phone, the buttons of the review fill their lines, one or two', async () => {
    const { page } = window;
    payee.answers.set('/.well-known/lnurlp/cafe', {
      tag: 'payRequest',
      callback: `${payee.url}/cafe`,
      minSendable: 1000,
      maxSendable: 99_000_000,
      metadata: '[["text/plain","Café"]]',
    });
    payee.answers.set('/cafe', async () => ({ pr: await invoice(40_000, 'Café') }));
    await page.goto(`${world.authUrl}/send?to=cafe@${payee.host}`);
    await page.getByLabel('Amount').fill('40000');
    await page.getByRole('button', { name: 'Continue' }).click();
    const buttons = ['Pay 40,000 sat', 'Change', 'Cancel'].map((name) =>
      page.getByRole('main').locator('.button', { hasText: name }),
    );
    for (const [width, lines] of [
      [390, [3]],
      [320, [1, 2]],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      const boxes = [];
      for (const button of buttons) boxes.push((await button.boundingBox()) ?? assert.fail());
      const byLine = [...Map.groupBy(boxes, ({ y }) => y).values()];
      assert.deepEqual(
        byLine.map((line) => line.length),
        lines,
      );
      for (const line of byLine) {
        const [left, right] = [line[0]?.x ?? 0, line.at(-1) ?? assert.fail()];
        assert.deepEqual([left, Math.round(right.x + right.width)], [16, width - 16]);
      }
    }
    await inspectPage(page);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test('many small ones ask at last who pays, in the review, and the answer pays', async () => {
    const { page, complaints } = window;
    await page.goto(`${world.authUrl}/security/payments`);
    await page.getByLabel('Ask who I am above').fill('0');
    await page.getByRole('button', { name: 'Save' }).click();
    await begin(page, await invoice(555, 'asked'));
    await page.getByRole('heading', { name: 'Is it you?' }).waitFor();
    await inspectPage(page);
    await page.getByLabel('Password', { exact: true }).fill('not it');
    await page.getByRole('button', { name: 'Pay 555 sat' }).click();
    await page.getByText('This is not your password.').waitFor();
    await inspectPage(page);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Pay 555 sat' }).click();
    await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor();
    await page.goto(`${world.authUrl}/security/payments`);
    await page.getByLabel('Ask who I am above').fill('100000');
    await pressProved(page, 'Save', page.getByText('Your choice is saved.'));
    // The browser says of the page with what was wrong that it failed.
    assert.deepEqual(
      complaints.filter((text) => !text.includes('400')),
      [],
    );
  });

  test('the receipt prints, without anything that is for the screen', async () => {
    const { page } = window;
    await begin(page, await invoice(77, 'Printed'));
    await page.getByRole('button', { name: 'Pay 77 sat' }).click();
    await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor();
    assert.equal(await page.locator('.receipt').isVisible(), false);
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.locator('header').isVisible(), false);
    assert.equal(await page.getByRole('link', { name: 'Done' }).isVisible(), false);
    const text = (await page.locator('main').innerText()).replaceAll(/\s+/g, ' ');
    assert.match(
      text,
      /Receipt for a payment Amount 77 sat Paid to .* Paid by Sam Sender, .* Time .* \(Europe\/Vienna\) /,
    );
    assert.match(text, /What for Printed Payment hash [0-9a-f]{64} Proof of payment [0-9a-f]{64}$/);
    const pdf = await page.pdf({ format: 'A4' });
    assert.equal(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length, 1);
    await page.emulateMedia({ media: 'screen' });
  });

  test('a node is paid by its key, without an invoice, and a name is kept for it', async () => {
    const { page, complaints } = window;
    const decoded = decodeBolt11(await invoice(1, 'for its key'));
    assert(decoded.ok);
    const { payee: key } = decoded.value;
    await page.goto(`${world.authUrl}/send`);
    await page.getByLabel('Pay to').fill(key);
    await page.getByLabel('Amount').fill('25');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('This goes straight to a node, without an invoice.').waitFor();
    await inspectPage(page);
    await page.getByRole('button', { name: 'Pay 25 sat' }).click();
    await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor();
    await inspectPage(page);
    assert.equal(await page.locator('.proof').count(), 0);
    await page.getByRole('link', { name: 'Save this name' }).click();
    await page.getByLabel('Name').fill('Node of Nina');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.goto(`${world.authUrl}/send`);
    await page.getByRole('button', { name: `Node of Nina ${keyEnds(key)}` }).click();
    await page.getByRole('heading', { name: 'Pay Node of Nina' }).waitFor();
    assert.deepEqual(
      complaints.filter((text) => !text.includes('400')),
      [],
    );
  });
});
