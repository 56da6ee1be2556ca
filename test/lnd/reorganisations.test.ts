/**
 * `npm run test:lnd -- reorganisations`: plays real reorganisations of one to four blocks, in which
 * the lowest removed block has a deposit. LND's wallet is wrong about some of them.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Alarm } from '../../src/alarms/alarm-store.ts';
import { sat } from '../../src/base/amount.ts';
import { HOUR_MS } from '../../src/base/durations.ts';
import { createBooksStore } from '../../src/ledger/books/sql/books-store.ts';
import type { ChainWallet } from '../../src/lightning/chain-wallet.ts';
import { CHAIN_CALLS, openLndChainWallet } from '../../src/lightning/lnd/chain-wallet.ts';
import { createPaymentStopStore } from '../../src/node/sql/payment-stop-store.ts';
import type { Deposit } from '../../src/onchain/deposit.ts';
import { getAddress } from '../../src/onchain/get-address.ts';
import { type LookMemory, lookAtChain, newLookMemory } from '../../src/onchain/look-at-chain.ts';
import { createDepositStore } from '../../src/onchain/sql/deposit-store.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom as random } from '../../src/system/system-random.ts';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { field, listField, textField } from '../support/fields.ts';
import { addUser } from '../support/money-model/events.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';
import { WITHOUT_WITHDRAWALS } from '../support/onchain/without-withdrawals.ts';
import { askLnd } from './ask-lnd.ts';
import { openRegtest, type Regtest } from './regtest.ts';
import { openSecondChain, type SecondChain } from './second-chain.ts';
import { signPayment } from './sign-payment.ts';

const AMOUNT_SAT = 70_000;
const silent = () => undefined;

/** A clock that is late enough for the node to be asked about unconfirmed deposits. */
const clock = {
  ...systemClock,
  now: () => new Date(systemClock.now().getTime() + hoursAhead * HOUR_MS),
};
let hoursAhead = 0;

