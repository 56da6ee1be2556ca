/**
 * Compares what the node holds with what all users are owed, and stops payments while it holds too
 * little.
 */

import { type RaiseAlarmDeps, raiseAlarm } from '../alarms/raise-alarm.ts';
import type { Clock } from '../base/clock.ts';
import type { NodeIdentity } from '../lightning/node-identity.ts';
import type { LightningNode } from '../lightning/node-port.ts';
import { type NodeWallet, ownedMsat } from '../lightning/node-wallet.ts';
import type { PaymentStop } from './payment-stop.ts';
import { owedMsat, type SolvencyStore } from './solvency-store.ts';

export interface CheckSolvencyDeps extends RaiseAlarmDeps {
  readonly solvency: SolvencyStore;
  readonly lightning: Pick<LightningNode, 'info'> & Pick<NodeWallet, 'balances'>;
  readonly node: NodeIdentity;
  readonly solvencyStop: SolvencyStop;
}

/** Stops payments over the node while it cannot cover what users are owed. */
export interface SolvencyStop extends PaymentStop {
  report(isCovered: boolean): 'covered' | 'suspect' | 'stopped';
  /**
   * Reports that another node answers at the address of ours. Its money is not ours to send, so
   * payments stop.
   */
  reportStranger(): void;
  /** Whether payments are stopped because the node held too little. */
  isCoverLost(): boolean;
}

/**
 * The time for which the node must hold too little before payments stop. A single reading may be
 * wrong, because a payment moves money between the two sums that are compared.
 */
const LONG_BELOW_MS = 60_000;

/**
 * Creates the stop of payments for lack of money on the node. Payments stop after too little for
 * too long, and may leave again after a single sufficient reading.
 */
export function createSolvencyStop(clock: Clock): SolvencyStop {
  let belowSinceMs: number | null = null;
  let reason: string | null = null;
  return {
    report: (isCovered) => {
      if (isCovered) {
        belowSinceMs = null;
        reason = null;
        return 'covered';
      }
      belowSinceMs ??= clock.monotonicMs();
      const isLong = clock.monotonicMs() - belowSinceMs >= LONG_BELOW_MS;
      if (isLong) reason ??= 'the node does not cover all wallets';
      return reason === null ? 'suspect' : 'stopped';
    },
    reportStranger: () => {
      reason = 'another node answers at the address of ours';
    },
    isCoverLost: () => reason !== null && belowSinceMs !== null,
    stopReason: () => reason,
  };
}

/**
 * Compares what the node holds with what users are owed, and stops payments after too little for
 * too long.
 */
export async function checkSolvency(deps: CheckSolvencyDeps): Promise<void> {
  if (!(await isOurNode(deps))) return deps.solvencyStop.reportStranger();
  const owned = ownedMsat(await deps.lightning.balances());
  const owed = owedMsat(await deps.solvency.readObligations());
  if (deps.solvencyStop.report(owned >= owed) !== 'stopped') return;
  await raiseAlarm(deps, {
    kind: 'node_balance_too_low',
    subject: deps.node.pubkey,
    detail: `the node holds ${owned} msat, ${owed} msat are owed: nothing leaves`,
  });
}

async function isOurNode(deps: CheckSolvencyDeps): Promise<boolean> {
  const { pubkey } = await deps.lightning.info();
  if (pubkey === deps.node.pubkey) return true;
  const detail = `the node at our address is not ${deps.node.pubkey}: nothing leaves`;
  await raiseAlarm(deps, { kind: 'node_changed', subject: pubkey, detail });
  return false;
}
