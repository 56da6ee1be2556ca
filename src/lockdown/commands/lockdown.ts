import { type Command, InvalidArgumentError } from 'commander';
import { THE_COMMAND_LINE } from '../../alarms/audited-action.ts';
import type { CommandKit } from '../../cli/command-kit.ts';
import { printAnswer } from '../../cli/print.ts';
import { RefusedError } from '../../cli/refused.ts';
import { type ChangeLockdownDeps, liftLockdown, lockDown } from '../change-lockdown.ts';
import { isAnyHeld, LOCKDOWN_PARTS, type LockdownPart } from '../held-parts.ts';
import type { HeldCounts, Lockdown } from '../lockdown-store.ts';

export type LockdownCommandDeps = Omit<ChangeLockdownDeps, 'storedStops'>;

/** Adds the commands by which operators lock the service down and lift that, as on pages. */
export function addLockdownCommands(program: Command, kit: CommandKit<LockdownCommandDeps>): void {
  const group = program
    .command('lockdown')
    .description('stop all that leaves, end all sessions, hold apps and changes of accounts')
    .option('--reason <text>', 'for the other operators and the log', 'Emergency')
    .action(async ({ reason }: { readonly reason: string }, command: Command) => {
      await kit.open(async (deps) => {
        const order = { reason, keptSessionId: null };
        const locked = await lockDown({ ...deps, storedStops: null }, THE_COMMAND_LINE, order);
        if (!locked.ok) throw new RefusedError('say why');
        await show(deps, command);
      });
    });
  group
    .command('show')
    .description('what waits, and what lifting each part brings back')
    .action(async (_options: unknown, command: Command) => {
      await kit.open((deps) => show(deps, command));
    });
  addLiftCommand(group, kit);
}

function addLiftCommand(group: Command, kit: CommandKit<LockdownCommandDeps>): void {
  group
    .command('lift')
    .description('lift parts of the lockdown; without any, show what each brings back')
    .argument('[part...]', `${LOCKDOWN_PARTS.join(', ')}`, readPart)
    .option('--all', 'lift all parts')
    .action(
      async (named: LockdownPart[] | undefined, options: { all?: true }, command: Command) => {
        const parts = options.all === true ? LOCKDOWN_PARTS : (named ?? []);
        await kit.open(async (deps) => {
          if (parts.length > 0) {
            const lifted = await liftLockdown({ ...deps, storedStops: null }, THE_COMMAND_LINE, {
              parts,
              number: null,
            });
            if (!lifted.ok) throw new RefusedError('nothing of it is locked down');
          }
          await show(deps, command);
        });
      },
    );
}

function readPart(text: string, before: LockdownPart[] | undefined): LockdownPart[] {
  const part = LOCKDOWN_PARTS.find((known) => known === text);
  if (part === undefined) {
    throw new InvalidArgumentError(`the parts are ${LOCKDOWN_PARTS.join(', ')}.`);
  }
  return [...(before ?? []), part];
}

async function show({ lockdowns, clock }: LockdownCommandDeps, command: Command): Promise<void> {
  const lockdown = await lockdowns.readLockdown();
  const counts = await lockdowns.countHeld(clock.now());
  printAnswer(command, toAnswer(lockdown, counts), toLines(lockdown, counts));
}

const toAnswer = (lockdown: Lockdown | null, counts: HeldCounts) => ({
  locked_down: lockdown !== null && isAnyHeld(lockdown.held),
  since: lockdown?.since ?? null,
  reason: lockdown?.reason ?? null,
  by: lockdown?.by ?? null,
  waits: LOCKDOWN_PARTS.filter((part) => lockdown?.held[part] === true),
  ...counts,
});

function toLines(lockdown: Lockdown | null, counts: HeldCounts): readonly string[] {
  if (lockdown === null || !isAnyHeld(lockdown.held)) return ['the service is not locked down'];
  const { number: _, since, reason, by, held } = lockdown;
  return [
    `LOCKED DOWN since ${since.toISOString()} by ${by ?? 'a command'}: ${reason}`,
    ...LOCKDOWN_PARTS.map((part) => `${part}: ${held[part] ? back(part, counts) : 'lifted'}`),
    `sessions: all from before have ended; ${counts.sessions} are open now`,
    'lift a part with `satchel lockdown lift PART`, or all with `satchel lockdown lift --all`',
  ];
}

function back(part: LockdownPart, counts: HeldCounts): string {
  switch (part) {
    case 'payments':
      return 'nothing leaves over the node or to bitcoin addresses; lifting lets money leave again';
    case 'apps':
      return (
        `all wait; lifting brings back ${counts.apps} apps, ${counts.tokens} personal tokens and ` +
        `${counts.connections} connections of wallets`
      );
    case 'changes':
      return (
        'sign-up and changes of accounts wait; lifting lets them go on, and ' +
        `${counts.links} unused links work again`
      );
  }
}
