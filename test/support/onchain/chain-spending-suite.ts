import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sat } from '../../../src/base/amount.ts';
import { addressOfScript, scriptOfAddress } from '../../../src/lightning/bitcoin/address.ts';
import { decodePsbt, encodePsbt } from '../../../src/lightning/bitcoin/psbt.ts';
import {
  decodeTransaction,
  decodeTransactionHex,
  outpointText,
  txidOf,
  virtualSize,
} from '../../../src/lightning/bitcoin/transaction.ts';
import type { ChainSpending, FundedTransaction } from '../../../src/lightning/chain-spending.ts';
import type { ChainWallet } from '../../../src/lightning/chain-wallet.ts';
import { eventually } from '../eventually.ts';
import { newHash, strangeAddress } from './withdrawal-events.ts';

export interface SpendingBench {
  readonly spending: ChainSpending;
  readonly wallet: ChainWallet;
  mine(blocks: number): Promise<void>;
  /** Restarts the node like `kill -9`. Resolves when the wallet answers again. */
  restartNode(): Promise<void>;
  close(): Promise<void>;
}

/** The output scripts of each kind of address that a wallet may show. */
const EACH_KIND: Readonly<Record<string, string>> = {
  p2pkh: `76a914${newHash().slice(0, 40)}88ac`,
  p2sh: `a914${newHash().slice(0, 40)}87`,
  p2wpkh: `0014${newHash().slice(0, 40)}`,
  p2wsh: `0020${newHash()}`,
  // The x coordinate of a point of the curve, as LND refuses a key that is none.
  p2tr: '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
};

/**
 * Registers the tests of what withdrawals rely on. The simulated network and a real LND pass the
 * same tests.
 */
