import type { ChainSums } from './chain-book.ts';
import { CRASH_POINTS } from './crash-points.ts';
import type { RoundPlan } from './plan.ts';
import type { RoundReport } from './round.ts';
import type { World } from './world.ts';

/** Counts what a whole run has done, for its summary. */
export interface Tally {
  addRound(plan: RoundPlan, report: RoundReport): void;
  /** At the end of an installation. */
  addWorld(world: World): void;
  summary(): string;
}

export function createTally(): Tally {
  const counts = new Map<string, number>();
  const count = (what: string, by = 1): void => {
    counts.set(what, (counts.get(what) ?? 0) + by);
  };
  const of = (what: string): number => counts.get(what) ?? 0;
  const addChain = (sums: ChainSums | null): void => {
    count('deposits', sums?.deposits ?? 0);
    count('depositedSat', Number(sums?.depositedSat ?? 0n));
    count('withdrawals', sums?.withdrawals ?? 0);
    count('withdrawnSat', Number(sums?.withdrawnSat ?? 0n));
    count('feesSat', Number(sums?.feesSat ?? 0n));
    count('inside', sums?.internal ?? 0);
    count('failed on chain', sums?.failed ?? 0);
  };
  const reached = new Set<number>();
  const missed = new Set<number>();
  const begunMs = performance.now();
  let longestMs = 0;
  let longestChainMs = 0;

  return {
    addRound: ({ strike: { point, kind, way } }, report) => {
      count('rounds');
      count('violations', report.violations.length);
      for (const victim of report.kills) count(`killed ${victim}`);
      if (kind === 'stop') count('stops');
      if (way !== null) count(way);
      longestMs = Math.max(longestMs, report.recoveryMs);
      longestChainMs = Math.max(longestChainMs, report.chainMs);
      if (point !== null) (report.hasReachedPoint ? reached : missed).add(point.number);
    },
    addWorld: ({ book }) => {
      count('installations');
      for (const { path, items } of book.orders) {
        count(path);
        for (const { verdict, payee } of items) {
          count(`${payee === null ? 'external' : 'internal'} ${verdict}`);
        }
      }
      count('from outside', book.paidFromExternalNode.size);
      count('asked', book.asked.size);
      count('pruned', book.prunedCount);
      for (const [state, times] of book.decided) count(state, times);
      addChain(book.chain.sums);
    },
    summary: () => {
      const never = [...missed].filter((number) => !reached.has(number)).sort((a, b) => a - b);
      return [
        '',
        `rounds          ${of('rounds')} in ${of('installations')} installations`,
        `kill -9         ${of('killed all')} service, ${of('killed database')} database, ` +
          `${of('killed api')} api, ${of('killed worker')} worker, ${of('killed node')} node`,
        `SIGTERM         ${of('stops')}`,
        `gone back       ${of('a base backup')} to a base backup, ${of('a standby')} to a standby, ` +
          `${of('a restored backup')} to a restored backup`,
        `crash points    ${reached.size} of ${CRASH_POINTS.length} reached` +
          (never.length === 0 ? '' : `; not reached: ${never.join(', ')}`),
        `calls that pay  ${of('/payments/bolt11')} bolt11, ${of('/payments/keysend')} keysend, ` +
          `${of('/payments/keysend/multi')} multi`,
        `calls of apps   ${of('/relay')} events, ${of('/lndhub/ext/payinvoice')} over LndHub`,
        `internal        ${of('internal paid')} paid, ${of('internal not_paid')} refused or failed`,
        `external        ${of('external paid')} paid, ${of('external not_paid')} refused or failed, ` +
          `${of('external unknown')} whose callers never heard`,
        `approvals       ${of('approved')} approved, ${of('refused')} refused, ` +
          `${of('expired')} expired, ${of('withdrawn')} paid otherwise, ${of('failed')} not made`,
        `from outside    ${of('from outside')} invoices paid`,
        `addresses       ${of('asked')} invoices asked for, ${of('pruned')} pruned`,
        `chain           ${of('deposits')} deposits of ${of('depositedSat')} sat; ` +
          `${of('withdrawals')} sent of ${of('withdrawnSat')} sat and ${of('feesSat')} sat of fees, ` +
          `${of('inside')} inside, ${of('failed on chain')} failed; ` +
          `ends in ${(longestChainMs / 1000).toFixed(1)} s at most`,
        `recovery        ${(longestMs / 1000).toFixed(1)} s at most, start included`,
        `time            ${Math.round((performance.now() - begunMs) / 1000)} s`,
        `violations      ${of('violations')}`,
        '',
      ].join('\n');
    },
  };
}
