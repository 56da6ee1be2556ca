import type { Page } from '../web/pages/page.ts';
import { statementPages } from './pages/statement.ts';
import type { StatementPageDeps } from './pages/statement-page-deps.ts';
import { statementListPages } from './pages/statements.ts';

export const STATEMENT_PAGES: readonly Page<StatementPageDeps>[] = [
  ...statementListPages,
  ...statementPages,
];
