import {
  lowerOf,
  NO_OUTFLOW_LIMITS,
  type OutflowLimits,
} from '../../../src/outflow/outflow-limits.ts';

/** The gate for what leaves, as its SQL functions should behave; in msat and milliseconds. */

const SLICE_MS = 300_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface Counted {
  slice: number;
  sent: bigint;
  isSent: boolean;
  received: bigint;
}

export class OutflowModel {
  readonly limits = { settings: NO_OUTFLOW_LIMITS, chosen: NO_OUTFLOW_LIMITS };
  mode: 'enforce' | 'observe' = 'enforce';
  nowMs: number;
  isLatched = false;
  extra = { left: 0n, untilMs: 0 };
  /** All payments over the node and receipts, each in the slice that counts it. */
  private readonly counted = new Map<string, Counted>();
  private newest = Number.NEGATIVE_INFINITY;

  constructor(nowMs: number) {
    this.nowMs = nowMs;
  }

  private inForce(): OutflowLimits {
    return lowerOf(this.limits.settings, this.limits.chosen);
  }

  /** What came in before it was counted is left out: the receipts of these tests are older. */
  limit(of: 'settings' | 'chosen', limits: OutflowLimits): void {
    const wasNet = this.inForce().netDaySat !== null;
    this.limits[of] = limits;
    if (wasNet || this.inForce().netDaySat === null) return;
    for (const one of this.counted.values()) one.received = 0n;
  }

  private slice(): number {
    return Math.max(this.newest, this.nowMs - (this.nowMs % SLICE_MS));
  }

  figures() {
    const from = (ms: number) =>
      [...this.counted.values()].filter(({ slice }) => slice >= this.slice() - ms);
    const sent = (list: readonly Counted[]) => list.reduce((sum, one) => sum + one.sent, 0n);
    return {
      hour: sent(from(HOUR_MS)),
      day: sent(from(DAY_MS)),
      received: from(DAY_MS).reduce((sum, one) => sum + one.received, 0n),
      count: from(HOUR_MS).filter(({ isSent }) => isSent).length,
      isLatched: this.isLatched,
      extra: this.extra.untilMs > this.nowMs ? this.extra.left : 0n,
    };
  }

  /** Whether a payment is let through that holds this much. */
  reserve(id: string, amount: bigint, held: bigint): boolean {
    if (this.isLatched) return false;
    const { hour, day, received, count, extra } = this.figures();
    const limits = this.inForce();
    const isAbove = (limit: bigint | null, used: bigint) => limit !== null && used > limit * 1000n;
    const passes =
      isAbove(limits.singleSat, amount) ||
      isAbove(limits.hourSat, hour + held) ||
      isAbove(limits.daySat, day + held) ||
      isAbove(limits.netDaySat, day - received + held) ||
      (limits.countHour !== null && count >= limits.countHour);
    if (passes && this.mode === 'enforce') {
      this.isLatched = held > extra;
      if (!this.isLatched) this.extra.left -= held;
      // Also what an operator has allowed opens the slice of its time.
      if (!this.isLatched) this.newest = this.slice();
      return !this.isLatched;
    }
    this.newest = this.slice();
    this.counted.set(id, { slice: this.newest, sent: held, isSent: true, received: 0n });
    return true;
  }

  resolve(id: string, spent: bigint): void {
    const one = this.counted.get(id);
    if (one === undefined) return;
    this.counted.set(id, { ...one, sent: spent, isSent: spent > 0n });
  }

  receive(amount: bigint): void {
    const isCounted = this.inForce().netDaySat !== null;
    const slice = this.nowMs - (this.nowMs % SLICE_MS);
    const id = `receipt ${this.counted.size}`;
    if (isCounted) this.counted.set(id, { slice, sent: 0n, isSent: false, received: amount });
  }

  release(beyond: bigint): void {
    if (this.isLatched || beyond > 0n) {
      this.extra = { left: beyond, untilMs: this.nowMs + HOUR_MS };
    }
    this.isLatched = false;
  }
}
