import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, test } from 'node:test';
import type { LightMyRequestResponse } from 'fastify';
import postgres from 'postgres';
import { msat, sat } from '../../src/base/amount.ts';
import { startAccounts } from '../support/account-world.ts';
import { asApiUser } from '../support/api-user.ts';
import type { SendPlan } from '../support/fake-node.ts';
import { type FormFields, readText } from '../support/page-visitor.ts';

const world = await startAccounts({ after }, { hasMail: true });

async function someone() {
  const person = await world.addPerson();
  const api = await asApiUser(world, person.user);
  const browser = await world.signedIn(person);
  const list = async () => readText(await browser.get('/notices'));
  const bell = async () => readBell(await browser.get('/'));
  return { person, api, browser, list, bell };
}

const readBell = ({ body }: LightMyRequestResponse): string =>
  /class="count"[^>]*>([^<]*)</.exec(body)?.[1] ?? '';

describe('the bell', () => {
  test('says nothing until something happens, and leads to the notices', async () => {
    const { browser, bell, list } = await someone();
    assert.equal(await bell(), '');
    assert.match((await browser.get('/activity')).body, /<a class="to-notices" href="\/notices">/);
    assert.match(await list(), /Nothing new/);
    assert.doesNotMatch((await world.browser().get('/')).body, /class="to-notices"/);
  });

  test('counts money that came in one notice until it is read, and then anew', async () => {
    const { api, browser, bell, list } = await someone();
    await api.receive(1000);
    assert.equal(await bell(), '1');
    for (const amount of [20, 3]) await api.receive(amount);
    assert.equal(await bell(), '1');
    const page = await browser.get('/notices');
    assert.match(readText(page), /You received money 3 times New .*\+1,023 sat/);
    assert.equal(readBell(page), '', 'who sees the list has read it');
    assert.equal(await bell(), '');
    assert.doesNotMatch(await list(), /New/);
    await api.receive(5);
    assert.equal(await bell(), '1');
    assert.match(await list(), /You received money New .*\+5 sat .*received money 3 times(?! New)/);
  });

  test('a list that is opened first of all counts what it shows as read', async () => {
    const { api, browser, bell } = await someone();
    await api.receive(1);
    const page = await browser.get('/notices');
    assert.match(readText(page), /You received money New/);
    assert.equal(readBell(page), '');
    assert.equal(await bell(), '');
  });

  test('reading is no change that a page of notices hears of', async () => {
    const { api, browser } = await someone();
    const markOf = async () =>
      /data-live="([^"]*)"/.exec((await browser.get('/notices')).body)?.[1];
    await api.receive(1);
    const shown = await markOf();
    assert.equal(await markOf(), shown);
  });

  test('a page of notices reads them once, after it listens', async () => {
    const { api, browser } = await someone();
    await api.receive(1);
    world.takeStatements();
    await browser.get('/notices');
    const texts = world.takeStatements();
    const reads = texts.flatMap((text, place) => (/left join notice n/.test(text) ? [place] : []));
    assert.equal(reads.length, 1);
    const mark = texts.findLastIndex((text) => / as mark\b/.test(text));
    assert(mark >= 0 && mark < (reads[0] ?? 0), 'what comes in between is told to the page');
  });

  test('a page that finds a notice does not hear of it as a change', async () => {
    const { api, browser } = await someone();
    const markOf = async () => /data-live="([^"]*)"/.exec((await browser.get('/')).body)?.[1];
    const before = await markOf();
    await api.receive(1);
    const found = await markOf();
    assert.notEqual(found, before);
    assert.equal(await markOf(), found);
  });

  test('nobody reads or marks what is another person’s', async () => {
    const [one, other] = [await someone(), await someone()];
    await one.api.receive(7);
    assert.equal(await one.bell(), '1');
    assert.match(await other.list(), /Nothing new/);
    assert.equal(await one.bell(), '1');
  });
});

