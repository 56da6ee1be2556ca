import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { sat } from '../../src/base/amount.ts';
import { type Browser, readHidden } from '../support/browser.ts';
import {
  createFakeManagement,
  type FakeManagement,
  NO_BITCOIN,
} from '../support/fake-management.ts';
import { startActing } from '../support/operate/acting-world.ts';
import { readText } from '../support/page-visitor.ts';
import { createTestOperator, HEALTHY_REPORT } from '../support/test-operator.ts';

const operator = createTestOperator();
const world = await startActing({ after }, { operator });
const person = await world.addPerson({ isAdmin: true });
let admin: Browser = world.browser();
let fake: FakeManagement = createFakeManagement();

beforeEach(async () => {
  fake = createFakeManagement();
  fake.has.wallet = { ...NO_BITCOIN, confirmedSat: sat(1_000_000n) };
  operator.management = fake;
  operator.report = HEALTHY_REPORT;
  await world.owner`delete from channel_order`;
  admin = await world.signedIn(person);
});

const BUY = '/operate/node/channels/buy';
const BOUGHT = '/operate/node/channels/bought';

const order = async (changes: Readonly<Record<string, string>> = {}) => {
  const form = readHidden(await admin.get(BUY), 'form_id');
  return await admin.post(BUY, {
    provider: 'https://lsp.example.com/api',
    size: '1,000,000',
    months: '3',
    form_id: form,
    ...changes,
  });
};
const shown = async (): Promise<string> => readText(await admin.get(BOUGHT));
const payPath = async (way: string): Promise<string> => {
  const { body } = await admin.get(BOUGHT);
  return new RegExp(`${BOUGHT}/[\\da-f-]+/pay/${way}`).exec(body)?.[0] ?? '';
};

