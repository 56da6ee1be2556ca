import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ALL_SCOPES } from '../../src/authorization/scope.ts';
import { renderWithdrawal } from '../../src/onchain/render-withdrawal.ts';
import type { ApiUser } from '../support/api-user.ts';
import { field, listOf, numberField, textField } from '../support/fields.ts';
import { openAlby } from '../support/lndhub/alby.ts';
import { openBitBanana } from '../support/lndhub/bitbanana.ts';
import { openBlueWallet } from '../support/lndhub/bluewallet.ts';
import { listTxs } from '../support/lndhub/lndhub-payer.ts';
import { type Phone, startLndhub } from '../support/lndhub/lndhub-world.ts';
import { openZeus } from '../support/lndhub/zeus.ts';
import { createFakeSpending } from '../support/onchain/fake-spending.ts';
import { createChainOfWorld } from '../support/onchain/onchain-pages.ts';
import { LEADING } from '../support/onchain/withdrawal-bench.ts';
import { newTransaction, strangeAddress } from '../support/onchain/withdrawal-events.ts';

/** LndHub: bitcoin of the chain. Numbers: the checklist of the chain. */

const { chain, onchain, look } = createChainOfWorld();
const { withdrawing } = createFakeSpending();
const world = await startLndhub({ after }, {}, { onchain, withdrawing });

interface Person {
  readonly user: ApiUser;
  readonly phone: Phone;
}

async function addPerson(): Promise<Person> {
  const user = await world.addUser();
  return { user, phone: await world.connect(user) };
}

/** Bitcoin to the address of the phone, in as many blocks. */
async function deposit({ phone }: Person, amountSat: bigint, blocks: number): Promise<string> {
  world.clock.move(1000);
  const [address] = listOf((await phone.get('/getbtc')).body);
  const txid = chain.send({ address: textField(address, 'address'), amountSat });
  for (let count = 0; count < blocks; count += 1) chain.mine(...(count === 0 ? [txid] : []));
  await look(world);
  return txid;
}

const withdraw = async ({ user }: Person, amount: number, address = strangeAddress()) => {
  world.clock.move(1000);
  const answer = await user.post('/payments/onchain', { address, amount, speed: 'normal' });
  assert.equal(answer.status, 200, answer.text);
  return textField(answer.body, 'id');
};

async function settle({ user }: Person, identifier: string): Promise<string> {
  const { withdrawals, chainTransactions } = world.deps;
  const found = await chainTransactions.findSent(user.user.id, identifier);
  assert(found !== null);
  const transaction = newTransaction();
  const at = world.clock.now();
  const step = { id: found.id, fence: LEADING, at };
  await withdrawals.sign({ ...step, transaction, isFound: false });
  const { height } = await chain.wallet.tip();
  const block = { height, hash: 'ab'.repeat(32) };
  const record = renderWithdrawal(found, transaction, block, at);
  assert.equal(await withdrawals.settle({ ...step, block, record }), 'done');
  return transaction.txid;
}

test('58 BlueWallet shows what arrives and what was sent; its figures add up', async () => {
  const person = await addPerson();
  const app = await openBlueWallet(world, person.phone.secret.link);
  await app.import();
  await deposit(person, 70_123n, 1);
  assert.deepEqual(await app.payments(), []);
  const arriving = { hash: '', text: 'On-chain transaction', isDone: true };
  const first = { ...arriving, amountSat: 70_123, isPending: true };
  assert.deepEqual(await app.pending(), [first]);
  chain.mine();
  chain.mine();
  await look(world);
  assert.deepEqual(await app.pending(), []);
  assert.deepEqual(await app.payments(), [{ ...first, isPending: false }]);
  await person.user.receive(5000);
  const id = await withdraw(person, 20_000);
  const sum = async () =>
    [...(await app.payments()), ...(await app.invoices())].reduce(
      (total, { amountSat }) => total + amountSat,
      0,
    );
  assert.equal(await sum(), 70_123 + 5000 - 21_500);
  assert.equal(await sum(), await app.balance());
  await settle(person, id);
  assert.equal(await sum(), 70_123 + 5000 - 21_000);
  assert.equal(await sum(), await app.balance());
});

