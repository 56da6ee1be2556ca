/**
 * The parts of statements: pages that show the months of a wallet, and the job that closes months.
 */

import { HOUR_SEC } from '../base/durations.ts';
import type { Jobs } from '../base/jobs.ts';
import type { Page } from '../web/pages/page.ts';
import { type CloseStatementsDeps, closeStatements } from './close-statements.ts';
import { exportActivityPages } from './pages/export-activity.ts';
import { statementPages } from './pages/statement.ts';
import type { StatementPageDeps } from './pages/statement-page-deps.ts';
import { statementListPages } from './pages/statements.ts';

export const STATEMENT_PAGES: readonly Page<StatementPageDeps>[] = [
  ...statementListPages,
  ...statementPages,
  ...exportActivityPages,
];

export const statementJobs = (deps: CloseStatementsDeps): Jobs => ({
  'close-statements': { work: (_, signal) => closeStatements(deps, signal), everySec: HOUR_SEC },
});
