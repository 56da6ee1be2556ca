import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { HOME_RECORDS } from '../../src/activity/limits.ts';
import { withinOneDay } from '../support/movable-clock.ts';
import { readLink, readText } from '../support/page-visitor.ts';
import { startPages } from '../support/page-world.ts';

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
    assert.match(text, /Balance 0 sat Receive Send/);
    assert.match(text, /How money gets here .*One bitcoin is 100 million sat/);
    assert.match(text, /By your Lightning address .*You have not chosen one yet/);
    assert.match(text, /By an invoice .* Make an invoice/);
    assert.doesNotMatch(text, /With play money/);
  });

  test('takes at most eleven round trips to the database', async () => {
    const [visitor, payer] = [await world.addVisitor(), await world.addVisitor()];
    await payer.api.receive(1000);
    const invoice = await visitor.api.invoice(21);
    assert.equal((await payer.api.post('/payments/bolt11', { invoice })).status, 200);
    world.takeStatements();
    const page = await visitor.get('/');
    assert(world.takeStatements().length <= 11);
    assert.match(readText(page), /Balance 21 sat/);
    assert.match(page.body, /class="count"[^>]*>1</, 'the bell counts what the page shows');
  });

  test('the ways in go with the first money, and stay while none came', async () => {
    const visitor = await world.addVisitor();
    const payer = await world.addVisitor();
    await payer.api.receive(1000);
    const begin = /How money gets here/;
    assert.match(readText(await visitor.get('/')), begin);
    await visitor.api.receive(21);
    assert.doesNotMatch(readText(await visitor.get('/')), begin);
    const invoice = await payer.api.invoice(21);
    const paid = await visitor.api.post('/payments/bolt11', { invoice });
    assert.equal(paid.status, 200);
    const spent = readText(await visitor.get('/'));
    assert.match(spent, /Balance 0 sat/);
    assert.doesNotMatch(spent, begin);
  });

  test('shows what came in and went out, with words, signs and fees', () =>
    withinOneDay(world.clock, async () => {
      const visitor = await world.addVisitor();
      const payee = await world.addVisitor();
      await visitor.api.receive(1_234_567);
      await visitor.api.receiveKeysend(5);
      const invoice = await payee.api.invoice(4567);
      const paid = await visitor.api.post('/payments/bolt11', { invoice });
      assert.equal(paid.status, 200);
      const page = await visitor.get('/');
      const text = readText(page);
      assert.match(page.body, /class="title" dir="auto">Sent by token <bdi>test<\/bdi></);
      assert.match(text, /Balance 1,230,005 sat/);
      assert.match(text, /Today .*Received by token test \+1,234,567 sat \d\d:\d\d/);
      assert.match(text, /Received without an invoice \+5 sat/);
      assert.match(text, /Sent by token test −4,567 sat/);
    }));

  test('shows whose words a stranger wrote, and never as markup', async () => {
    const visitor = await world.addVisitor();
    const memo = '<script>alert(1)</script> & "tea"';
    const created = await visitor.api.post('/invoices', { amount: 21, memo });
    const hash = /"payment_hash":"(\w+)"/.exec(created.text)?.[1] ?? '';
    await world.payFromExternalNode(hash);
    const page = await visitor.get('/');
    assert.ok(readText(page).includes(memo));
    assert.ok(!page.body.includes('<script>alert'));
  });

  test('shows the newest, and leads to all', async () => {
    const visitor = await world.addVisitor();
    for (let count = 1; count <= HOME_RECORDS + 1; count += 1) await visitor.api.receive(count);
    const page = await visitor.get('/');
    assert.match(readText(page), new RegExp(`\\+${HOME_RECORDS + 1} sat .*\\+2 sat`));
    assert.doesNotMatch(readText(page), /\+1 sat/);
    assert.equal(readLink(page, 'All activity'), '/activity');
  });

  test('says what is held while a payment is on its way', async () => {
    const visitor = await world.addVisitor();
    await visitor.api.receive(10_000);
    world.node.plan = { kind: 'hang' };
    const { bolt11 } = world.node.externalInvoice({ amountMsat: 1_000_000n });
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
