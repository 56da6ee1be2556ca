import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { STATEMENT_BATCH } from '../../src/statements/limits.ts';
import { textField } from '../support/fields.ts';
import { readLink } from '../support/page-visitor.ts';
import { startPages, type Visitor } from '../support/page-world.ts';

/** The rows of Activity as a file, under the filters that are set. */

const world = await startPages({ after });
const SUCCEED = world.node.plan;

async function receive({ api }: Visitor, amount: number, memo: string): Promise<void> {
  const created = await api.post('/invoices', { amount, memo });
  await world.payFromExternalNode(textField(created.body, 'payment_hash'));
}

async function pay({ api }: Visitor, amountMsat: bigint): Promise<void> {
  const { bolt11 } = world.node.externalInvoice({ amountMsat });
  await api.post('/payments/bolt11', { invoice: bolt11 });
}

const COLUMNS = ['kind', 'description', 'amount_sat', 'fee_sat', 'state'];

/** Reads COLUMNS of all rows. */
async function rows(visitor: Visitor, address: string): Promise<readonly string[]> {
  const answer = await visitor.get(address);
  assert.equal(answer.statusCode, 200);
  assert.match(String(answer.headers['content-type']), /^text\/csv/);
  const [head = '', ...lines] = answer.body.replace('\uFEFF', '').trimEnd().split('\r\n');
  const places = COLUMNS.map((name) => head.split(',').indexOf(name));
  return lines.map((line) => {
    const cells = line.split(',');
    return places.map((place) => cells[place]).join(' ');
  });
}

describe('the file of Activity', () => {
  test('has what came, went and failed, newest first', async () => {
    const visitor = await world.addVisitor();
    await receive(visitor, 9000, 'Tea');
    await pay(visitor, 2_000_000n);
    world.node.plan = { kind: 'fail', reason: 'no_route' };
    await pay(visitor, 3_000_000n);
    world.node.plan = SUCCEED;
    await visitor.api.post('/invoices', { amount: 5, memo: 'Waiting' });
    const address = readLink(await visitor.get('/activity'), 'Download all as CSV');
    assert.deepEqual(await rows(visitor, address), [
      'sent "outside" -3000 0 failed',
      'sent "outside" -2000 1 settled',
      'received "Tea" 9000 0 settled',
    ]);
  });

  test('has only what fits the filters of the list', async () => {
    const visitor = await world.addVisitor();
    await receive(visitor, 9000, 'Green tea');
    await receive(visitor, 70, 'Black tea');
    await receive(visitor, 50, 'Coffee');
    const list = await visitor.get('/activity?q=tea&min=100');
    const address = readLink(list, 'Download what fits the filters as CSV');
    assert.deepEqual(await rows(visitor, address), ['received "Green tea" 9000 0 settled']);
    assert.deepEqual(await rows(visitor, '/activity.csv?show=out'), []);
    assert.equal((await rows(visitor, '/activity.csv?q=tea')).length, 2);
  });

  test('has more rows than are read at once, each once', async () => {
    const visitor = await world.addVisitor();
    for (let amount = 1; amount <= STATEMENT_BATCH + 5; amount += 1) {
      await visitor.api.receive(amount);
    }
    const found = await rows(visitor, '/activity.csv?show=in');
    assert.equal(found.length, STATEMENT_BATCH + 5);
    assert.equal(new Set(found).size, STATEMENT_BATCH + 5);
  });

  test('counts against its user only while it is read', async () => {
    const visitor = await world.addVisitor();
    for (let count = 0; count < 4; count += 1) {
      assert.equal((await visitor.get('/activity.csv')).statusCode, 200);
    }
  });

  test('is for its own user', async () => {
    await receive(await world.addVisitor(), 5, 'Secret');
    assert.deepEqual(await rows(await world.addVisitor(), '/activity.csv'), []);
    assert.equal((await world.guest().get('/activity.csv')).statusCode, 303);
  });
});
