import type { Clock } from '../base/clock.ts';
import { FAULT_KINDS, type FaultName } from '../lightning/simulator-protocol/fault-protocol.ts';

/** The faults that were requested. control/fault-protocol.ts lists the kinds. */
export interface FaultRegistry {
  set(order: FaultOrder): FaultRule;
  /** Clears all rules, or all of one kind, and returns how many there were. */
  clear(kind: FaultName | null): number;
  list(): readonly FaultRule[];
  /** Finds the rule that applies, and counts it as used once; null when no rule applies. */
  take(kind: FaultName, target: FaultTarget): FaultRule | null;
  /**
   * Registers a callback that runs when rules for faults are added or removed, but not when they
   * are used.
   */
  onChange(callback: () => void): void;
}

export interface FaultOrder {
  readonly kind: FaultName;
  readonly node: string;
  /** If given, the fault affects only payments with this hash. */
  readonly paymentHash?: string | undefined;
  readonly count?: number | null | undefined;
  readonly forMs?: number | undefined;
  readonly ms?: number | undefined;
  readonly amountMsat?: bigint | undefined;
  /** The height of the block that the fault concerns, for faults of the chain. */
  readonly height?: number | undefined;
  readonly calls?: readonly string[] | undefined;
}

export interface FaultRule {
  readonly id: number;
  readonly kind: FaultName;
  readonly node: string;
  readonly paymentHash: string | null;
  readonly ms: number;
  readonly amountMsat: bigint;
  /**
   * The height of the block that the fault concerns; null when the request for the fault named
   * none.
   */
  readonly height: number | null;
  /** The calls that the fault affects; null for all calls. */
  readonly calls: readonly string[] | null;
  readonly untilMs: number | null;
  /** How often the fault will still happen; null for no limit. */
  remaining: number | null;
}

export interface FaultTarget {
  readonly node: string;
  readonly paymentHash?: string;
  readonly call?: string;
}

/** Creates the registry of faults. Aborting the signal ends the timers of faults. */
export function createFaultRegistry(clock: Clock, signal: AbortSignal): FaultRegistry {
  let rules: FaultRule[] = [];
  let nextId = 1;
  const callbacks: (() => void)[] = [];
  const change = (next: FaultRule[]): void => {
    rules = next;
    for (const callback of callbacks) callback();
  };
  const isOver = (rule: FaultRule): boolean =>
    rule.remaining === 0 || (rule.untilMs !== null && clock.now().getTime() >= rule.untilMs);
  const dropOld = (): void => {
    if (rules.some(isOver)) change(rules.filter((rule) => !isOver(rule)));
  };

  return {
    set(order) {
      const rule = ruleOf(order, nextId, clock.now().getTime());
      nextId += 1;
      change([...rules, rule]);
      if (order.forMs !== undefined) {
        // The timer of a rule removes only that rule instead of all rules whose time is over,
        // because a timer may fire a moment too early by the wall clock.
        const end = (): void => {
          if (signal.aborted || !rules.includes(rule)) return;
          change(rules.filter((other) => other !== rule));
        };
        void clock.sleep(order.forMs, signal).then(end);
      }
      return rule;
    },
    clear(kind) {
      const kept = rules.filter((rule) => kind !== null && rule.kind !== kind);
      const count = rules.length - kept.length;
      if (count > 0) change(kept);
      return count;
    },
    list() {
      dropOld();
      return rules;
    },
    take(kind, target) {
      if (rules.length === 0) return null;
      dropOld();
      const rule = rules.find((candidate) => candidate.kind === kind && strikes(candidate, target));
      if (rule === undefined) return null;
      if (rule.remaining !== null) rule.remaining -= 1;
      dropOld();
      return rule;
    },
    onChange: (callback) => callbacks.push(callback),
  };
}

function ruleOf(order: FaultOrder, id: number, nowMs: number): FaultRule {
  const kind = FAULT_KINDS[order.kind];
  return {
    id,
    kind: order.kind,
    node: order.node,
    paymentHash: order.paymentHash ?? null,
    ms: order.ms ?? kind.ms ?? 0,
    amountMsat: order.amountMsat ?? BigInt(kind.amountMsat ?? 0),
    height: order.height ?? null,
    calls: order.calls ?? kind.calls ?? null,
    untilMs: order.forMs === undefined ? null : nowMs + order.forMs,
    remaining: order.count === undefined ? kind.count : order.count,
  };
}

function strikes(rule: FaultRule, { node, paymentHash, call }: FaultTarget): boolean {
  if (rule.node !== node) return false;
  if (rule.paymentHash !== null && rule.paymentHash !== paymentHash) return false;
  return rule.calls === null || call === undefined || rule.calls.includes(call);
}
