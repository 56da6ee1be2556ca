import { tooManyProblem } from '../../accounts/pages/answer-refusal.ts';
import type { StatementFormat } from '../../statements/write-statement.ts';
import { type Page, refusePage, sendFile, type UserPage } from '../../web/pages/page.ts';
import { TOO_OFTEN_PROBLEM } from '../../web/pages/page-problem.ts';
import { readerCurrency } from '../../web/pages/reader-rate.ts';
import { openArchive } from '../open-archive.ts';
import { ARCHIVE_CSV_PATH, ARCHIVE_JSON_PATH } from './leave-paths.ts';
import type { LeavingPageDeps } from './leaving-page-deps.ts';

const TYPES: Readonly<Record<StatementFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
};

const fileOf = (
  path: string,
  format: StatementFormat,
  name: string,
): UserPage<LeavingPageDeps> => ({
  method: 'GET',
  path,
  access: 'signed_in',
  handle: async (deps, { user }) => {
    const file = await openArchive(deps, user, readerCurrency(deps, user), format);
    if (file.ok) return sendFile({ name, type: TYPES[format], parts: file.value });
    const { refusal } = file;
    return refusePage(
      refusal.kind === 'too_many_files'
        ? TOO_OFTEN_PROBLEM
        : tooManyProblem(Math.ceil(refusal.waitMs / 1000)),
    );
  },
});

export const archivePages: readonly Page<LeavingPageDeps>[] = [
  fileOf(ARCHIVE_JSON_PATH, 'json', 'satchel-archive.json'),
  fileOf(ARCHIVE_CSV_PATH, 'csv', 'satchel-payments.csv'),
];
