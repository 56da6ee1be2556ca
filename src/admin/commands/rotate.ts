import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import {
  type AuditedActionDeps,
  newAction,
  runAudited,
  THE_COMMAND_LINE,
} from '../../alarms/audited-action.ts';
import { type ActionEnd, DONE } from '../../alarms/operator-log/operator-action.ts';
import type { CommandKit } from '../../cli/command-kit.ts';
import { printAnswer, printProgress } from '../../cli/print.ts';
import { readInput } from '../../cli/read-input.ts';
import { RefusedError, UnfinishedError } from '../../cli/refused.ts';
import { readMacaroonText } from '../../lightning/macaroon.ts';
import type { MacaroonBakery } from '../../lightning/macaroon-bakery.ts';
import {
  endOldMacaroons,
  type MacaroonFile,
  type RotateMacaroonsDeps,
  type Rotation,
  RotationRefused,
  rotateMacaroons,
} from '../../node/rotate-macaroons.ts';
import { describeRotation, presentRotation } from './print-rotation.ts';

export interface RotateCommandDeps
  extends AuditedActionDeps,
    Pick<RotateMacaroonsDeps, 'rootKeys' | 'processes'> {
  /** The macaroons of this service; null for a simulated node, which has one for ever. */
  readonly macaroons: ServiceMacaroons | null;
}

export interface ServiceMacaroons {
  readonly files: readonly MacaroonFile[];
  /** Whether Satchel keeps the node, and so has a macaroon itself that may bake. */
  readonly isManaged: boolean;
  /**
   * Opens the calls that bake and end macaroons, with the operator's macaroon, or with that of a
   * managed node if it is null. Throws if this is not the node that the database belongs to.
   */
  readonly openBakery: (given: Uint8Array | null) => Promise<MacaroonBakery>;
}

interface RotateOptions {
  readonly macaroon?: string;
  readonly into?: string;
  readonly finish?: true;
  readonly deleteOthers?: true;
}

export function addRotateCommand(node: Command, kit: CommandKit<RotateCommandDeps>): void {
  node
    .command('rotate')
    .description('replace the macaroons of the service, and end the old ones, while it runs')
    .option('--macaroon <file>', 'a macaroon that may bake others; without this, stdin is read')
    .option('--into <folder>', 'save the new macaroons there, for you to put in place')
    .option('--finish', 'bake nothing: only end old macaroons that were still in use last time')
    .option('--delete-others', 'end all other macaroons too, apart from those of root key 0')
    .addHelpText('after', HELP)
    .action(async (options: RotateOptions, command: Command) => {
      const { rotation, isManaged } = await kit.open(async (deps) => {
        const { macaroons } = deps;
        if (macaroons === null) throw new RefusedError(SIMULATED);
        requireFit(options);
        const { isManaged, files } = macaroons;
        const given = isManaged ? null : await readGiven(options.macaroon);
        const rotating: RotateMacaroonsDeps = {
          ...deps,
          files,
          openBakery: () => macaroons.openBakery(given),
          into: options.into ?? null,
          deletesOthers: options.deleteOthers === true,
          tell: printProgress,
        };
        const rotate = options.finish === true ? endOldMacaroons : rotateMacaroons;
        const action = newAction(deps, THE_COMMAND_LINE, { kind: 'node_rotate', subject: '' });
        const work = () => orRefused(rotate(rotating));
        return { isManaged, rotation: await runAudited(deps, action, work, endOf) };
      });
      printAnswer(command, presentRotation(rotation), describeRotation(rotation, isManaged));
      if (rotation.waiting !== null) throw new UnfinishedError(STILL_USED);
    });
}

const HELP = `
With an LND of your own, give a macaroon that may bake others, such as admin.macaroon. It is not
stored:

  satchel node rotate < ~/.lnd/data/chain/bitcoin/mainnet/admin.macaroon

A node that Satchel keeps needs none. docs/operating-lnd.md says what happens and what remains.`;

function requireFit({ into, finish, deleteOthers }: RotateOptions): void {
  if (into === undefined || (finish !== true && deleteOthers !== true)) return;
  throw new RefusedError('use --into alone: --finish and --delete-others come afterwards');
}

const SIMULATED = 'the simulated node has no macaroons that could be replaced';
const STILL_USED = 'the old macaroons are still in use, and were not ended';
const GIVE_ONE =
  'give a macaroon that may bake others, such as admin.macaroon, as a file or on stdin: ' +
  'satchel node rotate --macaroon FILE';
/** LND's admin macaroon has some hundred bytes, and as hex twice as many. */
const MAX_MACAROON_BYTES = 65_536;

async function readGiven(file: string | undefined): Promise<Uint8Array> {
  const bytes = await (file === undefined ? readInput(MAX_MACAROON_BYTES, GIVE_ONE) : read(file));
  const text = readMacaroonText(bytes);
  if (text === null) throw new RefusedError(GIVE_ONE);
  return text.macaroon;
}

async function read(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (cause) {
    throw new RefusedError(`the file ${file} cannot be read`, { cause });
  }
}

async function orRefused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof RotationRefused) throw new RefusedError(error.message, { cause: error });
    throw error;
  }
}

const endOf = ({ waiting }: Rotation): ActionEnd =>
  waiting === null ? DONE : { result: 'failed', outcome: { why: STILL_USED } };
