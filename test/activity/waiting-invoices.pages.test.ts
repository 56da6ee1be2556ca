import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { SHOWN_WAITING } from '../../src/activity/limits.ts';
import { textField } from '../support/fields.ts';
import { withinOneDay } from '../support/movable-clock.ts';
import { readLink, readText } from '../support/page-visitor.ts';
import { startPages, type Visitor } from '../support/page-world.ts';

/** Invoices that no one has paid yet, in Activity and on Home. */

const world = await startPages({ after });

async function ask({ api }: Visitor, memo: string, fields: object = {}) {
  const created = await api.post('/invoices', { amount: 2100, memo, ...fields });
  assert.equal(created.status, 200);
  return {
    hash: textField(created.body, 'payment_hash'),
    identifier: textField(created.body, 'identifier'),
  };
}

const list = async (visitor: Visitor, query = ''): Promise<string> =>
  readText(await visitor.get(`/activity${query}`));

describe('open invoices', () => {
  test('stand above all others in Activity, each with what is left of its time', () =>
    withinOneDay(world.clock, async () => {
      const visitor = await world.addVisitor();
      await visitor.api.receive(500);
      const { identifier } = await ask(visitor, 'Rent', { expiry: 7230 });
      const page = await visitor.get('/activity');
      assert.match(
        readText(page),
        /Waiting to be paid Rent 2 hours left · test 2,100 sat \d\d:\d\d Today .*\+500 sat/,
      );
      assert.ok(page.body.includes(`href="/receive/${identifier}"`));
    }));

  test('can be hidden by who made them, and be paid all the same', async () => {
    const visitor = await world.addVisitor();
    const { identifier, hash } = await ask(visitor, 'Rent');
    await ask(visitor, 'Tea');
    const other = await world.addVisitor();
    assert.equal((await other.post(`/receive/${identifier}/hide`, {})).statusCode, 404);
    assert.match(await list(visitor), /Tea .*Rent/);
    const page = readText(await visitor.get(`/receive/${identifier}`));
    assert.match(page, /It can still be paid until it expires\. Hide this invoice/);
    await visitor.post(`/receive/${identifier}/hide`, {});
    const home = readText(await visitor.get('/'));
    assert.match(home, /The invoice is hidden\. .*1 invoice is waiting to be paid/);
    assert.doesNotMatch(await list(visitor), /Rent/);
    await world.payFromExternalNode(hash);
    assert.match(await list(visitor), /Rent .*\+2,100 sat/);
    assert.doesNotMatch(readText(await visitor.get(`/receive/${identifier}`)), /Hide this/);
  });

  test('are counted on Home, which leads to them', async () => {
    const visitor = await world.addVisitor();
    assert.doesNotMatch(readText(await visitor.get('/')), /waiting to be paid/);
    await ask(visitor, 'One');
    assert.match(readText(await visitor.get('/')), /1 invoice is waiting to be paid/);
    await ask(visitor, 'Two');
    const home = await visitor.get('/');
    const link = readLink(home, '2 invoices are waiting to be paid');
    assert.match(readText(await visitor.get(link)), /Two .*One/);
  });

  test('are few above other records, and all where they are asked for', async () => {
    const visitor = await world.addVisitor();
    for (let count = 1; count <= SHOWN_WAITING + 1; count += 1) await ask(visitor, `No. ${count}.`);
    const page = await visitor.get('/activity');
    assert.doesNotMatch(readText(page), /No\. 1\./);
    const all = readLink(page, `Show all ${SHOWN_WAITING + 1} waiting invoices`);
    assert.match(readText(await visitor.get(all)), /No\. 4\..*No\. 1\./);
  });

  test('go once they are paid', async () => {
    const visitor = await world.addVisitor();
    const { hash } = await ask(visitor, 'Bread');
    await world.payFromExternalNode(hash);
    assert.doesNotMatch(await list(visitor), /left/);
    assert.doesNotMatch(readText(await visitor.get('/')), /waiting to be paid/);
  });

  test('go once they have expired', async () => {
    const visitor = await world.addVisitor();
    await ask(visitor, 'Late', { expiry: 60 });
    world.clock.move(61_000);
    assert.doesNotMatch(await list(visitor), /Late/);
    assert.match(await list(visitor, '?state=waiting'), /Nothing of this kind/);
  });

  test('follow the filters', async () => {
    const visitor = await world.addVisitor();
    await ask(visitor, 'Pears');
    await ask(visitor, 'Plums', { amount: 50 });
    assert.doesNotMatch(await list(visitor, '?show=out'), /Pears/);
    assert.match(await list(visitor, '?q=pear'), /Pears/);
    assert.doesNotMatch(await list(visitor, '?q=pear'), /Plums/);
    assert.doesNotMatch(await list(visitor, '?min=51'), /Plums/);
    assert.doesNotMatch(await list(visitor, '?app=web'), /Pears/);
    assert.doesNotMatch(await list(visitor, '?to=2020-01-01'), /Pears/);
    assert.match(await list(visitor, '?from=2020-01-01'), /Pears/);
    assert.doesNotMatch(await list(visitor, '?state=settled'), /Pears/);
  });

  test('are seen by their own user only', async () => {
    await ask(await world.addVisitor(), 'Secret');
    assert.doesNotMatch(await list(await world.addVisitor()), /Secret/);
  });
});
