import {
  lowerOf,
  NO_OUTFLOW_LIMITS,
  type OutflowLimits,
  type OutflowMode,
} from '../../../src/outflow/outflow-limits.ts';

/** The gate for what leaves, as its SQL functions should behave; in msat and milliseconds. */

const SLICE_MS = 300_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How much older than what counts an id may be. */
const ID_AGE_MS = 25 * HOUR_MS;

interface Counted {
  readonly slice: number;
  readonly sent: bigint;
  readonly isSent: boolean;
  readonly received: bigint;
}

/** What has left, or has come in, at a time. */
export interface Moved {
  readonly id: string;
  readonly atMs: number;
  readonly msats: bigint;
}

/** What the rows of a database say of the time before anything was limited. */
export interface MovedBefore {
  readonly sent: readonly Moved[];
  readonly received: readonly Moved[];
  /** The database went back within a day. */
  readonly hasGoneBack: boolean;
}

const NOTHING_BEFORE: MovedBefore = { sent: [], received: [], hasGoneBack: false };

export const sliceOf = (atMs: number): number => atMs - (atMs % SLICE_MS);

export class OutflowModel {
  limits = { settings: NO_OUTFLOW_LIMITS, chosen: NO_OUTFLOW_LIMITS };
  mode: OutflowMode | null = null;
  isLatched = false;
  extra = { left: 0n, untilMs: 0 };
  /** All that has left and come in, each in the slice that counts it. */
  private counted = new Map<string, Counted>();
  /** The slices of all that was counted when it left. */
  private readonly slices = new Map<string, number>();
  private newest = Number.NEGATIVE_INFINITY;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  copy(): OutflowModel {
    const copy = new OutflowModel(this.#now);
    Object.assign(copy, this, { counted: new Map(this.counted), slices: new Map(this.slices) });
    return copy;
  }

  /** Null where nothing is limited. */
  private inForce(): OutflowLimits | null {
    const limits = lowerOf(this.limits.settings, this.limits.chosen);
    return this.mode === 'off' || isEmpty(limits) ? null : limits;
  }

  /** Sets the limits of one source, and the mode with those of the settings. */
  limit(
    of: 'settings' | 'chosen',
    limits: OutflowLimits,
    mode: OutflowMode | null,
    before = NOTHING_BEFORE,
  ): void {
    const former = this.inForce();
    this.limits = { ...this.limits, [of]: limits };
    if (of === 'settings') this.mode = mode;
    if (of === 'settings' && mode === 'off') this.isLatched = false;
    const present = this.inForce();
    if (present === null || former === null) this.counted = new Map();
    if (present === null) return;
    const since = this.#now() - DAY_MS;
    const place = (atMs: number): number => Math.min(sliceOf(atMs), sliceOf(this.#now()));
    if (former === null) {
      for (const { id, atMs, msats: sent } of before.sent) {
        const slice = this.slices.get(id);
        if ((slice ?? atMs) < sliceOf(since) || atMs < since - ID_AGE_MS) continue;
        // What was not counted when it left gives nothing back.
        const key = slice === undefined ? `before ${id}` : id;
        this.counted.set(key, { ...NOTHING, slice: place(slice ?? atMs), sent, isSent: true });
      }
      if (before.hasGoneBack) this.isLatched = true;
    }
    if (present.netDaySat === null || (former?.netDaySat ?? null) !== null) return;
    for (const [id, one] of this.counted) this.counted.set(id, { ...one, received: 0n });
    for (const { id, atMs, msats } of before.received.filter((one) => one.atMs >= since)) {
      this.counted.set(`receipt ${id}`, { ...NOTHING, slice: place(atMs), received: msats });
    }
  }

  private slice(): number {
    return Math.max(this.newest, sliceOf(this.#now()));
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
      extra: this.extra.untilMs > this.#now() ? this.extra.left : 0n,
    };
  }

  /**
   * Whether a payment is let through that holds this much. For the limit of a single payment, the
   * amount of a batch is that of all its items.
   */
  reserve(id: string, amount: bigint, held: bigint): boolean {
    const limits = this.inForce();
    if (limits === null) return true;
    if (this.isLatched) return false;
    const { hour, day, received, count, extra } = this.figures();
    const isAbove = (limit: bigint | null, used: bigint) => limit !== null && used > limit * 1000n;
    const passes =
      isAbove(limits.singleSat, amount) ||
      isAbove(limits.hourSat, hour + held) ||
      isAbove(limits.daySat, day + held) ||
      isAbove(limits.netDaySat, day - received + held) ||
      (limits.countHour !== null && count >= limits.countHour);
    if (passes && this.mode !== 'observe') {
      this.isLatched = held > extra;
      if (!this.isLatched) this.extra = { ...this.extra, left: this.extra.left - held };
      // Also what an operator has allowed opens the slice of its time.
      if (!this.isLatched) this.newest = this.slice();
      return !this.isLatched;
    }
    this.count(id, held);
    return true;
  }

  /** Counts what has left, whatever the limits say. */
  count(id: string, sent: bigint): void {
    if (this.inForce() === null) return;
    this.newest = this.slice();
    this.slices.set(id, this.newest);
    this.counted.set(id, { ...NOTHING, slice: this.newest, sent, isSent: true });
  }

  /** Counts what a payment has cost in the end in place of what was held; nothing if it failed. */
  resolve(id: string, spent: bigint): void {
    const one = this.counted.get(id);
    if (one === undefined) return;
    this.counted.set(id, { ...one, sent: spent, isSent: spent > 0n });
  }

  receive(received: bigint): void {
    if ((this.inForce()?.netDaySat ?? null) === null) return;
    const id = `received ${this.counted.size}`;
    this.counted.set(id, { ...NOTHING, slice: sliceOf(this.#now()), received });
  }

  /** Answers whether a limit had stopped what leaves. */
  release(beyond: bigint): boolean {
    const wasLatched = this.isLatched;
    if (wasLatched || beyond > 0n) {
      this.extra = { left: beyond, untilMs: this.#now() + HOUR_MS };
    }
    this.isLatched = false;
    return wasLatched;
  }

  /** As src/node/rewind/sql/database-rewind.ts does. */
  goBack(): void {
    const { settings, chosen } = this.limits;
    const isSet = this.mode !== 'off' && (this.mode !== null || !isEmpty(settings));
    if (isSet || !isEmpty(chosen)) this.isLatched = true;
  }
}

const NOTHING = { sent: 0n, isSent: false, received: 0n };

const isEmpty = (limits: OutflowLimits): boolean =>
  Object.values(limits).every((limit) => limit === null);
