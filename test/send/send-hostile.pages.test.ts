import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { msat } from '../../src/base/amount.ts';
import { encodeLnurl } from '../../src/lnurl/lnurl-text.ts';
import { MAX_SEND_LOOK_UPS } from '../../src/send/limits.ts';
import { eventually } from '../support/eventually.ts';
import { startSendPages } from '../support/lnurl/send-pages.ts';
import { type PageVisitor, readText } from '../support/page-visitor.ts';

/** Texts, payees and moments that mean harm, or are just bad luck. No answer is an error of ours. */

const world = await startSendPages({ after });
const { node, payee } = world;

beforeEach(() => {
  node.plan = { kind: 'succeed', feeMsat: msat(3000n) };
});

const external = (amountSat: bigint, input = {}) =>
  node.externalInvoice({ amountMsat: amountSat * 1000n, memo: 'Coffee', ...input });

/** When an invoice was made that expires in a minute. */
const nearlyExpired = (): number => Math.floor(world.clock.now().getTime() / 1000) - 3540;

const pay = async (visitor: PageVisitor, path: string): Promise<void> => {
  const paid = await visitor.post(`${path}/pay`, {});
  assert.deepEqual([paid.statusCode, paid.headers.location], [303, path]);
};

describe('texts', () => {
  test('a NUL, broken UTF-8, or far too much is refused, not stored', async () => {
    const visitor = await world.addPayer();
    for (const to of ['\u0000', 'ann\u0000@example.com', '\ud800', 'x'.repeat(60_000)]) {
      const { statusCode } = await visitor.post('/send', { to });
      assert.equal(statusCode, to.length > 50_000 ? 413 : 400);
    }
    world.offer();
    const path = await world.begin(visitor, world.shop);
    const nul = await visitor.post(path, { amount: '5', comment: 'a\u0000b' });
    assert.equal(nul.statusCode, 400);
    await visitor.post(path, { amount: '5', comment: 'a\ud800\u202eb' });
    assert.match(await world.read(visitor, path), /Your comment a.*b Fee/);
  });

  test('4 kB in an address fill the field; the same name twice is no trap', async () => {
    const visitor = await world.addPayer();
    const to = `<i>${'y'.repeat(4000)}`;
    const page = await visitor.get(`/send?to=${encodeURIComponent(to)}`);
    assert.equal(page.statusCode, 200);
    assert.match(page.body, />\n&#60;i&#62;y{4000}</);
    for (const query of ['to=a&to=b', 'to[x]=a', 'to=%00', 'to=%ff', 'to']) {
      assert.equal((await visitor.get(`/send?${query}`)).statusCode, 200, query);
    }
  });

  test('what is no id of a draft is not there', async () => {
    const visitor = await world.addPayer();
    for (const id of ['%00', '%ff', 'x'.repeat(90), "'--", '..%2f..%2f', '0'.repeat(32)]) {
      const answers = [
        await visitor.get(`/send/${id}`),
        await visitor.post(`/send/${id}`, { amount: '1' }),
        await visitor.post(`/send/${id}/pay`, {}),
        await visitor.post(`/send/${id}/again`, {}),
        await visitor.get(`/receive/withdraw/${id}`),
      ];
      const statuses = answers.map(({ statusCode }) => statusCode);
      assert.ok(
        statuses.every((status) => status === 404 || status === 400),
        `${id} ${statuses.join(' ')}`,
      );
    }
  });

  test('what a payee says may be hidden, broken or reversed', async () => {
    const visitor = await world.addPayer();
    for (const text of ['\ud800', '\u0000', '\u202eevil', '\u0000\ud83d']) {
      world.offer({ metadata: JSON.stringify([['text/plain', text]]) });
      const path = await world.begin(visitor, world.shop);
      await world.read(visitor, path);
    }
    world.offer({ metadata: '[["text/plain","\ud800"]]' });
    const raw = await visitor.post('/send', { to: world.shop });
    assert.ok(raw.statusCode === 303 || raw.statusCode === 400, String(raw.statusCode));
    const message = 'a\ud800\u0000\u202eb';
    world.offer({}, {}, { successAction: { tag: 'message', message } });
    const path = await world.review(visitor, world.shop, { amount: '5' });
    await pay(visitor, path);
    assert.match(await world.read(visitor, path), /Message from the payee a.*b/);
    payee.answers.set('/strange', { status: 'ERROR', reason: '\u0000\ud800\u202e' });
    const strange = await visitor.post('/send', { to: encodeLnurl(`${payee.url}/strange`) });
    assert.equal(strange.statusCode, 400);
  });
});

describe('moments', () => {
  test('an invoice that expires between the look and the press: nothing is paid', async () => {
    const visitor = await world.addPayer(10_000);
    const path = await world.begin(
      visitor,
      external(10n, { timestampSec: nearlyExpired() }).bolt11,
    );
    assert.match(await world.read(visitor, path), /Pay 10 sat/);
    world.clock.move(61_000);
    await pay(visitor, path);
    const text = await world.read(visitor, path);
    assert.match(text, /This invoice has expired\. Ask for a new one\./);
    assert.doesNotMatch(text, /Pay 10 sat/);
    assert.equal(await visitor.api.balanceSat(), 10_000);
  });

  test('an address whose invoice expired gives a new one, to be looked at again', async () => {
    const visitor = await world.addPayer(10_000);
    world.offer(
      { minSendable: 7000, maxSendable: 7000, commentAllowed: 0 },
      { timestampSec: nearlyExpired() },
    );
    const path = await world.begin(visitor, world.shop);
    world.clock.move(61_000);
    await pay(visitor, path);
    assert.match(await world.read(visitor, path), /has expired\. .* Get a new invoice/);
    world.offer({ minSendable: 7000, maxSendable: 7000, commentAllowed: 0 });
    const again = await visitor.post(`${path}/again`, {});
    const next = String(again.headers.location);
    assert.match(await world.read(visitor, next), /Pay 7 sat/);
    await pay(visitor, next);
    await pay(visitor, path);
    assert.equal(await visitor.api.balanceSat(), 9990);
  });

  test('a balance that sinks between the look and the press: nothing is paid, and it says why', async () => {
    const visitor = await world.addPayer(1000);
    const [first, second] = [
      await world.begin(visitor, external(600n).bolt11),
      await world.begin(visitor, external(700n).bolt11),
    ];
    assert.match(await world.read(visitor, second), /Pay 700 sat/);
    await pay(visitor, first);
    await pay(visitor, second);
    const text = await world.read(visitor, second);
    assert.match(text, /This needs up to 710 sat with the fee\. You have 397 sat\./);
    assert.equal(await visitor.api.balanceSat(), 397);
  });

  test('drafts that are pressed at once never spend more than there is', async () => {
    const visitor = await world.addPayer(1000);
    const paths = await Promise.all(
      Array.from({ length: 4 }, () => world.begin(visitor, external(600n).bolt11)),
    );
    await Promise.all(paths.map((path) => pay(visitor, path)));
    assert.equal(await visitor.api.balanceSat(), 397);
    const titles = await Promise.all(paths.map((path) => world.read(visitor, path)));
    assert.equal(
      titles.filter((text) => /Paid 600 sat The money has arrived/.test(text)).length,
      1,
    );
  });
});

describe('a payee that is slow', () => {
  test('each person has a few questions at once; the next is told, others are not touched', async () => {
    const visitor = await world.addPayer();
    const other = await world.addPayer();
    let release: () => void = () => undefined;
    const until = new Promise<void>((resolve) => {
      release = resolve;
    });
    payee.answers.set('/slow', async () => {
      await until;
      return {};
    });
    const slow = encodeLnurl(`${payee.url}/slow`);
    const asked = payee.asked.length;
    const waiting = Array.from({ length: MAX_SEND_LOOK_UPS }, () =>
      visitor.post('/send', { to: slow }),
    );
    await eventually('all of them ask', async () =>
      payee.asked.length === asked + MAX_SEND_LOOK_UPS ? true : null,
    );
    const more = await Promise.all(
      Array.from({ length: 50 }, () => visitor.post('/send', { to: slow })),
    );
    for (const answer of more) {
      assert.equal(answer.statusCode, 400);
      assert.match(readText(answer), /asking several payees at once/);
    }
    assert.equal(payee.asked.length, asked + MAX_SEND_LOOK_UPS);
    await world.begin(other, external(5n).bolt11);
    release();
    for (const answer of await Promise.all(waiting)) assert.equal(answer.statusCode, 400);
    await world.begin(visitor, external(5n).bolt11);
  });
});
