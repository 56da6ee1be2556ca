import { type Command, InvalidArgumentError } from 'commander';
import { createActivityStore } from '../../activity/sql/activity-store.ts';
import { createKeyLimit } from '../../base/key-limit.ts';
import { createRates } from '../../fiat/fiat.ts';
import { MAX_STATEMENT_FILES } from '../../statements/limits.ts';
import { openStatementFile } from '../../statements/open-statement-file.ts';
import { bringUpToDate } from '../../statements/read-statements.ts';
import { createStatementStore } from '../../statements/sql/statement-store.ts';
import type { StatementFormat } from '../../statements/write-statement.ts';
import { findUser } from '../../users/find-user.ts';
import { createUserStore } from '../../users/sql/user-store.ts';
import { readerCurrency } from '../../web/pages/reader-rate.ts';
import { withContext } from './context.ts';
import { printParts, printProgress, wantsJson } from './print.ts';
import { orRefused, RefusedError } from './refused.ts';

interface StatementOptions {
  readonly user: string;
  readonly month: string;
  readonly format?: StatementFormat;
}

export function addStatementCommand(program: Command): void {
  program
    .command('statement')
    .description('what a month did to the money of a user, with every record')
    .requiredOption('--user <email>', 'whose wallet')
    .requiredOption('--month <yyyy-mm>', 'which month, in UTC', parseMonth)
    .option('--format <format>', 'csv or json (default: csv, or json with --json)', parseFormat)
    .action(async (options: StatementOptions, command: Command) => {
      await printStatement(options, options.format ?? (wantsJson(command) ? 'json' : 'csv'));
    });
}

async function printStatement(
  { user: email, month: name }: StatementOptions,
  format: StatementFormat,
): Promise<void> {
  await withContext(async ({ clock, config, storage: { database } }) => {
    const user = orRefused(await findUser({ users: createUserStore(database) }, email));
    const rates = createRates(config, database);
    const deps = {
      clock,
      rates,
      statements: createStatementStore(database),
      activity: createActivityStore(database),
      statementFiles: createKeyLimit(MAX_STATEMENT_FILES),
    };
    // However long that history is.
    while ((await bringUpToDate(deps, user.id)) === 'more');
    const file = await openStatementFile(deps, {
      userId: user.id,
      currency: readerCurrency({ rates }, user),
      month: name,
      format,
    });
    if (!file.ok) throw new RefusedError(`${user.email} has no statement of ${name}`);
    const { month, parts } = file.value;
    if (month.closedAt === null) printProgress(`note: ${name} is not closed yet`);
    await printParts(parts);
  });
}

function parseMonth(text: string): string {
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return text;
  throw new InvalidArgumentError('It must be a month, such as 2026-11.');
}

function parseFormat(text: string): StatementFormat {
  if (text === 'csv' || text === 'json') return text;
  throw new InvalidArgumentError('It must be csv or json.');
}
