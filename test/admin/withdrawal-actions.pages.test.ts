import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { sat } from '../../src/base/amount.ts';
import { bytesToHex } from '../../src/base/hex.ts';
import { addressOfScript, scriptOfAddress } from '../../src/lightning/bitcoin/address.ts';
import { decodePsbt } from '../../src/lightning/bitcoin/psbt.ts';
import {
  encodeTransaction,
  FINAL_SEQUENCE,
  txidOf,
} from '../../src/lightning/bitcoin/transaction.ts';
import type { ChainSpending, Lease } from '../../src/lightning/chain-spending.ts';
import type { WalletTransaction } from '../../src/lightning/chain-wallet.ts';
import { labelOf, lockIdOf } from '../../src/onchain/withdrawal-label.ts';
import type { NewWithdrawal } from '../../src/onchain/withdrawal-store.ts';
import type { Answer, Browser } from '../support/browser.ts';
import { createFakeChain } from '../support/onchain/fake-chain.ts';
import { newHash } from '../support/onchain/withdrawal-events.ts';
import { startActing } from '../support/operate/acting-world.ts';
import { readText } from '../support/page-visitor.ts';

const chain = createFakeChain();
const leases: Lease[] = [];
const notAsked = (): never => assert.fail('nothing is sent');
const chainSpending: ChainSpending = {
  feeRate: notAsked,
  estimateFee: notAsked,
  fund: notAsked,
  sign: async (psbt) => {
    const decoded = decodePsbt(Buffer.from(psbt, 'base64')) ?? assert.fail();
    return bytesToHex(encodeTransaction(decoded.transaction));
  },
  publish: async () => ({ kind: 'handed_over' }),
  listLeases: async () => leases,
  lease: notAsked,
  release: notAsked,
  requiredReserve: notAsked,
  close: async () => undefined,
};
const onchain = {
  chainWallet: chain.wallet,
  chainSpending,
  rules: {
    confirmations: [{ fromSat: 0n, confirmations: 3 }],
    minReceiveSat: sat(10_000n),
    minSendSat: sat(5000n),
    maxFeeRate: 200n,
  },
};
const world = await startActing({ after }, { onchain });
const operator = await world.addPerson({ isAdmin: true });
const fresh = (): Promise<Browser> => world.signedIn(operator);

const textOf = async (answer: Promise<Answer>): Promise<string> => readText(await answer);
async function does(browser: Browser, path: string): Promise<string> {
  const answer = await browser.post(path);
  assert.equal(answer.statusCode, 303);
  return readText(await browser.get(String(answer.headers.location)));
}

function taprootAddress(): string {
  const script = `5120${randomBytes(32).toString('hex')}`;
  return addressOfScript(script, 'regtest') ?? assert.fail();
}

/** The wallet lists a transaction for it. */
function addSent({ address, amountSat, identifier }: NewWithdrawal, hasLabel: boolean): string {
  const input = { txid: newHash(), index: 0 };
  const transaction = {
    version: 2,
    inputs: [{ ...input, scriptSig: '', sequence: FINAL_SEQUENCE, witness: [] }],
    outputs: [
      { script: scriptOfAddress(address, 'regtest') ?? assert.fail(), valueSat: amountSat },
      { script: `5120${randomBytes(32).toString('hex')}`, valueSat: 70_000n },
    ],
    lockTime: 0,
  };
  const txid = txidOf(transaction);
  const listed: WalletTransaction = {
    txid,
    block: null,
    inputs: [input],
    outputs: [],
    feeSat: sat(700n),
    raw: Buffer.from(encodeTransaction(transaction)).toString('hex'),
    label: hasLabel ? labelOf(identifier) : '',
  };
  chain.phantoms.push(listed);
  return txid;
}

