import { type RaiseAlarmDeps, raiseAlarm } from '../alarms/raise-alarm.ts';
import type { Clock } from '../base/clock.ts';
import { cleanText } from '../base/text.ts';
import type { NodeIdentity } from '../lightning/node-identity.ts';
import type { LightningNode } from '../lightning/node-port.ts';

export interface CheckNodeDeps extends RaiseAlarmDeps {
  readonly lightning: Pick<LightningNode, 'info'>;
  readonly node: NodeIdentity;
  readonly clock: Clock;
}

/** A period in which the node does not answer. */
export interface NodeAbsence {
  readonly sinceMs: number;
  /** When this process last asked the node, on the monotonic clock. */
  readonly lookedAtMs: number;
  readonly isTold: boolean;
}

/** The time for which the node may be away without an alarm: a restart of LND takes less. */
const GRACE_MS = 60_000;
const MAX_DETAIL_LENGTH = 300;

/**
 * Raises an alarm when the node has been away for a minute, once each time. Returns the absence;
 * null while the node answers.
 */
export async function checkNode(
  deps: CheckNodeDeps,
  absence: NodeAbsence | null,
): Promise<NodeAbsence | null> {
  const { clock, lightning, node } = deps;
  const askedAtMs = clock.monotonicMs();
  try {
    await lightning.info();
    return null;
  } catch (error) {
    const lookedAtMs = clock.monotonicMs();
    // If this process slept, it does not know whether the node answered meanwhile, so the absence
    // counts from this question on.
    const hasSlept = absence !== null && askedAtMs - absence.lookedAtMs > GRACE_MS;
    const sinceMs = absence === null || hasSlept ? askedAtMs : absence.sinceMs;
    const isTold = absence?.isTold ?? false;
    const awayMs = lookedAtMs - sinceMs;
    if (isTold || awayMs < GRACE_MS) return { sinceMs, lookedAtMs, isTold };
    const said = cleanText(
      error instanceof Error ? error.message : String(error),
      MAX_DETAIL_LENGTH,
    );
    const detail = `the node does not answer for ${Math.floor(awayMs / 1000)} s: ${said}`;
    const alarm = { kind: 'node_away', subject: node.pubkey, detail } as const;
    // If the database is away as well, the alarm cannot be stored, and the next check raises it.
    return { sinceMs, lookedAtMs, isTold: await raiseAlarm(deps, alarm) };
  }
}
