/**
 * One look at the chain: notes what has arrived at addresses of users, and credits what is deep
 * enough. A look asks the node again about everything that is not credited, so a missed hint, a
 * crash or a reorganisation only delays it.
 */

import { type RaiseAlarmDeps, raiseAlarm } from '../alarms/raise-alarm.ts';
import type { Sat } from '../base/amount.ts';
import type { Clock } from '../base/clock.ts';
import { DAY_MS } from '../base/durations.ts';
import { newIdentifier, newUuid, RECORD_IDENTIFIER_LENGTH } from '../base/id.ts';
import type { Random } from '../base/random.ts';
import type { ChainWallet, WalletTransaction } from '../lightning/chain-wallet.ts';
import type { NodeIdentity } from '../lightning/node-identity.ts';
import { type ConfirmationStep, confirmationsFor } from './confirmation-steps.ts';
import { type BlockPlace, confirmationsOf, type Deposit } from './deposit.ts';
import type { DepositCredit, DepositStore, SeenOutput } from './deposit-store.ts';
import { renderDeposit } from './render-deposit.ts';

export interface LookAtChainDeps extends RaiseAlarmDeps {
  readonly chainWallet: Pick<ChainWallet, 'tip' | 'blockHash' | 'transactionsSince'>;
  readonly deposits: DepositStore;
  readonly node: NodeIdentity;
  readonly clock: Clock;
  readonly random: Random;
  readonly onchain: OnchainRules;
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
  /** Of the lease under which this process looks. */
  readonly fence: bigint;
  /** Whether to read all transactions of the wallet, in case a look has missed any. */
  readonly isWhole: boolean;
}

export type LookOutcome =
  | 'looked'
  /** The node has not caught up with the chain, or the chain is being reorganised. */
  | 'too_early'
  /** Another process leads now. */
  | 'fenced';

export async function lookAtChain(
  deps: LookAtChainDeps,
  { fence, isWhole }: Look,
): Promise<LookOutcome> {
  const { chainWallet, deposits, node } = deps;
  const tip = await chainWallet.tip();
  if (!tip.isSynced) return 'too_early';
  const hashes = createHashReader(deps);
  const last = isWhole ? 0 : ((await deposits.readHeight(node.pubkey)) ?? 0);
  const lowest = Math.min(last, tip.height, ...heightsOf(await deposits.listOpen()));
  const seen = await readOutputs(deps, hashes, Math.max(lowest - OVERLAP, 0));
  if (!(await deposits.note(seen, fence))) return 'fenced';
  // A height that went back meanwhile says that the chain is being reorganised.
  if ((await chainWallet.tip()).height < tip.height) return 'too_early';
  if (!(await creditDeepEnough(deps, hashes, tip.height, fence))) return 'fenced';
  await deposits.giveUp(new Date(deps.clock.now().getTime() - GIVEN_UP_AFTER_MS));
  await compareCredits(deps, hashes, tip.height);
  await deposits.saveHeight(node.pubkey, tip.height);
  return 'looked';
}

const heightsOf = (deposits: readonly Deposit[]): readonly number[] =>
  deposits.flatMap(({ block }) => (block === null ? [] : [block.height]));

/** Reads each hash once in a look. */
function createHashReader({ chainWallet }: Pick<LookAtChainDeps, 'chainWallet'>) {
  const read = new Map<number, Promise<string | null>>();
  return (height: number): Promise<string | null> => {
    const known = read.get(height) ?? chainWallet.blockHash(height);
    read.set(height, known);
    return known;
  };
}

type HashReader = ReturnType<typeof createHashReader>;

async function readOutputs(
  deps: LookAtChainDeps,
  hashes: HashReader,
  height: number,
): Promise<readonly SeenOutput[]> {
  const listed = await deps.chainWallet.transactionsSince(height);
  const addresses = listed.flatMap(({ outputs }) =>
    outputs.flatMap(({ address }) => (address === null ? [] : [address])),
  );
  const known = await deps.deposits.listKnown([...new Set(addresses)]);
  const transactions = new Map<string, WalletTransaction>();
  for (const transaction of listed) {
    if (!transaction.outputs.some(({ address }) => address !== null && known.has(address)))
      continue;
    const earlier = transactions.get(transaction.txid);
    const block = await placeOnChain(transaction.block, hashes);
    // After a reorganisation the wallet may list it twice, of which the chain has at most one.
    if (earlier === undefined || block !== null) {
      transactions.set(transaction.txid, { ...transaction, block });
    }
  }
  return [...transactions.values()].flatMap((transaction) =>
    transaction.outputs.flatMap(({ index, address, amountSat }) =>
      address === null || !known.has(address) || amountSat === 0n
        ? []
        : [
            {
              id: newUuid(deps.clock, deps.random),
              identifier: newIdentifier(deps.random, RECORD_IDENTIFIER_LENGTH),
              transaction,
              block: transaction.block,
              output: { index, address, amountSat },
              seenAt: deps.clock.now(),
            },
          ],
    ),
  );
}

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
    const needed = confirmationsFor(deps.onchain.confirmations, deposit.amountSat);
    const block = await placeOnChain(deposit.block, hashes);
    if (block === null || confirmationsOf({ block }, tipHeight) < needed) continue;
    deep.set(deposit.address, [...(deep.get(deposit.address) ?? []), { deposit, block }]);
  }
  const at = deps.clock.now();
  const credits: { readonly deposit: Deposit; readonly credit: DepositCredit }[] = [];
  for (const group of deep.values()) {
    const sum = group.reduce((sats, { deposit }) => sats + deposit.amountSat, 0n);
    if (sum < deps.onchain.minReceiveSat) continue;
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
    if ((await placeOnChain(deposit.block, hashes)) !== null) continue;
    if (!(await deps.deposits.noteOrphaned(deposit.id))) continue;
    await raiseAlarm(deps, {
      kind: 'deposit_orphaned',
      subject: `${deposit.txid}:${deposit.outputIndex}`,
      detail:
        `${deposit.amountSat} sat were credited in block ${deposit.block?.hash}, ` +
        'which is not part of the chain any more: payments to other nodes are stopped',
    });
  }
}