describe('buying a channel', () => {
  test('leads from the node to an offer, which says what happens if no channel comes', async () => {
    assert((await admin.get('/operate/node')).body.includes(`href="${BUY}"`));
    assert.match(await shown(), /No channel was ordered yet/);
    const answer = await order();
    assert.equal(answer.statusCode, 303);
    assert.equal(answer.headers.location, BOUGHT);
    const text = await shown();
    for (const words of [
      'Here is the offer. Nothing is paid yet.',
      '1,000,000 sat from lsp.example.com',
      'Not paid yet',
      'Stays open at least 90 days',
      'Price by Lightning 2,500 sat',
      'Pay 2,500 sat by Lightning',
      'Pay 2,500 sat in bitcoin',
      'Send exactly 2,500 sat, in one payment.',
      'What is paid by Lightning comes back by itself',
      'You have nothing but its word for that.',
    ]) {
      assert(text.includes(words), words);
    }
    assert.deepEqual(
      fake.told.connected.map(({ host }) => host),
      ['203.0.113.9:9735'],
    );
    const again = await admin.get(BUY);
    assert(again.body.includes('value="https://lsp.example.com/api"'), 'it is remembered');
  });

  test('is done once for a form that is sent twice', async () => {
    const form = readHidden(await admin.get(BUY), 'form_id');
    await order({ form_id: form });
    assert.equal((await order({ form_id: form })).statusCode, 303);
    assert.match(await shown(), /This was sent before/);
    const [row] = await world.owner<{ count: string }[]>`select count(*) from channel_order`;
    assert.equal(Number(row?.count), 1);
    const [newest] = await world.actionLog(1);
    assert.deepEqual(
      [newest?.kind, newest?.subject, newest?.detail['amountSat']],
      ['channel_order', 'https://lsp.example.com/api', '1000000'],
    );
  });

  test('says in words why there is no offer, and keeps what was typed', async () => {
    const cases: readonly (readonly [Readonly<Record<string, string>>, RegExp])[] = [
      [{ provider: 'http://lsp.example.com' }, /must begin with https/],
      [{ provider: 'https://127.0.0.1' }, /private network/],
      [{ provider: 'lsp' }, /Enter the address of the provider/],
      [{ size: 'much' }, /in whole sats/],
      [{ size: '99999' }, /from 100,000 sat to 10,000,000 sat/],
      [{ months: '12' }, /for 208 days at most/],
      [{ provider: 'https://silent.example.com' }, /did not answer in time/],
      [{ provider: 'https://odd.example.com' }, /not one of LSPS1.*uris/],
      [{ provider: 'https://full.example.com' }, /does not sell to your node/],
      [{ provider: 'https://choosy.example.com' }, /Try another size or duration. It says: №/],
      [{ provider: 'https://nodeless.example.com' }, /does not say which node is its own/],
      [{ provider: 'https://dear.example.com' }, /into which you put bitcoin, too/],
      [{ provider: 'https://false.example.com' }, /Your users could not receive through it/],
    ];
    for (const [fields, words] of cases) {
      const answer = await order(fields);
      assert.equal(answer.statusCode, 400, String(words));
      assert.match(readText(answer), words);
      const [name, value] = Object.entries(fields)[0] ?? ['', ''];
      if (name !== 'months') assert(answer.body.includes(`value="${value}"`), value);
    }
    fake.has.connection = { kind: 'refused', detail: 'no way there' };
    assert.match(readText(await order()), /so nothing was ordered: no way there/);
    fake.has.isAway = true;
    assert.equal((await order()).statusCode, 303);
    assert.match(await shown(), /The node does not answer/);
  });

  test('a way that the node cannot pay is not offered', async () => {
    await order();
    const { node } = HEALTHY_REPORT;
    const [channel] = node?.channels ?? [];
    assert(node !== null && channel !== undefined);
    const channels = [{ ...channel, localSat: sat(100_900n) }];
    operator.report = { ...HEALTHY_REPORT, node: { ...node, channels } };
    fake.has.wallet = { ...NO_BITCOIN, confirmedSat: sat(12_000n), reservedSat: sat(10_000n) };
    const text = await shown();
    assert.match(text, /By Lightning, only 900 sat can go out/);
    assert.match(text, /The wallet of the node has 2,000 sat to spend/);
    assert.equal(await payPath('lightning'), '');
  });

  test('paying is confirmed with the price, and refused in words', async () => {
    await order();
    const path = await payPath('chain');
    const question = readText(await admin.get(path));
    for (const words of [
      'Pay for this channel?',
      'You pay 2,500 sat',
      'Fee for the miners',
      'Pay 2,500 sat',
      'bcrt1q',
    ]) {
      assert(question.includes(words), words);
    }
    assert.match(readText(await admin.post(path, { rate: 'x' })), /from 1 to 1,000/);
    assert.equal((await admin.post(path, { rate: '2' })).statusCode, 303);
    const text = await shown();
    assert.match(text, /Your node could not pay, so nothing was paid: the wallet is empty/);
    assert.match(text, /Try again, or pay in another way/);
    await admin.post(await payPath('lightning'));
    assert.match(await shown(), /Nothing was paid, as the rest would not cover/);
    assert.equal((await admin.get(`${BOUGHT}/x/pay/lightning`)).statusCode, 404);
    assert.equal((await admin.get(path.replace(/chain$/, 'cash'))).statusCode, 404);
  });

  test('how far an order is stands on the page', async () => {
    await order();
    const { owner } = world;
    const state = async (words: RegExp) => assert.match(await shown(), words);
    await owner`update channel_order set chain_until = now() - interval '1 hour'`;
    assert.equal(await payPath('chain'), '');
    assert.notEqual(await payPath('lightning'), '');
    await owner`update channel_order set lightning_until = now() - interval '1 hour'`;
    await state(/Ran out/);
    await owner`update channel_order set lightning_until = now() + interval '1 hour'`;
    await owner`update channel_order set pay_problem = 'repeated', looked_at = now()`;
    await state(/Asked .*knows a payment to this address already/);
    await owner`
      update channel_order set paid_by = 'chain', pay_began_at = now(), transaction = ${Buffer.of(0)},
        txid = ${Buffer.alloc(32, 0xab)}`;
    await state(/Being paid.*(ab){32}/);
    await owner`update channel_order set paid_by = null, pay_began_at = null, transaction = null,
      txid = null`;
    await owner`update channel_order set paid_by = 'lightning', pay_began_at = now()`;
    await state(/Being paid.*it can stay on its way for an hour/);
    await owner`update channel_order set told_payment = 'held', trouble = 'not_connected'`;
    await state(/Being opened.*cannot connect to the provider’s node/);
    const txid = Buffer.alloc(32, 0xcd);
    await owner`
      update channel_order set state = 'completed', ended_at = now(), told_state = 'completed',
        channel_txid = ${txid}, channel_output = 1`;
    await state(/The channel is on your node.*(cd){32}:1/);
    for (const [name, words] of [
      ['failed', /Not opened/],
      ['refunded', /says that the money is back/],
      ['expired', /Order again if you still want a channel/],
    ] as const) {
      await owner`update channel_order set state = ${name}`;
      await state(words);
    }
  });

  test('is nothing for a node that others manage', async () => {
    operator.management = null;
    assert.equal((await admin.get(BUY)).statusCode, 404);
    assert.equal((await admin.get(BOUGHT)).statusCode, 404);
    assert(!(await admin.get('/operate/node')).body.includes(BUY));
  });
});
