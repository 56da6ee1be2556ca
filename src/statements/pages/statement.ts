import {
  notFoundPage,
  type Page,
  type PageAnswer,
  refusePage,
  sendFile,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { TOO_OFTEN_PROBLEM } from '../../web/pages/page-problem.ts';
import { STATEMENTS_PATH } from '../../web/pages/paths.ts';
import { readerCurrency } from '../../web/pages/reader-rate.ts';
import { readLineRates } from '../line-rates.ts';
import { openStatementFile } from '../open-statement-file.ts';
import { readStatement } from '../read-statements.ts';
import type { StatementFormat } from '../write-statement.ts';
import { monthName } from './month-name.ts';
import { renderStatement } from './render-statement.ts';
import type { StatementPageDeps } from './statement-page-deps.ts';
import { readStatementAddress } from './statement-paths.ts';

/** One month, as a page that can be printed or as a file. */
const show: UserPage<StatementPageDeps> = {
  method: 'GET',
  path: `${STATEMENTS_PATH}/:month`,
  access: 'signed_in',
  handle: async (deps, request) => {
    const address = readStatementAddress(request.params.text('month'));
    if (address === null) return notFoundPage();
    const { month, format } = address;
    return format === null
      ? await showMonth(deps, request, month)
      : await sendMonth(deps, request, month, format);
  },
};

export const statementPages: readonly Page<StatementPageDeps>[] = [show];

async function showMonth(
  deps: StatementPageDeps,
  { user, texts }: UserPageRequest,
  month: string,
): Promise<PageAnswer> {
  const [found, newest] = await Promise.all([
    readStatement(deps, user.id, month),
    deps.proofs.findNewest(),
  ]);
  if (found === null) return notFoundPage();
  const rateOf = await readLineRates(deps.rates, readerCurrency(deps, user), found.lines);
  const { name, email } = user;
  const owner = [deps.config.site.name, ...(name === null ? [] : [name]), email].join(' · ');
  return showPage({
    title: texts.statements.titleOf({ month: monthName(texts.format, month) }),
    section: 'statements',
    main: renderStatement(texts, {
      ...found,
      owner,
      checkpoint: newest?.checkpoint ?? null,
      rateOf,
    }),
  });
}

const TYPES: Readonly<Record<StatementFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
};

async function sendMonth(
  deps: StatementPageDeps,
  { user }: UserPageRequest,
  month: string,
  format: StatementFormat,
): Promise<PageAnswer> {
  const file = await openStatementFile(deps, {
    userId: user.id,
    currency: readerCurrency(deps, user),
    month,
    format,
  });
  if (file.ok) {
    const name = `satchel-${month}.${format}`;
    return sendFile({ name, type: TYPES[format], parts: file.value.parts });
  }
  return file.refusal.kind === 'month_absent' ? notFoundPage() : refusePage(TOO_OFTEN_PROBLEM);
}
