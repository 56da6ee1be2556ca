import type { Clock } from '../base/clock.ts';
import type { LightningNode } from '../lightning/node-port.ts';
import { type RaiseAlarmDeps, raiseAlarm } from '../usecases/raise-alarm.ts';
import type { NodeIdentity } from '../wallet/node-identity.ts';
import type { OutsideGate } from '../wallet/outside-gate.ts';
import type { SolvencyStore } from '../wallet/solvency-store.ts';
import { type RepeatDeps, repeat } from './repeat.ts';

export interface CheckSolvencyDeps extends RepeatDeps, RaiseAlarmDeps {
  readonly solvency: SolvencyStore;
  readonly lightning: Pick<LightningNode, 'balances'>;
  readonly node: NodeIdentity;
  readonly gate: SolvencyGate;
}

/** Stops what leaves over the node while the node cannot cover what we owe. */
export interface SolvencyGate extends OutsideGate {
  report(isCovered: boolean): 'covered' | 'suspect' | 'stopped';
}

const EVERY_MS = 60_000;

/**
 * One reading below may fall into the middle of a payment: two, a minute apart, count. One reading
 * above opens the way again.
 */
export function createSolvencyGate(clock: Clock): SolvencyGate {
  let belowSinceMs: number | null = null;
  let isStopped = false;
  return {
    report: (isCovered) => {
      if (isCovered) {
        belowSinceMs = null;
        isStopped = false;
        return 'covered';
      }
      belowSinceMs ??= clock.monotonicMs();
      isStopped ||= clock.monotonicMs() - belowSinceMs >= EVERY_MS;
      return isStopped ? 'stopped' : 'suspect';
    },
    stopReason: () => (isStopped ? 'the node does not cover all wallets' : null),
  };
}

/** Every process that sends watches for itself. */
export async function checkSolvency(deps: CheckSolvencyDeps, signal: AbortSignal): Promise<void> {
  await repeat(deps, { name: 'the check of solvency', everyMs: EVERY_MS }, signal, async () => {
    const { localMsat, unsettledLocalMsat } = await deps.lightning.balances();
    const { walletsMsat, heldNotInFlightMsat, unclaimedMsat } =
      await deps.solvency.readObligations();
    const ownedMsat = localMsat + unsettledLocalMsat;
    const owedMsat = walletsMsat + heldNotInFlightMsat + unclaimedMsat;
    if (deps.gate.report(ownedMsat >= owedMsat) !== 'stopped') return;
    await raiseAlarm(deps, {
      kind: 'node_balance_too_low',
      subject: deps.node.pubkey,
      detail: `the node holds ${ownedMsat} msat, ${owedMsat} msat are owed: nothing leaves`,
    });
  });
}