describe('notices of payments', () => {
  const pay = async (plan: SendPlan, waitMs: number) => {
    const one = await someone();
    await one.api.receive(5000);
    await one.list();
    const decided = Promise.withResolvers<SendPlan>();
    world.node.plan = { kind: 'hold', until: decided.promise };
    const before = world.node.sent.length;
    const { bolt11 } = world.node.externalInvoice({ amountMsat: 1_000_000n });
    const paying = one.api.post('/payments/bolt11', { invoice: bolt11 });
    await world.sent(before + 1);
    world.clock.move(waitMs);
    decided.resolve(plan);
    await paying;
    return one;
  };

  test('that were on their way for long: paid, or not', async () => {
    const paid = await pay({ kind: 'succeed', feeMsat: msat(0n) }, 10_000);
    assert.match(await paid.list(), /A payment has arrived New .*−1,000 sat/);
    const failed = await pay({ kind: 'fail', reason: 'no_route' }, 10_000);
    assert.match(await failed.list(), /A payment did not arrive New .*Nothing was taken/);
  });

  test('not of those whose end came while someone waited', async () => {
    const paid = await pay({ kind: 'succeed', feeMsat: msat(0n) }, 5_000);
    assert.equal(await paid.bell(), '');
  });

  test('of a limit at 80 % and at 100 %, once each', async () => {
    const one = await someone();
    const other = await someone();
    await one.api.receive(5000);
    await one.browser.get('/');
    const [token] = await world.deps.tokens.listPersonalTokens(one.person.user.id);
    assert(token !== undefined);
    const budget = {
      limitSat: sat(100n),
      askAboveSat: null,
      interval: 'ever',
      expiresAt: null,
    } as const;
    const of = { userId: one.person.user.id, grantId: token.id };
    await world.deps.budgets.setBudget(of, budget, world.clock.now());
    const spend = async (amountSat: number) => {
      const invoice = await other.api.invoice(amountSat);
      assert.equal((await one.api.post('/payments/bolt11', { invoice })).status, 200);
    };
    const told = async () => (await one.list()).match(/A limit is (almost )?reached/g) ?? [];
    await spend(79);
    assert.deepEqual(await told(), []);
    await spend(1);
    for (const _ of [1, 2]) assert.deepEqual(await told(), ['A limit is almost reached']);
    await spend(20);
    await one.api.receive(1);
    for (const _ of [1, 2]) {
      assert.deepEqual(await told(), ['A limit is reached', 'A limit is almost reached']);
    }
  });

  test('of no limit where there is none', async () => {
    const one = await someone();
    const other = await someone();
    await one.api.receive(5000);
    await one.browser.get('/');
    const [token] = await world.deps.tokens.listPersonalTokens(one.person.user.id);
    assert(token !== undefined);
    const asking = {
      limitSat: null,
      askAboveSat: sat(5000n),
      interval: 'ever',
      expiresAt: null,
    } as const;
    const of = { userId: one.person.user.id, grantId: token.id };
    await world.deps.budgets.setBudget(of, asking, world.clock.now());
    const invoice = await other.api.invoice(4000);
    assert.equal((await one.api.post('/payments/bolt11', { invoice })).status, 200);
    assert.doesNotMatch(await one.list(), /A limit is/);
  });
});

describe('notices of access', () => {
  const LATER_MS = 11 * 60_000;

  test('of a sign-in from another address, once; not of the first one', async () => {
    const { person, bell, list } = await someone();
    assert.equal(await bell(), '');
    world.clock.move(LATER_MS);
    await world.signedIn(person);
    assert.equal(await bell(), '', 'from the same place');
    for (const _ of [1, 2]) {
      const far = world.browser('198.51.100.7');
      await far.post('/sign-in', { email: person.email, password: person.password });
    }
    assert.equal(await bell(), '1');
    assert.match(await list(), /A new sign-in New .*from the internet address 198\.51\.100\.7/);
  });

  test('a sign-in is told by the name that Security has for the browser', async () => {
    const { person, list } = await someone();
    world.clock.move(LATER_MS);
    const far = world.browser('198.51.100.9');
    await far.post('/sign-in', { email: person.email, password: person.password });
    assert.match(readText(await far.get('/security')), /Chrome on Linux 198\.51\.100\.9/);
    assert.match(await list(), /With Chrome on Linux , from the internet address 198\.51\.100\.9/);
  });

  test('texts of strangers stay texts', async () => {
    const { person, browser } = await someone();
    const owner = postgres(world.ownerUrl, { max: 1 });
    const detail = { name: '<script>alert(1)</script>', grantId: randomUUID() };
    await owner`select add_notice(${person.user.id}, 'app', 'x', ${owner.json(detail)})`;
    await owner.end();
    const { body } = await browser.get('/notices');
    assert.doesNotMatch(body, /<script>alert/);
    assert.match(readText(await browser.get('/notices')), /<script>alert\(1\)<\/script> may use/);
  });
});

describe('what people want to know', () => {
  test('is kept, and nothing else is told', async () => {
    const { api, browser, bell } = await someone();
    const chosen = { received: 'none', ended: 'mail', sign_in: 'bell' };
    const answer = await browser.post('/notices/ways', { ...chosen, app: 'shout' });
    assert.equal(answer.statusCode, 303);
    const { body } = await browser.get('/notices');
    const kept = [
      ...body.matchAll(/<select[^>]*name="(\w+)"(?:(?!<\/select>).)*value="(\w+)" selected/gs),
    ];
    assert.deepEqual(
      kept.map(([, name, way]) => [name, way]),
      [
        ['received', 'none'],
        ['ended', 'mail'],
        ['asked', 'bell'],
        ['approval', 'mail'],
        ['limit', 'bell'],
        ['budget', 'bell'],
        ['app', 'mail'],
        ['sign_in', 'bell'],
        ['webhook_off', 'mail'],
      ],
    );
    await api.receive(1);
    assert.equal(await bell(), '');
  });

  test('whoever wants less mail about access is told so, once', async () => {
    const { person, browser } = await someone();
    const told = async (ways: FormFields) => {
      const before = world.mails.length;
      await browser.post('/notices/ways', ways);
      await world.settled();
      return world.mails.slice(before).map(({ to, subject }) => `${to}: ${subject}`);
    };
    const subject = `${person.email}: Mail about access to your wallet at wallet.example was switched off`;
    assert.deepEqual(await told({ received: 'mail', webhook_off: 'none' }), []);
    assert.deepEqual(await told({ sign_in: 'bell' }), [subject]);
    assert.deepEqual(await told({ sign_in: 'none' }), []);
    assert.deepEqual(await told({ app: 'none', sign_in: 'mail' }), [subject]);
  });
});
