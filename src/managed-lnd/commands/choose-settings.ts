import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from '../../cli/ask.ts';
import { printProgress } from '../../cli/print.ts';
import { RefusedError } from '../../cli/refused.ts';
import { readConfig } from '../../config/config.ts';
import type { NewSettings } from '../../config/dot-env-lines.ts';
import { type Environment, readEnvironment, readNamesOfFile } from '../../config/env.ts';
import type { ManagedNodeConfig } from '../../config/managed-node.ts';
import { SIMULATOR_FOLDER } from '../../lightning/simulator-protocol/network-protocol.ts';

export const NETWORKS = ['mainnet', 'signet', 'testnet4', 'regtest'] as const;

export interface SetupConfig {
  readonly dataDir: string;
  readonly node: ManagedNodeConfig;
}

export interface ChosenSettings {
  readonly config: SetupConfig;
  /** The settings that the service needs to find the managed node. */
  readonly settings: NewSettings;
}

/**
 * Chooses the settings of the node. Settings that exist already are used; the operator is asked for
 * the others.
 */
export async function chooseSettings(
  network: string | null,
  asks: boolean,
): Promise<ChosenSettings> {
  const environment = readEnvironment();
  const present = environment['SATCHEL_NETWORK'] ?? '';
  if (network !== null && present !== '' && present !== network) {
    throw new RefusedError(`--network is ${network}, but SATCHEL_NETWORK is ${present}`);
  }
  const chosen = network ?? (present || (await askNetwork(asks)));
  const feeUrl = needsFeeUrl(environment, chosen) && asks ? await askFeeUrl() : null;
  const settings = {
    SATCHEL_LIGHTNING: 'managed',
    SATCHEL_NETWORK: chosen,
    ...(feeUrl !== null && { SATCHEL_FEE_URL: feeUrl }),
  };
  return { config: readSetupConfig(settings), settings };
}

/** Adds the path of an LND program, as the operator has typed it, to the settings. */
export function withProgram({ settings }: ChosenSettings, file: string): ChosenSettings {
  const more = { ...settings, SATCHEL_LND_PROGRAM: file };
  return { config: readSetupConfig(more), settings: more };
}

function readSetupConfig(settings: NewSettings): SetupConfig {
  const config = readConfig({ ...readEnvironment(), ...settings }, readNamesOfFile());
  if (config.lightning.kind !== 'managed') throw new Error('it was set to be managed');
  const { dataDir, database } = config;
  if (database.url === null && existsSync(join(dataDir, SIMULATOR_FOLDER))) {
    throw new RefusedError(
      `the database in ${dataDir} counts play money of the simulated network, and stays with its ` +
        'node: set SATCHEL_DATA_DIR to another folder',
    );
  }
  return { dataDir, node: config.lightning.node };
}

async function askNetwork(asks: boolean): Promise<string> {
  if (!asks) {
    throw new RefusedError(`say which network: --network, one of ${NETWORKS.join(', ')}`);
  }
  for (const line of ABOUT_NETWORKS) printProgress(line);
  for (;;) {
    const answer = await ask(`Network (${NETWORKS.join(', ')}):`);
    if (answer === null) throw new RefusedError('no network was chosen');
    if (NETWORKS.some((network) => network === answer)) return answer;
  }
}

const ABOUT_NETWORKS: readonly string[] = [
  'On signet and testnet4 coins are free and worth nothing: begin there. On mainnet they are',
  'money.',
  'The node reads the chain as a light client (neutrino), which has to trust its peers to some',
  'degree: for small sums only. For larger ones run bitcoind, and set SATCHEL_LND_CHAIN=bitcoind',
  'before you go on.',
];

const needsFeeUrl = (environment: Environment, network: string): boolean =>
  network === 'mainnet' &&
  (environment['SATCHEL_LND_CHAIN'] || 'neutrino') === 'neutrino' &&
  (environment['SATCHEL_FEE_URL'] ?? '') === '';

async function askFeeUrl(): Promise<string> {
  for (const line of ABOUT_FEES) printProgress(line);
  const answer = await ask('Address of the fees:');
  if (answer === null || answer === '') throw new RefusedError('no source of fees was chosen');
  return answer;
}

const ABOUT_FEES: readonly string[] = [
  'A light client cannot see what transactions cost, and LND does not start on mainnet without a',
  'source of fees. It is a third party, which sees when and from where your node asks. One that',
  'makers of wallets use: https://nodes.lightning.computer/fees/v1/btc-fee-estimates.json',
];
