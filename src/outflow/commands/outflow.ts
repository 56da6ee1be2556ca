import { type Command, InvalidArgumentError } from 'commander';
import { THE_COMMAND_LINE } from '../../alarms/audited-action.ts';
import type { UserLimits } from '../../authorization/user-limits.ts';
import { type Sat, sat } from '../../base/amount.ts';
import type { CommandKit } from '../../cli/command-kit.ts';
import { printAnswer } from '../../cli/print.ts';
import { RefusedError } from '../../cli/refused.ts';
import { type ChangeOutflowDeps, changeLimits, releaseOutflow } from '../change-outflow.ts';
import type { OutflowLimits } from '../outflow-limits.ts';
import type { OutflowStore } from '../outflow-store.ts';
import { proposeLimits } from '../propose-limits.ts';
import { readLimitCount, readLimitSat } from '../read-limits.ts';
import { outflowAnswer, outflowLines } from './present-outflow.ts';
import { senderLines, sendersAnswer } from './present-senders.ts';

export interface OutflowCommandDeps extends ChangeOutflowDeps {
  readonly outflow: ChangeOutflowDeps['outflow'] &
    Pick<OutflowStore, 'findBusiest' | 'listSenders'>;
  readonly config: { readonly userLimits: UserLimits };
}

/** Adds the commands for limits on what leaves this service. */
export function addOutflowCommands(program: Command, kit: CommandKit<OutflowCommandDeps>): void {
  const group = program
    .command('outflow')
    .description('limits on what leaves this service, over the node and on the chain');
  group
    .command('show')
    .description('the limits, what has left, and limits that would fit where there are none')
    .action(async (_options: unknown, command: Command) => {
      await kit.open((deps) => show(deps, command));
    });
  addLimitCommand(group, kit);
  addAllowCommand(group, kit);
}

type Named = { readonly [name in keyof OutflowLimits]?: OutflowLimits[name] };

const OPTIONS: Readonly<Record<string, keyof OutflowLimits>> = {
  hour: 'hourSat',
  day: 'daySat',
  netDay: 'netDaySat',
  single: 'singleSat',
  countHour: 'countHour',
};

function addLimitCommand(group: Command, kit: CommandKit<OutflowCommandDeps>): void {
  group
    .command('limit')
    .description('set limits, fees included; a lower one in the settings stays in force')
    .option('--hour <sat>', 'the most that may leave within any hour, or none', amount)
    .option('--day <sat>', 'the most that may leave within any 24 hours, or none', amount)
    .option('--net-day <sat>', 'the most beyond what comes in within 24 hours, or none', amount)
    .option('--single <sat>', 'the largest payment, or none', amount)
    .option('--count-hour <number>', 'the most payments within any hour, or none', count)
    .action(async (options: Readonly<Record<string, Limit>>, command: Command) => {
      const named = Object.entries(OPTIONS).filter(([option]) => options[option] !== undefined);
      if (named.length === 0) throw new RefusedError('name a limit, such as --hour 1000000');
      const changes: Named = Object.fromEntries(
        named.map(([option, limit]) => [limit, options[option] === NONE ? null : options[option]]),
      );
      await kit.open(async (deps) => {
        await changeLimits(deps, THE_COMMAND_LINE, changes);
        await show(deps, command);
      });
    });
}

function addAllowCommand(group: Command, kit: CommandKit<OutflowCommandDeps>): void {
  group
    .command('allow')
    .description('let money leave again after a limit was reached')
    .requiredOption('--reason <text>', 'for the other operators and the log')
    .option('--extra <sat>', 'what may leave beyond the limits within the next hour', extra)
    .action(async (options: { reason: string; extra?: Sat }, command: Command) => {
      await kit.open(async (deps) => {
        const order = { reason: options.reason, beyondSat: options.extra ?? sat(0n) };
        const released = await releaseOutflow(deps, THE_COMMAND_LINE, order);
        if (!released.ok) {
          const isEmpty = released.refusal === 'no_reason';
          throw new RefusedError(isEmpty ? 'say why' : 'no limit has stopped what leaves');
        }
        await show(deps, command);
      });
    });
}

async function show({ outflow, config }: OutflowCommandDeps, command: Command): Promise<void> {
  const view = await outflow.read();
  const proposed = proposeLimits(await outflow.findBusiest(), config.userLimits.maxSendDaySat);
  const senders = await outflow.listSenders();
  printAnswer(command, { ...outflowAnswer(view, proposed), senders: sendersAnswer(senders) }, [
    ...outflowLines(view, proposed),
    ...senderLines(senders),
  ]);
}

/** The library Commander does not pass on null. */
const NONE = 'none';
type Limit = Sat | number | typeof NONE;

const amount = (text: string): Limit => (text === NONE ? NONE : extra(text));

function extra(text: string): Sat {
  const read = readLimitSat(text);
  if (read === null) throw new InvalidArgumentError('give whole sats.');
  return read;
}

function count(text: string): Limit {
  if (text === NONE) return NONE;
  const read = readLimitCount(text);
  if (read === null) throw new InvalidArgumentError('give a whole number.');
  return read;
}
