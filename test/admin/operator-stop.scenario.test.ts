import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { request } from 'undici';
import { testDatabase } from '../support/database.ts';
import { field, listOf } from '../support/fields.ts';
import { openHolder, untilHeld } from '../support/holder.ts';
import { addOperatorAgent, type OperatorAgent } from '../support/operate/operator-agent.ts';
import {
  databaseVariables,
  type RunningService,
  startService,
} from '../support/running-service.ts';
import { nodeOf } from '../support/simulated-lnd.ts';
import {
  addWalletUser,
  fund,
  numberField,
  textField,
  untilPasses,
  type WalletUser,
} from '../support/wallet-user.ts';

const START_SAT = 10_000;
const EXTERNAL_SAT = 100;
const INSIDE_SAT = 7;
const AT_ONCE = 12;

interface Side {
  readonly service: RunningService;
  readonly operator: OperatorAgent;
}

/** Two services on one database and one node, and an operator at the pages of each. */
describe('what operators do at one of two processes', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let first: Side;
  let second: Side;
  let ann: WalletUser;
  let bob: WalletUser;

  before(async () => {
    const opened = await testDatabase({ after: (fn) => cleanups.push(fn) });
    const variables = { ...databaseVariables(opened), SATCHEL_SECRET_KEY: 'ab'.repeat(32) };
    const one = await startService(variables);
    cleanups.push(() => one.dispose());
    const two = await startService({ ...variables, ...(await nodeOf(one)) });
    cleanups.push(async () => {
      await two.end('SIGTERM');
      await rm(two.dataDir, { recursive: true });
    });
    [ann, bob] = [await addWalletUser(one), await addWalletUser(one)];
    await fund(one, ann, START_SAT);
    first = { service: one, operator: await addOperatorAgent(one, 'first@example.com') };
    second = { service: two, operator: await addOperatorAgent(two, 'second@example.com') };
  });
  after(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup();
  });

  const payAt = async ({ service }: Side, invoice: string) => {
    const answer = await request(`${service.baseUrl}/payments/bolt11`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ann.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ invoice }),
    });
    return { status: answer.statusCode, body: await answer.body.json() };
  };
  const externalInvoice = async (): Promise<string> => {
    const made = await (await first.service.simulator()).invoice({ amountSat: EXTERNAL_SAT });
    assert(made.ok);
    return made.value.paymentRequest;
  };
  const insideInvoice = async (): Promise<string> =>
    textField((await bob.post('/invoices', { amount: INSIDE_SAT })).body, 'payment_request');
  const says = async ({ service }: Side): Promise<unknown> => {
    const answer = await request(`${service.baseUrl}/health`);
    return field(await answer.body.json(), 'outside_payments');
  };
  /** Nothing of it stays: no money, and no payment whose end is open. */
  const isRefusedAt = async (side: Side, invoice: string): Promise<void> => {
    const before = await ann.balanceSat();
    const { status, body } = await payAt(side, invoice);
    assert.equal(status, 500, JSON.stringify(body));
    assert.match(textField(body, 'message'), STOPPED);
    assert.equal(await ann.balanceSat(), before);
  };
  /** What it took from the balance. */
  const isPaidAt = async (side: Side, invoice: string): Promise<number> => {
    const { status, body } = await payAt(side, invoice);
    assert.equal(status, 200, JSON.stringify(body));
    return EXTERNAL_SAT + numberField(body, 'fee');
  };
  const newestAction = async () => {
    const [newest] = listOf(await first.service.cli('actions'));
    return { kind: field(newest, 'kind'), result: field(newest, 'result') };
  };
  const checkBooks = async (): Promise<void> => {
    assert.equal(field(await first.service.cli('books', 'check'), 'ok'), true);
    assert.deepEqual(await first.service.cli('payments', 'pending'), []);
  };

  test('a stop holds at both at once; payments between wallets go on; either lifts it', async () => {
    for (const [maker, other] of [
      [first, second],
      [second, first],
    ] as const) {
      const [one, two] = [await externalInvoice(), await externalInvoice()];
      const page = await maker.operator.does('/operate/stop', { why: 'the node moves' });
      assert.match(page, /Payments over the node are stopped/);
      assert.deepEqual(await newestAction(), { kind: 'outside_stop', result: 'done' });
      await isRefusedAt(other, one);
      await isRefusedAt(maker, two);
      for (const side of [maker, other]) {
        const before = await ann.balanceSat();
        assert.equal((await payAt(side, await insideInvoice())).status, 200);
        assert.equal(await ann.balanceSat(), before - INSIDE_SAT);
      }
      await untilPasses(async () => assert.equal(await says(other), 'stopped'));
      await isRefusedAt(other, one);

      assert.match(await other.operator.open('/operate/allow'), /the node moves/);
      assert.match(await other.operator.does('/operate/allow'), /The stop was lifted/);
      assert.deepEqual(await newestAction(), { kind: 'outside_allow', result: 'done' });
      const before = await ann.balanceSat();
      const taken = await isPaidAt(other, one);
      assert.equal(await ann.balanceSat(), before - taken);
      await untilPasses(async () => assert.equal(await says(maker), 'on'));
      const takenAgain = await isPaidAt(maker, two);
      assert.equal(await ann.balanceSat(), before - taken - takenAgain);
      await checkBooks();
    }
  });

  test('what is on its way when the stop is made comes to its end', async () => {
    const holder = await openHolder(first.service);
    cleanups.push(() => holder.close());
    const [paid, returned] = [
      await holder.createHeldInvoice(BigInt(EXTERNAL_SAT * 1000)),
      await holder.createHeldInvoice(BigInt(EXTERNAL_SAT * 1000)),
    ];
    const before = await ann.balanceSat();
    const paying = [payAt(first, paid.bolt11), payAt(second, returned.bolt11)];
    await untilHeld(paid);
    await untilHeld(returned);
    await second.operator.does('/operate/stop', { why: 'a look at the node' });
    await isRefusedAt(first, await externalInvoice());
    await paid.settle();
    await returned.cancel();
    const [one, two] = await Promise.all(paying);
    assert.deepEqual([one?.status, two?.status], [200, 500]);
    const taken = EXTERNAL_SAT + numberField(one?.body, 'fee');
    assert.equal(await ann.balanceSat(), before - taken);
    await checkBooks();
    await second.operator.does('/operate/allow');
    await untilPasses(async () => assert.equal(await says(first), 'on'));
  });

  test('payments at both while it is made are paid or refused as a whole', async () => {
    const before = await ann.balanceSat();
    const invoices: string[] = [];
    for (let made = 0; made < AT_ONCE; made += 1) invoices.push(await externalInvoice());
    const paying = invoices.map((invoice, index) => payAt(index % 2 ? first : second, invoice));
    await first.operator.does('/operate/stop', { why: 'in the middle' });
    const late = await payAt(second, await externalInvoice());
    assert.match(textField(late.body, 'message'), STOPPED);
    let taken = 0;
    for (const { status, body } of await Promise.all(paying)) {
      if (status === 200) taken += EXTERNAL_SAT + numberField(body, 'fee');
      else assert.match(textField(body, 'message'), STOPPED);
    }
    assert.equal(await ann.balanceSat(), before - taken);
    await checkBooks();
    await first.operator.does('/operate/allow');
  });

  test('a check of the books that a page orders is done by a worker, and seen', async () => {
    const { operator } = second;
    const transfers = String(numberField(await first.service.cli('books', 'check'), 'transfers'));
    const shown = async () => wordsOf(await operator.open('/operate/books'));
    const isCounted = new RegExp(`Transfers ${transfers} `);
    assert.doesNotMatch(await shown(), isCounted, 'the last check is older');
    const asked = await operator.does('/operate/books/check');
    assert.match(asked, /The check begins within seconds/);
    await untilPasses(async () => {
      const [newest] = listOf(await first.service.cli('actions'));
      assert.deepEqual(
        [field(newest, 'kind'), field(newest, 'result'), field(newest, 'outcome')],
        ['books_check', 'done', { findings: '0' }],
      );
    });
    assert.match(await shown(), isCounted);
    const log = wordsOf(await operator.open('/operate/log?kind=books_check'));
    assert.match(log, /second@example\.com .*Findings: 0 Done/);
  });
});

const wordsOf = (page: string): string => page.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

/** By the process that knows of it, or by the database, before anything leaves. */
const STOPPED = /payments (to other nodes )?are stopped at the moment/;
