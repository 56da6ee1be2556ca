/**
 * Payments of which the simulated network and LND have to tell the same. It runs with the other
 * reorganisations, because the wallets of alice and carol are wrong about one payment afterwards.
 * In the other file bob pays.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ChainWallet } from '../../src/lightning/chain-wallet.ts';
import { CHAIN_CALLS, openLndChainWallet } from '../../src/lightning/lnd/chain-wallet.ts';
import { ensureSimulatedNetwork } from '../../src/lightning/simulator-client/simulated-network.ts';
import { controlOf } from '../../src/lightning/simulator-client/simulator-control.ts';
import { SERVICE_NODE } from '../../src/lightning/simulator-protocol/network-protocol.ts';
import { systemClock as clock } from '../../src/system/system-clock.ts';
import { eventually } from '../support/eventually.ts';
import { field, listField, textField } from '../support/fields.ts';
import { askLnd } from './ask-lnd.ts';
import { openRegtest } from './regtest.ts';
import { openSecondChain } from './second-chain.ts';
import { signPayment } from './sign-payment.ts';

const AMOUNT_SAT = 50_000;
const DEPTH = 2;
const ENOUGH_SAT = 1_000_000;

/** The node under test, and those who make payments and blocks around it. */
interface Network {
  readonly wallet: ChainWallet;
  /** Pays both addresses by one transaction; the simulator pays the first one twice instead. */
  payBoth(first: string, second: string): Promise<unknown>;
  pay(address: string): Promise<unknown>;
  /** Spends the coin of an unconfirmed payment otherwise. */
  replace(txid: string): Promise<unknown>;
  mine(blocks: number): Promise<unknown>;
  /** What has to be done before the blocks that are replaced later. */
  part(): Promise<unknown>;
  /** Replaces the newest blocks by one more, which are empty. */
  reorganise(): Promise<unknown>;
}

type Registered = { after(fn: () => Promise<void>): void };

test('LND and the simulator tell the same of payments that come, are replaced or lose their block', async (t) => {
  const told = {
    ofLnd: await play(await openReal(t)),
    ofSimulator: await play(await openSimulated(t)),
  };
  assert.deepEqual(told.ofSimulator, told.ofLnd);
  assert.deepEqual(told.ofLnd, {
    amounts: [50_000n, 50_000n],
    coins: [50_000n, 50_000n],
    replaced: ['waits'],
    inBlock: ['in the chain'],
    orphaned: ['in a lost block'],
    again: ['in the chain', 'in a lost block'],
  });
});

async function play({ wallet, ...network }: Network) {
  const rowsOf = async (address: string) => {
    const { height } = await wallet.tip();
    const rows = await wallet.transactions({ from: height - 10, to: null });
    return rows.filter(({ outputs }) => outputs.some((output) => output.address === address));
  };
  const untilSeen = (address: string) =>
    eventually('the payment is seen', async () => (await rowsOf(address))[0] ?? null);
  const untilHigher = async (blocks: number, make: () => Promise<unknown>): Promise<void> => {
    const goal = (await wallet.tip()).height + blocks;
    await make();
    await eventually('the wallet has the blocks', async () => {
      const { height, isSynced } = await wallet.tip();
      return height === goal && isSynced ? true : null;
    });
  };
  const mine = (blocks: number) => untilHigher(blocks, () => network.mine(blocks));
  const placesOf = async (address: string): Promise<readonly string[]> =>
    await Promise.all(
      (await rowsOf(address)).map(async ({ block }) => {
        if (block === null) return 'waits';
        const isThere = (await wallet.blockHash(block.height)) === block.hash;
        return isThere ? 'in the chain' : 'in a lost block';
      }),
    );

  const both = [await wallet.newAddress(), await wallet.newAddress()] as const;
  await network.payBoth(...both);
  const { txid, outputs } = await untilSeen(both[0]);
  const ours = outputs.filter(({ address }) => both.some((one) => one === address));
  await mine(1);
  const coins = (await wallet.coins()).filter((coin) => coin.txid === txid);

  const contested = await wallet.newAddress();
  await network.pay(contested);
  await network.replace((await untilSeen(contested)).txid);
  await mine(1);
  const replaced = await placesOf(contested);

  const lost = await wallet.newAddress();
  await network.part();
  await network.pay(lost);
  await untilSeen(lost);
  await mine(DEPTH);
  const inBlock = await placesOf(lost);
  await untilHigher(1, network.reorganise);
  const orphaned = await placesOf(lost);
  await mine(1);
  return {
    amounts: ours.map(({ amountSat }) => BigInt(amountSat)),
    coins: coins.map(({ amountSat }) => BigInt(amountSat)),
    ...{ replaced, inBlock, orphaned },
    again: await placesOf(lost),
  };
}

