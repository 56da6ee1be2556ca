import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { DEFAULT_PREFERENCES } from '../../src/users/preferences.ts';
import { startAccounts } from '../support/account-world.ts';
import { asApiUser } from '../support/api-user.ts';
import { readHidden } from '../support/browser.ts';
import { readText } from '../support/page-visitor.ts';
import { addPreferencesUser } from '../support/preferences-user.ts';
import { submitForm } from '../support/submit-form.ts';
import { createTestRates } from '../support/test-rates.ts';

const rates = createTestRates(['USD', 'EUR']);
const world = await startAccounts({ after }, { rates });
const someone = () => addPreferencesUser(world);

describe('14 the value in another currency', () => {
  const balanceWorth = async (rate: { centsPerBtc: bigint; agoMs: number } | null) => {
    const { save, browser } = await someone();
    await save({ currency: 'EUR' });
    rates.known.clear();
    if (rate !== null) {
      const readAt = new Date(world.clock.now().getTime() - rate.agoMs);
      rates.known.set('EUR', { currency: 'EUR', centsPerBtc: rate.centsPerBtc, readAt });
    }
    const { body } = await browser.get('/');
    assert.match(body, /1,234,567 <span class="unit">sat/, 'the money is what it is');
    return /<span class="worth">([^<]*)</.exec(body)?.[1]?.replaceAll('\u00a0', ' ') ?? null;
  };

  test('is shown while it is fresh', async () => {
    assert.equal(await balanceWorth({ centsPerBtc: 6_425_050n, agoMs: 0 }), '≈ €793.22');
  });
  test('is shown with its time when it is older', async () => {
    const shown = await balanceWorth({ centsPerBtc: 6_425_050n, agoMs: 3_600_000 });
    assert.match(shown ?? '', /^≈ €793\.22 \(price of .*UTC\)$/);
  });
  test('is not shown when it is a day old, or unknown', async () => {
    assert.equal(await balanceWorth({ centsPerBtc: 6_425_050n, agoMs: 86_400_001 }), null);
    assert.equal(await balanceWorth(null), null);
  });
  test('may be absurd: the money stays as it is', async () => {
    assert.match((await balanceWorth({ centsPerBtc: 10n ** 16n, agoMs: 0 })) ?? '', /^≈ €/);
    assert.equal(await balanceWorth({ centsPerBtc: 1n, agoMs: 0 }), 'less than €0.01');
  });
});

describe('an amount in another currency', () => {
  const RATE = { currency: 'EUR', centsPerBtc: 6_425_050n };
  async function asker(preferences: Readonly<Record<string, string>> = {}) {
    const someoneHere = await someone();
    await someoneHere.save({ currency: 'EUR', ...preferences });
    rates.known.set('EUR', { ...RATE, readAt: world.clock.now() });
    return someoneHere;
  }

  test('is asked for as an invoice in sats, and shown beside them', async () => {
    const { browser } = await asker();
    const made = await submitForm(browser, '/receive', { amount: '12.40', unit: 'EUR' });
    assert.equal(made.statusCode, 303);
    const { body } = await browser.get(String(made.headers.location));
    // 1240 / 6425050 * 100000000, rounded.
    assert.match(body, /19,299 sat/);
    assert.match(body.replaceAll('\u00a0', ' '), /≈ €12\.40/);
  });

  test('tells a new wallet how much a cent is', async () => {
    const person = await world.addPerson();
    const chosen = { ...DEFAULT_PREFERENCES, currency: 'EUR' };
    await world.accounts.users.changePreferences(person.user.id, chosen);
    rates.known.set('EUR', { ...RATE, readAt: world.clock.now() });
    const { body } = await (await world.signedIn(person)).get('/');
    assert.match(body.replaceAll('\u00a0', ' '), /100 million sat\. €0\.01 is about 16 sat/);
  });

  test('is shown beside invoices that are not paid yet', async () => {
    const { browser } = await asker();
    await submitForm(browser, '/receive', { amount: '12.40', unit: 'EUR' });
    const { body } = await browser.get('/activity?state=waiting');
    assert.match(body.replaceAll('\u00a0', ' '), /19,299 [\s\S]*?"worth">≈ €12\.40<\/span>/);
  });

  test('is shown beside the notice of money that came in', async () => {
    const { browser, save } = await asker();
    rates.past.unshift({ ...RATE, readAt: new Date(world.clock.now().getTime() - 60_000) });
    const { body } = await browser.get('/notices');
    assert.match(body.replaceAll('\u00a0', ' '), /\+1,234,567[\s\S]*?worth">≈ €793\.22<\/p>/);
    await save({ currency: '' });
    assert.doesNotMatch((await browser.get('/notices')).body, /worth"/);
    rates.past.length = 0;
  });

  test('is shown before something is paid', async () => {
    const { browser } = await asker();
    const payee = await asApiUser(world, (await world.addPerson()).user);
    const begun = await submitForm(browser, '/send', { to: await payee.invoice(19_299) });
    const { body } = await browser.get(String(begun.headers.location));
    assert.match(body, /Pay 19,299 sat/);
    assert.match(body.replaceAll('\u00a0', ' '), /≈ €12\.40/);
  });

  test('is typed as the language writes it', async () => {
    const { browser } = await asker({ language: 'de' });
    for (const amount of ['1.234,50', '1234,5', '1234.50']) {
      const made = await submitForm(browser, '/receive', { amount, unit: 'EUR' });
      const { body } = await browser.get(String(made.headers.location));
      assert.match(body, /1\.921\.386 sat/, amount);
    }
  });

  test('stays the same invoice when the form comes twice and the price has moved', async () => {
    const { browser } = await asker();
    const once = readHidden(await browser.get('/receive'), 'once');
    const send = () => browser.post('/receive', { once, amount: '5', unit: 'EUR' });
    const first = await send();
    rates.known.set('EUR', { ...RATE, centsPerBtc: 9_000_000n, readAt: world.clock.now() });
    assert.equal(first.statusCode, 303);
    assert.equal((await send()).headers.location, first.headers.location);
  });

  for (const [amount, unit, words] of [
    ['12.405', 'EUR', /Enter an amount of money, such as 12\.50/],
    ['-1', 'EUR', /Enter an amount of money/],
    ['1e3', 'EUR', /Enter an amount of money/],
    ['0', 'EUR', /Enter a whole number of sats from 1/],
    ['9999999999999', 'EUR', /Enter a whole number of sats from 1/],
    ['5', 'USD', /price of bitcoin in this currency is not known/],
    ['5', '__proto__', /price of bitcoin in this currency is not known/],
    ['5.5', 'sat', /Enter a whole number of sats from 1/],
  ] as const) {
    test(`is refused as "${amount}" ${unit}`, async () => {
      const { browser } = await asker();
      const answer = await submitForm(browser, '/receive', { amount, unit });
      assert.equal(answer.statusCode, 400);
      assert.match(readText(answer), words);
      assert.ok(answer.body.includes(`value="${amount}"`));
    });
  }

  test('is not offered without a price, or with one that is a day old', async () => {
    const { browser } = await asker();
    assert.match((await browser.get('/receive')).body, /<select class="unit" name="unit"/);
    const readAt = new Date(world.clock.now().getTime() - 86_400_001);
    rates.known.set('EUR', { ...RATE, readAt });
    assert.doesNotMatch((await browser.get('/receive')).body, /name="unit"/);
    const answer = await submitForm(browser, '/receive', { amount: '5', unit: 'EUR' });
    assert.match(readText(answer), /price of bitcoin in this currency is not known/);
  });
});
