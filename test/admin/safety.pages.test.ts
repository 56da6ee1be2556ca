import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import postgres from 'postgres';
import { createOperatorActionStore } from '../../src/alarms/operator-log/sql/action-store.ts';
import { msat, sat } from '../../src/base/amount.ts';
import { type Person, startAccounts } from '../support/account-world.ts';
import { AMOUNT_TRICKS } from '../support/amount-tricks.ts';
import { type ApiUser, asApiUser } from '../support/api-user.ts';
import type { Answer, Browser } from '../support/browser.ts';
import { createOutflowBench } from '../support/outflow-bench.ts';
import { readLink, readText } from '../support/page-visitor.ts';

const world = await startAccounts({ after });
const outflow = createOutflowBench(world.database);
const log = createOperatorActionStore(world.database);
const owner = postgres(world.ownerUrl, { max: 1, onnotice: () => undefined });
after(() => owner.end());
world.node.plan = { kind: 'succeed', feeMsat: msat(0n) };
const operator = await world.addPerson({ isAdmin: true });
const PAGE = '/operate/safety';
const LIMITS = '/operate/safety/limits';

beforeEach(async () => {
  await outflow.limit({});
  await outflow.chooseOnly({});
  await owner`delete from outside_stop`;
});

const fresh = (): Promise<Browser> => world.signedIn(operator);
/** Sends the form of the limits, with the password that it asks for each time. */
const change = (browser: Browser, fields: Record<string, string>): Promise<Answer> =>
  browser.post(LIMITS, { ...fields, password: operator.password });
const read = async (): Promise<string> => readText(await (await fresh()).get(PAGE));
const newestAction = async () =>
  (await log.list({ kind: null, who: null, after: null, limit: 1 }))[0];
const chosen = async () => (await outflow.read()).chosen;

async function addSender(sats = 1000n): Promise<{ person: Person; api: ApiUser }> {
  const person = await world.addPerson();
  const api = await asApiUser(world, person.user);
  await api.receive(Number(sats) + 1000);
  assert.equal(await payWith(api, sats), 200);
  return { person, api };
}

const payWith = async (api: ApiUser, sats: bigint): Promise<number> => {
  const { bolt11 } = world.node.externalInvoice({ amountMsat: sats * 1000n });
  return (await api.post('/payments/bolt11', { invoice: bolt11 })).status;
};

describe('the page says', () => {
  test('that nothing is limited, and proposes limits that one press chooses', async () => {
    await addSender(7000n);
    const browser = await fresh();
    const text = readText(await browser.get(PAGE));
    assert.match(text, /Nothing limits what leaves this service/);
    assert.match(text, /Limits that would fit .* Within any hour 21,000 sat/);
    const used = await change(browser, { sent: 'yes', hour: '21000', day: '22000' });
    assert.equal(used.headers.location, PAGE);
    assert.deepEqual([(await chosen()).hourSat, (await chosen()).daySat], [21_000n, 22_000n]);
    const action = await newestAction();
    assert.deepEqual(
      [action?.kind, action?.detail, action?.admin?.identifier],
      ['outflow_limit', { hourSat: '21000', daySat: '22000' }, operator.user.identifier],
    );
    assert.doesNotMatch(await read(), /Limits that would fit/);
  });

  test('what is used of each limit, and whether the settings or operators have set it', async () => {
    await addSender(1000n);
    await outflow.limit({ hourSat: sat(1_000_000n), singleSat: sat(40_000n) });
    await outflow.chooseOnly({ hourSat: sat(900_000n), singleSat: sat(50_000n), countHour: 1000 });
    const { sentHourMsat } = await outflow.read();
    const text = await read();
    const used = String((sentHourMsat + 999n) / 1000n).replace(/(?=(\d{3})+$)\B/g, ',');
    assert.match(text, /Limits are on\./);
    assert(text.includes(`Within any hour ${used} of 900,000 sat`), `${used} in ${text}`);
    assert.match(text, /operators The settings allow up to 1,000,000 sat; the lower limit counts/);
    assert.match(text, /40,000 sat each at most .*Operators have chosen 50,000 sat/);
    assert.match(text, /within any hour \d+ of 1,000 /);
    assert.match(text, /The last 24 hours Left, with fees Came in/);
  });

  test('that a limit was reached, and leads to the way to lift that', async () => {
    await outflow.chooseOnly({ hourSat: sat(1n) });
    const person = await world.addPerson();
    const api = await asApiUser(world, person.user);
    await api.receive(5000);
    assert.equal(await payWith(api, 1000n), 500);
    const page = await (await fresh()).get(PAGE);
    assert.match(readText(page), /Nothing leaves this service any more/);
    assert.equal(readLink(page, 'Let money leave again'), '/operate/outflow/allow');
    const browser = await fresh();
    const lifted = await browser.post('/operate/outflow/allow', {
      ...{ why: 'known', beyond: '5000' },
      password: operator.password,
    });
    assert.equal(lifted.headers.location, PAGE);
    assert.match(await read(), /5,000 sat may leave beyond the limits until/);
    assert.equal(await payWith(api, 1000n), 200);
  });

  test('that limits are only observed, and which one was passed', async () => {
    await outflow.limit({ netDaySat: sat(1n) }, 'observe');
    await owner`delete from outflow_slice`;
    const person = await world.addPerson();
    const api = await asApiUser(world, person.user);
    await api.receive(5000);
    await owner`delete from outflow_slice`;
    assert.equal(await payWith(api, 1000n), 200);
    const text = await read();
    assert.match(text, /Limits are only observed/);
    assert.match(text, /The limit “Within 24 hours, beyond what comes in” was last passed/);
    await outflow.limit({ netDaySat: sat(1n) }, 'off');
    assert.match(await read(), /Limits are switched off/);
  });

  test('nothing to others', async () => {
    const other = await world.signedIn(await world.addPerson());
    assert.equal((await other.get(PAGE)).statusCode, 404);
    assert.equal((await world.browser().get(PAGE)).headers.location, '/sign-in');
  });
});

