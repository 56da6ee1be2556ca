import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { msat, sat } from '../../src/base/amount.ts';
import { NodeFault } from '../../src/lightning/node-port.ts';
import { renderWithdrawal } from '../../src/onchain/render-withdrawal.ts';
import type { Withdrawal } from '../../src/onchain/withdrawal.ts';
import { startSendPages } from '../support/lnurl/send-pages.ts';
import { createFakeSpending } from '../support/onchain/fake-spending.ts';
import { LEADING } from '../support/onchain/withdrawal-bench.ts';
import { BLOCK, newTransaction, strangeAddress } from '../support/onchain/withdrawal-events.ts';
import { readText } from '../support/page-visitor.ts';
import type { Visitor } from '../support/page-world.ts';

/** Sending bitcoin to an address, from the pasted text to the record. */

const wallet = createFakeSpending();
const world = await startSendPages({ after }, { withdrawing: wallet.withdrawing });
const { withdrawals, deposits } = world.deps;
const NOW = new Date('2026-11-28T12:00:00Z');

/** Goes on to the review. */
async function review(visitor: Visitor, address: string, amountSat: number): Promise<string> {
  const path = await world.begin(visitor, address);
  const named = await visitor.post(path, { amount: String(amountSat) });
  assert.equal(named.headers.location, `${path}?amount=${amountSat}`);
  const chosen = await visitor.post(path, { sat: String(amountSat), speed: 'normal' });
  assert.equal(chosen.statusCode, 303, chosen.body);
  assert.equal(chosen.headers.location, path);
  return path;
}

/** The path of the record to which the draft leads once it is paid. */
async function recordOf(visitor: Visitor, path: string): Promise<string> {
  const answer = await visitor.get(path);
  assert.equal(answer.statusCode, 303, answer.body);
  return String(answer.headers.location);
}

async function pay(visitor: Visitor, path: string): Promise<string> {
  const paid = await visitor.post(`${path}/pay`, {});
  assert.equal(paid.headers.location, path, paid.body);
  return await recordOf(visitor, path);
}

const only = async (visitor: Visitor): Promise<Withdrawal> => {
  const [one, ...others] = await withdrawals.listOfUser(visitor.api.user.id, {
    offset: 0,
    limit: 10,
  });
  assert(one !== undefined && others.length === 0, 'there is one withdrawal');
  return one;
};

const at = { fence: LEADING, at: NOW };

async function settle(withdrawal: Withdrawal): Promise<string> {
  const transaction = newTransaction();
  const { id } = withdrawal;
  assert.equal(await withdrawals.sign({ ...at, id, transaction, isFound: false }), 'signed');
  const record = renderWithdrawal(withdrawal, transaction, BLOCK, NOW);
  assert.equal(await withdrawals.settle({ ...at, id, block: BLOCK, record }), 'done');
  return transaction.txid;
}

