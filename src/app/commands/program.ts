/**
 * The command line: puts all commands together, runs one, and turns its end into an exit status.
 */

import { Command, CommanderError } from 'commander';
import { addActionsCommand } from './actions.ts';
import { addAlarmsCommand } from './alarms.ts';
import { addBackupCommands } from './backup.ts';
import { addBooksCommands } from './books.ts';
import { addClientCommands } from './client.ts';
import { addConnectionCommands, type ConnectionProtocol } from './connection.ts';
import { addJobsCommands } from './jobs.ts';
import { LNDHUB_PROTOCOL } from './lndhub.ts';
import { addMigrateCommands } from './migrate.ts';
import { addNodeCommands } from './node.ts';
import { NWC_PROTOCOL } from './nwc.ts';
import { addOpenapiCommand } from './openapi.ts';
import { addPayCommand } from './pay.ts';
import { addPaymentsCommands } from './payments.ts';
import { endQuietlyWithReader, printError } from './print.ts';
import { addProofCommands } from './proof.ts';
import { AnsweredNoError, UnfinishedError } from './refused.ts';
import { addSimCommands } from './sim.ts';
import { addStartCommand } from './start.ts';
import { addStatementCommand } from './statement.ts';
import { addTokenCommands } from './token.ts';
import { addUnclaimedCommands } from './unclaimed.ts';
import { addUserCommands } from './user.ts';

/** Every protocol that connects apps without OAuth has its place here. */
const PROTOCOLS: readonly ConnectionProtocol[] = [NWC_PROTOCOL, LNDHUB_PROTOCOL];

/** The whole command line. Each group of commands has its own file. */
function buildProgram(protocols: readonly ConnectionProtocol[]): Command {
  const program = new Command('satchel')
    .description('A self-hosted, multi-user Lightning wallet service.')
    .option('--json', 'print JSON instead of text')
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .configureOutput({ outputError: () => undefined });
  addStartCommand(program);
  addMigrateCommands(program);
  addUserCommands(program);
  addTokenCommands(program);
  addClientCommands(program);
  for (const protocol of protocols) addConnectionCommands(program, protocol);
  addBooksCommands(program);
  addPayCommand(program);
  addPaymentsCommands(program);
  addStatementCommand(program);
  addProofCommands(program);
  addNodeCommands(program);
  addAlarmsCommand(program);
  addActionsCommand(program);
  addBackupCommands(program);
  addUnclaimedCommands(program);
  addJobsCommands(program);
  addSimCommands(program);
  addOpenapiCommand(program);
  return program;
}

/** Runs one command and returns the exit status of the process. */
export async function runCommand(
  args: readonly string[],
  protocols: readonly ConnectionProtocol[] = PROTOCOLS,
): Promise<number> {
  endQuietlyWithReader();
  try {
    const program = buildProgram(protocols);
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
 * There is no help for a command that does not exist, and the help of its parent would hide the
 * mistake. Without the flag the parser refuses the command itself.
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

/** What was asked for has begun and goes on. */
const UNFINISHED = 2;

/** Requested help, and help in place of a missing command. */
const HELP_SHOWN: ReadonlySet<string> = new Set(['commander.helpDisplayed', 'commander.help']);

function sentenceOf(error: unknown): string {
  if (error instanceof CommanderError) {
    return error.message.replace(/^error: /, '').replaceAll(/\s+/g, ' ');
  }
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error && !error.message.includes(error.cause.message);
  return cause ? `${error.message}: ${sentenceOf(error.cause)}` : error.message;
}
