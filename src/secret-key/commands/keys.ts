import type { Command } from 'commander';
import type { CommandKit } from '../../cli/command-kit.ts';
import { printAnswer, printProgress } from '../../cli/print.ts';
import { RefusedError } from '../../cli/refused.ts';
import { SecretKeyMismatchError } from '../key-state.ts';
import { endOldKey, KeyRotationRefused, type RotateKeyDeps, rotateKey } from '../rotate-key.ts';
import type { SealedAgain } from '../seal-again.ts';

export interface KeyCommandDeps {
  readonly openKeyRotation: () => Promise<Omit<RotateKeyDeps, 'tell'>>;
}

export function addKeyCommands(program: Command, kit: CommandKit<KeyCommandDeps>): void {
  const keys = program
    .command('keys')
    .description('replace the secret key of the service (see docs/operating.md)');
  keys
    .command('rotate')
    .description('seal everything under the new secret key; repeat it to go on where it stopped')
    .action(async (_options: unknown, command: Command) => {
      const rotation = await kit.open((deps) => run(deps, rotateKey));
      if (rotation.kind === 'made') {
        printAnswer(command, { made_key: true }, MADE);
        return;
      }
      printAnswer(command, present(rotation), [
        ...describe(rotation),
        'All processes use the new key within seconds. Now run: satchel keys end-old',
      ]);
    });
  keys
    .command('end-old')
    .description('end the old secret key, once nothing is sealed under it any more')
    .action(async (_options: unknown, command: Command) => {
      const found = await kit.open((deps) => run(deps, endOldKey));
      printAnswer(command, present(found), [...describe(found), ...ENDED]);
    });
}

async function run<T>(
  deps: KeyCommandDeps,
  work: (deps: RotateKeyDeps, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    const rotation = await deps.openKeyRotation();
    return await work({ ...rotation, tell: printProgress }, new AbortController().signal);
  } catch (error) {
    const isNo = error instanceof KeyRotationRefused || error instanceof SecretKeyMismatchError;
    throw isNo ? new RefusedError(error.message) : error;
  }
}

const present = ({ sealedAgain, asTheyWere, unreadable }: SealedAgain) => ({
  sealed_again: sealedAgain,
  as_they_were: asTheyWere,
  unreadable,
});

const describe = ({ sealedAgain, asTheyWere, unreadable }: SealedAgain): readonly string[] => [
  `${sealedAgain} secrets were sealed again; ${asTheyWere} were under the new key already.`,
  ...(unreadable === 0
    ? []
    : [`${unreadable} open under neither key, and were left as they are: restored by hand?`]),
];

const MADE: readonly string[] = [
  'A new key is in the file secret-key of the data folder, and the present one in secret-key-old.',
  'Start the service again, so that it has both, and repeat this command. Nothing has changed yet.',
];

const ENDED: readonly string[] = [
  'The old secret key has ended: remove SATCHEL_SECRET_KEY_OLD from the settings of all processes,',
  'or take secret-key-old out of the data folder. Keep the old key with the backups from before:',
  'they can be restored only with it. Make a backup now.',
];