describe('limits in the form', () => {
  const NAMES = ['hour', 'day', 'net_day', 'single', 'count_hour'] as const;

  test('change alone, with grouping, and an empty field removes one', async () => {
    const browser = await fresh();
    await change(browser, { sent: 'yes', hour: ' 1,000,000 ', count_hour: '30' });
    await change(browser, {
      ...{ sent: 'yes', hour: '1,000,000', hour_shown: '1000000', single: '5000' },
      ...{ count_hour: '', count_hour_shown: '30' },
    });
    const { hourSat, singleSat, countHour } = await chosen();
    assert.deepEqual([hourSat, singleSat, countHour], [1_000_000n, 5000n, null]);
    const action = await newestAction();
    assert.deepEqual(action?.detail, { singleSat: '5000', countHour: 'none' });
  });

  test('are refused at their field where they are no numbers, and nothing is changed', async () => {
    const browser = await fresh();
    const tricks = ['0', '-5', '1.5', '1e6', '١٢٣', '9'.repeat(400), '2100000000000001', 'none'];
    // Grouped digits are a number here, and nothing at all removes a limit.
    const others = AMOUNT_TRICKS.filter((one) => !/^(\d{1,3}(,\d{3})*|\s*)$/.test(one));
    for (const text of [...tricks, ...others]) {
      for (const name of NAMES) {
        const answer = await change(browser, { sent: 'yes', day: '7', [name]: text });
        assert.equal(answer.statusCode, 400, `${name} ${text}`);
        assert.match(readText(answer), /Nothing was changed\. Correct what is marked/);
        assert.match(answer.body, new RegExp(`name="${name}"[^>]*aria-invalid="true"`));
      }
    }
    assert.deepEqual(Object.values(await chosen()), [null, null, null, null, null]);
    const before = await newestAction();
    for (const fields of [{ sent: 'yes' }, {}]) {
      assert.equal((await change(browser, fields)).statusCode, 303);
    }
    assert.deepEqual(await newestAction(), before, 'a form without changes is not logged');
  });

  test('cannot pass the settings, and may stay empty or below them', async () => {
    await outflow.limit({ hourSat: sat(1000n), countHour: 5 });
    const browser = await fresh();
    const page = readText(await browser.get(PAGE));
    assert.match(page, /settings of the service allow up to 1,000 sat\. Only a lower limit/);
    for (const [name, text] of [
      ['hour', '1001'],
      ['count_hour', '6'],
    ] as const) {
      const answer = await change(browser, { sent: 'yes', [name]: text, single: '3' });
      assert.equal(answer.statusCode, 400);
      assert.match(readText(answer), /settings of the service allow up to (1,000 sat|5)\. Choose/);
      assert.match(answer.body, new RegExp(`name="${name}"[^>]*aria-invalid="true"`));
    }
    assert.deepEqual(Object.values(await chosen()), [null, null, null, null, null]);
    await change(browser, { sent: 'yes', hour: '1000', count_hour: '4' });
    assert.deepEqual([(await chosen()).hourSat, (await chosen()).countHour], [1000n, 4]);
  });

  test('that someone else has changed meanwhile are shown and not overwritten', async () => {
    await outflow.chooseOnly({ hourSat: sat(500n) });
    const browser = await fresh();
    const stale = { sent: 'yes', hour: '1000', hour_shown: '1000', day: '77' };
    const answer = await change(browser, stale);
    assert.equal(answer.statusCode, 400);
    assert.match(readText(answer), /another operator has changed the limits/);
    assert.match(answer.body, /name="hour"[^>]*value="500"/);
    assert.deepEqual([(await chosen()).hourSat, (await chosen()).daySat], [500n, null]);
  });

  test('are asked for with a proof each time, and need a token of the form', async () => {
    const browser = await fresh();
    for (const password of ['', 'not it']) {
      const asked = await browser.post(LIMITS, { sent: 'yes', hour: '4321', password });
      assert.match(asked.body, /name="hour"[^>]*value="4,321"[\s\S]*type="password"/);
      assert.equal((await chosen()).hourSat, null);
    }
    const { password } = operator;
    const forged = { sent: 'yes', hour: '4321', password, csrf_token: 'x' };
    assert.notEqual((await browser.post(LIMITS, forged)).statusCode, 303);
    assert.equal((await chosen()).hourSat, null);
    assert.equal((await change(browser, { sent: 'yes', hour: '4321' })).statusCode, 303);
    assert.equal((await chosen()).hourSat, 4321n);
  });
});

