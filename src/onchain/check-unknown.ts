/**
 * Asks the node whether a withdrawal was sent of which the database does not know it, because the
 * database was restored to an earlier state.
 */

import { isSilent } from '../background/is-silent.ts';
import { GONE, type ProcessStore } from '../background/process-store.ts';
import { scriptOfAddress } from '../lightning/bitcoin/address.ts';
import { decodeTransactionHex } from '../lightning/bitcoin/transaction.ts';
import type { ChainWallet, WalletTransaction } from '../lightning/chain-wallet.ts';
import type { NodeIdentity } from '../lightning/node-identity.ts';
import type { LightningNode } from '../lightning/node-port.ts';
import { rangesFrom } from './block-ranges.ts';
import { confirmationsOf } from './deposit.ts';
import { FINAL_DEPTH } from './end-withdrawals.ts';
import { identifierOfBumpLabel } from './fee-bump.ts';
import { createHashReader, type Onchain, placeAll } from './look-at-chain.ts';
import type { Withdrawal } from './withdrawal.ts';
import { identifierOfLabel, lockIdOf } from './withdrawal-label.ts';
import type { WithdrawalStore } from './withdrawal-store.ts';

export interface CheckUnknownDeps {
  /** Access to the node's wallet; null when bitcoin addresses are switched off. */
  readonly onchain: Pick<Onchain, 'chainWallet' | 'chainSpending'> | null;
  readonly lightning: Pick<LightningNode, 'info'>;
  readonly node: NodeIdentity;
  readonly withdrawals: Pick<WithdrawalStore, 'listTransactions'>;
  readonly processes: Pick<ProcessStore, 'lastHeartbeat' | 'databaseNow'>;
  readonly config: {
    /** The silence of a process after which it can send nothing any more. */
    readonly heartbeatGraceSec: number;
  };
}

export type UnknownFinding =
  /** The wallet could not be asked. `why` gives the reason in English, for operators. */
  | { readonly kind: 'not_asked'; readonly why: string }
  | {
      readonly kind: 'asked';
      /** The block height up to which the wallet's transactions were read. */
      readonly tipHeight: number;
      /**
       * Transactions of the wallet that may be the one of this withdrawal. Their blocks are part of
       * the chain.
       */
      readonly candidates: readonly WalletTransaction[];
      /**
       * Whether coins of the wallet are leased to this withdrawal. They are leased before it is
       * sent.
       */
      readonly isLeased: boolean;
      /**
       * Why the held money must not be returned; null when nothing indicates that the withdrawal
       * was sent.
       */
      readonly lacks: string | null;
    };

/**
 * Looks for signs that a withdrawal was sent, or may still be sent by a process that has not
 * noticed yet that the database went back. In the wallet there are four: a transaction with its
 * label; a transaction that pays its address and amount and belongs to no other withdrawal (a
 * restored wallet has lost its labels); coins leased to it, because a process was about to send it
 * and may still do so; and coins that another program has spent in recent blocks, because one of
 * them may have been its own.
 */
export async function checkUnknown(
  deps: CheckUnknownDeps,
  withdrawal: Withdrawal,
): Promise<UnknownFinding> {
  const { onchain, lightning, node } = deps;
  const spending = onchain?.chainSpending ?? null;
  if (withdrawal.state !== 'unknown') return notAsked(`the withdrawal is ${withdrawal.state}`);
  if (onchain === null) return notAsked('bitcoin addresses are off, so the wallet is not asked');
  if (spending === null) return notAsked('the macaroon of bitcoin addresses may not list leases');
  if ((await lightning.info()).pubkey !== node.pubkey) return notAsked('another node answers');
  // Asked before the wallet, as what is sent in between would be seen in neither place.
  const awaited = await whatIsAwaited(deps);
  const { chainWallet } = onchain;
  const tip = await chainWallet.tip();
  if (!tip.isSynced) return notAsked('the node has not caught up with the chain');
  // Leases are listed before transactions, because a lease ends when a block has the transaction.
  // In the other order, both could be missed.
  const leases = await spending.listLeases();
  const listed = await listSince(chainWallet, withdrawal.fromHeight, tip.height);
  const now = await chainWallet.tip();
  if (!now.isSynced || now.height < tip.height) return notAsked('the chain is being reorganised');
  const candidates = await findCandidates(deps, withdrawal, listed);
  const hashes = createHashReader(onchain, now.height);
  const found = [...(await placeAll(candidates, hashes)).values()];
  const isLeased = leases.some(({ lockId }) => lockId === lockIdOf(withdrawal.id));
  const spends = await placeAll(await findSpendsOfOthers(deps, listed), hashes);
  const recent = [...spends.values()].find(
    ({ block }) => block === null || confirmationsOf({ block }, now.height) < FINAL_DEPTH,
  );
  return {
    kind: 'asked',
    tipHeight: now.height,
    candidates: found,
    isLeased,
    lacks: whatLacks(found, isLeased, recent) ?? awaited,
  };
}

