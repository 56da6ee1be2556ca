/** The command line of `satchel`: all commands, and the exit status of each. */

import { Command, CommanderError } from 'commander';
import { addUserCommands } from '../../accounts/commands/user.ts';
import { addAddressCommands } from '../../address/commands/release-address.ts';
import { addNodeCommands } from '../../admin/commands/node.ts';
import { addAlarmCommands } from '../../alarms/commands/alarms.ts';
import { addAppCommands } from '../../apps/commands/app-commands.ts';
import { addJobCommands } from '../../background/commands/jobs.ts';
import { addBackupCommands } from '../../backups/commands/backup.ts';
import type { AddCommands } from '../../cli/command-kit.ts';
import { endQuietlyWithReader, printError } from '../../cli/print.ts';
import { AnsweredNoError, UnfinishedError } from '../../cli/refused.ts';
import { dropForeignVariables } from '../../config/env.ts';
import { addBooksCommands } from '../../ledger/commands/books.ts';
import { addSimCommands } from '../../lightning/commands/sim.ts';
import { addLockdownCommands } from '../../lockdown/commands/lockdown.ts';
import { addNodeSetupCommand } from '../../managed-lnd/commands/node-setup.ts';
import { addWithdrawalCommands } from '../../onchain/commands/withdrawals.ts';
import { addOutflowCommands } from '../../outflow/commands/outflow.ts';
import { addPaymentCommands } from '../../payments/commands/payments.ts';
import { addProofCommands } from '../../proof/commands/proof.ts';
import { addUnclaimedCommands } from '../../receipts/commands/unclaimed.ts';
import { addKeyCommands } from '../../secret-key/commands/keys.ts';
import { addPayCommand } from '../../send/commands/pay.ts';
import { addStatementCommand } from '../../statements/commands/statement.ts';
import { APP_KIT, type AppKit } from './app-kit.ts';
import { addMigrateCommand } from './migrate.ts';
import { addOpenapiCommand } from './openapi.ts';
import { addStartCommand } from './start.ts';

/** Every command, in the order in which help lists them. */
const COMMANDS: readonly AddCommands<AppKit>[] = [
  addStartCommand,
  addMigrateCommand,
  addUserCommands,
  addAddressCommands,
  addAppCommands,
  addBooksCommands,
  addPayCommand,
  addPaymentCommands,
  addWithdrawalCommands,
  addOutflowCommands,
  addLockdownCommands,
  addStatementCommand,
  addProofCommands,
  addNodeCommands,
  addNodeSetupCommand,
  addAlarmCommands,
  addBackupCommands,
  addKeyCommands,
  addUnclaimedCommands,
  addJobCommands,
  addSimCommands,
  addOpenapiCommand,
];

/** Builds the command line. `tools/doors/` lists its commands. */
export function buildProgram(commands: readonly AddCommands<AppKit>[] = COMMANDS): Command {
  const program = new Command('satchel')
    .description('A self-hosted, multi-user Lightning wallet service.')
    .option('--json', 'print JSON instead of text')
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .configureOutput({ outputError: () => undefined });
  for (const add of commands) add(program, APP_KIT);
  return program;
}

/** Runs one command and returns the exit status of the process. */
export async function runCommand(
  args: readonly string[],
  commands: readonly AddCommands<AppKit>[] = COMMANDS,
): Promise<number> {
  endQuietlyWithReader();
  dropForeignVariables();
  try {
    const program = buildProgram(commands);
    await program.parseAsync(withoutVainHelp(program, args), { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError && HELP_SHOWN.has(error.code)) return error.exitCode;
    if (error instanceof UnfinishedError) return UNFINISHED;
    const asJson = args.includes('--json') && !(error instanceof AnsweredNoError);
    printError(sentenceOf(error), asJson);
    return 1;
  }
}

const HELP_FLAGS: readonly string[] = ['--help', '-h'];

/**
 * Removes the help flag if the command line names a command that does not exist, so that the parser
 * reports the mistake. With the flag, it would show the help of the parent command instead.
 */
function withoutVainHelp(program: Command, args: readonly string[]): readonly string[] {
  let command = program;
  for (const word of args) {
    if (word.startsWith('-')) continue;
    if (command.commands.length === 0 || command.registeredArguments.length > 0) return args;
    const next = command.commands.find((one) => one.name() === word);
    if (next === undefined) return args.filter((arg) => !HELP_FLAGS.includes(arg));
    command = next;
  }
  return args;
}

/** The exit status of a command whose work has begun but could not be seen to its end. */
const UNFINISHED = 2;

/**
 * Error codes of the parser Commander that mean that help was shown, not that there was a mistake.
 */
const HELP_SHOWN: ReadonlySet<string> = new Set(['commander.helpDisplayed', 'commander.help']);

function sentenceOf(error: unknown): string {
  if (error instanceof CommanderError) {
    return error.message.replace(/^error: /, '').replaceAll(/\s+/g, ' ');
  }
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error && !error.message.includes(error.cause.message);
  return cause ? `${error.message}: ${sentenceOf(error.cause)}` : error.message;
}
