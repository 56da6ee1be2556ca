import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { OVERVIEW_RECORDS } from '../../../src/base/limits.ts';
import { readLink, readText } from '../../support/page-visitor.ts';
import { startPages } from '../../support/page-world.ts';

const world = await startPages({ after });

describe('GET /', () => {
  test('tells guests what this is and where to sign in', async () => {
    const page = await world.guest().get('/');
    assert.equal(page.statusCode, 200);
    assert.match(readText(page), /A Lightning wallet of your own/);
    assert.match(page.body, /href="\/sign-in"/);
    assert.doesNotMatch(page.body, /sign-out|Balance/);
  });

  test('tells a new user what to do next', async () => {
    const visitor = await world.addVisitor();
    const text = readText(await visitor.get('/'));
    assert.match(text, /Balance 0 sat You can spend all of it now\./);
    assert.match(text, /No money has come in or gone out yet/);
    assert.match(text, /https:\/\/wallet\.example\/balance/);
  });

  test('shows what came in and went out, with words, signs and fees', async () => {
    const visitor = await world.addVisitor();
    const payee = await world.addVisitor();
    await visitor.api.receive(1_234_567);
    await visitor.api.receiveKeysend(5);
    const invoice = await payee.api.invoice(4567);
    const paid = await visitor.api.post('/payments/bolt11', { invoice });
    assert.equal(paid.status, 200);
    const text = readText(await visitor.get('/'));
    assert.match(text, /Balance 1,230,005 sat/);
    assert.match(text, /No description Received \+1,234,567 sat/);
    assert.match(text, /No description Received, keysend \+5 sat/);
    assert.match(text, /No description Sent −4,567 sat/);

    const only = readText(await visitor.get('/?show=out'));
    assert.match(only, /−4,567 sat/);
    assert.doesNotMatch(only, /1,234,567/);
    assert.doesNotMatch(readText(await visitor.get('/?show=in')), /4,567 sat .* ?−/);
  });

  test('shows whose words a stranger wrote, and never as markup', async () => {
    const visitor = await world.addVisitor();
    const memo = '<script>alert(1)</script> & "tea"';
    const created = await visitor.api.post('/invoices', { amount: 21, memo });
    const hash = /"payment_hash":"(\w+)"/.exec(created.text)?.[1] ?? '';
    await world.payFromOutside(hash);
    const page = await visitor.get('/');
    assert.ok(readText(page).includes(memo));
    assert.ok(!page.body.includes('<script>alert'));
  });

  test('pages back to the oldest and home again', async () => {
    const visitor = await world.addVisitor();
    for (let count = 1; count <= OVERVIEW_RECORDS + 2; count += 1) await visitor.api.receive(count);
    const first = await visitor.get('/');
    assert.match(readText(first), new RegExp(`\\+${OVERVIEW_RECORDS + 2} sat .*\\+3 sat`));
    assert.doesNotMatch(readText(first), /\+2 sat/);
    const older = readLink(first, '20 older');
    const second = await visitor.get(older);
    assert.match(readText(second), /\+2 sat .*\+1 sat/);
    assert.doesNotMatch(readText(second), /\+3 sat/);
    assert.equal(readLink(second, 'Newest'), '/');

    const stranger = await world.addVisitor();
    const answer = await stranger.get(older);
    assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/']);
  });

  test('ignores a query that nobody of ours wrote', async () => {
    const visitor = await world.addVisitor();
    for (const query of [
      '?show=%00',
      '?before=../../x',
      '?before=a&before=b%22%3E',
      '?show=in&x',
    ]) {
      const { statusCode } = await visitor.get(`/${query}`);
      assert.ok([200, 303].includes(statusCode), query);
    }
  });
  test('says what is held while a payment is on its way', async () => {
    const visitor = await world.addVisitor();
    await visitor.api.receive(10_000);
    world.node.plan = { kind: 'hang' };
    const { bolt11 } = world.node.outsideInvoice({ amountMsat: 1_000_000n });
    const paying = visitor.api.post('/payments/bolt11', { invoice: bolt11 });
    await world.sent(1);
    assert.match(
      readText(await visitor.get('/')),
      /Balance 8,990 sat Another 1,010 sat is reserved for payments on their way\./,
    );
    world.stop();
    assert.equal((await paying).status, 500);
  });
});
