/**
 * One look at the chain: notes what has arrived at addresses of users, and credits what is deep
 * enough. A look asks the node again about everything that is not credited, so a missed hint, a
 * crash or a reorganisation only delays it.
 */

import { type RaiseAlarmDeps, raiseAlarm } from '../alarms/raise-alarm.ts';
import { type Sat, sat } from '../base/amount.ts';
import type { Clock } from '../base/clock.ts';
import type { ConfirmationStep } from '../base/confirmation-step.ts';
import { DAY_MS } from '../base/durations.ts';
import { newIdentifier, newUuid, RECORD_IDENTIFIER_LENGTH } from '../base/id.ts';
import type { Random } from '../base/random.ts';
import type { ChainWallet, WalletTransaction } from '../lightning/chain-wallet.ts';
import type { NodeIdentity } from '../lightning/node-identity.ts';
import { confirmationsFor } from './confirmation-steps.ts';
import { type BlockPlace, confirmationsOf, type Deposit } from './deposit.ts';
import type { DepositCredit, DepositStore, SeenOutput } from './deposit-store.ts';
import { renderDeposit } from './render-deposit.ts';

export interface LookAtChainDeps extends RaiseAlarmDeps {
  readonly chainWallet: Pick<ChainWallet, 'tip' | 'blockHash' | 'transactionsSince' | 'coins'>;
  readonly deposits: DepositStore;
  readonly node: NodeIdentity;
  readonly clock: Clock;
  readonly random: Random;
  readonly rules: OnchainRules;
}

/** Bitcoin addresses of a service that has them. */
export interface Onchain {
  readonly chainWallet: ChainWallet;
  readonly rules: OnchainRules;
}

export interface OnchainRules {
  readonly confirmations: readonly ConfirmationStep[];
  /** Less than this at one address waits until more arrives there. */
  readonly minReceiveSat: Sat;
}

/** Blocks before the last look that are looked at again: reorganisations are shorter. */
const OVERLAP = 6;
/** Credits in younger blocks are compared with the chain. */
const COMPARED_BLOCKS = 200;
/** Mempools forget a transaction after two weeks. */
const GIVEN_UP_AFTER_MS = 15 * DAY_MS;

export interface Look {
  /** The fence of the lease under which this process looks. */
  readonly fence: bigint;
  /** Whether to read all transactions of the wallet, in case a look has missed any. */
  readonly isWhole: boolean;
  /**
   * Transactions that the wallet places in blocks which are not part of the chain. They are kept
   * from look to look, and found again by a whole one.
   */
  readonly orphans: Set<string>;
}

export type LookOutcome =
  | 'looked'
  /** The node has not caught up with the chain, or the chain is being reorganised. */
  | 'too_early'
  /** Another process leads now. */
  | 'fenced';

export async function lookAtChain(
  deps: LookAtChainDeps,
  { fence, isWhole, orphans }: Look,
): Promise<LookOutcome> {
  const { chainWallet, deposits, node } = deps;
  const tip = await chainWallet.tip();
  if (!tip.isSynced) return 'too_early';
  const hashes = createHashReader(deps, tip.height);
  const last = isWhole ? 0 : ((await deposits.readHeight(node.pubkey)) ?? 0);
  const lowest = Math.min(last, tip.height, ...heightsOf(await deposits.listOpen()));
  const coins = await chainWallet.coins();
  const listed = await chainWallet.transactionsSince(Math.max(lowest - OVERLAP, 0));
  const known = await deposits.listKnown(addressesOf(listed));
  const relevant = new Set(coins.map(({ txid }) => txid));
  for (const transaction of listed) {
    if (paysTo(transaction, known)) relevant.add(transaction.txid);
  }
  const placed = await placeAll(
    listed.filter(({ txid }) => relevant.has(txid)),
    hashes,
  );
  noteOrphans(orphans, listed, placed);
  const seen = [...placed.values()].flatMap((transaction) => outputsTo(deps, transaction, known));
  if (!(await deposits.note(seen, fence))) return 'fenced';
  // A height that went back meanwhile says that the chain is being reorganised.
  if ((await chainWallet.tip()).height < tip.height) return 'too_early';
  if (!(await creditDeepEnough(deps, hashes, tip.height, fence))) return 'fenced';
  await deposits.giveUp(new Date(deps.clock.now().getTime() - GIVEN_UP_AFTER_MS));
  await compareCredits(deps, hashes, tip.height);
  const held = coins.filter(({ txid }) => !orphans.has(txid));
  const coinsSat = sat(held.reduce((sum, { amountSat }) => sum + amountSat, 0n));
  await deposits.saveLook(node.pubkey, { height: tip.height, coinsSat });
  return 'looked';
}

const addressesOf = (transactions: readonly WalletTransaction[]): readonly string[] => [
  ...new Set(
    transactions.flatMap(({ outputs }) =>
      outputs.flatMap(({ address }) => (address === null ? [] : [address])),
    ),
  ),
];

const paysTo = ({ outputs }: WalletTransaction, known: ReadonlySet<string>): boolean =>
  outputs.some(({ address }) => address !== null && known.has(address));

const heightsOf = (deposits: readonly Deposit[]): readonly number[] =>
  deposits.flatMap(({ block }) => (block === null ? [] : [block.height]));

