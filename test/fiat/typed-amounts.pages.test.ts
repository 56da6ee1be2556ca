import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { startAccounts } from '../support/account-world.ts';
import { readText } from '../support/page-visitor.ts';
import { addPreferencesUser } from '../support/preferences-user.ts';
import { submitForm } from '../support/submit-form.ts';
import { createTestRates } from '../support/test-rates.ts';

const rates = createTestRates(['EUR', 'USD']);
const world = await startAccounts({ after }, { rates });
const { user: payee } = await world.addPerson();
await world.deps.addressNames.claimName(payee.id, 'kim', world.clock.now(), null);

function setPrice(agoMs: number | null, centsPerBtc = 6_425_050n): void {
  rates.known.clear();
  if (agoMs === null) return;
  const readAt = new Date(world.clock.now().getTime() - agoMs);
  rates.known.set('EUR', { currency: 'EUR', centsPerBtc, readAt });
}

const DAY_MS = 86_400_000;

describe('an amount to send', () => {
  /** The page that asks how much Kim gets, for someone with euros. */
  async function choosing() {
    setPrice(0);
    const { browser, save } = await addPreferencesUser(world);
    await save({ currency: 'EUR' });
    const begun = await submitForm(browser, '/send', { to: 'kim' });
    return { browser, path: String(begun.headers.location) };
  }

  test('is typed in euros, and reviewed and paid in sats', async () => {
    const { browser, path } = await choosing();
    const form = await browser.get(path);
    assert.match(form.body, /<option value="EUR">/);
    assert.match(form.body, /<script type="module" src="\/assets\/amount\./);
    assert.match(
      form.body,
      /data-other-unit="\{\}" data-about="≈ \{\}" data-least="less than \{\}" data-currency="EUR" data-cents-per-btc="6425050"/,
    );
    const chosen = await submitForm(browser, path, { amount: '12,40', unit: 'EUR' });
    assert.equal(chosen.statusCode, 303);
    const review = readText(await browser.get(path));
    assert.match(review, /19,299 sat ≈ €12\.40/);
    assert.match(review, /Pay 19,299 sat/);
  });

  test('may be typed beside the address at once', async () => {
    const { browser } = await choosing();
    const typed = { to: 'kim', amount: '12,40', unit: 'EUR' };
    const sent = await submitForm(browser, '/send', typed);
    assert.match(readText(await browser.get(String(sent.headers.location))), /Pay 19,299 sat/);
    const wrong = await submitForm(browser, '/send', { ...typed, amount: '12.405' });
    assert.match(readText(wrong), /Enter an amount of money, such as 12\.50/);
    assert.match(wrong.body, /<option value="EUR" selected>/);
  });

  test('begins in the unit in which one was typed last', async () => {
    const { browser, path } = await choosing();
    const pages = ['/send', '/receive', path];
    const chosen = async (): Promise<readonly (string | undefined)[]> =>
      await Promise.all(
        pages.map(async (one) => {
          const { body } = await browser.get(one);
          return /<option value="(\w+)" selected>/.exec(
            body.slice(body.indexOf('name="unit"')),
          )?.[1];
        }),
      );
    assert.deepEqual(await chosen(), ['sat', 'sat', 'sat']);
    browser.setCookie('amount_unit', 'EUR');
    assert.deepEqual(await chosen(), ['EUR', 'EUR', 'EUR']);
    browser.setCookie('amount_unit', 'XXX');
    assert.deepEqual(await chosen(), ['sat', 'sat', 'sat']);
    browser.setCookie('amount_unit', 'EUR');
    const sent = await submitForm(browser, '/send', { to: 'kim', amount: '0', unit: 'sat' });
    assert.match(sent.body, /<option value="sat" selected>/);
  });

  test('is typed in sats as before', async () => {
    const { browser, path } = await choosing();
    await submitForm(browser, path, { amount: '1,000', unit: 'sat' });
    assert.match(readText(await browser.get(path)), /Pay 1,000 sat/);
  });

  for (const [amount, unit, words] of [
    ['5', 'USD', /price of bitcoin in this currency is not known/],
    ['12.405', 'EUR', /Enter an amount of money, such as 12\.50/],
    ['1.5', 'sat', /Enter a whole number of sats/],
    ['0', 'EUR', /at least|From|from 1|whole number/],
  ] as const) {
    test(`is refused as "${amount}" ${unit}, and stands in the field again`, async () => {
      const { browser, path } = await choosing();
      const answer = await submitForm(browser, path, { amount, unit });
      assert.equal(answer.statusCode, 400);
      assert.match(readText(answer), words);
      assert(answer.body.includes(`value="${amount}"`));
      if (unit === 'EUR') assert.match(answer.body, /<option value="EUR" selected>/);
    });
  }

  test('is in sats alone without a price, or with one that is a day old', async () => {
    for (const agoMs of [null, DAY_MS + 1]) {
      const { browser, path } = await choosing();
      setPrice(agoMs);
      const { body } = await browser.get(path);
      assert.doesNotMatch(body, /name="unit"|amount\.[0-9a-f]+\.js|data-other-unit/);
      const answer = await submitForm(browser, path, { amount: '5', unit: 'EUR' });
      assert.match(readText(answer), /price of bitcoin in this currency is not known/);
    }
  });

  test('tells the time of a price that is not fresh', async () => {
    const { browser, path } = await choosing();
    setPrice(DAY_MS - 60_000);
    assert.match((await browser.get(path)).body, /data-other-unit="\{\} \(price of [^"]+\)"/);
  });

  test('comes to what it comes to at an absurd price, and never to a payment unseen', async () => {
    const { browser, path } = await choosing();
    setPrice(0, 1n);
    const answer = await submitForm(browser, path, { amount: '9999999999999', unit: 'EUR' });
    assert.equal(answer.statusCode, 400);
    assert.doesNotMatch(readText(await browser.get(path)), /Check and pay/);
  });
});

describe('an amount for the page where anyone pays', () => {
  const pay = (fields: Readonly<Record<string, string>>) =>
    world.browser().postPlain('/pay/kim', fields);

  test('is typed in the first currency of the service', async () => {
    setPrice(0);
    assert.match((await world.browser().get('/pay/kim')).body, /<option value="EUR">/);
    const made = await pay({ amount: '12.40', unit: 'EUR' });
    assert.equal(made.statusCode, 303);
    const shown = readText(await world.browser().get(String(made.headers.location)));
    assert.match(shown, /Invoice for 19,299 sat ≈ €12\.40/);
  });

  test('is refused in another one, and in none without a price', async () => {
    setPrice(0);
    const other = await pay({ amount: '5', unit: 'USD' });
    assert.equal(other.statusCode, 400);
    assert.match(readText(other), /price of bitcoin in this currency is not known/);
    setPrice(null);
    assert.equal((await pay({ amount: '5', unit: 'EUR' })).statusCode, 400);
    assert.doesNotMatch((await world.browser().get('/pay/kim')).body, /name="unit"|EUR/);
    assert.equal((await pay({ amount: '5' })).statusCode, 303);
  });
});
