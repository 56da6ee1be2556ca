import { type RaiseAlarmDeps, raiseAlarm } from '../usecases/raise-alarm.ts';
import type { BooksStore } from '../wallet/books-store.ts';
import { type LeadDeps, lead } from './lead.ts';
import { repeat } from './repeat.ts';

export interface CheckBooksDeps extends LeadDeps, RaiseAlarmDeps {
  readonly books: BooksStore;
}

const EVERY_MS = 3_600_000;

/** Proves the books from zero, once an hour, in one of all processes. */
export async function checkBooks(deps: CheckBooksDeps, signal: AbortSignal): Promise<void> {
  await lead(deps, 'check-books', signal, (leadership) =>
    repeat(deps, { name: 'checking the books', everyMs: EVERY_MS }, leadership.signal, () =>
      checkOnce(deps),
    ),
  );
}

async function checkOnce(deps: CheckBooksDeps): Promise<void> {
  const { findings, transfersCount } = await deps.books.checkBooks();
  deps.log.info({ transfersCount, findings: findings.length }, 'the books were checked');
  for (const { rule, subject, detail } of findings) {
    await raiseAlarm(deps, {
      kind: 'books_do_not_balance',
      subject: `${rule}: ${subject}`,
      detail,
    });
  }
}
