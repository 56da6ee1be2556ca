/**
 * The loop that tells operators when node and wallet hold more than the settings want a server on
 * the internet to hold, and what of it they can move to their cold address. Nothing is moved here.
 */

import { createStateAlarm, type StateAlarmDeps } from '../alarms/state-alarm.ts';
import { type RunPeriodicallyDeps, runPeriodically } from '../background/run-periodically.ts';
import { creditSat, type Msat, msat, type Sat, sat, satToMsat } from '../base/amount.ts';
import type { ChainSpending } from '../lightning/chain-spending.ts';
import type { NodeIdentity } from '../lightning/node-identity.ts';
import type { NodeManagement } from '../lightning/node-management.ts';
import { NodeFault } from '../lightning/node-port.ts';
import type { NodeWallet } from '../lightning/node-wallet.ts';
import { type Obligations, owedMsat, type SolvencyStore } from './solvency-store.ts';

/** Settings of what may stand on the server. */
export interface Ceiling {
  /** The most that channels and wallet should hold together; null for no limit. */
  readonly hotLimitSat: Sat | null;
  /** Where operators keep what the service does not need; null if the settings name none. */
  readonly coldAddress: string | null;
}

export interface WatchCeilingDeps extends StateAlarmDeps, RunPeriodicallyDeps {
  readonly lightning: NodeWallet;
  /** The wallet of a node that this service manages; null for an LND that operators run. */
  readonly management: Pick<NodeManagement, 'walletBalance'> | null;
  /** Access to the wallet for sending; null where the service does not send on the chain. */
  readonly chainSpending: Pick<ChainSpending, 'requiredReserve'> | null;
  readonly solvency: SolvencyStore;
  readonly node: NodeIdentity;
  readonly ceiling: Ceiling;
}

const EVERY_MS = 60_000;

export async function watchCeiling(deps: WatchCeilingDeps, signal: AbortSignal): Promise<void> {
  const alarm = createStateAlarm(
    deps,
    { kind: 'hot_limit_passed', subject: deps.node.pubkey },
    'the node holds no more than SATCHEL_HOT_LIMIT',
  );
  const options = { name: 'the look at how much the node holds', everyMs: EVERY_MS };
  await runPeriodically(deps, options, signal, async () => {
    const excess = await readHotExcess(deps);
    if (excess === 'unknown') return;
    if (excess === null) return await alarm.end();
    const { heldSat, limitSat, coldAddress } = excess;
    const proposal = describeProposal(excess.movableSat, coldAddress);
    await alarm.raise(
      `the node holds ${heldSat} sat in its channels and its wallet, and SATCHEL_HOT_LIMIT is ` +
        `${limitSat} sat: ${proposal}`,
    );
  });
}

/** What node and wallet hold above the limit. */
export interface HotExcess {
  readonly heldSat: Sat;
  readonly limitSat: Sat;
  /** What of the wallet can be moved away, fees included. */
  readonly movableSat: Sat;
  /** Where it belongs; null if the settings name no address. */
  readonly coldAddress: string | null;
}

export type ReadHotExcessDeps = Pick<
  WatchCeilingDeps,
  'lightning' | 'management' | 'chainSpending' | 'solvency' | 'ceiling'
>;

/** Reads what is held above the limit: null for nothing, `unknown` while the node is away. */
export async function readHotExcess(
  deps: ReadHotExcessDeps,
): Promise<HotExcess | 'unknown' | null> {
  const { hotLimitSat: limitSat, coldAddress } = deps.ceiling;
  if (limitSat === null) return null;
  const holdings = await readHoldings(deps);
  if (holdings === null) return 'unknown';
  const heldSat = creditSat(heldMsat(holdings));
  if (heldSat <= limitSat) return null;
  return { heldSat, limitSat, movableSat: proposeSweep(holdings, limitSat), coldAddress };
}

/** What the node holds, and what of it has to stay. */
export interface Holdings {
  /** What is ours in channels, also in those that are being opened. */
  readonly channelsMsat: Msat;
  /** What is in the wallet. */
  readonly walletMsat: Msat;
  /** What of the wallet can be sent now, without what LND keeps back for its channels. */
  readonly freeMsat: Msat;
  readonly obligations: Obligations;
}

const heldMsat = ({ channelsMsat, walletMsat }: Holdings): Msat => msat(channelsMsat + walletMsat);

/** Reads what the node holds; null while it does not answer. */
async function readHoldings(deps: ReadHotExcessDeps): Promise<Holdings | null> {
  try {
    const balances = await deps.lightning.balances();
    const { walletMsat, freeMsat } = await readWallet(deps, balances.chainMsat);
    const obligations = await deps.solvency.readObligations();
    return {
      channelsMsat: msat(balances.localMsat + balances.unsettledLocalMsat),
      ...{ walletMsat, freeMsat, obligations },
    };
  } catch (error) {
    if (error instanceof NodeFault) return null;
    throw error;
  }
}

/**
 * Reads what is in the wallet. Only a node that this service manages tells of a wallet that users
 * have no part in.
 */
async function readWallet(
  { management, chainSpending }: ReadHotExcessDeps,
  chainMsat: Msat,
): Promise<Pick<Holdings, 'walletMsat' | 'freeMsat'>> {
  if (management !== null) {
    const { confirmedSat, unconfirmedSat, lockedSat, reservedSat } =
      await management.walletBalance();
    return {
      walletMsat: satToMsat(sat(confirmedSat + unconfirmedSat + lockedSat)),
      freeMsat: notNegative(satToMsat(confirmedSat) - satToMsat(reservedSat)),
    };
  }
  const reservedSat = chainSpending === null ? null : await chainSpending.requiredReserve();
  return {
    walletMsat: chainMsat,
    freeMsat: reservedSat === null ? msat(0n) : notNegative(chainMsat - satToMsat(reservedSat)),
  };
}

/**
 * What can leave the wallet: no more than brings the node down to the limit, and no more than what
 * is free. What is held for payments and withdrawals stays in the wallet, and afterwards the node
 * still covers all wallets of users.
 */
export function proposeSweep(holdings: Holdings, hotLimitSat: Sat): Sat {
  const held = heldMsat(holdings);
  const bounds = [
    held - satToMsat(hotLimitSat),
    holdings.freeMsat - holdings.obligations.heldNotInFlightMsat,
    held - owedMsat(holdings.obligations),
  ];
  return creditSat(notNegative(bounds.reduce((least, one) => (one < least ? one : least))));
}

const notNegative = (amountMsat: bigint): Msat => msat(amountMsat > 0n ? amountMsat : 0n);

function describeProposal(amountSat: Sat, coldAddress: string | null): string {
  if (amountSat === 0n) {
    return 'nothing of it can be moved, as users are owed what is free in the wallet';
  }
  const address = coldAddress === null ? '' : ` to ${coldAddress} (SATCHEL_COLD_ADDRESS)`;
  return `up to ${amountSat} sat of the wallet, fees included, can be moved${address}`;
}
