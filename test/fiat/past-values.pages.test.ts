import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { startAccounts } from '../support/account-world.ts';
import { type ApiUser, asApiUser } from '../support/api-user.ts';
import { textField } from '../support/fields.ts';
import { readText } from '../support/page-visitor.ts';
import { addPreferencesUser } from '../support/preferences-user.ts';
import { hiddenFields, submitForm } from '../support/submit-form.ts';
import { createTestRates } from '../support/test-rates.ts';

const rates = createTestRates(['USD', 'EUR']);
const world = await startAccounts({ after }, { rates });

/** When this user's invoice of that hash was paid. */
async function paidAt(api: ApiUser, paymentHash: string): Promise<Date> {
  const { body } = await api.get(`/invoices/${paymentHash}`);
  return new Date(textField(body, 'settled_at'));
}

/** Someone who received 19,299 sat while a bitcoin cost 64,250.50 euros, or 70,000 dollars. */
async function payee(preferences: Readonly<Record<string, string>>) {
  const { browser, person, save } = await addPreferencesUser(world);
  const api = await asApiUser(world, person.user);
  const hash = await api.receive(19_299);
  const readAt = await paidAt(api, hash);
  rates.past.splice(
    0,
    Number.POSITIVE_INFINITY,
    { currency: 'EUR', centsPerBtc: 6_425_050n, readAt },
    { currency: 'USD', centsPerBtc: 7_000_000n, readAt },
  );
  const now = { currency: 'EUR', centsPerBtc: 1_000_000n, readAt: world.clock.now() };
  rates.known.set('EUR', now);
  await save(preferences);
  const month = readAt.toISOString().slice(0, 7);
  const read = async (path: string) => {
    const answer = await browser.get(path);
    assert.equal(answer.statusCode, 200, path);
    const { body } = answer;
    // Files have no text apart from that.
    const isPage = String(answer.headers['content-type']).startsWith('text/html');
    return { body, text: isPage ? readText(answer).replaceAll('\u00a0', ' ') : body };
  };
  const found = /href="(\/activity\/[A-Za-z0-9]+)"[\s\S]*?19,299/.exec((await read('/')).body);
  return { browser, api, read, month, recordPath: found?.[1] ?? '/activity/none' };
}

describe('the value at the time of payment', () => {
  test('stands in Home, Activity, the record and the statement, whatever it costs now', async () => {
    const { read, month, recordPath } = await payee({ currency: 'EUR' });
    for (const path of ['/', '/activity']) {
      assert.match((await read(path)).text, /\+19,299 sat ≈ €12\.40 · \d\d:\d\d/, path);
    }
    assert.match((await read(recordPath)).text, /19,299 sat ≈ €12\.40 when it was paid/);
    const statement = await read(`/statements/${month}`);
    assert.match(statement.text, /When What Amount Value then Balance/);
    assert.match(statement.text, /\+19,299 sat ≈ €12\.40 1,253,866 sat/);
  });

  test('follows the currency of the reader, in the files too', async () => {
    const { read, month } = await payee({ currency: 'USD' });
    assert.match((await read('/activity')).text, /\+19,299 sat ≈ US\$13\.51/);
    for (const path of [`/statements/${month}.csv`, '/leave/payments.csv']) {
      const { body } = await read(path);
      assert.match(
        body,
        /^\uFEFF?time_utc,.*,preimage,txid,value,currency,price_per_btc\r\n/,
        path,
      );
      assert.match(body, /,19299,0,1253866,settled,.*,13\.51,USD,70000\.00\r\n/, path);
    }
    for (const path of [`/statements/${month}.json`, '/leave/archive.json']) {
      const { body } = await read(path);
      assert.match(
        body,
        /"value":"13\.51","currency":"USD","price_per_btc":"70000\.00","record":/,
        path,
      );
    }
  });

  test('stands on the page of a paid invoice, and of a payment', async () => {
    const { browser, read } = await payee({ currency: 'EUR' });
    const made = await submitForm(browser, '/receive', { amount: '19299', unit: 'sat' });
    const location = String(made.headers.location);
    assert.match((await read(location)).text, /≈ €1\.93/, 'the price of now while it waits');
    const bolt11 = /href="lightning:(ln[a-z0-9]+)"/.exec((await read(location)).body)?.[1] ?? '';
    const payer = await payee({ currency: 'EUR' });
    const begun = await submitForm(payer.browser, '/send', { to: bolt11 });
    const draft = String(begun.headers.location);
    assert.match((await payer.read(draft)).text, /≈ €1\.93/);
    const review = await payer.browser.get(draft);
    await payer.browser.post(`${draft}/pay`, hiddenFields(review, `${draft}/pay`));
    assert.match((await payer.read(draft)).text, /≈ €12\.40 when it was paid/);
    assert.match((await read(location)).text, /≈ €12\.40 when it was paid/);
  });

  test('is asked for once a page', async () => {
    const { read, api } = await payee({ currency: 'EUR' });
    for (const amount of [1, 2, 3]) await api.receive(amount);
    for (const path of ['/', '/activity']) {
      rates.pastQueries.length = 0;
      await read(path);
      assert.deepEqual(
        rates.pastQueries.map((times) => times.length),
        [5],
        path,
      );
    }
  });

  test('is hidden with the amounts', async () => {
    const { read } = await payee({ currency: 'EUR', hides_amounts: 'yes' });
    for (const path of ['/', '/activity']) assert.doesNotMatch((await read(path)).text, /€/, path);
  });

  test('is not there where no price of that time is known', async () => {
    const { read, month, recordPath } = await payee({ currency: 'EUR' });
    rates.past.length = 0;
    for (const path of ['/activity', recordPath, `/statements/${month}`]) {
      assert.doesNotMatch((await read(path)).text, /≈|Value then/, path);
    }
    const { body } = await read(`/statements/${month}.csv`);
    assert.match(body, /,19299,0,1253866,settled,.*,,,\r\n/);
  });

  test('nothing tells of it to someone without a currency', async () => {
    const { read, month, recordPath } = await payee({ currency: '' });
    rates.pastQueries.length = 0;
    const paths = ['/', '/activity', recordPath, `/statements/${month}`];
    for (const path of paths) assert.doesNotMatch((await read(path)).text, /≈|€/, path);
    assert.doesNotMatch((await read(`/statements/${month}.csv`)).body, /currency/);
    assert.deepEqual(rates.pastQueries, []);
  });
});

test('a payer without an account sees the value in the first currency of the service', async () => {
  const { user } = await world.addPerson();
  await world.deps.addressNames.claimName(user.id, 'kim', world.clock.now(), null);
  const make = () => world.browser().postPlain('/pay/kim', { amount: '19299' });
  const open = async () => {
    const { headers } = await make();
    return readText(await world.browser().get(String(headers.location)));
  };
  rates.known.clear();
  assert.doesNotMatch(await open(), /≈/);
  const readAt = world.clock.now();
  rates.known.set('USD', { currency: 'USD', centsPerBtc: 7_000_000n, readAt });
  assert.match(await open(), /≈ US\$13\.51/);
});
