import type { OperatorActionStore } from '../alarms/operator-action-store.ts';
import type { ActionEnd } from '../alarms/operator-log/operator-action.ts';
import { type RaiseAlarmDeps, raiseAlarm } from '../alarms/raise-alarm.ts';
import { type RunAsLeaderDeps, runAsLeader } from '../background/run-as-leader.ts';
import { runPeriodically } from '../background/run-periodically.ts';
import { HOUR_MS } from '../base/durations.ts';
import type { BooksFinding, BooksPart, BooksStore } from '../ledger/books/books-store.ts';
import type { BooksCheck, PaymentStopStore } from './payment-stop-store.ts';

export interface CheckBooksDeps extends RunAsLeaderDeps, RaiseAlarmDeps {
  readonly books: BooksStore;
  readonly stops: Pick<
    PaymentStopStore,
    'noteBooks' | 'noteFindings' | 'noteNewLines' | 'isCheckedHere' | 'listStops'
  >;
  readonly actions: Pick<OperatorActionStore, 'listOpen' | 'end'>;
}

/**
 * The most requests by operators that one check of the books answers. Only requests that were there
 * when the check began are answered.
 */
const MAX_ORDERS = 100;
const EVERY_MS = HOUR_MS;
/** The interval at which the process that checks the books looks for requests by operators. */
const LOOK_EVERY_MS = 5000;
/**
 * The interval of checks while the books do not balance: payments are stopped, so a repair must not
 * wait an hour.
 */
const WHILE_WRONG_EVERY_MS = 300_000;
const LATE_AFTER_MS = 300_000;
/**
 * The time for which slices are checked between two looks: a quarter of a processor at most, and
 * more than six hours of a day.
 */
const SLICES_MS = 1700;

/**
 * The time of the next regular check of the books. A request by an operator or a new process may
 * bring it forward.
 */
export const nextBooksCheck = ({ checkedAt, findingsCount }: BooksCheck): Date =>
  new Date(checkedAt.getTime() + (findingsCount > 0 ? WHILE_WRONG_EVERY_MS : EVERY_MS));

/**
 * Whether a check of the books is overdue. Some delay is normal: a check takes time, and a new
 * process first waits until the lease of the last one ends.
 */
export const isBooksCheckLate = (check: BooksCheck, now: Date): boolean =>
  now.getTime() - nextBooksCheck(check).getTime() > LATE_AFTER_MS;

/**
 * Checks what is new in the books, once an hour, and in between goes through all of them in slices.
 * The books are checked as a whole when an operator asks for it, in a database that was not checked
 * before, and as long as something is wrong. Of all processes, the one that holds the lease does
 * this.
 */
export async function checkBooks(deps: CheckBooksDeps, signal: AbortSignal): Promise<void> {
  await runAsLeader(deps, 'check-books', signal, async (leadership) => {
    let checkedAtMs: number | null = null;
    const options = { name: 'checking the books', everyMs: LOOK_EVERY_MS };
    await runPeriodically(deps, options, leadership.signal, async () => {
      const nowMs = deps.clock.monotonicMs();
      const orders = await deps.actions.listOpen('books_check', MAX_ORDERS);
      const isWrong = await areBooksWrong(deps);
      const everyMs = isWrong ? WHILE_WRONG_EVERY_MS : EVERY_MS;
      const isDue = checkedAtMs === null || nowMs - checkedAtMs >= everyMs;
      const isUnknown = !(await deps.stops.isCheckedHere());
      if (orders.length > 0 || (isDue && (isWrong || isUnknown))) {
        checkedAtMs = nowMs;
        await checkFor(deps, orders, leadership.signal);
      } else if (isDue) {
        checkedAtMs = nowMs;
        await checkNewLines(deps, leadership.signal);
      } else if (!isWrong && !isUnknown) {
        await checkSlices(deps, leadership.signal);
      }
    });
  });
}

const areBooksWrong = async ({ stops }: CheckBooksDeps): Promise<boolean> =>
  (await stops.listStops()).some(({ reason }) => reason === 'books');

const isAskedFor = async ({ actions }: CheckBooksDeps): Promise<boolean> =>
  (await actions.listOpen('books_check', 1)).length > 0;

/** Checks what is new, in a snapshot for each part. A request by an operator does not wait. */
async function checkNewLines(deps: CheckBooksDeps, signal: AbortSignal): Promise<void> {
  let linesCount = 0;
  let nextUser: string | null = null;
  do {
    const part: BooksPart = await deps.books.checkNewLines(nextUser);
    if (part.findings.length > 0) return await lookAtAll(deps, part.findings);
    linesCount += part.linesCount;
    nextUser = part.nextUser;
    if (nextUser !== null && (signal.aborted || (await isAskedFor(deps)))) return;
  } while (nextUser !== null);
  deps.log.info({ linesCount }, 'what is new in the books was checked');
  await deps.stops.noteNewLines();
}

/** Checks slices of all the books for a moment, a snapshot each. */
async function checkSlices(deps: CheckBooksDeps, signal: AbortSignal): Promise<void> {
  const untilMs = deps.clock.monotonicMs() + SLICES_MS;
  while (!signal.aborted && deps.clock.monotonicMs() < untilMs) {
    const findings = await deps.books.checkSlice();
    if (findings === null) return;
    if (findings.length > 0) return await lookAtAll(deps, findings);
  }
}

/**
 * Stops payments, as a part of the books is wrong, and then checks the whole, which may take long
 * and finds all that is wrong.
 */
async function lookAtAll(deps: CheckBooksDeps, findings: readonly BooksFinding[]): Promise<void> {
  await deps.stops.noteFindings(findings);
  await raiseAlarms(deps, findings);
  await checkOnce(deps);
}

/**
 * Checks the books, and answers the requests of operators. If the check fails, the requests are
 * answered as failed. If the process ends, they stay open for the next process.
 */
async function checkFor(
  deps: CheckBooksDeps,
  orders: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const endAll = async (end: ActionEnd): Promise<void> => {
    for (const id of orders) await deps.actions.end(id, end);
  };
  const findings = await checkOnce(deps).catch(async (error: unknown) => {
    if (!signal.aborted) await endAll({ result: 'failed', outcome: {} });
    throw error;
  });
  await endAll({ result: 'done', outcome: { findings: String(findings) } });
}

/**
 * Checks all the books once. A check that does not complete proves nothing, and stops no payments.
 */
async function checkOnce(deps: CheckBooksDeps): Promise<number> {
  const report = await deps.books.checkBooks();
  const { findings, transfersCount } = report;
  deps.log.info({ transfersCount, findings: findings.length }, 'the books were checked');
  await deps.stops.noteBooks(report);
  await raiseAlarms(deps, findings);
  return findings.length;
}

async function raiseAlarms(deps: CheckBooksDeps, findings: readonly BooksFinding[]): Promise<void> {
  for (const { rule, subject, detail } of findings) {
    await raiseAlarm(deps, {
      kind: 'books_do_not_balance',
      subject: `${rule}: ${subject}`,
      detail,
    });
  }
}