test('58 entries have the fields of the original, and no made-up hash', async () => {
  const person = await addPerson();
  const received = await deposit(person, 50_000n, 4);
  const sent = await settle(person, await withdraw(person, 10_000));
  const inHash = (one: unknown) => field(field(one, 'payment_hash'), 'data');
  const [out, into] = await listTxs(person.phone);
  for (const one of [out, into]) assert.deepEqual(inHash(one), []);
  const facts = (one: unknown) =>
    ['type', 'category', 'amount', 'confirmations', 'txid', 'value', 'fee'].map((name) =>
      field(one, name),
    );
  assert.deepEqual(facts(into), ['bitcoind_tx', 'receive', 0.0005, 4, received, -50_000, 0]);
  assert.deepEqual(facts(out), ['bitcoind_tx', 'send', -0.00011, 1, sent, 11_000, 1000]);
  assert.ok(numberField(out, 'time') > numberField(into, 'time'));
  assert.match(textField(into, 'address'), /^bcrt1/);
});

test('what failed is not listed, and what another wallet here sent waits for no block', async () => {
  const [payer, payee] = [await addPerson(), await addPerson()];
  await payer.user.receive(100_000);
  const id = await withdraw(payer, 10_000);
  const { withdrawals, chainTransactions } = world.deps;
  const found = await chainTransactions.findSent(payer.user.user.id, id);
  assert(found !== null);
  const failure = { reason: 'fee_too_high', message: 'The fee rose above the maximum.' };
  const at = world.clock.now();
  await withdrawals.fail({ id: found.id, failure, from: 'reserved', fence: LEADING, at });
  assert.deepEqual(await listTxs(payer.phone), []);
  const address = strangeAddress();
  const owner = { userId: payee.user.user.id, grantId: 'web', createdAt: at };
  await world.deps.deposits.saveAddress({ ...owner, address });
  await withdraw(payer, 10_000, address);
  for (const [{ phone }, amount] of [
    [payer, -0.0001],
    [payee, 0.0001],
  ] as const) {
    const [one] = await listTxs(phone);
    assert.deepEqual([field(one, 'amount'), field(one, 'txid')], [amount, null]);
    assert.equal(field(one, 'confirmations'), undefined);
  }
});

test('pages of a list with both, newest first: each entry once', async () => {
  const person = await addPerson();
  await person.user.receive(500_000);
  const kinds: string[] = [];
  for (const kind of ['ln', 'chain', 'chain', 'ln', 'ln', 'chain', 'ln', 'chain', 'chain']) {
    world.clock.move(1000);
    if (kind === 'chain') await withdraw(person, 10_000 + kinds.length);
    else {
      const { bolt11 } = world.node.externalInvoice({ memo: String(kinds.length) });
      assert.equal((await person.user.post('/payments/bolt11', { invoice: bolt11 })).status, 200);
    }
    kinds.unshift(kind);
  }
  const all = await listTxs(person.phone);
  const kindOf = (one: unknown) => (field(one, 'type') === 'paid_invoice' ? 'ln' : 'chain');
  assert.deepEqual(all.map(kindOf), kinds);
  for (const limit of [1, 2, 4, 9]) {
    for (let offset = 0; offset <= 10; offset += 1) {
      const part = await listTxs(person.phone, `?limit=${limit}&offset=${offset}`);
      assert.deepEqual(part, all.slice(offset, offset + limit), `${offset} ${limit}`);
    }
  }
});

test('apps that know payments only read each list to its end', async () => {
  const person = await addPerson();
  await deposit(person, 50_000n, 3);
  await settle(person, await withdraw(person, 10_000));
  const { link } = person.phone.secret;
  const shown = [
    await (await openAlby(world, link)).payments(),
    await (await openZeus(world, link)).payments(),
  ];
  for (const list of shown) {
    assert.deepEqual(
      list.map(({ hash, amountSat, isDone }) => [hash, amountSat, isDone]),
      [
        ['', 11_000, false],
        ['', -50_000, false],
      ],
    );
  }
  const bitBanana = await (await openBitBanana(world, link)).payments();
  assert.deepEqual(
    bitBanana.map(({ amountSat }) => amountSat),
    [11_000, 50_000],
  );
});

test('without the scope for what came in, no deposit is shown', async () => {
  const { user, phone } = await addPerson();
  await deposit({ user, phone }, 50_000n, 3);
  await deposit({ user, phone }, 30_000n, 1);
  assert.equal(listOf((await phone.get('/getpending')).body).length, 1);
  const scopes = ALL_SCOPES.filter((scope) => scope !== 'invoices:read');
  const narrow = await world.connect(user, { scopes });
  assert.deepEqual((await narrow.get('/getpending')).body, []);
  assert.deepEqual(await listTxs(narrow), []);
});
