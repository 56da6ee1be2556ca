import { readFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Random } from '../../base/random.ts';
import { ask, canAsk } from '../../cli/ask.ts';
import { findGroup } from '../../cli/command-kit.ts';
import { printAnswer, printProgress, wantsJson } from '../../cli/print.ts';
import { orRefused, RefusedError } from '../../cli/refused.ts';
import type { DotEnvPlan, NewSettings } from '../../config/dot-env-lines.ts';
import type { WalletSetup } from '../../lightning/wallet-setup.ts';
import { PINNED_LND_VERSION } from '../lnd-versions.ts';
import { parseSeedWords } from '../seed-words.ts';
import {
  requireRoom,
  type SetUpWallet,
  setUpWallet,
  tryRestore,
  type WalletPlan,
  type WalletSetupDeps,
} from '../set-up-wallet.ts';
import { chooseSettings, NETWORKS, type SetupConfig } from './choose-settings.ts';
import { confirmWords } from './confirm-words.ts';
import { type ProgramAccess, requireProgram } from './require-program.ts';
import { describeSetup, offerSettings } from './tell-setup.ts';

export interface NodeSetupDeps extends WalletSetupDeps {
  readonly random: Random;
  /**
   * Starts a second, temporary LND on which seed words are tried. Its folder is removed when it
   * ends.
   */
  readonly startScratchLnd: () => Promise<WalletSetup>;
  /**
   * Stores the operator's consent that the installed LND may change the databases of the node, and
   * returns its version.
   */
  readonly acceptUpgrade: () => Promise<string>;
  /**
   * Appends settings to the file `.env`. If the file sets one of them to another value, nothing is
   * written.
   */
  readonly addToDotEnv: (settings: NewSettings) => Promise<DotEnvPlan>;
}

export interface NodeSetupKit {
  readonly openProgramAccess: (dataDir: string) => Promise<ProgramAccess>;
  readonly openNodeSetup: (config: SetupConfig) => Promise<NodeSetupDeps>;
}

export interface NodeSetupOptions {
  readonly network?: string;
  readonly download?: string;
  readonly sha256?: string;
  readonly restore?: string;
  readonly channelBackup?: string;
  readonly withoutChannelBackup?: true;
  readonly recoveryWindow: number;
  readonly acceptSeed?: true;
  readonly acceptRestore?: true;
  readonly acceptUpgrade?: true;
  readonly writeEnv?: true;
}

/**
 * The number of unused addresses in a row behind which a restore looks for coins. LND's own tools
 * use the same number.
 */
const RECOVERY_WINDOW = 2500;

export function addNodeSetupCommand(program: Command, kit: NodeSetupKit): void {
  findGroup(program, 'node')
    .command('setup')
    .description('set up an LND that Satchel runs itself; goes on where it was interrupted')
    .addOption(new Option('--network <name>', 'network of the node').choices(NETWORKS))
    .option('--download <version>', 'fetch LND of this version from its makers', parseVersion)
    .option('--sha256 <hex>', 'hash of its archive, read from the signed manifest', parseHash)
    .option('--restore <file>', 'restore a node from the 24 words in this file')
    .option('--channel-backup <file>', 'with --restore: the newest channels.backup of that node')
    .option('--without-channel-backup', 'with --restore: there is none; channels are given up')
    .option(
      '--recovery-window <addresses>',
      'with --restore: how many unused addresses in a row to look behind',
      parseWindow,
      RECOVERY_WINDOW,
    )
    .option('--accept-seed', 'print the words of the new wallet instead of asking for them')
    .option('--accept-restore', 'confirm that no copy of the restored node runs anywhere')
    .option('--accept-upgrade', 'let a newer LND change the databases of the node for good')
    .option('--write-env', 'write the settings into the file .env')
    .addHelpText('after', HELP)
    .action(async (options: NodeSetupOptions, command: Command) => {
      await setUpNode(kit, options, command);
    });
}

const HELP = `
docs/managed-node.md shows the way from an empty machine to the first payment. LND
${PINNED_LND_VERSION} is the version with which this Satchel was tried.`;

async function setUpNode(
  kit: NodeSetupKit,
  options: NodeSetupOptions,
  command: Command,
): Promise<void> {
  requireFit(options);
  const asks = canAsk() && !wantsJson(command);
  const restore = await readRestore(options);
  const chosen = await chooseSettings(options.network ?? null, asks);
  const access = await kit.openProgramAccess(chosen.config.dataDir);
  const { config, settings, version } = await requireProgram(access, chosen, options, asks);
  const deps = await kit.openNodeSetup(config);
  if (options.acceptUpgrade === true) {
    printProgress(`LND ${await deps.acceptUpgrade()} may open the databases of the node now`);
  }

  const finish = async (setup: SetUpWallet, seed: readonly string[] | null): Promise<void> => {
    const written = await offerSettings(settings, deps, {
      asks,
      writes: options.writeEnv === true,
    });
    printAnswer(
      command,
      { seed, pubkey: setup.pubkey },
      describeSetup({ setup, seed, written, version, network: config.node.network }),
    );
  };
  const plan = await makePlan({ deps, options, restore, asks, finish });
  const setup = await setUpWallet(deps, plan);
  if (plan.kind !== 'hand_over' || setup.kind !== 'made') await finish(setup, null);
}