describe('who sent most', () => {
  test('are ranked by what they sent with all their apps, and named', async () => {
    const [less, more] = [await addSender(30_000n), await addSender(20_000n)];
    await more.api.receive(30_000);
    const second = await more.api.withScopes(['payments:send']);
    assert.equal(await payWith(second, 21_000n), 200);
    const { body } = await (await fresh()).get(PAGE);
    const placeOf = ({ person }: { person: Person }) => body.indexOf(`>${person.email}<`);
    assert(placeOf(more) > 0 && placeOf(more) < placeOf(less), 'by the sum');
    assert.match(body, /41,000/);
    assert.match(body, /New token/);
  });

  test('are signed out everywhere with one press, and apps go on', async () => {
    const { person, api } = await addSender(60_000n);
    const theirs = await world.signedIn(person);
    const path = readSignOut(await (await fresh()).get(PAGE), person);
    const done = await (await fresh()).post(path);
    assert.equal(done.headers.location, PAGE);
    assert.equal((await theirs.get('/profile')).headers.location, '/sign-in');
    assert.equal((await api.get('/balance')).status, 200);
    const action = await newestAction();
    assert.deepEqual([action?.kind, action?.subject], ['user_sign_out', person.user.id]);
    const browser = await fresh();
    await browser.post(`/operate/users/${operator.user.id}/sign-out`);
    assert.match(readText(await browser.get(PAGE)), /your own account|yourself/i);
    assert.equal((await browser.get('/profile')).statusCode, 200);
  });

  test('are disconnected from the token that sent, and from nothing of others', async () => {
    const { person, api } = await addSender(70_000n);
    const { body } = await (await fresh()).get(PAGE);
    const path = new RegExp(`/operate/users/${person.user.identifier}/disconnect/[^"]+`);
    const [own] = path.exec(body) ?? [];
    assert(own !== undefined, 'there is a link');
    const stranger = await world.addPerson();
    const foreign = own.replace(person.user.identifier, stranger.user.identifier);
    assert.equal((await (await fresh()).post(foreign)).statusCode, 404);
    assert.equal((await api.get('/balance')).status, 200);
    assert.match(readText(await (await fresh()).get(own)), /App or token test/);
    assert.equal((await (await fresh()).post(own)).headers.location, PAGE);
    assert.equal((await api.get('/balance')).status, 401);
    const action = await newestAction();
    assert.equal(action?.kind, 'user_disconnect');
    assert.deepEqual(action?.detail, {
      user: person.user.identifier,
      spender: own.split('/').at(-1),
    });
    assert.equal((await (await fresh()).post(own)).statusCode, 404, 'only once');
    assert.doesNotMatch((await (await fresh()).get(PAGE)).body, path);
  });

  test('keep no buttons once they are switched off', async () => {
    const { person } = await addSender(80_000n);
    const browser = await fresh();
    const disable = `/operate/users/${person.user.identifier}/disable`;
    assert((await browser.get(PAGE)).body.includes(disable));
    await browser.post(disable);
    const { body } = await (await fresh()).get(PAGE);
    assert(body.includes(person.email) && !body.includes(disable));
  });

  test('are shown with hostile names as text', async () => {
    const { person } = await addSender(90_000n);
    const name = '<img src=x onerror=alert(1)>‮'.padEnd(120, 'W');
    await owner`update personal_token set name = ${name} where user_id = ${person.user.id}`;
    await owner`
      update wallet_user set email = null where id = ${person.user.id}`;
    const { body } = await (await fresh()).get(PAGE);
    assert(!body.includes('<img src=x'), 'it is escaped');
    assert(body.includes(person.user.identifier), 'named by the identifier');
  });
});

function readSignOut({ body }: { readonly body: string }, { user }: Person): string {
  const path = `/operate/users/${user.identifier}/sign-out`;
  assert(body.includes(`href="${path}"`), 'there is a link');
  return path;
}
