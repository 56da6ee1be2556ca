import type { ActivityEntry } from '../../activity/activity-store.ts';
import { readActivityLine } from '../../activity/pages/activity-line.ts';
import { ACTIVITY_CSV_PATH } from '../../activity/pages/activity-paths.ts';
import { checkInput, readInput } from '../../activity/pages/activity-query.ts';
import { searchProblem } from '../../activity/pages/search-problem.ts';
import {
  type ActivityPage,
  type ReadActivityInput,
  readActivity,
} from '../../activity/read-activity.ts';
import { sat } from '../../base/amount.ts';
import { type Page, refusePage, sendFile, type UserPage } from '../../web/pages/page.ts';
import { TOO_OFTEN_PROBLEM } from '../../web/pages/page-problem.ts';
import { readerCurrency } from '../../web/pages/reader-rate.ts';
import { beginFile } from '../begin-file.ts';
import { STATEMENT_BATCH } from '../limits.ts';
import { nameApps } from '../name-apps.ts';
import { type CsvRow, csvHead, csvLine } from '../statement-csv.ts';
import type { StatementPageDeps } from './statement-page-deps.ts';

/**
 * Sends the rows of the page Activity as a file, newest first, under the filters in the address.
 */
const send: UserPage<StatementPageDeps> = {
  method: 'GET',
  path: ACTIVITY_CSV_PATH,
  access: 'signed_in',
  handle: async (deps, { query, texts, user }) => {
    const input = readInput(query);
    const { filter } = checkInput(texts.format, input);
    const search = {
      ...input,
      ...filter,
      userId: user.id,
      before: null,
      limit: STATEMENT_BATCH,
      now: deps.clock.now(),
    };
    const options = {
      currency: readerCurrency(deps, user),
      timeZone: texts.format.timeZone,
    };
    if (!deps.statementFiles.acquire(user.id)) return refusePage(TOO_OFTEN_PROBLEM);
    const release = (): void => deps.statementFiles.release(user.id);
    try {
      const first = await readActivity(deps, search);
      if (typeof first === 'string') {
        release();
        return refusePage(searchProblem(first));
      }
      const parts = await beginFile(writeRows(deps, search, first, options), release);
      return sendFile({
        name: 'satchel-activity.csv',
        type: 'text/csv; charset=utf-8; header=present',
        parts,
      });
    } catch (error) {
      release();
      throw error;
    }
  },
};

export const exportActivityPages: readonly Page<StatementPageDeps>[] = [send];

interface ExportOptions {
  readonly currency: string | null;
  readonly timeZone: string;
}

/** Writes the list page by page. Unpaid invoices are left out, as they are no payments. */
async function* writeRows(
  deps: StatementPageDeps,
  search: ReadActivityInput,
  first: ActivityPage,
  options: ExportOptions,
): AsyncGenerator<string, void> {
  yield csvHead(options.currency);
  for (let page = first; ; ) {
    yield await rowsOf(deps, search.userId, [...page.pending, ...page.entries], options);
    if (page.older === null) return;
    const next = await readActivity(deps, { ...search, before: page.older });
    if (typeof next === 'string') throw new Error(`a search for a file ended: ${next}`);
    page = next;
  }
}

async function rowsOf(
  { activity, rates }: StatementPageDeps,
  userId: string,
  entries: readonly ActivityEntry[],
  options: ExportOptions,
): Promise<string> {
  const lines = entries.map(readActivityLine);
  const { currency } = options;
  const times = lines.map(({ paidAt }) => paidAt);
  const [apps, found] = await Promise.all([
    nameApps(activity, userId, lines),
    currency === null ? [] : rates.findRatesAt(currency, times),
  ]);
  return entries
    .map((entry, index) => {
      const app = apps({ grantId: lines[index]?.grantId ?? null });
      return csvLine(rowOf(entry), { ...options, app, rate: found[index] ?? null });
    })
    .join('');
}

function rowOf(entry: ActivityEntry): CsvRow {
  const { direction, state, amountSat, feeSat, at, paidAt } = readActivityLine(entry);
  return {
    bookedAt: at,
    direction,
    amountSat: sat(BigInt(amountSat)),
    feeSat: sat(BigInt(feeSat)),
    body: entry.body,
    seq: null,
    settledAt: state === 'settled' ? paidAt : null,
    balanceSat: null,
    state,
  };
}
