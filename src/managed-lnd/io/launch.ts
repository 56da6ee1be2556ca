/** Starts LND once: checks its program and settings, runs it, and waits until it answers. */

import { assert } from '../../base/assert.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Random } from '../../base/random.ts';
import type { StartedProgram } from '../../system/child-program.ts';
import { readOrNull, writePrivately } from '../../system/data-folder.ts';
import { explainEnd } from '../explain-end.ts';
import { type LndSettings, renderLndConf } from '../lnd-conf.ts';
import { fetchesHeaders, judgeVersion } from '../lnd-versions.ts';
import { ManagedNodeError } from '../managed-node-error.ts';
import type { NodePorts } from '../node-record.ts';
import { endLnd, findLnd, lastWords, restUrlOf, startLnd } from './lnd-process.ts';
import { findLndProgram } from './lnd-program.ts';
import {
  choosePorts,
  hasHeaders,
  hasWallet,
  readNodeRecord,
  readPassword,
  saveNodeRecord,
} from './node-files.ts';
import type { NodeFolder } from './node-folder.ts';
import { endRescanOrder, isRescanOrdered } from './rescan-order.ts';

export interface ManagedNodeOptions {
  readonly dataDir: string;
  readonly settings: LndSettings;
  /** The path of the LND program; null to look in the data folder and in PATH. */
  readonly program: string | null;
  /** Asks LND for its state, such as `LOCKED`, in LND's words; null when LND does not answer. */
  readonly askState: (lnd: LndPlace) => Promise<string | null>;
  /**
   * Unlocks LND's wallet; returns why LND refuses, in its words, or null when it has unlocked it.
   */
  readonly unlock: (lnd: LndPlace, password: string) => Promise<string | null>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

export interface LndPlace {
  readonly restUrl: string;
  readonly tlsCaPem: string;
}

export interface Launch {
  readonly folder: NodeFolder;
  /**
   * Whether LND may get other ports than last time. While the service runs it may not, because the
   * service keeps calling LND at the first ports.
   */
  readonly mayMove: boolean;
  readonly isReady: (state: string) => boolean;
  /**
   * Whether this start carries out an order to read the wallet's transactions from the chain again.
   * Set-up does not, because it leaves the wallet locked.
   */
  readonly mayRescan: boolean;
  readonly signal: AbortSignal;
}

/** Whether LND answers calls in this state. It may still have to catch up with the chain. */
export const isServing = (state: string): boolean =>
  state === 'RPC_ACTIVE' || state === 'SERVER_ACTIVE';

export interface StartedLnd {
  readonly ports: NodePorts;
  /** The process that was started; null for an LND that was running already. */
  readonly child: StartedProgram | null;
}

/**
 * Starts LND and waits until it is ready. The caller has made sure that no LND runs in this folder.
 */
export async function launch(options: ManagedNodeOptions, plan: Launch): Promise<StartedLnd> {
  const { dataDir, settings, log, random } = options;
  const { folder, mayMove } = plan;
  const record = await readNodeRecord(folder);
  if (record !== null) requireNetwork(record.network, settings);
  const program = await findLndProgram(options.program, dataDir);
  const hasRun = record !== null && (await hasWallet(folder, settings.network));
  const verdict = judgeVersion(program.version, hasRun ? record.lndVersion : null);
  if (verdict.kind !== 'usable') throw new ManagedNodeError(verdict.why);
  for (const warning of verdict.warnings) log.warn({}, warning);

  const last = record?.ports ?? null;
  const ports = last !== null && !mayMove ? last : await choosePorts(last, random);
  if (last !== null && (last.rest !== ports.rest || last.rpc !== ports.rpc)) {
    log.warn({ ...ports }, 'another program has a port of LND, which gets another one');
  }
  const { version } = program;
  const pubkey = record?.pubkey ?? null;
  // The version is stored before LND starts, because a newer LND changes its databases at once, and
  // an older one must be refused from then on.
  await saveNodeRecord(folder, { network: settings.network, lndVersion: version, ports, pubkey });
  const rescans = plan.mayRescan && (await isRescanOrdered(folder));
  const isFirst = await mayFetchHeaders(folder, settings, version);
  const conf = renderLndConf({ settings, ports, rescans, fetchesHeaders: isFirst });
  await writePrivately(folder.conf, conf);
  const child = await startLnd(folder, program.file);
  log.info({ pid: child.pid, version }, 'LND is started');
  await waitUntilReady(options, plan, { ports, child });
  if (rescans) {
    await endRescanOrder(folder);
    log.info({}, 'LND reads its wallet from the chain anew');
  }
  // The configuration file is written again with the settings of a normal start. The next start of
  // the service compares them with its own: if they are equal, it keeps this LND running.
  await writePrivately(folder.conf, renderLndConf({ settings, ports }));
  return { ports, child };
}

/**
 * Whether LND has to download the headers of the chain: it has none yet, and the operator has set a
 * source for them.
 */
async function mayFetchHeaders(
  folder: NodeFolder,
  { network, chain }: LndSettings,
  version: string,
): Promise<boolean> {
  if (chain.kind !== 'neutrino' || chain.headers === null) return false;
  if (await hasHeaders(folder, network)) return false;
  if (fetchesHeaders(version)) return true;
  throw new ManagedNodeError(
    `SATCHEL_NEUTRINO_HEADERS needs LND 0.21.0 or newer, and the program is LND ${version}: ` +
      'remove the setting, and the node reads the headers from its peers',
  );
}

export function requireNetwork(network: string, settings: Pick<LndSettings, 'network'>): void {
  if (network === settings.network) return;
  throw new ManagedNodeError(
    `the node of this data folder is on ${network}, but SATCHEL_NETWORK is ` +
      `${settings.network}: each network needs a data folder of its own`,
  );
}

const POLL_MS = 200;
const TELL_EVERY_MS = 30_000;

/**
 * Waits until LND is ready, for as long as it lives. There is no time limit: after an upgrade or a
 * crash, LND may work for long, and an LND that was ended meanwhile would begin from the start.
 * Unlocks the wallet if `isReady` does not accept a locked one.
 */
export async function waitUntilReady(
  options: ManagedNodeOptions,
  { folder, isReady, signal }: Pick<Launch, 'folder' | 'isReady' | 'signal'>,
  { ports, child }: StartedLnd,
): Promise<void> {
  const { settings, askState, clock, log } = options;
  let toldMs = clock.monotonicMs();
  while (!signal.aborted) {
    // The end of the process is checked before the state: if it has ended, the log that is read for
    // the reason is complete.
    const hasEnded = await (child === null
      ? findLnd(folder).then((pid) => pid === null)
      : child.end());
    const tlsCaPem = await readOrNull(folder.tlsCertFile);
    const restUrl = restUrlOf(ports.rest);
    const state = tlsCaPem === null ? null : await askState({ restUrl, tlsCaPem });
    if (state !== null && isReady(state)) return;
    if (state === 'LOCKED' && tlsCaPem !== null) {
      await openWallet(options, folder, { restUrl, tlsCaPem });
    }
    if (hasEnded) {
      const why = await whyEnded(folder, settings.network, child);
      throw new ManagedNodeError(`LND did not start: ${why}`);
    }
    if (clock.monotonicMs() - toldMs > TELL_EVERY_MS) {
      toldMs = clock.monotonicMs();
      log.info({ state }, 'LND is still starting');
    }
    await clock.sleep(POLL_MS, signal);
  }
  throw new ManagedNodeError('the start of LND was broken off');
}

/**
 * Unlocks the wallet by a call. LND could read the password from a file by itself, but then it
 * would write macaroons beside its wallet, and the admin macaroon allows everything and can never
 * be revoked.
 */
async function openWallet(
  { unlock, clock }: ManagedNodeOptions,
  folder: NodeFolder,
  lnd: LndPlace,
): Promise<void> {
  const password = await readPassword(folder);
  assert(password !== null, 'the password was there before LND was started');
  const refusal = await unlock(lnd, password);
  if (refusal === null) return;
  await endLnd(folder, clock);
  throw new ManagedNodeError(`LND did not start: ${explainEnd(refusal, '')}`);
}

export async function whyEnded(
  folder: NodeFolder,
  network: string,
  child: StartedProgram | null,
): Promise<string> {
  const how = child === null ? null : await child.end();
  return explainEnd(how, await lastWords(folder, network));
}
