import { type Command, InvalidArgumentError } from 'commander';
import type { CommandKit } from '../../cli/command-kit.ts';
import { printParts, printProgress, wantsJson } from '../../cli/print.ts';
import { orRefused, RefusedError } from '../../cli/refused.ts';
import { chosenCurrency } from '../../fiat/chosen-currency.ts';
import type { Rates } from '../../fiat/rates.ts';
import { accountName } from '../../users/account-name.ts';
import { findUser } from '../../users/find-user.ts';
import type { UserStore } from '../../users/user-store.ts';
import { type OpenFileDeps, openStatementFile } from '../open-statement-file.ts';
import { bringUpToDate } from '../read-statements.ts';
import type { StatementFormat } from '../write-statement.ts';

interface StatementOptions {
  readonly user: string;
  readonly month: string;
  readonly format?: StatementFormat;
}

export type StatementCommandDeps = OpenFileDeps & {
  readonly users: UserStore;
  readonly rates: Rates;
};

type Kit = CommandKit<StatementCommandDeps>;

export function addStatementCommand(program: Command, kit: Kit): void {
  program
    .command('statement')
    .description('what a month did to the money of a user, with every record')
    .requiredOption('--user <user>', 'whose wallet')
    .requiredOption(
      '--month <yyyy-mm>',
      'which month, as the user has it in their list',
      parseMonth,
    )
    .option('--format <format>', 'csv or json (default: csv, or json with --json)', parseFormat)
    .action(async (options: StatementOptions, command: Command) => {
      await printStatement(kit, options, options.format ?? (wantsJson(command) ? 'json' : 'csv'));
    });
}

async function printStatement(
  kit: Kit,
  { user: named, month: name }: StatementOptions,
  format: StatementFormat,
): Promise<void> {
  await kit.open(async (deps) => {
    const user = orRefused(await findUser(deps, named));
    // Each call closes a few months, so it is repeated until all months that are over are closed.
    while ((await bringUpToDate(deps, user.id)) === 'more');
    const file = await openStatementFile(deps, {
      userId: user.id,
      currency: chosenCurrency(deps.rates, user.preferences.currency),
      month: name,
      format,
    });
    if (!file.ok) throw new RefusedError(`${accountName(user)} has no statement of ${name}`);
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
