import { type Msat, type Sat, satToNumber } from '../../base/amount.ts';
import { lowerOf, type OutflowLimits } from '../outflow-limits.ts';
import type { OutflowView } from '../outflow-store.ts';
import type { ProposedLimits } from '../propose-limits.ts';
import { hasLimits } from '../read-limits.ts';

/** The state of the limits, as JSON. Amounts are whole sats, rounded up. */
export const outflowAnswer = (view: OutflowView, proposed: ProposedLimits | null) => ({
  mode: view.mode,
  stopped: view.latch === null ? null : view.latch.detail,
  stopped_since: view.latch?.since ?? null,
  limits: limitsAnswer(lowerOf(view.settings, view.chosen)),
  of_settings: limitsAnswer(view.settings),
  sent_hour: roundedUp(view.sentHourMsat),
  sent_day: roundedUp(view.sentDayMsat),
  sent_beyond_day: roundedUp(view.extraDayMsat),
  received_day: Number(view.receivedDayMsat / 1000n),
  count_hour: view.countHour,
  beyond: view.extra === null ? null : roundedUp(view.extra.leftMsat),
  beyond_until: view.extra?.until ?? null,
  passed: view.passed === null ? null : view.passed.limit,
  passed_at: view.passed?.at ?? null,
  proposed:
    proposed === null
      ? null
      : { hour: satToNumber(proposed.hourSat), day: satToNumber(proposed.daySat) },
});

const limitsAnswer = (limits: OutflowLimits) => ({
  hour: numberOf(limits.hourSat),
  day: numberOf(limits.daySat),
  net_day: numberOf(limits.netDaySat),
  single: numberOf(limits.singleSat),
  count_hour: limits.countHour,
});

const numberOf = (limit: Sat | null): number | null => (limit === null ? null : satToNumber(limit));

const roundedUp = (amount: Msat): number => Number((amount + 999n) / 1000n);

/** The state of the limits, in words. */
export function outflowLines(view: OutflowView, proposed: ProposedLimits | null): string[] {
  const limits = lowerOf(view.settings, view.chosen);
  const netMsat = view.sentDayMsat - view.receivedDayMsat;
  const lines: readonly (string | false)[] = [
    view.latch !== null &&
      `STOPPED since ${view.latch.since.toISOString()}: ${view.latch.detail}; lift it with ` +
        '`satchel outflow allow --reason TEXT`',
    view.mode !== 'enforce' && `the settings say that limits are ${WORDS[view.mode]}`,
    line('within an hour', view.sentHourMsat, limits.hourSat),
    line('within a day', view.sentDayMsat, limits.daySat),
    limits.netDaySat !== null && line('net of what came in', netMsat, limits.netDaySat),
    limits.singleSat !== null && `the largest payment: ${limits.singleSat} sat at most`,
    limits.countHour !== null &&
      `payments within an hour: ${view.countHour} of ${limits.countHour}`,
    view.extraDayMsat > 0n && `beyond the limits within a day: ${roundUp(view.extraDayMsat)} sat`,
    view.extra !== null &&
      `beyond the limits, ${roundUp(view.extra.leftMsat)} sat may leave until ` +
        view.extra.until.toISOString(),
    view.passed !== null &&
      `the limit ${view.passed.limit} was last passed at ${view.passed.at.toISOString()}`,
    !hasLimits(limits) &&
      proposed !== null &&
      `limits that would fit: \`satchel outflow limit --hour ${proposed.hourSat} ` +
        `--day ${proposed.daySat}\``,
  ];
  return lines.filter((one) => one !== false);
}

const WORDS = { enforce: 'on', observe: 'only observed', off: 'off' } as const;

const line = (what: string, sent: bigint, limit: Sat | null): string =>
  `${what}: ${roundUp(sent)} sat${limit === null ? ', without a limit' : ` of ${limit}`}`;

const roundUp = (amount: bigint): bigint => (amount > 0n ? (amount + 999n) / 1000n : 0n);
