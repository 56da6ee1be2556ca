import { type RaiseAlarmDeps, raiseAlarm } from '../alarms/raise-alarm.ts';
import type { Clock } from '../base/clock.ts';
import { STATEMENTS_DUE_AT_ONCE } from './limits.ts';
import type { StatementStore } from './statement.ts';

export interface CloseStatementsDeps extends RaiseAlarmDeps {
  readonly statements: StatementStore;
  readonly clock: Clock;
}

/**
 * Closes all months that are over. Each step of each wallet is a transaction of its own: if the
 * process dies, the next run does the rest, and two processes that run at once share the work.
 */
export async function closeStatements(
  deps: CloseStatementsDeps,
  signal: AbortSignal,
): Promise<void> {
  let afterUserId: string | null = null;
  for (;;) {
    const due: readonly string[] = await deps.statements.listDue(
      deps.clock.now(),
      afterUserId,
      STATEMENTS_DUE_AT_ONCE,
    );
    for (const userId of due) {
      if (signal.aborted) return;
      await closeOf(deps, userId, signal);
    }
    afterUserId = due.at(-1) ?? null;
    if (due.length < STATEMENTS_DUE_AT_ONCE) return;
  }
}

/**
 * Closes the months of one wallet. If its records do not add up to its balance, an alarm is raised
 * and the next wallet follows.
 */
async function closeOf(
  deps: CloseStatementsDeps,
  userId: string,
  signal: AbortSignal,
): Promise<void> {
  let reckoning = await deps.statements.reckon(userId, deps.clock.now());
  while (reckoning === 'more' && !signal.aborted) {
    reckoning = await deps.statements.reckon(userId, deps.clock.now());
  }
  if (reckoning !== 'unequal') return;
  await raiseAlarm(deps, {
    kind: 'statement_not_closed',
    subject: userId,
    detail: 'the records of this wallet do not lead to its balance, so its month stays open',
  });
}
