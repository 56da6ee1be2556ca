import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { claimAddress } from '../../src/address/claim-address.ts';
import { msat } from '../../src/base/amount.ts';
import { MAX_SEND_DRAFTS } from '../../src/send/limits.ts';
import { startSendPages } from '../support/lnurl/send-pages.ts';
import { type PageVisitor, readText } from '../support/page-visitor.ts';

/** Numbers in titles: the browser tests of the wallet (money), as far as no browser is needed. */

const world = await startSendPages({ after });
const { node } = world;
const SUCCEED = { kind: 'succeed', feeMsat: msat(3000n) } as const;

beforeEach(() => {
  node.plan = SUCCEED;
});

const external = (amountSat: bigint | null, memo = 'Coffee & cake') =>
  node.externalInvoice({ amountMsat: amountSat === null ? null : amountSat * 1000n, memo });

const pay = async (visitor: PageVisitor, path: string): Promise<void> => {
  const paid = await visitor.post(`${path}/pay`, {});
  assert.deepEqual([paid.statusCode, paid.headers.location], [303, path]);
};

describe('GET and POST /send', () => {
  test('an address fills the field, and nothing is looked up before the form is sent', async () => {
    const visitor = await world.addPayer();
    world.offer();
    const asked = world.payee.asked.length;
    const page = await visitor.get(`/send?to=${encodeURIComponent(world.shop)}`);
    assert.match(page.body, new RegExp(`<textarea [^>]*name="to"[^>]*>\n${world.shop}</textarea>`));
    assert.equal(world.payee.asked.length, asked);
    const plain = await visitor.postPlain('/send', { to: world.shop, csrf_token: 'x' });
    assert.equal(plain.statusCode, 403);
    assert.equal(world.payee.asked.length, asked);
    assert.doesNotMatch(world.logged(), /shop@/);
  });

  test('guests are asked to sign in', async () => {
    const answer = await world.guest().get('/send');
    assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/sign-in']);
  });

  test('a user has a limited number of drafts: the oldest one makes room', async () => {
    const visitor = await world.addPayer(0);
    const paths: string[] = [];
    for (let count = 0; count <= MAX_SEND_DRAFTS; count += 1) {
      paths.push(await world.begin(visitor, external(1n).bolt11));
    }
    const statuses = await Promise.all(
      paths.map(async (path) => (await visitor.get(path)).statusCode),
    );
    assert.deepEqual(statuses, [404, ...paths.slice(1).map(() => 200)]);
  });
});

describe('an amount that is typed beside the text', () => {
  const send = (visitor: PageVisitor, to: string, amount: string) =>
    visitor.post('/send', { to, amount });

  const readReview = async (visitor: PageVisitor, to: string, amount: string): Promise<string> => {
    const answer = await send(visitor, to, amount);
    assert.equal(answer.statusCode, 303, answer.body);
    return await world.read(visitor, String(answer.headers.location));
  };

  test('leads to the review of an address and of an invoice that leaves it open', async () => {
    const visitor = await world.addPayer();
    world.offer();
    const address = await readReview(visitor, world.shop, '2,100');
    assert.match(address, /Check and pay Amount 2,100 sat To shop@.* Pay 2,100 sat Change/);
    const open = await readReview(visitor, external(null).bolt11, '700');
    assert.match(open, /Check and pay Amount 700 sat .* Pay 700 sat/);
  });

  test('may be what the invoice asks for; another one is refused at its field', async () => {
    const visitor = await world.addPayer();
    const { bolt11 } = external(1200n);
    assert.match(await readReview(visitor, bolt11, '1200'), /Pay 1,200 sat/);
    const other = await send(visitor, bolt11, '1300');
    assert.equal(other.statusCode, 400);
    assert.match(readText(other), /Amount \(optional\) .* This asks for exactly 1,200 sat\./);
    assert.match(other.body, new RegExp(`name="to"[^>]*>\n${bolt11}</textarea>`));
    assert.match(other.body, /name="amount"[^>]* value="1300"/);
    world.offer({ minSendable: 5000, maxSendable: 5000, commentAllowed: 0 });
    const asked = world.payee.asked.length;
    assert.match(readText(await send(visitor, world.shop, '6')), /exactly 5 sat/);
    assert.equal(world.payee.asked.length, asked + 1, 'it is asked for no invoice');
  });

  test('that the payee does not take stands on the page of the amount', async () => {
    const visitor = await world.addPayer();
    world.offer();
    const answer = await send(visitor, world.shop, '100,001');
    assert.equal(answer.statusCode, 400);
    assert.match(readText(answer), /Pay shop@.* Enter an amount from 1 sat to 100,000 sat\./);
    assert.match(answer.body, /name="amount"[^>]* value="100,001"/);
    const action = /<form method="post" action="(\/send\/[\w-]+)"/.exec(answer.body)?.[1] ?? '';
    assert.match(await world.read(visitor, action), /Pay shop@/, 'nothing is chosen yet');
    await visitor.post(action, { amount: '100,000', comment: 'Tea' });
    assert.match(await world.read(visitor, action), /Amount 100,000 sat .* Your comment Tea/);
  });

  test('that is none is refused before anyone is asked', async () => {
    const visitor = await world.addPayer();
    const asked = world.payee.asked.length;
    const answer = await send(visitor, world.shop, '1.5');
    assert.equal(answer.statusCode, 400);
    assert.match(readText(answer), /Send Paste .* Enter a whole number of sats\./);
    assert.equal(world.payee.asked.length, asked);
  });
});