describe('bitcoin to an address', () => {
  test('is paid once: amount, speed with its fee, review, and a record', async () => {
    const ann = await world.addPayer();
    const address = strangeAddress();
    const path = await world.begin(ann, `BITCOIN:${address.toUpperCase()}?label=Bob`);
    const asked = await world.read(ann, path);
    assert.match(asked, new RegExp(`Send to a bitcoin address ${address} Bob`));
    assert.match(
      asked,
      /From 5,000 sat to .* You have 100,000 sat. The fee of the Bitcoin network/,
    );
    await ann.post(path, { amount: '50000' });
    const speeds = await world.read(ann, `${path}?amount=50000`);
    assert.match(speeds, /Slow: usually within 24 hours Fee: about 1,000 sat, at most 1,500 sat\./);
    assert.match(speeds, /Normal: usually within 60 minutes .*Fast: usually within 20 minutes/);
    await ann.post(path, { sat: '50000', speed: 'fast' });
    const shown = await world.read(ann, path);
    assert.match(shown, /Fee About 1,000 sat, at most 1,500 sat\. What is not used comes back\./);
    assert.match(shown, /Arrives usually within 20 minutes Left afterwards At least 48,500 sat/);
    assert.match(shown, /Compare the address/);
    const record = await pay(ann, path);
    const open = await world.read(ann, record);
    assert.match(
      open,
      /Being prepared .*51,500 sat is set aside: 50,000 sat, and at most 1,500 sat/,
    );
    assert.match(open, /Description Bob Transaction Not made yet/);
    assert.match(await readActivity(ann), /Bob To a bitcoin address/);
    assert.equal(await pay(ann, path), record);
    const withdrawal = await only(ann);
    assert.equal(withdrawal.id, path.split('/').at(-1));
    assert.deepEqual([withdrawal.speed, withdrawal.heldSat], ['fast', 51_500n]);
    assert.equal(await ann.api.balanceSat(), 48_500);
    const txid = await settle(withdrawal);
    const settled = await world.read(ann, record);
    assert.match(settled, /Sent .*A block of the Bitcoin network has it\./);
    assert.match(settled, new RegExp(`Transaction ${txid} Block 120 .*Fee 1,000 sat`));
    assert.match(settled, new RegExp(`Receipt for a payment Amount 50,000 sat .*${address}`));
    assert.match(settled, /Receipt for a payment .*Bob/);
    assert.match(await readActivity(ann, '?q=Bob'), /Bob To a bitcoin address/);
    const file = (await ann.get('/activity.csv')).body;
    assert.match(file, new RegExp(`,sent,"Bob","${address}",.*"${txid}"\r\n`));
    assert.equal(await ann.api.balanceSat(), 49_000);
  });

  test('pressed by many at once, it is one', async () => {
    const ann = await world.addPayer();
    const path = await review(ann, strangeAddress(), 20_000);
    await Promise.all(Array.from({ length: 6 }, () => ann.post(`${path}/pay`, {})));
    assert.equal((await only(ann)).amountSat, 20_000n);
    assert.equal(await ann.api.balanceSat(), 78_500);
  });

  test('names each state on its page, and why it has failed', async () => {
    const ann = await world.addPayer();
    const record = await pay(ann, await review(ann, strangeAddress(), 20_000));
    const { id } = await only(ann);
    assert.match(await readActivity(ann), /On its way To a bitcoin address .*20,000 sat/);
    const transaction = newTransaction();
    await withdrawals.sign({ ...at, id, transaction, isFound: false });
    assert.match(await world.read(ann, record), /Being sent .*Block None yet/);
    await withdrawals.noteBroadcast(id, NOW);
    assert.match(await world.read(ann, record), /waiting for a block/i);
    const failure = { reason: 'replaced', message: 'x' };
    assert.equal(await withdrawals.fail({ ...at, id, failure, from: 'signed' }), 'done');
    const failed = await world.read(ann, record);
    assert.match(failed, /Not paid .*Another transaction took the same coins.* Try again/);
    assert.match(failed, /Nothing was taken from your wallet/);
    assert.match(await readActivity(ann), /To a bitcoin address Not paid/);
    assert.equal(await ann.api.balanceSat(), 100_000);
  });

  test('45 an address of someone here is paid at once, without a fee and without the node', async () => {
    const [ann, bob] = [await world.addPayer(), await world.addVisitor()];
    const address = strangeAddress();
    const owner = { userId: bob.api.user.id, grantId: 'web', createdAt: NOW };
    await deposits.saveAddress({ ...owner, address });
    const asked = wallet.asked();
    const path = await world.begin(ann, `bitcoin:${address}?amount=0.0003`);
    const shown = await world.read(ann, path);
    assert.match(shown, /Here: someone with a wallet on this site .*Fee No fee Arrives At once/);
    assert.doesNotMatch(shown, /Compare the address/);
    const record = await pay(ann, path);
    assert.match(await world.read(ann, record), /The payee has the money.*within this service/);
    assert.equal(wallet.asked(), asked);
    assert.equal(await bob.api.balanceSat(), 30_000);
    const [, theirs] =
      /href="(\/activity\/[A-Za-z0-9]{24})"/.exec((await bob.get('/activity')).body) ?? [];
    const arrived = await world.read(bob, String(theirs));
    assert.match(arrived, /From Here: someone .*Transaction None: it stayed within this service/);
    const own = await world.begin(bob, address);
    await bob.post(own, { amount: '6000' });
    assert.match(await world.read(bob, own), /an address of your own wallet/);
  });

  test('all of it leaves the fee of the usual speed', async () => {
    const ann = await world.addPayer();
    const path = await world.begin(ann, strangeAddress());
    const all = await ann.post(path, { amount: '', all: 'yes' });
    assert.equal(all.headers.location, `${path}?amount=98500`);
    await ann.post(path, { sat: '98500', speed: 'normal' });
    await pay(ann, path);
    assert.equal(await ann.api.balanceSat(), 0);
  });

  test('what cannot be sent is said before anything is ordered', async () => {
    const ann = await world.addPayer(6000);
    const path = await world.begin(ann, strangeAddress());
    const said = async (query: string): Promise<string> => readText(await ann.get(path + query));
    assert.match(await said('?amount=4999'), /Enter an amount from 5,000 sat/);
    assert.match(
      await said('?amount=6000'),
      /needs up to 7,500 sat with the fee\. You have 6,000 sat/,
    );
    const all = readText(await ann.post(path, { all: 'yes', amount: '' }));
    assert.match(all, /not enough for the least amount and its fee/);
    wallet.setFee(null);
    assert.match(
      await said('?amount=5000'),
      /cannot send that much to a bitcoin address right now/,
    );
    wallet.setFee(1000n);
    wallet.setRate(60_000n);
    assert.match(await said('?amount=5000'), /Fees of the Bitcoin network are very high/);
    wallet.setRate(1000n);
    const { spending } = wallet.withdrawing;
    const { estimateFee } = spending;
    Object.assign(spending, {
      estimateFee: () => Promise.reject(new NodeFault('away')),
    });
    const away = await ann.get(`${path}?amount=5000`);
    assert.equal(away.statusCode, 503);
    assert.match(readText(away), /cannot reach its node/);
    const late = await ann.post(path, { sat: '5000', speed: 'slow' });
    assert.equal(late.statusCode, 503);
    Object.assign(spending, { estimateFee });
    const refused = async (text: string): Promise<string> =>
      readText(await ann.post('/send', { to: text }));
    const small = `bitcoin:${strangeAddress()}?amount=0.00001`;
    assert.match(await refused(small), /least that can be sent to a bitcoin address is 5,000 sat/);
    const foreign = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
    assert.match(
      await refused(foreign),
      /another network \(Bitcoin\)\. This wallet is on a private/,
    );
    assert.match(await refused(`${foreign.slice(0, -1)}z`), /a character is wrong or missing/);
    assert.deepEqual(await withdrawals.listOfUser(ann.api.user.id, { offset: 0, limit: 1 }), []);
  });

  test('45 the words of a wallet are refused, and not written once more', async () => {
    const ann = await world.addPayer();
    const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
    const answer = await ann.post('/send', { to: words });
    assert.equal(answer.statusCode, 400);
    assert.match(readText(answer), /secret words of a wallet\. Never paste them anywhere/);
    assert.doesNotMatch(answer.body, /sausage/);
  });

  test('45 Lightning is paid where both are offered, and the address where that cannot work', async () => {
    const ann = await world.addPayer();
    const address = strangeAddress();
    const { bolt11 } = world.node.externalInvoice({ amountMsat: 20_000_000n });
    const both = `bitcoin:${address}?amount=0.0002&lightning=${bolt11}`;
    const path = await world.begin(ann, both);
    assert.doesNotMatch(await world.read(ann, path), new RegExp(address));
    world.node.plan = { kind: 'fail', reason: 'no_route' };
    await ann.post(`${path}/pay`, {});
    const failed = await ann.get(path);
    assert.match(readText(failed), /Not paid .*Send to its bitcoin address instead/s);
    assert(failed.body.includes(encodeURIComponent(`bitcoin:${address}?amount=0.0002`)));
    world.node.plan = { kind: 'succeed', feeMsat: msat(0n) };
    const foreign = world.node.externalInvoice({ network: 'bitcoin' }).bolt11;
    const other = await world.begin(ann, `bitcoin:${address}?amount=0.0002&lightning=${foreign}`);
    assert.match(await world.read(ann, other), new RegExp(`Choose how soon .*${address}`));
  });

  test('46 asks who pays as any payment does, and counts what has not failed', async () => {
    const ann = await world.addPayer(500_000);
    const path = await review(ann, strangeAddress(), 200_000);
    assert.match(await world.read(ann, path), /paid once you have shown that it is you/);
    await ann.post(`${path}/pay`, {});
    assert.deepEqual(await withdrawals.listOfUser(ann.api.user.id, { offset: 0, limit: 1 }), []);
    const small = await review(ann, strangeAddress(), 90_000);
    await pay(ann, small);
    const { id } = await only(ann);
    const next = await review(ann, strangeAddress(), 20_000);
    assert.match(await world.read(ann, next), /shown that it is you/);
    const failure = { reason: 'never_sent', message: 'x' };
    await withdrawals.fail({ ...at, id, failure, from: 'reserved' });
    assert.doesNotMatch(await world.read(ann, next), /shown that it is you/);
  });
});

const readActivity = async (visitor: Visitor, query = ''): Promise<string> =>
  readText(await visitor.get(`/activity${query}`));

test('where nothing is sent over the chain, an address is refused', async (t) => {
  const other = await startSendPages(t);
  const ann = await other.addPayer();
  const answer = await ann.post('/send', { to: strangeAddress() });
  assert.match(readText(answer), /Only Lightning payments can be sent here/);
  assert.doesNotMatch(readText(await ann.get('/send')), /a bitcoin address/);
  assert.equal(sat(100_000n), BigInt(await ann.api.balanceSat()));
});
