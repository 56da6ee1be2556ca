import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { type CommandSession, openCommandSession } from '../support/command-session.ts';
import { field, textField } from '../support/fields.ts';
import { type Payee, startPayee } from '../support/lnurl/payee.ts';
import { strangeAddress } from '../support/onchain/withdrawal-events.ts';
import { type RunningService, startService } from '../support/running-service.ts';
import { addWalletUsers, fund, untilPasses, type WalletUser } from '../support/wallet-user.ts';

/** The operator pays from a user's wallet: the command beside the running service. */
describe('the command pay', () => {
  let service: RunningService;
  let session: CommandSession;
  let payee: Payee;
  let ann: WalletUser;
  let bob: WalletUser;
  const cleanups: (() => Promise<void>)[] = [];

  before(async () => {
    payee = await startPayee({ after: (end) => cleanups.push(end) });
    service = await startService({
      SATCHEL_OUTBOUND_ALLOW: '127.0.0.0/8',
      SATCHEL_PAYMENT_WAIT: '6',
    });
    session = openCommandSession(service.env, service.dataDir);
    const [first, second] = await addWalletUsers(service, 2);
    assert(first !== undefined && second !== undefined);
    [ann, bob] = [first, second];
    await fund(service, ann, 100_000);
  });
  after(async () => {
    await session.end();
    await service.dispose();
    for (const end of cleanups) await end();
  });
  afterEach(async () => {
    assert.equal(field(await service.cli('books', 'check'), 'ok'), true);
  });

  async function pay(...args: string[]) {
    const { status, out, err } = await session.run('pay', '--user', ann.email, ...args, '--json');
    const answer: unknown = JSON.parse(out);
    return { status, answer, err };
  }

  async function externalInvoice(amountSat: number, memo = ''): Promise<string> {
    const made = await (await service.simulator()).invoice({ amountSat, memo });
    assert(made.ok, 'the outside node makes an invoice');
    return made.value.paymentRequest;
  }

  async function newest(user: WalletUser): Promise<unknown> {
    const { body } = await user.get('/invoices');
    assert(Array.isArray(body));
    return body[0];
  }

  test('16 an address of this service: inside, at once, without a fee', async () => {
    const set = await service.cli('user', 'set', '--user', bob.email, '--address', 'robert');
    const address = textField(set, 'lightning_address');
    const { status, answer } = await pay(address, '--amount', '21', '--comment', 'Hello Bob');
    assert.equal(status, 0);
    const { preimage, payment_hash: paymentHash, ...rest } = asRecord(answer);
    assert.deepEqual(rest, { status: 'settled', amount: 21, fee: 0 });
    assert.match(String(preimage), /^[0-9a-f]{64}$/);
    assert.equal(await bob.balanceSat(), 21);
    const received = await newest(bob);
    assert.equal(field(received, 'comment'), 'Hello Bob');
    assert.equal(field(received, 'payment_hash'), paymentHash);
    const spent = await newest(ann);
    assert.deepEqual(field(spent, 'metadata'), { recipient_data: { identifier: address } });
  });

  test('22 an address elsewhere, with the comment and the payee’s thanks', async () => {
    const metadata = '[["text/plain","Shop"]]';
    payee.answers.set('/.well-known/lnurlp/shop', {
      tag: 'payRequest',
      callback: `${payee.url}/cb`,
      minSendable: 1000,
      maxSendable: 1_000_000,
      metadata,
      commentAllowed: 20,
    });
    const pr = await externalInvoice(33);
    payee.answers.set('/cb', { pr, successAction: { tag: 'message', message: 'Thank you!' } });
    const order = ['--user', ann.email, '--amount', '33', '--comment', 'Hi'];
    const { status, out, err } = await session.run('pay', `shop@${payee.host}`, ...order);
    assert.equal(status, 0);
    // The simulated node commits to a text, not to the hash of the metadata.
    assert.match(err, /does not commit to what the payee told/);
    assert.match(out, /^paid 33 sat, fee \d+ sat/);
    assert.match(out, /^the payee says: Thank you!$/m);
    assert.equal(payee.asked.at(-1)?.searchParams.get('comment'), 'Hi');
    assert.match(service.output(), /the operator ordered a payment/);
  });

  test('an invoice; one that takes long is pending, and a repeat pays it no second time', async () => {
    const plain = await pay(await externalInvoice(10));
    assert.equal(plain.status, 0);
    assert.equal(field(plain.answer, 'status'), 'settled');
    const slow = await externalInvoice(10, 'fault:hold_settle:9000');
    const before = await ann.balanceSat();
    const first = await pay(slow);
    assert.equal(first.status, 2);
    assert.equal(field(first.answer, 'status'), 'pending');
    assert.equal(field(first.answer, 'preimage'), null);
    assert.equal(field(first.answer, 'amount'), 10);
    const second = await pay(slow);
    assert.equal(second.status, 0);
    assert.equal(field(second.answer, 'payment_hash'), field(first.answer, 'payment_hash'));
    assert.ok((await ann.balanceSat()) >= before - 10 - 10);
  });

  test('bitcoin to an address, with what its link says that it is for', async () => {
    const address = strangeAddress();
    const plain = await pay(address, '--amount', '20000', '--speed', 'fast');
    assert.equal(plain.status, 0, plain.err);
    const { id, txid, fee, ...rest } = asRecord(plain.answer);
    assert.deepEqual(rest, { status: 'pending', state: 'broadcast', amount: 20_000 });
    const { body } = await ann.get(`/payments/onchain/${id}`);
    assert.deepEqual([field(body, 'txid'), field(body, 'fee')], [txid, fee]);
    const link = `bitcoin:${address}?amount=0.0001&message=Rent`;
    const { status, out, err } = await session.run('pay', '--user', ann.email, link);
    assert.equal(status, 0, err);
    assert.match(out, /^sent 10000 sat, fee \d+ sat, transaction [0-9a-f]{64}, id \w{24}$/m);
    await (await service.simulator()).mine(1);
    await untilPasses(async () => {
      const paid = await ann.get(`/payments/onchain/${id}`);
      assert.equal(field(paid.body, 'state'), 'confirmed');
    }, 30_000);
  });

  test('secret words of a wallet are refused before they are stored', async () => {
    const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
    const { status, err } = await session.run('pay', '--user', ann.email, words);
    assert.equal(status, 1);
    assert.match(err, /secret words of a wallet: never give them to anyone/);
    assert.doesNotMatch(service.output(), /sausage/);
  });

  test('22 refusals are words on stderr, and status 1', async () => {
    const refused = async (words: RegExp, ...args: string[]): Promise<void> => {
      const { status, err, out } = await session.run('pay', '--user', ann.email, ...args);
      assert.equal(status, 1);
      assert.match(err, words);
      assert.equal(out, '');
    };
    const before = await ann.balanceSat();
    await refused(/for another network/, 'bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq');
    await refused(/private network/, 'a@10.0.0.1', '--amount', '1');
    await refused(/not a Lightning address/, 'a@127.0.0.1:9200/x#', '--amount', '1');
    await refused(/no one has this address/, `nobody@${new URL(service.baseUrl).host}`);
    await refused(/whole sats/, 'a@example.com', '--amount', '1.5');
    await refused(/balance/, await externalInvoice(900_000));
    payee.answers.set('/pull', {
      tag: 'withdrawRequest',
      callback: `${payee.url}/cb`,
      k1: 'x',
      minWithdrawable: 1000,
      maxWithdrawable: 2000,
    });
    await refused(/brings money in/, `lnurlw://${payee.host}/pull`);
    payee.answers.set('/.well-known/lnurlp/closed', { detail: 'Closed\u001b[2J today' });
    const words = /the server 127\.0\.0\.1:\d+ refused: “Closed \[2J today”/;
    await refused(words, `Pay closed@${payee.host}!`);
    await refused(/names several payments/, `a@example.com b@example.com`);
    await refused(/no one has this address/, 'no-one', '--amount', '1');
    const missing = await session.run('pay', '--user', 'no@example.com', 'x');
    assert.equal(missing.status, 1);
    assert.match(missing.err, /no user/);
    assert.equal(await ann.balanceSat(), before);
  });

  test('without a running service nothing is ordered', async () => {
    await service.end('SIGTERM');
    const bolt11 = 'lnbcrt1anything';
    const { status, err } = await session.run('pay', '--user', ann.email, bolt11);
    assert.equal(status, 1);
    assert.match(err, /not running/);
    await service.start();
  });
});

function asRecord(value: unknown): Record<string, unknown> {
  assert(typeof value === 'object' && value !== null);
  return Object.fromEntries(Object.entries(value));
}
