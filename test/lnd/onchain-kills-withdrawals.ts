/**
 * Withdrawals that users order while everything around them is killed, and what has to become of
 * each in the end. The chain is the witness: what came to an address is read from the node that
 * gave it, and what was sent from the wallet that sent it.
 */
import assert from 'node:assert/strict';
import type { Answer } from '../crash/answer.ts';
import type { Dice } from '../crash/dice.ts';
import type { Client, Wallet } from '../crash/wallets.ts';
import { field, listField, listOf, numberField, textField } from '../support/fields.ts';
import { untilPasses } from '../support/wallet-user.ts';
import { askLnd } from './ask-lnd.ts';
import type { Regtest, RegtestNode } from './regtest.ts';

export interface OrderingWorld {
  readonly regtest: Regtest;
  readonly client: Client;
  readonly dice: Dice;
  readonly wallets: readonly Wallet[];
  /** The last address that each wallet was given, by its name. */
  readonly addresses: ReadonlyMap<string, string>;
  /** What each wallet has to have in the end, in sat, by its name. */
  readonly expectedSat: Map<string, number>;
  /** All that were ever ordered. */
  readonly orders: ChainOrder[];
}

export interface ChainOrder {
  readonly payer: Wallet;
  /** Who is paid within the service; null for an address of another node. */
  readonly payee: Wallet | null;
  readonly key: string;
  readonly body: OrderBody;
  /** The identifier of the payment, once an answer has told it. */
  id: string | null;
  /** False as long as a call may have ordered it of which no one knows. */
  isAnswered: boolean;
  end: OrderEnd | null;
}

interface OrderBody {
  readonly address: string;
  readonly amount: number;
  readonly speed: string;
  readonly max_fee?: number;
}

type OrderEnd =
  | { readonly kind: 'paid'; readonly txid: string | null; readonly feeSat: number }
  | { readonly kind: 'failed'; readonly failure: string }
  /** Nothing was ever ordered. */
  | { readonly kind: 'refused' };

const PATH = '/payments/onchain';
const KINDS = ['WITNESS_PUBKEY_HASH', 'NESTED_PUBKEY_HASH', 'TAPROOT_PUBKEY'];
const ANSWER_LIMIT_MS = 120_000;

/** A move: several users order at once, some of them twice by the same key. */
export async function orderWithdrawals(world: OrderingWorld): Promise<void> {
  const calls: Promise<unknown>[] = [];
  for (let count = world.dice.between(1, 4); count > 0; count -= 1) {
    const times = world.dice.chance(0.3) ? 2 : 1;
    const order = await drawOrder(world);
    world.orders.push(order);
    calls.push(ask(world, order, times));
  }
  await Promise.all(calls);
}

async function drawOrder(world: OrderingWorld): Promise<ChainOrder> {
  const { dice, wallets, addresses, orders } = world;
  const [payer, other] = dice.shuffle(wallets);
  assert(payer !== undefined && other !== undefined, 'there are several wallets');
  const payee = dice.chance(0.25) ? other : null;
  const [kind, isTight] = [dice.pick(KINDS), dice.chance(0.3)];
  const order = {
    amount: dice.between(5000, 30_000),
    speed: dice.pick(['slow', 'normal', 'fast']),
    address:
      payee === null
        ? await addressOfBob(world, kind)
        : (addresses.get(payee.name) ?? assert.fail()),
  };
  const tightFee = payee === null && isTight ? await hearFee(world, payer, order) : null;
  const body = { ...order, ...(tightFee !== null && { max_fee: tightFee }) };
  const key = `order-${orders.length + 1}`;
  return { payer, payee, key, body, id: null, isAnswered: false, end: null };
}

const addressOfBob = async ({ regtest }: OrderingWorld, kind: string): Promise<string> =>
  textField(await askLnd(regtest.nodes.bob, `/v1/newaddress?type=${kind}`), 'address');

/** What is allowed no more than the estimate fails where the transaction costs a little more. */
async function hearFee(
  { client }: OrderingWorld,
  payer: Wallet,
  order: OrderBody,
): Promise<number | null> {
  const answer = await client.call(payer, { path: PATH, body: { ...order, max_fee: 1 } });
  if (answer === null) return null;
  assert.notEqual(answer.status, 200, 'no transaction costs 1 sat');
  const found = /would be (\d+) sat/.exec(JSON.stringify(answer.body));
  return found && Number(found[1]);
}

async function ask({ client }: OrderingWorld, order: ChainOrder, times: number): Promise<boolean> {
  const { payer, body, key } = order;
  const call = () => client.call(payer, { path: PATH, body, key });
  const answers = await Promise.all(Array.from({ length: times }, call));
  for (const answer of answers) {
    if (answer?.status !== 200) continue;
    const id = textField(answer.body, 'id');
    assert(order.id === null || order.id === id, `${key} became two payments`);
    order.id = id;
  }
  const isCertain = answers.every(isDefinite);
  order.isAnswered ||= isCertain || order.id !== null;
  return isCertain;
}