function requireFit(options: NodeSetupOptions): void {
  const { restore, channelBackup, withoutChannelBackup, download, sha256 } = options;
  if ((download === undefined) !== (sha256 === undefined)) {
    throw new RefusedError('use --download and --sha256 together');
  }
  const hasBackup = channelBackup !== undefined;
  if (restore === undefined && (hasBackup || withoutChannelBackup === true)) {
    throw new RefusedError('a channel backup alone restores nothing: use --restore with it');
  }
  if (restore !== undefined && hasBackup === (withoutChannelBackup === true)) {
    throw new RefusedError(
      '--restore needs --channel-backup FILE, without which what lies in channels is lost; ' +
        'use --without-channel-backup where there is none',
    );
  }
}

interface RestoreFiles {
  readonly words: readonly string[];
  readonly channelBackup: Uint8Array | null;
}

async function readRestore(options: NodeSetupOptions): Promise<RestoreFiles | null> {
  if (options.restore === undefined) return null;
  return {
    words: orRefused(parseSeedWords((await readInput(options.restore)).toString())),
    channelBackup:
      options.channelBackup === undefined ? null : await readInput(options.channelBackup),
  };
}

async function readInput(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw new RefusedError(`the file ${path} cannot be read`, { cause });
  }
}

interface Planning {
  readonly deps: NodeSetupDeps;
  readonly options: NodeSetupOptions;
  readonly restore: RestoreFiles | null;
  readonly asks: boolean;
  readonly finish: (setup: SetUpWallet, seed: readonly string[] | null) => Promise<void>;
}

async function makePlan(planning: Planning): Promise<WalletPlan> {
  const { deps, options, restore, asks, finish } = planning;
  if (restore !== null) return await planRestore(planning, restore);
  if (options.acceptSeed === true) {
    return {
      kind: 'hand_over',
      handOver: (words, pubkey) => finish({ kind: 'made', pubkey }, words),
    };
  }
  if (!asks && !(await deps.store.hasWallet())) {
    throw new RefusedError(
      'there is no terminal on which a person could write down the words of the wallet: run ' +
        'this on one, or use --accept-seed, which prints them',
    );
  }
  return { kind: 'confirm', confirm: (words) => confirmWords(words, deps.random) };
}

async function planRestore(
  { deps, options, asks }: Planning,
  { words, channelBackup }: RestoreFiles,
): Promise<WalletPlan> {
  await requireRoom(deps.store);
  const trial = { startLnd: deps.startScratchLnd, random: deps.random };
  const pubkey = await tryRestore(trial, words, channelBackup);
  for (const line of RESTORE_WARNING) printProgress(line);
  if (options.acceptRestore !== true) {
    const answer = asks ? await ask(`Type "restore" to restore node ${pubkey}:`) : null;
    if (answer !== 'restore') {
      throw new RefusedError('nothing was restored; scripts confirm with --accept-restore');
    }
  }
  return {
    kind: 'restore',
    words,
    restore: { recoveryWindow: options.recoveryWindow, channelBackup },
  };
}

const RESTORE_WARNING: readonly string[] = [
  'Restore a node only when its old folder is gone, or will never run again anywhere. Of two nodes',
  'with the same key, each may publish a state of a channel that the other has left behind, and',
  'then the peer takes all of that channel. If the old folder is whole, copy it here instead of',
  'restoring: its channels stay open then. After a restore they are closed.',
];

function parseVersion(text: string): string {
  const version = /^v?(\d{1,5}\.\d{1,5}\.\d{1,5})(?:-beta)?$/.exec(text)?.[1];
  if (version !== undefined) return version;
  throw new InvalidArgumentError(`It must be a version such as ${PINNED_LND_VERSION}.`);
}

function parseHash(text: string): string {
  if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase();
  throw new InvalidArgumentError('It must be a SHA-256: 64 hex digits.');
}

const MAX_WINDOW = 1_000_000;

function parseWindow(text: string): number {
  const window = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
  if (window >= 1 && window <= MAX_WINDOW) return window;
  throw new InvalidArgumentError(`It must be a number from 1 to ${MAX_WINDOW}.`);
}
