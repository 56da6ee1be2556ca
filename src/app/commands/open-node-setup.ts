/**
 * Gives the command `satchel node setup` what it needs: access to LND, to its program and to its
 * folder. It needs no database.
 */

import { appendFile, readFile, rm } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { printProgress } from '../../cli/print.ts';
import { planDotEnv } from '../../config/dot-env-lines.ts';
import { SPEND_CALLS } from '../../lightning/lnd/chain-spending.ts';
import { CHAIN_CALLS } from '../../lightning/lnd/chain-wallet.ts';
import { MANAGEMENT_CALLS } from '../../lightning/lnd/management.ts';
import { WANTED_CALLS } from '../../lightning/lnd/missing-rights.ts';
import { openWalletSetup } from '../../lightning/lnd/wallet-setup.ts';
import { askWalletState, unlockWallet } from '../../lightning/lnd/wallet-state.ts';
import type { WalletSetup } from '../../lightning/wallet-setup.ts';
import type { SetupConfig } from '../../managed-lnd/commands/choose-settings.ts';
import type { NodeSetupDeps } from '../../managed-lnd/commands/node-setup.ts';
import type { ProgramAccess } from '../../managed-lnd/commands/require-program.ts';
import { downloadLnd } from '../../managed-lnd/io/download-lnd.ts';
import { type ManagedNodeOptions, requireNetwork } from '../../managed-lnd/io/launch.ts';
import { endLnd } from '../../managed-lnd/io/lnd-process.ts';
import { findLndProgram } from '../../managed-lnd/io/lnd-program.ts';
import { readNodeRecord } from '../../managed-lnd/io/node-files.ts';
import { nodeFolder } from '../../managed-lnd/io/node-folder.ts';
import { acceptUpgrade, startForSetup } from '../../managed-lnd/io/node-for-setup.ts';
import { setupStore } from '../../managed-lnd/io/setup-store.ts';
import { ManagedNodeError } from '../../managed-lnd/managed-node-error.ts';
import { openDataFolder } from '../../system/data-folder.ts';
import { createLogger } from '../../system/logger.ts';
import { systemClock as clock } from '../../system/system-clock.ts';
import { systemRandom as random } from '../../system/system-random.ts';

export async function openProgramAccess(dataDir: string): Promise<ProgramAccess> {
  await openDataFolder(dataDir, random);
  return {
    machine: process,
    async findVersion(file) {
      try {
        return (await findLndProgram(file, dataDir)).version;
      } catch (error) {
        if (error instanceof ManagedNodeError && isAbsence(error.cause)) return null;
        throw error;
      }
    },
    download: (release, sha256) =>
      downloadLnd({ release, sha256, dataDir, random, tell: printProgress }),
  };
}

export async function openNodeSetup({ dataDir, node }: SetupConfig): Promise<NodeSetupDeps> {
  const options: ManagedNodeOptions = {
    dataDir,
    settings: node,
    program: node.program,
    askState: (place) => askWalletState({ ...place, clock }),
    unlock: (place, password) => unlockWallet({ ...place, clock }, password),
    clock,
    random,
    log: createLogger({
      level: 'warn',
      format: 'text',
      clock,
      write: (line) => printProgress(line.trimEnd()),
    }),
  };
  const folder = nodeFolder(dataDir);
  const record = await readNodeRecord(folder);
  if (record !== null) requireNetwork(record.network, node);
  return {
    store: setupStore({ folder, network: node.network, random, calls: CALLS }),
    random,
    tell: printProgress,
    startLnd: () => startLnd(options),
    startScratchLnd: () => startScratchLnd(options),
    acceptUpgrade: () => acceptUpgrade(options),
    async addToDotEnv(settings) {
      const plan = planDotEnv(await readDotEnv(), settings);
      // Settings are appended to the file, so that an existing `.env` keeps its text, its owner and
      // its permissions.
      if (plan.addition !== '') {
        await appendFile(DOT_ENV, plan.addition, { mode: 0o600, flush: true });
      }
      return plan;
    },
  };
}

const CALLS = {
  payments: WANTED_CALLS,
  chain: [...CHAIN_CALLS, ...SPEND_CALLS],
  management: MANAGEMENT_CALLS,
};

const DOT_ENV = '.env';

async function readDotEnv(): Promise<Uint8Array> {
  try {
    return await readFile(DOT_ENV);
  } catch (error) {
    if (isAbsence(error)) return Buffer.of();
    throw error;
  }
}

const isAbsence = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

const STATUS_AFTER_INTERRUPT = 130;

/**
 * Starts LND for the set-up. LND runs apart from the terminal, so Ctrl-C does not reach it; this
 * program ends it when the set-up stops.
 */
async function startLnd(options: ManagedNodeOptions): Promise<WalletSetup> {
  const stop = (): void => {
    void endLnd(nodeFolder(options.dataDir), clock).finally(() => {
      process.exit(STATUS_AFTER_INTERRUPT);
    });
  };
  const forget = (): void => {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    const started = await startForSetup(options);
    return openWalletSetup({
      ...started,
      clock,
      end: async () => {
        await started.end();
        forget();
      },
    });
  } catch (error) {
    forget();
    throw error;
  }
}

/**
 * Starts a second LND to try a seed. It accepts no peers, because it has the identity of the real
 * node and must not meet that node's peers.
 */
async function startScratchLnd(options: ManagedNodeOptions): Promise<WalletSetup> {
  const dataDir = join(nodeFolder(options.dataDir).path, 'trial');
  const remove = async (): Promise<void> => {
    await endLnd(nodeFolder(dataDir), clock);
    await rm(dataDir, { recursive: true, force: true });
  };
  // An earlier set-up that was killed may have left the folder of its trial behind.
  await remove();
  const found = await findLndProgram(options.program, options.dataDir);
  const program = isAbsolute(found.file) ? found.file : null;
  const settings = { ...options.settings, listen: null, externalAddress: null };
  try {
    const lnd = await startLnd({ ...options, dataDir, program, settings });
    return {
      ...lnd,
      end: async () => {
        await lnd.end();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