/** Other answers say that it is not known what has become of the call, or that it may come again. */
const isDefinite = (answer: Answer | null): boolean => answer !== null && answer.status < 500;

/** By their keys. Those that were refused for certain are not ordered again. */
export async function repeatOrders(world: OrderingWorld): Promise<void> {
  for (const order of world.orders) {
    if (order.end !== null || (order.isAnswered && order.id === null)) continue;
    const { id } = order;
    await untilPasses(
      async () => assert(await ask(world, order, 1), 'it is answered'),
      ANSWER_LIMIT_MS,
    );
    assert(id === null || order.id === id, 'a key keeps its payment');
  }
}

const BLOCKS_MAX = 40;
const BLOCK_LIMIT_MS = 3000;

/** What is sent may come to btcd after the block that was mined for it, so there are more of them. */
export async function endOrders(world: OrderingWorld): Promise<void> {
  for (let blocks = 1; ; blocks += 1) {
    try {
      await untilPasses(() => noteEnds(world), BLOCK_LIMIT_MS);
      return;
    } catch (error) {
      if (blocks > BLOCKS_MAX) throw error;
      await world.regtest.mine(1);
    }
  }
}

async function noteEnds(world: OrderingWorld): Promise<void> {
  for (const order of world.orders) {
    if (order.end === null) noteEnd(world, order, await readEnd(world, order));
  }
}

async function readEnd({ client }: OrderingWorld, order: ChainOrder): Promise<OrderEnd> {
  const { id, payer, key, body, payee } = order;
  if (id === null) return { kind: 'refused' };
  const answer = await client.call(payer, { path: `${PATH}/${id}` });
  const payment = answer?.body;
  assert.equal(answer?.status, 200, `${key}: ${JSON.stringify(payment)}`);
  const state = textField(payment, 'state');
  if (state === 'failed') return { kind: 'failed', failure: textField(payment, 'failure') };
  assert.equal(state, 'confirmed', `${key}: ${JSON.stringify(payment)}`);
  assert.deepEqual(
    [numberField(payment, 'amount'), textField(payment, 'address')],
    [body.amount, body.address],
  );
  const txid = payee === null ? textField(payment, 'txid') : null;
  return { kind: 'paid', txid, feeSat: numberField(payment, 'fee') };
}

function noteEnd({ expectedSat }: OrderingWorld, order: ChainOrder, end: OrderEnd): void {
  order.end = end;
  if (end.kind !== 'paid') return;
  const { payer, payee, body } = order;
  const add = ({ name }: Wallet, amountSat: number): void =>
    void expectedSat.set(name, (expectedSat.get(name) ?? 0) + amountSat);
  add(payer, -body.amount - end.feeSat);
  if (payee !== null) add(payee, body.amount);
}

/** Orders of earlier rounds are checked again: nothing is paid late, either. */
export async function checkOrders({ regtest, orders }: OrderingWorld): Promise<void> {
  const { alice, bob } = regtest.nodes;
  const came = groupByAddress(await listTransactions(bob));
  const sent = groupByAddress(await listTransactions(alice));
  for (const { payee, key, body, end } of orders) {
    const { address, amount } = body;
    assert(end !== null, `${key} has ended`);
    if (payee !== null) {
      assert(end.kind !== 'paid' || end.feeSat === 0, `${key} costs no fee within the service`);
      continue;
    }
    const [received, paid] = [came.get(address) ?? [], sent.get(address) ?? []];
    const isPaid = end.kind === 'paid';
    assert.deepEqual(
      received.map(({ txid, amountSat, isInBlock }) => [txid, amountSat, isInBlock]),
      isPaid ? [[end.txid, amount, true]] : [],
      `${key}, ${end.kind}: what came to its address`,
    );
    assert.deepEqual(
      paid.map(({ txid, amountSat, feeSat }) => [txid, amountSat, feeSat]),
      isPaid ? [[end.txid, amount, end.feeSat]] : [],
      `${key}, ${end.kind}: what the wallet has sent to its address`,
    );
  }
}

interface ChainOutput {
  readonly txid: string;
  readonly address: string;
  readonly amountSat: number;
  readonly isInBlock: boolean;
  readonly feeSat: number;
}

/** All outputs of all transactions that the wallet has, each once, those without a block too. */
async function listTransactions(node: RegtestNode): Promise<readonly ChainOutput[]> {
  const path = '/v1/transactions?start_height=0&end_height=-1';
  const listed = listField(await askLnd(node, path), 'transactions');
  const byTxid = new Map(listed.map((one) => [textField(one, 'tx_hash'), one]));
  return [...byTxid].flatMap(([txid, transaction]) =>
    listOf(field(transaction, 'output_details')).map((output) => ({
      txid,
      address: textField(output, 'address'),
      amountSat: Number(textField(output, 'amount')),
      isInBlock: textField(transaction, 'block_hash') !== '',
      feeSat: Number(textField(transaction, 'total_fees')),
    })),
  );
}

const groupByAddress = (
  outputs: readonly ChainOutput[],
): ReadonlyMap<string, readonly ChainOutput[]> => Map.groupBy(outputs, ({ address }) => address);