describe('the review', () => {
  test('says who is paid, for what, the bound of the fee and what is left', async () => {
    const visitor = await world.addPayer();
    const path = await world.begin(visitor, external(1200n).bolt11);
    const text = await world.read(visitor, path);
    assert.match(text, /Check and pay Amount 1,200 sat To A wallet without a name \w{8}…\w{8}/);
    assert.match(text, /What for Coffee & cake Fee At most 12 sat\. What is not used comes back\./);
    assert.match(text, /Left afterwards At least 98,788 sat Pay 1,200 sat Cancel/);
    assert.doesNotMatch(text, /Change|may be as high/);
  });

  test('shows parts of a sat where a payee wants them, and takes each started one', async () => {
    const visitor = await world.addPayer(200_000);
    const review = async (amountMsat: number, shown: string): Promise<string> => {
      world.offer({ minSendable: amountMsat, maxSendable: amountMsat });
      const path = await world.begin(visitor, world.shop);
      assert.match(await world.read(visitor, path), new RegExp(`${shown} sat`));
      await visitor.post(path, { comment: '' });
      const text = await world.read(visitor, path);
      assert.match(text, new RegExp(`Amount ${shown} sat To .* Pay ${shown} sat`));
      assert.equal(world.payee.asked.at(-1)?.searchParams.get('amount'), String(amountMsat));
      return path;
    };
    await review(100_000_500, '100,000\\.5');
    const path = await review(99_999_500, '99,999\\.5');
    node.plan = { kind: 'succeed', feeMsat: msat(0n) };
    await pay(visitor, path);
    assert.equal(await visitor.api.balanceSat(), 200_000 - 100_000);
  });

  test('asks for the amount where the invoice has none; everything leaves nothing over', async () => {
    const visitor = await world.addPayer(10_000);
    const path = await world.begin(visitor, external(null).bolt11);
    const text = await world.read(visitor, path);
    assert.match(text, /You have 10,000 sat\. .* you can send up to 9,900 sat\./);
    const wrong = await visitor.post(path, { amount: '1.5' });
    assert.equal(wrong.statusCode, 400);
    assert.match(readText(wrong), /Enter a whole number of sats/);
    const zero = await visitor.post(path, { amount: '0' });
    assert.match(readText(zero), /Enter an amount from 1 sat to 1,000,000,000 sat/);
    await visitor.post(path, { amount: '', all: 'yes' });
    assert.match(await world.read(visitor, path), /Left afterwards At least 1 sat Pay 9,900 sat/);
    await pay(visitor, path);
    assert.match(await world.read(visitor, path), /Paid 9,900 sat The money has arrived/);
  });

  test('8 within this service there is no fee, and the name of the other one is shown', async () => {
    const visitor = await world.addPayer(500);
    const bob = await world.addVisitor();
    await world.deps.users.updateUser(bob.api.user.id, { name: 'Bob <b>' });
    const input = { userId: bob.api.user.id, text: 'bob-here', by: 'user' } as const;
    assert((await claimAddress(world.deps, input)).ok);
    const path = await world.begin(visitor, 'bob-here@pay.example');
    assert.match(await world.read(visitor, path), /You have 500 sat, and can send all of it/);
    await visitor.post(path, { all: 'yes', amount: '', comment: 'For "tea"' });
    const text = await world.read(visitor, path);
    assert.match(text, /To bob-here@pay\.example Here: Bob <b> /);
    assert.match(text, /Your comment For "tea" Fee No fee .* Left afterwards 0 sat Pay 500 sat/);
    await pay(visitor, path);
    assert.match(
      await world.read(visitor, path),
      /Paid 500 sat The money has arrived.* Fee No fee/,
    );
    assert.equal(await bob.api.balanceSat(), 500);
    const own = await world.begin(bob, await bob.api.invoice(100));
    assert.match(await world.read(bob, own), /This invoice is your own.* Here: your own wallet/);
  });

  test('9 warns of an invoice that does not prove what it is for', async () => {
    const visitor = await world.addPayer();
    world.offer();
    const proven = await world.review(visitor, world.shop, { amount: '5' });
    assert.doesNotMatch(await world.read(visitor, proven), /The invoice does not prove/);
    world.offer({}, { descriptionHash: 'ab'.repeat(32) });
    const path = await world.review(visitor, world.shop, { amount: '5' });
    assert.match(await world.read(visitor, path), /The invoice does not prove .* Pay 5 sat/);
  });

  test('says why something cannot be paid, without a button that pays', async () => {
    const visitor = await world.addPayer(1000);
    const above = await world.begin(visitor, external(995n).bolt11);
    const told = await world.read(visitor, above);
    assert.match(told, /This needs up to 1,005 sat with the fee\. You have 1,000 sat\./);
    assert.doesNotMatch(told, /Pay 995 sat/);
    const invoice = external(10n).bolt11;
    const [first, second] = [
      await world.begin(visitor, invoice),
      await world.begin(visitor, invoice),
    ];
    await pay(visitor, first);
    assert.match(await world.read(visitor, second), /You have already paid this invoice/);
    await pay(visitor, second);
    assert.equal(await visitor.api.balanceSat(), 987);
    const bob = await world.addPayer(100);
    const inside = await bob.api.invoice(10);
    const early = await world.begin(visitor, inside);
    const late = await world.begin(bob, inside);
    await pay(visitor, early);
    assert.match(await world.read(bob, late), /Someone has already paid this invoice/);
  });

  test('while payments outside are stopped, people here can still be paid', async () => {
    const visitor = await world.addPayer(1000);
    const bob = await world.addVisitor();
    const stopped = await world.begin(visitor, external(10n).bolt11);
    const inside = await world.begin(visitor, await bob.api.invoice(10));
    const { stopReason } = world.deps.paymentStop;
    Object.assign(world.deps.paymentStop, { stopReason: () => 'test' });
    const words = /Payments to other wallets are stopped at the moment/;
    assert.match(readText(await visitor.get('/send')), words);
    assert.match(await world.read(visitor, stopped), words);
    await pay(visitor, inside);
    assert.match(await world.read(visitor, inside), /Paid 10 sat The money has arrived/);
    Object.assign(world.deps.paymentStop, { stopReason });
  });

  test('12 the draft of another user is not there', async () => {
    const visitor = await world.addPayer();
    const path = await world.begin(visitor, external(10n).bolt11);
    const other = await world.addPayer();
    for (const answer of [
      await other.get(path),
      await other.post(path, { amount: '1' }),
      await other.post(`${path}/pay`, {}),
      await other.post(`${path}/again`, {}),
      await visitor.get('/send/nonsense'),
    ]) {
      assert.equal(answer.statusCode, 404);
    }
    const stale = await visitor.postPlain(`${path}/pay`, { csrf_token: 'old' });
    assert.equal(stale.statusCode, 403);
    assert.match(await world.read(visitor, path), /Pay 10 sat/);
  });
});