export function chainSpendingSuite(name: string, setup: () => Promise<SpendingBench>): void {
  describe(`the wallet that spends: ${name}`, () => {
    let bench: SpendingBench;
    before(async () => {
      bench = await setup();
    });
    after(() => bench.close());

    const amountSat = sat(60_000n);
    const fund = async (lockId: string, address = strangeAddress()): Promise<FundedTransaction> => {
      const funded = await bench.spending.fund({ address, amountSat, satPerKw: 600n, lockId });
      assert(funded.ok);
      return funded.value;
    };
    const leasesOf = async (lockId: string): Promise<readonly string[]> =>
      (await bench.spending.listLeases())
        .filter((lease) => lease.lockId === lockId)
        .map(outpointText);
    const signed = async (funded: FundedTransaction) => {
      const raw = await bench.spending.sign(funded.psbt);
      const transaction = decodeTransaction(Buffer.from(raw, 'hex'));
      assert(transaction !== null);
      return { raw, transaction, txid: txidOf(transaction) };
    };

    test('what is funded pays the order and change, at the rate, and is leased', async () => {
      const [lockId, address] = [newHash(), strangeAddress()];
      const funded = await fund(lockId, address);
      const { transaction } = decodePsbt(Buffer.from(funded.psbt, 'base64')) ?? assert.fail();
      const script = scriptOfAddress(address, 'regtest');
      const rest = transaction.outputs.filter((_, index) => index !== funded.changeIndex);
      assert.deepEqual(rest, [{ script, valueSat: 60_000n }]);
      assert.match(transaction.outputs[funded.changeIndex ?? -1]?.script ?? '', /^5120/);
      const spentSat = funded.inputs.reduce((sum, coin) => sum + coin.amountSat, 0n);
      const sentSat = transaction.outputs.reduce((sum, { valueSat }) => sum + valueSat, 0n);
      assert.equal(funded.feeSat, spentSat - sentSat);
      assert(funded.feeSat > 200n && funded.feeSat < 1000n, `${funded.feeSat}`);
      assert.deepEqual(await leasesOf(lockId), funded.inputs.map(outpointText));
      const free = (await bench.wallet.coins()).map(outpointText);
      assert(funded.inputs.every((coin) => !free.includes(outpointText(coin))));
      for (const coin of funded.inputs) {
        await bench.spending.release(newHash(), coin);
        assert.equal(
          (await leasesOf(lockId)).length,
          funded.inputs.length,
          'another lock ends none',
        );
        await bench.spending.release(lockId, coin);
        await bench.spending.release(lockId, coin);
      }
      assert.deepEqual(await leasesOf(lockId), []);
    });

    test('an estimate is what a transaction costs, and null where coins do not suffice', async () => {
      const order = { address: strangeAddress(), amountSat, targetBlocks: 6 };
      const feeSat = await bench.spending.estimateFee(order);
      const satPerKw = await bench.spending.feeRate(6);
      assert(feeSat !== null && feeSat > 0n);
      const lockId = newHash();
      const funded = await bench.spending.fund({ ...order, satPerKw, lockId });
      assert(funded.ok);
      for (const coin of funded.value.inputs) await bench.spending.release(lockId, coin);
      const differSat = funded.value.feeSat - feeSat;
      assert(differSat * differSat <= 100n, `${feeSat} and ${funded.value.feeSat}`);
      const tooMuch = sat(20_000_000n * 10n ** 8n);
      assert.equal(await bench.spending.estimateFee({ ...order, amountSat: tooMuch }), null);
    });

    test('an order is refused: too few coins for now, the rest for good', async () => {
      const order = { address: strangeAddress(), amountSat, satPerKw: 600n, lockId: newHash() };
      const refusalOf = async (changes: Partial<typeof order>) => {
        const funded = await bench.spending.fund({ ...order, ...changes });
        return funded.ok ? null : funded.refusal.kind;
      };
      const tooMuch = sat(20_000_000n * 10n ** 8n);
      assert.equal(await refusalOf({ amountSat: tooMuch }), 'insufficient_coins');
      assert.equal(await refusalOf({ amountSat: sat(100n) }), 'refused');
      const mainnet = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
      assert.equal(await refusalOf({ address: mainnet }), 'refused');
      assert.equal(await refusalOf({ address: 'xyz' }), 'refused');
      assert.deepEqual(await leasesOf(order.lockId), []);
    });

    test('the reserve for channels is not kept by the wallet', async () => {
      const reserveSat = await bench.spending.requiredReserve();
      assert(reserveSat >= 10_000n);
      const coins = await bench.wallet.coins();
      const totalSat = coins.reduce((sum, coin) => sum + coin.amountSat, 0n);
      const lockId = newHash();
      // At this rate, all inputs together cost less than what is left over.
      const feeSat = BigInt(coins.length) * 100n + 300n;
      const funded = await bench.spending.fund({
        address: strangeAddress(),
        amountSat: sat(totalSat - feeSat),
        satPerKw: 253n,
        lockId,
      });
      assert(funded.ok);
      for (const coin of funded.value.inputs) await bench.spending.release(lockId, coin);
    });

    test('the amount arrives at each kind of address', async () => {
      for (const [kind, script] of Object.entries(EACH_KIND)) {
        const address = addressOfScript(script, 'regtest');
        assert(address !== null, kind);
        const { raw, txid } = await signed(await fund(newHash(), address));
        assert.deepEqual(await bench.spending.publish(raw, kind), { kind: 'handed_over' });
        await bench.mine(1);
        const mined = await eventually(`a block pays ${kind}`, async () => {
          const listed = await bench.wallet.transactions({ from: 0, to: null });
          return listed.find((one) => one.txid === txid && one.block !== null) ?? null;
        });
        const paid = decodeTransactionHex(mined.raw)?.outputs.filter(
          (output) => output.script === script,
        );
        assert.deepEqual(paid, [{ script, valueSat: amountSat }], kind);
        const listed = mined.outputs.filter((output) => output.address === address);
        assert.deepEqual(
          listed.map((output) => [output.amountSat, output.isOurs]),
          [[amountSat, false]],
          `the wallet tells ${kind} from its own`,
        );
        assert(
          mined.outputs.every(({ address: to, isOurs }) => to === address || isOurs),
          'the rest comes back',
        );
      }
    });

    test('signed again, after a crash too, it is the same transaction', async () => {
      const lockId = newHash();
      const funded = await fund(lockId);
      const first = await signed(funded);
      await bench.restartNode();
      assert.deepEqual(await leasesOf(lockId), funded.inputs.map(outpointText));
      const again = await signed(funded);
      assert.equal(again.txid, first.txid);
      for (const coin of funded.inputs) await bench.spending.release(lockId, coin);
    });

    test('publish may be repeated, and a lease is renewed until a block has the coin', async () => {
      const lockId = newHash();
      const funded = await fund(lockId);
      const { raw, txid } = await signed(funded);
      const label = 'a note of the suite';
      const publish = () => bench.spending.publish(raw, label);
      assert.deepEqual(await publish(), { kind: 'handed_over' });
      assert.deepEqual(await publish(), { kind: 'handed_over' });
      const find = async () =>
        (await bench.wallet.transactions({ from: 0, to: null })).find((one) => one.txid === txid);
      const seen = await eventually('the wallet lists it', async () => (await find()) ?? null);
      assert.deepEqual([seen.block, seen.label, seen.feeSat], [null, label, funded.feeSat]);
      assert.deepEqual(seen.inputs.map(outpointText), funded.inputs.map(outpointText));
      for (const coin of funded.inputs) {
        assert.equal(await bench.spending.lease(lockId, coin), true);
        assert.equal(await bench.spending.lease(newHash(), coin), false);
      }
      assert.deepEqual(await leasesOf(lockId), funded.inputs.map(outpointText));
      await bench.mine(1);
      await eventually('a block has it', async () => ((await find())?.block ? true : null));
      assert.deepEqual(await publish(), { kind: 'handed_over' });
      assert.deepEqual(await leasesOf(lockId), []);
      for (const coin of funded.inputs) {
        assert.equal(await bench.spending.lease(lockId, coin), false);
        await bench.spending.release(lockId, coin);
      }
    });

    test('what comes back is spent before a block has it, and both are mined', async () => {
      const lockId = newHash();
      const funded = await fund(lockId);
      const parent = await signed(funded);
      assert.equal((await bench.spending.publish(parent.raw, '')).kind, 'handed_over');
      const { changeIndex } = funded;
      const change = parent.transaction.outputs[changeIndex ?? -1];
      assert(change !== undefined && changeIndex !== null);
      const script = scriptOfAddress(await bench.wallet.newAddress(), 'regtest');
      assert(script !== null);
      const unsigned = {
        version: 2,
        inputs: [
          {
            ...{ txid: parent.txid, index: changeIndex },
            ...{ scriptSig: '', sequence: 0xffff_fffd, witness: [] },
          },
        ],
        outputs: [{ script, valueSat: change.valueSat - 2000n }],
        lockTime: 0,
      };
      const psbt = encodePsbt({ transaction: unsigned, spentOutputs: [change], witnesses: [] });
      const raw = await bench.spending.sign(Buffer.from(psbt).toString('base64'));
      const child = decodeTransaction(Buffer.from(raw, 'hex'));
      assert(child !== null);
      const txid = txidOf(child);
      assert.equal(txid, txidOf(unsigned));
      assert.equal(virtualSize(child), 111);
      const label = 'a note of the suite';
      assert.deepEqual(await bench.spending.publish(raw, label), { kind: 'handed_over' });
      const find = async () =>
        (await bench.wallet.transactions({ from: 0, to: null })).find((one) => one.txid === txid);
      const seen = await eventually('the wallet lists it', async () => (await find()) ?? null);
      assert.deepEqual([seen.block, seen.label, seen.feeSat], [null, label, 2000n]);
      await bench.mine(1);
      await eventually('a block has it', async () => ((await find())?.block ? true : null));
      const coins = await bench.wallet.coins();
      const own = coins.filter((coin) => coin.txid === txid || coin.txid === parent.txid);
      assert.deepEqual(own, [{ txid, index: 0, amountSat: change.valueSat - 2000n }]);
    });

    test('of two that spend one coin the second is refused, and stays the same', async () => {
      const lockId = newHash();
      const funded = await fund(lockId);
      const first = await signed(funded);
      for (const coin of funded.inputs) await bench.spending.release(lockId, coin);
      const again = await fund(lockId);
      const shared = again.inputs.map(outpointText);
      assert.deepEqual(
        shared,
        funded.inputs.map(outpointText),
        'what is not leased is chosen again',
      );
      const second = await signed(again);
      assert.deepEqual(await bench.spending.publish(first.raw, ''), { kind: 'handed_over' });
      const refused = await bench.spending.publish(second.raw, '');
      assert.equal(refused.kind, 'refused');
      await bench.mine(1);
      assert.equal((await bench.spending.publish(second.raw, '')).kind, 'refused');
    });
  });
}
