import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { DEFAULT_PREFERENCES, type Preferences } from '../../src/users/preferences.ts';
import { textField } from '../support/fields.ts';
import { awayFromMidnight } from '../support/movable-clock.ts';
import { type Person, startOauth } from '../support/oauth-world.ts';
import { readLink, readText } from '../support/page-visitor.ts';
import { submitForm } from '../support/submit-form.ts';

const world = await startOauth({ after });
awayFromMidnight(world.clock);

async function input({ api }: Person, inputs: Partial<Preferences>): Promise<void> {
  const users = world.deps.pages?.users;
  await users?.changePreferences(api.user.id, { ...DEFAULT_PREFERENCES, ...inputs });
}

const textOf = async ({ browser }: Person, path: string): Promise<string> =>
  readText(await browser.get(path));

const rootOf = async ({ browser }: Person): Promise<string> =>
  /<html[^>]*>/.exec((await browser.get('/')).body)?.[0] ?? '';

/** Someone who received 7,654,321 sat, and whose app spent 8,000 of 10,000 sat. */
async function addSpender(): Promise<{ readonly person: Person; readonly invoicePath: string }> {
  const person = await world.addPerson();
  const payee = await world.addUser();
  const created = await person.api.post('/invoices', { amount: 7_654_321, memo: 'Concert' });
  await world.payFromExternalNode(textField(created.body, 'payment_hash'));
  const app = await world.addApp();
  const { accessToken } = await world.connect(person, app, { scope: 'payments:send' });
  const limit = { limit: 'some', amount: '10,000', interval: 'week', end: '365' };
  const form = readLink(await person.browser.get('/apps'), 'Change limit');
  await submitForm(person.browser, form, limit);
  const paid = await world.call('POST', '/payments/bolt11', {
    headers: { authorization: `Bearer ${accessToken}` },
    body: { invoice: await payee.invoice(8000) },
  });
  assert.equal(paid.status, 200, paid.text);
  return { person, invoicePath: `/activity/${textField(created.body, 'identifier')}` };
}

describe('a page tells its styles', () => {
  test('nothing of a reader who wishes nothing', async () => {
    assert.equal(await rootOf(await world.addPerson()), '<html lang="en">');
  });

  test('which theme was chosen', async () => {
    const person = await world.addPerson();
    await input(person, { theme: 'dark' });
    assert.equal(await rootOf(person), '<html lang="en" data-theme="dark">');
    await input(person, { theme: 'light' });
    assert.equal(await rootOf(person), '<html lang="en" data-theme="light">');
  });
});

describe('amounts', () => {
  test('are hidden on Home and in lists, and nowhere else', async () => {
    const { person, invoicePath } = await addSpender();
    await input(person, { hidesAmounts: true });
    for (const path of ['/', '/activity', '/apps']) {
      const { body } = await person.browser.get(path);
      assert.match(body, /•••/, path);
      for (const digits of [/7,654,321/, /7,646,321/, /8,000/, /10,000/, /2,000 sat/]) {
        assert.doesNotMatch(body, digits, path);
      }
    }
    assert.match(await textOf(person, '/apps'), /••• of ••• sat spent this week ••• sat left\./);
    assert.match(await textOf(person, '/activity'), /Received by token test \+••• sat/);
    assert.match(await textOf(person, invoicePath), /7,654,321 sat/);
    const ofApp = readLink(await person.browser.get('/apps'), 'Example App');
    assert.match(await textOf(person, ofApp), /8,000 of 10,000 sat spent/);
  });

  test('are in the unit of the reader, but entered in sats', async () => {
    const { person, invoicePath } = await addSpender();
    await input(person, { unit: 'btc' });
    assert.match(await textOf(person, '/'), /Balance 0\.07646321 BTC/);
    assert.match(await textOf(person, invoicePath), /0\.07654321 BTC/);
    const apps = await person.browser.get('/apps');
    assert.match(readText(apps), /0\.00008000 of 0\.00010000 BTC spent this week/);
    const form = await person.browser.get(readLink(apps, 'Change limit'));
    assert.match(form.body, /name="amount"[^>]* value="10,000"/);
    await input(person, { unit: 'bip177' });
    assert.match(await textOf(person, '/apps'), /₿8,000 of ₿10,000 spent this week ₿2,000 left\./);
  });
});

test('days and times are in the time zone of the reader, who is told where they are in UTC', async () => {
  const { person } = await addSpender();
  const hoursOf = async (): Promise<readonly string[]> => {
    const { body } = await person.browser.get('/activity');
    return [...body.matchAll(/data-show="given">(\d\d:\d\d)</g)].map(([, hour]) => hour ?? '');
  };
  const utc = await hoursOf();
  assert.match(await textOf(person, '/activity'), /Days and times of this list are in UTC/);
  await input(person, { timeZone: 'Asia/Kolkata' });
  const later = utc.map((hour) => {
    const [hours = 0, minutes = 0] = hour.split(':').map(Number);
    const at = new Date(Date.UTC(2026, 0, 1, hours + 5, minutes + 30));
    return at.toISOString().slice(11, 16);
  });
  assert.equal(utc.length, 2);
  assert.deepEqual(await hoursOf(), later);
  assert.doesNotMatch(await textOf(person, '/activity'), /in UTC/);
  const ofDay = async (timeZone: string, day: string): Promise<boolean> => {
    await input(person, { timeZone });
    return /Concert/.test(await textOf(person, `/activity?from=${day}&to=${day}`));
  };
  const dayIn = (zone: string): string =>
    Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(world.clock.now());
  // One of them is a day ahead of the other.
  const [east, west] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];
  assert.deepEqual([await ofDay(east, dayIn(east)), await ofDay(west, dayIn(west))], [true, true]);
  assert.deepEqual(
    [await ofDay(east, dayIn(west)), await ofDay(west, dayIn(east))],
    [false, false],
  );
});

test('what phones install from is kept apart for each language', async () => {
  const manifest = await world.app.inject({ url: '/manifest.webmanifest' });
  assert.deepEqual([manifest.statusCode, manifest.headers.vary], [200, 'accept-language']);
  assert.equal(manifest.json<{ lang: string }>().lang, 'en');
  const worker = await world.app.inject({ url: '/worker.js' });
  assert.deepEqual([worker.statusCode, worker.headers.vary], [200, undefined]);
});