describe('reorganisations of a real chain', () => {
  let regtest: Regtest;
  let chain: SecondChain;
  let chainWallet: ChainWallet;
  /** Coins of bob. Each scenario spends one of them in two ways. */
  const coins: string[] = [];

  before(async () => {
    regtest = await openRegtest();
    const { macaroonHex } = await regtest.bake(CHAIN_CALLS);
    const { restUrl, tlsCaPem } = regtest.nodes.alice;
    chainWallet = openLndChainWallet({ restUrl, tlsCaPem, macaroonHex, clock: systemClock });
    chain = await openSecondChain(regtest, await addressOfBob());
    const own: Record<string, number> = {};
    for (let n = 0; n < 10; n += 1) own[await addressOfBob()] = 1_000_000;
    const sent = await regtest.run('cli', 'bob', 'sendmany', JSON.stringify(own));
    const txid = textField(JSON.parse(sent), 'txid');
    await regtest.mine(1);
    await eventually('bob has coins', async () => {
      const utxos = listField(
        await askLnd(regtest.nodes.bob, '/v2/wallet/utxos', { min_confs: 1, max_confs: 99 }),
        'utxos',
      );
      const mine = utxos
        .filter((utxo) => textField(field(utxo, 'outpoint'), 'txid_str') === txid)
        .filter((utxo) => textField(utxo, 'amount_sat') === '1000000')
        .map((utxo) => `${txid}:${field(field(utxo, 'outpoint'), 'output_index')}`);
      if (mine.length < 10) return null;
      coins.push(...mine);
      return true;
    });
  });
  after(async () => {
    await chainWallet?.close();
    await chain?.close();
  });

  const addressOfBob = async (): Promise<string> =>
    textField(JSON.parse(await regtest.run('cli', 'bob', 'newaddress', 'p2wkh')), 'address');

  const sign = (coin: string, address: string): Promise<string> =>
    signPayment(regtest.nodes.bob, { coin, outputs: { [address]: AMOUNT_SAT }, satPerVbyte: 5 });

  interface Scene {
    readonly memory: LookMemory;
    readonly alarms: readonly Alarm[];
    /**
     * Two signed transactions that were not sent yet: one pays the user, the other spends the same
     * coin in another way.
     */
    readonly paying: string;
    readonly rival: string;
    readonly database: Awaited<ReturnType<typeof testDatabase>>['database'];
    /** Looks at the chain until the node has the tip of the network. */
    look(): Promise<void>;
    only(): Promise<Deposit>;
    balanceSat(): Promise<bigint>;
  }

  const scene = (
    name: string,
    confirmations: number,
    play: (scene: Scene) => Promise<void>,
  ): Promise<void> =>
    test(name, async (t) => {
      hoursAhead = 0;
      const { database } = await testDatabase(t);
      const world = createPostgresWorld(database, false);
      const deposits = createDepositStore(database);
      const alarms: Alarm[] = [];
      const { pubkey } = regtest.nodes.alice;
      const deps = {
        ...{ chainWallet, deposits, clock, random },
        node: { pubkey, alias: 'alice', network: 'regtest' as const },
        ...WITHOUT_WITHDRAWALS,
        alarms: {
          ...WITHOUT_WITHDRAWALS.alarms,
          raiseAlarm: async (alarm: Alarm) => void alarms.push(alarm),
        },
        log: { debug: silent, info: silent, warn: silent, error: silent },
        rules: {
          confirmations: [{ fromSat: 0n, confirmations }],
          minReceiveSat: sat(10_000n),
          minSendSat: sat(5000n),
          maxFeeRate: 200n,
        },
      };
      const memory = newLookMemory();
      const userId = await addUser(world, 0);
      const address = await getAddress(deps, { userId, grantId: 'web' });
      const coin = coins.pop();
      assert(coin !== undefined, 'there are enough coins');
      const only = async (): Promise<Deposit> => {
        const [found, ...more] = await deposits.listOfUser(userId, { offset: 0, limit: 9 });
        assert(found !== undefined && more.length === 0, 'there is one deposit');
        return found;
      };
      await play({
        ...{ memory, alarms, database, only },
        paying: await sign(coin, address),
        rival: await sign(coin, await addressOfBob()),
        look: async () => {
          await eventually('a look at the tip', async () => {
            const height = Number(await chain.first('getblockcount'));
            const looked = await lookAtChain(deps, { fence: 1n, isWhole: false, memory });
            return looked === 'looked' && (await deposits.readCursor(pubkey))?.height === height
              ? true
              : null;
          });
        },
        balanceSat: async () => (await world.wallet(userId)).walletMsat / 1000n,
      });
      assert.deepEqual((await createBooksStore(database).checkBooks()).findings, []);
    });

  /**
   * Replaces the chain in whose last blocks the deposit is by a longer one. The deposit is in the
   * lowest of these blocks.
   */
  async function reorganise(
    { paying, look, only }: Scene,
    { depth, rival }: { readonly depth: number; readonly rival: string | null },
  ): Promise<void> {
    await chain.part();
    await chain.first('sendrawtransaction', paying);
    await chain.first('generate', depth);
    await eventually('the deposit is seen in a block', async () => {
      await look();
      return (await only()).block;
    });
    if (rival !== null) await chain.second('sendrawtransaction', rival);
    await chain.second('generate', depth + 1);
    await chain.join();
  }

  for (const depth of [1, 2, 3, 4]) {
    scene(`${depth} deep, mined again: credited once`, 6, async (playing) => {
      const { look, only, balanceSat } = playing;
      await reorganise(playing, { depth, rival: null });
      await look();
      assert.equal((await only()).block, null, 'no block has it');
      await chain.first('generate', 5);
      await look();
      assert.equal(await balanceSat(), 0n, 'five blocks are not enough');
      await chain.first('generate', 2);
      await eventually('it is credited', async () => {
        await look();
        return (await balanceSat()) > 0n ? true : null;
      });
      await chain.first('generate', 1);
      await look();
      assert.equal(await balanceSat(), BigInt(AMOUNT_SAT));
      assert.equal((await only()).state, 'credited');
    });

    scene(
      `${depth} deep, its coin spent otherwise: replaced, never credited`,
      6,
      async (playing) => {
        const { look, only, balanceSat, database, memory } = playing;
        await reorganise(playing, { depth, rival: playing.rival });
        for (let blocks = 0; blocks < 8; blocks += 1) {
          await chain.first('generate', 1);
          await look();
        }
        assert.equal(await balanceSat(), 0n);
        hoursAhead = 2;
        await chain.first('generate', 1);
        await look();
        const deposit = await only();
        assert.deepEqual([deposit.state, deposit.block], ['gone', null]);
        assert.notEqual(deposit.replacedBy, null);
        // LND counts coins that do not exist if its wallet has missed the reorganisation.
        const phantomsSat = BigInt(AMOUNT_SAT * memory.orphans.size);
        const [cursor] = await database.sql<{ coins_sat: bigint }[]>`
        select coins_sat from chain_cursor`;
        const balance = await askLnd(regtest.nodes.alice, '/v1/balance/blockchain');
        assert.equal(
          (cursor?.coins_sat ?? 0n) + phantomsSat,
          BigInt(textField(balance, 'confirmed_balance')),
        );
        const isMissed = deposit.txid !== null && memory.orphans.has(deposit.txid);
        assert.equal(isMissed, depth % 2 === 0, 'as LND 0.21 is wrong');
      },
    );
  }

  scene('3 deep after the credit, its coin spent otherwise', 3, async (playing) => {
    const { look, balanceSat, alarms, database } = playing;
    await reorganise(playing, { depth: 3, rival: playing.rival });
    await look();
    assert.equal(await balanceSat(), BigInt(AMOUNT_SAT), 'nothing is taken from anyone');
    assert.deepEqual(
      alarms.map(({ kind }) => kind),
      ['deposit_orphaned'],
    );
    const stops = await createPaymentStopStore(database).listStops();
    assert.deepEqual(
      stops.map(({ reason }) => reason),
      ['operator'],
    );
  });
});
