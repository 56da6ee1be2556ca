import { type Command, InvalidArgumentError } from 'commander';
import { THE_COMMAND_LINE } from '../../alarms/audited-action.ts';
import { type Sat, sat } from '../../base/amount.ts';
import type { Result } from '../../base/result.ts';
import type { CommandKit, Open } from '../../cli/command-kit.ts';
import { printAnswer } from '../../cli/print.ts';
import { RefusedError } from '../../cli/refused.ts';
import { NodeFault } from '../../lightning/node-port.ts';
import { type BumpWithdrawalDeps, bumpWithdrawal } from '../bump-withdrawal.ts';
import { type CheckUnknownDeps, checkUnknown, type UnknownFinding } from '../check-unknown.ts';
import {
  claimUnknown,
  type EndUnknownDeps,
  type EndUnknownRefusal,
  failUnknown,
} from '../end-unknown.ts';
import type { Withdrawal } from '../withdrawal.ts';
import { ABOVE_ALL_BLOCKS, type WithdrawalStore } from '../withdrawal-store.ts';
import {
  describeOpen,
  describeWithdrawal,
  type OpenWithdrawal,
  presentOpen,
  withdrawalJson,
} from './print-withdrawal.ts';

/** Dependencies that a command gets only once it has reached the node. */
type Given = 'onchain' | 'lightning' | 'node';

type WorkDeps = EndUnknownDeps & BumpWithdrawalDeps;

export interface WithdrawalCommandDeps extends Omit<WorkDeps, Given | 'config'> {
  readonly withdrawals: WithdrawalStore;
  readonly config: { readonly payments: CheckUnknownDeps['config'] };
  readonly withChain: Open<Pick<BumpWithdrawalDeps & CheckUnknownDeps, Given>>;
}

/** Works with the chain once the node is reached. */
const withAccess = <T>(deps: WithdrawalCommandDeps, work: (deps: WorkDeps) => Promise<T>) =>
  deps.withChain((access) => work({ ...deps, ...access, config: deps.config.payments }));

type Kit = CommandKit<WithdrawalCommandDeps>;

export function addWithdrawalCommands(program: Command, kit: Kit): void {
  const withdrawals = program
    .command('withdrawals')
    .description('bitcoin on its way to addresses, and what to do where it is unknown');
  addListCommand(withdrawals, kit);
  addFailCommand(withdrawals, kit);
  addFoundCommand(withdrawals, kit);
  addBumpCommand(withdrawals, kit);
}

function addListCommand(withdrawals: Command, kit: Kit): void {
  withdrawals
    .command('list')
    .description('list those that have not ended, with what is known and what to do next')
    .action(async (_options: unknown, command: Command) => {
      const open = await kit.open(listOpen);
      printAnswer(command, open.map(presentOpen), open.flatMap(describeOpen));
    });
}

function addFailCommand(withdrawals: Command, kit: Kit): void {
  withdrawals
    .command('fail <id>')
    .description('give back what is held for an unknown one; refused while it may have been sent')
    .action(async (id: string, _options: unknown, command: Command) => {
      const failed = await kit.open((deps) =>
        withAccess(deps, (access) => failUnknown(access, THE_COMMAND_LINE, id)),
      );
      printOne(command, id, failed);
    });
}

function addFoundCommand(withdrawals: Command, kit: Kit): void {
  withdrawals
    .command('found <id>')
    .description('say which transaction of the wallet is that of an unknown one')
    .requiredOption('--txid <txid>', 'the id of the transaction', parseTxid)
    .action(async (id: string, { txid }: { readonly txid: string }, command: Command) => {
      const found = await kit.open((deps) =>
        withAccess(deps, (access) => claimUnknown(access, THE_COMMAND_LINE, { id, txid })),
      );
      printOne(command, id, found);
    });
}

interface BumpOptions {
  readonly feeRate: bigint;
  readonly maxFee?: Sat;
}

function addBumpCommand(withdrawals: Command, kit: Kit): void {
  withdrawals
    .command('bump <id>')
    .description('raise the fee of one that waits for a block, with bitcoin of the operator')
    .requiredOption('--fee-rate <n>', 'what all of it pays then, in sat/vB', parseCount)
    .option(
      '--max-fee <sat>',
      'the most that this costs (default: half of what comes back)',
      (text) => sat(parseCount(text)),
    )
    .action(async (id: string, { feeRate, maxFee }: BumpOptions, command: Command) => {
      const bumped = await kit.open((deps) =>
        withAccess(deps, (access) =>
          bumpWithdrawal(access, THE_COMMAND_LINE, {
            ...{ id, feeRate },
            maxFeeSat: maxFee ?? null,
          }),
        ),
      );
      if (bumped.ok) {
        const { txid, feeSat } = bumped.value;
        printAnswer(command, { id, txid, fee: Number(feeSat) }, [
          `transaction ${txid} was sent; it costs ${feeSat} sat, once a block has it`,
        ]);
        return;
      }
      const { refusal } = bumped;
      if (refusal.kind === 'no_such_withdrawal') throw noSuch(id);
      throw new RefusedError(`the fee of withdrawal ${id} stays as it is: ${refusal.why}`);
    });
}

const noSuch = (id: string) => new RefusedError(`there is no withdrawal ${id}`);

function parseCount(text: string): bigint {
  if (/^[1-9]\d{0,14}$/.test(text)) return BigInt(text);
  throw new InvalidArgumentError('expected a whole number from 1.');
}

function parseTxid(text: string): string {
  if (/^[0-9a-f]{64}$/.test(text)) return text;
  throw new InvalidArgumentError('a transaction id has 64 digits of 0-9 and a-f.');
}

async function listOpen(deps: WithdrawalCommandDeps): Promise<readonly OpenWithdrawal[]> {
  const listed = await deps.withdrawals.listToDrive(ABOVE_ALL_BLOCKS);
  const open = listed.filter(({ endedAt }) => endedAt === null);
  const unknown = open.filter(({ state }) => state === 'unknown');
  const findings = unknown.length === 0 ? NONE : await checkAll(deps, unknown);
  return open.map((withdrawal) => ({
    withdrawal,
    finding: findings.get(withdrawal.id) ?? null,
  }));
}

const NONE: ReadonlyMap<string, UnknownFinding> = new Map();

/**
 * Checks unknown withdrawals against the node's wallet. While the node is away, no finding is
 * returned, so that withdrawals are listed nevertheless.
 */
async function checkAll(
  deps: WithdrawalCommandDeps,
  unknown: readonly Withdrawal[],
): Promise<ReadonlyMap<string, UnknownFinding>> {
  try {
    return await withAccess(deps, async (access) => {
      const found = new Map<string, UnknownFinding>();
      for (const one of unknown) found.set(one.id, await checkUnknown(access, one));
      return found;
    });
  } catch (error) {
    if (error instanceof NodeFault) return NONE;
    throw error;
  }
}

function printOne(
  command: Command,
  id: string,
  answer: Result<Withdrawal, EndUnknownRefusal>,
): void {
  if (answer.ok) {
    printAnswer(command, withdrawalJson(answer.value), [describeWithdrawal(answer.value)]);
    return;
  }
  const { refusal } = answer;
  if (refusal.kind === 'no_such_withdrawal') throw noSuch(id);
  throw new RefusedError(`withdrawal ${id} stays as it is: ${refusal.why}`);
}