test('an unknown one stands in the list, and is given back where the wallet has nothing', async () => {
  const browser = await fresh();
  const ordered = await world.addUnknownWithdrawal();
  const path = `/operate/withdrawals/${ordered.id}/fail`;
  for (const list of ['/operate/payments', '/operate/payments?show=unknown']) {
    const { body } = await browser.get(list);
    assert.match(body, new RegExp(ordered.address));
    assert.match(body, new RegExp(`href="${path}"`));
  }
  const asked = await browser.get(path);
  assert.match(readText(asked), /Nothing of it Up to block \d+/);
  assert.match(asked.body, new RegExp(`action="${path}"`));
  assert.match(await does(browser, path), /The money is back in its wallet/);
  const [action] = await world.actionLog(1);
  assert.deepEqual([action?.kind, action?.end?.result], ['withdrawal_fail', 'done']);
  const again = await browser.get(path);
  assert.match(readText(again), /not unknown any more/);
  assert.doesNotMatch(again.body, /<form method="post"[^>]*\/fail"/);
  assert.match(await does(browser, path), /The money is back in its wallet/, 'sent twice');
  assert.equal((await world.actionLog(1))[0]?.id, action?.id);
  assert.match(await textOf(browser.get('/operate/log')), /Gave back an unknown payment/);
  await world.booksBalance();
});

test('where the wallet has a transaction, it is offered, and the money stays', async () => {
  for (const hasLabel of [true, false]) {
    const browser = await fresh();
    const ordered = await world.addUnknownWithdrawal();
    const path = `/operate/withdrawals/${ordered.id}/fail`;
    const txid = addSent(ordered, hasLabel);
    const offered = await browser.get(path);
    assert.match(readText(offered), /It has a transaction that may be the one/);
    assert.doesNotMatch(offered.body, /<form method="post"[^>]*\/fail"/);
    assert.match(await does(browser, path), /Nothing was changed: the wallet of the node has/);
    const foundPath = `/operate/withdrawals/${ordered.id}/found/${txid}`;
    assert.match(offered.body, new RegExp(`href="${foundPath}"`));
    const other = `/operate/withdrawals/${ordered.id}/found/${newHash()}`;
    assert.match(await textOf(browser.get(other)), /has no such transaction/);
    assert.match(await does(browser, other), /Nothing was changed: /);
    assert.match(await textOf(browser.get(foundPath)), /must pay this address and amount/);
    assert.match(await does(browser, foundPath), /was sent with this transaction/);
    const [action] = await world.actionLog(1);
    assert.deepEqual([action?.kind, action?.detail.txid], ['withdrawal_found', txid]);
    const list = await textOf(browser.get('/operate/payments'));
    assert.match(list, /Made, being sent/);
    assert.match(await textOf(browser.get(path)), /not unknown any more/);
    await world.booksBalance();
  }
});

test('what is missing is said, and there is no button', async () => {
  const browser = await fresh();
  const ordered = await world.addUnknownWithdrawal();
  const path = `/operate/withdrawals/${ordered.id}/fail`;
  const hasNoButton = async (why: RegExp): Promise<void> => {
    const answer = await browser.get(path);
    assert.match(readText(answer), why);
    assert.doesNotMatch(answer.body, /<form method="post"[^>]*\/fail"/);
  };
  leases.push({ txid: newHash(), index: 0, amountSat: sat(9n), lockId: lockIdOf(ordered.id) });
  await hasNoButton(/May still send it coins of the wallet are leased/);
  leases.length = 0;
  chain.setSynced(false);
  await hasNoButton(/Not asked the node has not caught up/);
  chain.setSynced(true);
  world.says.isAway = true;
  const { statusCode, headers } = await browser.get(path);
  assert.deepEqual([statusCode, headers.location], [303, '/operate/payments']);
  world.says.isAway = false;
  assert.equal((await browser.get(`/operate/withdrawals/${newHash()}/fail`)).statusCode, 404);
});

test('the fee of one that waits for a block is raised, and asked again it is not', async () => {
  const browser = await fresh();
  const ordered = await world.addUnknownWithdrawal();
  const path = `/operate/withdrawals/${ordered.id}/bump`;
  assert.match(await textOf(browser.get(path)), /cannot be raised now: it waits for no block/);
  const txid = addSent(ordered, true);
  await does(browser, `/operate/withdrawals/${ordered.id}/found/${txid}`);
  assert.match((await browser.get('/operate/payments')).body, new RegExp(`href="${path}"`));
  const asked = await browser.get(path);
  assert.match(readText(asked), /700 sat, about 5 sat\/vB/);
  assert.match(readText(asked), /Comes back to the wallet of the node 70,000 sat/);
  chain.planAddresses(Array.from({ length: 2 }, taprootAddress));
  for (const fields of [{ rate: 'x' }, { rate: '0' }, { rate: '20', most: '1.5' }]) {
    assert.match(readText(await browser.post(path, fields)), /Enter whole numbers/);
  }
  const dear = await browser.post(path, { rate: '20', most: '500' });
  assert.match(readText(dear), /Nothing was changed: it would cost \d+ sat, and 500 sat are/);
  const raised = await browser.post(path, { rate: '20' });
  assert.equal(raised.statusCode, 303);
  const list = await textOf(browser.get(String(raised.headers.location)));
  assert.match(list, /The second transaction was sent\. It costs [\d,]+ sat/);
  const [action] = await world.actionLog(1);
  assert.deepEqual([action?.kind, action?.detail.satPerVbyte], ['withdrawal_bump', '20']);
  assert.match(readText(await browser.post(path, { rate: '20' })), /pays as much already/);
  await world.booksBalance();
});