/**
 * Says that a process may still send it: if the earlier database server runs on, a process may use
 * that one for a while, and take the withdrawal for reserved. The wait is the same as the one
 * before a payment counts as never sent.
 */
async function whatIsAwaited({ processes, config }: CheckUnknownDeps): Promise<string | null> {
  return (await isSilent(processes, GONE, config.heartbeatGraceSec))
    ? null
    : 'a process that has not noticed that the database went back may still send it: ask again' +
        ` ${config.heartbeatGraceSec} s after that was found`;
}

const notAsked = (why: string): UnknownFinding => ({ kind: 'not_asked', why });

function whatLacks(
  [first]: readonly WalletTransaction[],
  isLeased: boolean,
  recent: WalletTransaction | undefined,
): string | null {
  if (first !== undefined) return `the wallet of the node has transaction ${first.txid} for it`;
  if (isLeased) {
    return (
      'coins of the wallet are leased to it, so it was about to be sent: ask again when that' +
      ' has ended, which takes a day at most'
    );
  }
  return recent === undefined
    ? null
    : `another program has spent coins of the wallet by ${recent.txid}, which may have replaced` +
        ` it: ask again when that is ${FINAL_DEPTH} blocks deep`;
}

async function listSince(
  chainWallet: Pick<ChainWallet, 'transactions'>,
  fromHeight: number,
  tipHeight: number,
): Promise<readonly WalletTransaction[]> {
  const listed: WalletTransaction[] = [];
  for (const range of rangesFrom(fromHeight, tipHeight)) {
    listed.push(...(await chainWallet.transactions(range)));
  }
  return listed;
}

/**
 * Finds the transactions that may be the one of this withdrawal. One that belongs to another
 * withdrawal counts too if it has another output that pays the same: it may pay several people.
 */
async function findCandidates(
  { withdrawals, node }: CheckUnknownDeps,
  { identifier, address, amountSat }: Withdrawal,
  listed: readonly WalletTransaction[],
): Promise<readonly WalletTransaction[]> {
  const script = scriptOfAddress(address, node.network);
  const countPaying = ({ raw }: WalletTransaction): number =>
    decodeTransactionHex(raw)?.outputs.filter(
      (output) => output.script === script && output.valueSat === amountSat,
    ).length ?? 0;
  const candidates = listed.filter((one) => {
    const owner = identifierOfLabel(one.label);
    return owner === null ? countPaying(one) > 0 : owner === identifier;
  });
  const known = await withdrawals.listTransactions(candidates.map(({ txid }) => txid));
  return candidates.filter((one) => {
    const own = known.get(one.txid);
    if (own === undefined) return true;
    const isSame = own.address === address && own.amountSat === amountSat;
    return countPaying(one) > (isSame ? 1 : 0);
  });
}

/**
 * Finds transactions by which other programs have spent coins of the wallet. One of them may have
 * spent the coin of a withdrawal that was sent: as soon as a block has it, the wallet forgets that
 * withdrawal, although a reorganisation may still bring it back.
 */
async function findSpendsOfOthers(
  { withdrawals }: CheckUnknownDeps,
  listed: readonly WalletTransaction[],
): Promise<readonly WalletTransaction[]> {
  const others = listed.filter(
    ({ label, feeSat }) =>
      feeSat > 0n && identifierOfLabel(label) === null && identifierOfBumpLabel(label) === null,
  );
  const known = await withdrawals.listTransactions(others.map(({ txid }) => txid));
  return others.filter(({ txid }) => !known.has(txid));
}
