import { type Command, InvalidArgumentError } from 'commander';
import { printAnswer } from '../../cli/print.ts';
import {
  FAULT_KINDS,
  FAULT_NAMES,
  type FaultKind,
  type FaultScope,
  isFaultName,
} from '../simulator-protocol/fault-protocol.ts';
import { askNetwork, type SimKit } from './sim-control.ts';

interface FaultOptions {
  readonly node?: string;
  readonly hash?: string;
  readonly count?: number;
  readonly forMs?: number;
  readonly ms?: number;
  readonly amountMsat?: number;
  readonly height?: number;
  readonly call?: readonly string[];
  readonly account?: string;
}

const CLEAR = 'clear';
const LIST = 'list';

/**
 * Adds the command `sim fault KIND`. As KIND, `list` shows the faults that are set, and `clear`
 * removes them.
 */
export function addSimFaultCommands(sim: Command, kit: SimKit): void {
  sim
    .command('fault')
    .description('make a simulated node misbehave')
    .argument('<kind>', 'one of the kinds below, `list`, or `clear`', parseKind)
    .argument('[cleared]', 'after `clear`: only this kind')
    .option('--node <name>', 'the node (default: the node of the service)')
    .option('--hash <payment hash>', 'only for this payment')
    .option('--count <n>', 'number of times', parseCount)
    .option('--for-ms <n>', 'for this many milliseconds', parseCount)
    .option('--ms <n>', 'milliseconds, for kinds that take a time', parseCount)
    .option('--amount-msat <n>', 'millisatoshis, for kinds that take an amount', parseCount)
    .option('--height <n>', 'the block, for kinds that take one', parseCount)
    .option('--call <names...>', 'only these calls, by their names in LND, such as AddInvoice')
    .option('--account <value>', 'value of record 696969 in keysends')
    .addHelpText('after', kindsHelp())
    .action(
      async (
        kind: string,
        cleared: string | undefined,
        options: FaultOptions,
        command: Command,
      ) => {
        if (kind === LIST) await list(command, kit);
        else if (kind === CLEAR) await clear(command, kit, cleared ?? null);
        else await set(command, kit, { kind, options });
      },
    );
}

async function list(command: Command, kit: SimKit): Promise<void> {
  const rules = await askNetwork(kit, (control) => control.faults());
  printAnswer(
    command,
    rules,
    rules.map((rule) => JSON.stringify(rule)),
  );
}

async function clear(command: Command, kit: SimKit, kind: string | null): Promise<void> {
  const count = await askNetwork(kit, (control) => control.clearFaults(kind));
  printAnswer(command, { cleared: count }, [`cleared ${count}`]);
}

async function set(
  command: Command,
  kit: SimKit,
  { kind, options }: { readonly kind: string; readonly options: FaultOptions },
): Promise<void> {
  const { hash, call, ...rest } = options;
  const order = { ...rest, kind, paymentHash: hash, calls: call };
  const answer = await askNetwork(kit, (control) => control.setFault(order));
  printAnswer(command, answer, [JSON.stringify(answer)]);
}

function parseKind(text: string): string {
  if (isFaultName(text) || text === LIST || text === CLEAR) return text;
  throw new InvalidArgumentError('`sim fault --help` lists the kinds.');
}

function parseCount(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 0.');
  return Number(text);
}

const SCOPES: Readonly<Record<FaultScope, string>> = {
  payer: 'payments from the node',
  payee: 'payments to the node',
  call: "calls of the node's REST interface",
  stream: "the node's stream of invoices",
  node: 'the node',
  now: 'immediate',
};

function kindsHelp(): string {
  const lines = Object.entries(SCOPES).flatMap(([scope, title]) => [
    '',
    `Kinds, ${title}:`,
    ...FAULT_NAMES.filter((name) => FAULT_KINDS[name].scope === scope).map(
      (name) => `  ${name.padEnd(24)} ${describe(FAULT_KINDS[name])}`,
    ),
  ]);
  return [
    ...lines,
    '',
    'Kinds that affect payments can also be requested by the description of the invoice that is',
    'paid, or by custom record 34349334 of a keysend: fault:KIND or fault:KIND:MS.',
  ].join('\n');
}

function describe({ description, count, ms, amountMsat }: FaultKind): string {
  const notes = [
    ms === undefined ? [] : [`--ms ${ms}`],
    amountMsat === undefined ? [] : [`--amount-msat ${amountMsat}`],
    count === null ? ['until cleared'] : [],
  ].flat();
  return notes.length === 0 ? description : `${description} (${notes.join(', ')})`;
}
