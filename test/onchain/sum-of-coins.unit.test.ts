import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sat } from '../../src/base/amount.ts';
import type { Outpoint } from '../../src/lightning/bitcoin/transaction.ts';
import type { Coin, WalletTransaction } from '../../src/lightning/chain-wallet.ts';
import { createWithdrawalFinder } from '../../src/onchain/find-withdrawals.ts';
import { sumOfCoins } from '../../src/onchain/sum-of-coins.ts';
import { BLOCK } from '../support/onchain/withdrawal-events.ts';

const COIN: Coin = { txid: 'c1'.repeat(32), index: 0, amountSat: sat(100_000n) };
/** What it brings back to the wallet is its second output. */
const OPENING = spending('a1', [COIN], 60_000n);

function spending(
  name: string,
  inputs: readonly Outpoint[],
  changeSat: bigint,
  block: WalletTransaction['block'] = null,
): WalletTransaction {
  return {
    ...{ txid: name.repeat(32), block, inputs, feeSat: sat(0n), raw: '', label: '' },
    outputs: [
      { index: 0, address: null, amountSat: sat(39_000n), isOurs: false },
      { index: 1, address: null, amountSat: sat(changeSat), isOurs: true },
    ],
  };
}

interface Look {
  readonly unspent?: readonly Coin[];
  readonly listed: readonly WalletTransaction[];
  readonly orphans?: readonly string[];
  readonly known?: readonly Outpoint[];
}

/** Counts where no withdrawal is under way. Blocks are those that the wallet names. */
function count({ unspent = [], listed, orphans = [], known = [COIN] }: Look) {
  const finder = createWithdrawalFinder([], [], { rivals: new Map(), parents: new Map() });
  finder.note(listed, new Map(listed.map((one) => [one.txid, one])));
  return sumOfCoins({
    ...{ unspent, leased: [], withdrawals: [], bumps: [], known },
    ...{ found: finder.found, orphans: new Set(orphans), tipHeight: BLOCK.height },
  });
}

test('the change of what opens a channel counts before a block has it, once', () => {
  const counted = count({ listed: [OPENING] });
  assert.equal(counted.sumSat, 60_000n);
  const again = count({ listed: [OPENING], known: counted.known });
  assert.equal(again.sumSat, 60_000n, 'at each look');
  const raced = count({ unspent: [COIN], listed: [OPENING], known: [] });
  assert.equal(raced.sumSat, 60_000n, 'it left after the coins were listed');
  const change = { txid: OPENING.txid, index: 1, amountSat: sat(60_000n) };
  const mined = { unspent: [change], listed: [{ ...OPENING, block: BLOCK }] };
  assert.equal(count({ ...mined, known: again.known }).sumSat, 60_000n, 'as a coin');
  const vanished = count({ unspent: [COIN], listed: [], known: again.known });
  assert.equal(vanished.sumSat, 100_000n, 'the coin is there again');
});

test('change that is spent again, as a raised fee does, counts as what that brings back', () => {
  const raise = spending('a2', [{ txid: OPENING.txid, index: 1 }], 55_000n);
  for (const listed of [
    [OPENING, raise],
    [raise, OPENING],
  ]) {
    assert.equal(count({ listed }).sumSat, 55_000n);
  }
});

test('change that may never come does not count', () => {
  const stranger: Outpoint = { txid: '51'.repeat(32), index: 0 };
  const rival = spending('a3', [COIN], 70_000n);
  const deposit = spending(COIN.txid.slice(0, 2), [stranger], 0n);
  const looks: Readonly<Record<string, Look>> = {
    'no look has counted its coin': { listed: [OPENING], known: [] },
    'it spends a coin of someone else, too': {
      listed: [spending('a4', [COIN, stranger], 60_000n)],
    },
    'a block has what spends the same': { listed: [OPENING, { ...rival, block: BLOCK }] },
    'something else spends the same, too': { listed: [OPENING, rival] },
    'its coin is of a block that has left the chain': { listed: [OPENING], orphans: [COIN.txid] },
    'its coin waits for a block again': { listed: [deposit, OPENING] },
  };
  for (const [why, look] of Object.entries(looks)) {
    const counted = count(look);
    assert.equal(counted.sumSat, 0n, why);
    const later = count({ listed: [OPENING], known: counted.known });
    assert.equal(later.sumSat, 0n, `${why}, and so it stays`);
  }
});