/** Reads each hash once in a look; null above the tip. */
function createHashReader(
  { chainWallet }: Pick<LookAtChainDeps, 'chainWallet'>,
  tipHeight: number,
): HashReader {
  const read = new Map<number, Promise<string>>();
  return async (height) => {
    if (height > tipHeight) return null;
    const known = read.get(height) ?? chainWallet.blockHash(height);
    read.set(height, known);
    return await known;
  };
}

type HashReader = (height: number) => Promise<string | null>;

/**
 * Each transaction once, in the block that the chain has. After a reorganisation the wallet may
 * list one twice, of which the chain has at most one.
 */
async function placeAll(
  transactions: readonly WalletTransaction[],
  hashes: HashReader,
): Promise<ReadonlyMap<string, WalletTransaction>> {
  const placed = new Map<string, WalletTransaction>();
  for (const transaction of transactions) {
    const block = await placeOnChain(transaction.block, hashes);
    if (block !== null || !placed.has(transaction.txid)) {
      placed.set(transaction.txid, { ...transaction, block });
    }
  }
  return placed;
}

function noteOrphans(
  orphans: Set<string>,
  listed: readonly WalletTransaction[],
  placed: ReadonlyMap<string, WalletTransaction>,
): void {
  for (const { txid, block } of listed) {
    const place = placed.get(txid);
    if (place === undefined) continue;
    if (place.block !== null) orphans.delete(txid);
    else if (block !== null) orphans.add(txid);
  }
}

const outputsTo = (
  { clock, random }: Pick<LookAtChainDeps, 'clock' | 'random'>,
  transaction: WalletTransaction,
  known: ReadonlySet<string>,
): readonly SeenOutput[] =>
  transaction.outputs.flatMap(({ index, address, amountSat }) =>
    address === null || !known.has(address) || amountSat === 0n
      ? []
      : [
          {
            id: newUuid(clock, random),
            identifier: newIdentifier(random, RECORD_IDENTIFIER_LENGTH),
            transaction,
            block: transaction.block,
            output: { index, address, amountSat },
            seenAt: clock.now(),
          },
        ],
  );

/** Null unless the chain has this block: the wallet may keep one that was orphaned. */
async function placeOnChain(
  block: BlockPlace | null,
  hashes: HashReader,
): Promise<BlockPlace | null> {
  return block !== null && (await hashes(block.height)) === block.hash ? block : null;
}

/** Those at one address are credited together, once they reach the least sum. */
async function creditDeepEnough(
  deps: LookAtChainDeps,
  hashes: HashReader,
  tipHeight: number,
  fence: bigint,
): Promise<boolean> {
  const deep = new Map<string, { deposit: Deposit; block: BlockPlace }[]>();
  for (const deposit of await deps.deposits.listOpen()) {
    const needed = confirmationsFor(deps.rules.confirmations, deposit.amountSat);
    const block = await placeOnChain(deposit.block, hashes);
    if (block === null || confirmationsOf({ block }, tipHeight) < needed) continue;
    deep.set(deposit.address, [...(deep.get(deposit.address) ?? []), { deposit, block }]);
  }
  const at = deps.clock.now();
  const credits: { readonly deposit: Deposit; readonly credit: DepositCredit }[] = [];
  for (const group of deep.values()) {
    const sum = group.reduce((sats, { deposit }) => sats + deposit.amountSat, 0n);
    if (sum < deps.rules.minReceiveSat) continue;
    for (const { deposit, block } of group) {
      const record = renderDeposit(deposit, block, at);
      credits.push({ deposit, credit: { depositId: deposit.id, block, at, record, fence } });
    }
  }
  for (let place = 0; place < credits.length; place += MAX_CREDITS_AT_ONCE) {
    const part = credits.slice(place, place + MAX_CREDITS_AT_ONCE);
    const outcomes = await deps.deposits.credit(part.map(({ credit }) => credit));
    if (outcomes.includes('fenced')) return false;
    for (const [index, { deposit }] of part.entries()) {
      if (outcomes[index] === 'unclaimed') await tellOfUnclaimed(deps, deposit);
    }
  }
  return true;
}

async function tellOfUnclaimed(deps: RaiseAlarmDeps, deposit: Deposit): Promise<void> {
  await raiseAlarm(deps, {
    kind: 'closed_account_paid',
    subject: `${deposit.txid}:${deposit.outputIndex}`,
    detail: `${deposit.amountSat} sat arrived at ${deposit.address} of a closed account`,
  });
}

const MAX_CREDITS_AT_ONCE = 50;

/** A credit whose block is gone may have lost its money: a person has to look. */
async function compareCredits(
  deps: LookAtChainDeps,
  hashes: HashReader,
  tipHeight: number,
): Promise<void> {
  for (const deposit of await deps.deposits.listCreditedSince(tipHeight - COMPARED_BLOCKS)) {
    // A chain that is shorter than it was says nothing yet.
    if (deposit.block === null || deposit.block.height > tipHeight) continue;
    if ((await placeOnChain(deposit.block, hashes)) !== null) continue;
    if (!(await deps.deposits.noteOrphaned(deposit.id))) continue;
    await raiseAlarm(deps, {
      kind: 'deposit_orphaned',
      subject: `${deposit.txid}:${deposit.outputIndex}`,
      detail:
        `${deposit.amountSat} sat were credited in block ${deposit.block.hash}, ` +
        'which is not part of the chain any more: payments to other nodes are stopped',
    });
  }
}