async function openReal(t: Registered): Promise<Network> {
  const regtest = await openRegtest();
  const { alice, carol } = regtest.nodes;
  const { macaroonHex } = await regtest.bake(CHAIN_CALLS);
  const wallet = openLndChainWallet({ ...alice, macaroonHex, clock });
  t.after(() => wallet.close());
  const addressOfCarol = async (): Promise<string> =>
    textField(await askLnd(carol, '/v1/newaddress'), 'address');
  const chain = await openSecondChain(regtest, await addressOfCarol());
  t.after(() => chain.close());

  const findCoin = (): Promise<string> =>
    eventually('carol has a coin', async () => {
      const range = { min_confs: 1, max_confs: 999_999 };
      const utxos = listField(await askLnd(carol, '/v2/wallet/utxos', range), 'utxos');
      const found = utxos.find((utxo) => Number(textField(utxo, 'amount_sat')) > ENOUGH_SAT);
      if (found === undefined) return null;
      const outpoint = field(found, 'outpoint');
      return `${textField(outpoint, 'txid_str')}:${field(outpoint, 'output_index')}`;
    });
  /** For each payment, by its id, another one of the same coin. */
  const rivals = new Map<string, string>();
  const pay = async (...addresses: readonly string[]): Promise<void> => {
    const coin = await findCoin();
    const outputs = Object.fromEntries(addresses.map((address) => [address, AMOUNT_SAT]));
    const paying = await signPayment(carol, { coin, outputs, satPerVbyte: 5 });
    const others = { [await addressOfCarol()]: AMOUNT_SAT };
    const rival = await signPayment(carol, { coin, outputs: others, satPerVbyte: 50 });
    rivals.set(String(await chain.first('sendrawtransaction', paying)), rival);
  };
  return {
    wallet,
    payBoth: pay,
    pay: (address) => pay(address),
    replace: (txid) => chain.first('sendrawtransaction', rivals.get(txid)),
    mine: (blocks) => chain.first('generate', blocks),
    part: () => chain.part(),
    reorganise: async () => {
      await chain.second('generate', DEPTH + 1);
      await chain.join();
    },
  };
}

async function openSimulated(t: Registered): Promise<Network> {
  const dataDir = await mkdtemp(join(tmpdir(), 'satchel-test-'));
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const { description } = await ensureSimulatedNetwork({ dataDir, log, clock });
  const control = controlOf(description);
  t.after(async () => {
    await control.shutdown();
    await rm(dataDir, { recursive: true });
  });
  const node = description.nodes.find(({ name }) => name === SERVICE_NODE);
  assert(node !== undefined);
  const { restUrl, macaroonHex } = node;
  const wallet = openLndChainWallet({ restUrl, macaroonHex, tlsCaPem: null, clock });
  t.after(() => wallet.close());
  return {
    wallet,
    payBoth: (address) => control.payOnChain({ address, amountSat: AMOUNT_SAT, outputs: 2 }),
    pay: (address) => control.payOnChain({ address, amountSat: AMOUNT_SAT }),
    replace: (txid) => control.replaceOnChain(txid),
    mine: (blocks) => control.mine(blocks),
    part: async () => undefined,
    reorganise: () => control.reorganise({ depth: DEPTH }),
  };
}
