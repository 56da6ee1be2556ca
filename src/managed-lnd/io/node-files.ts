/** Reads and writes files in the folder of the managed node. */

import { mkdir, readFile, stat } from 'node:fs/promises';
import { bytesToHex } from '../../base/hex.ts';
import type { Random } from '../../base/random.ts';
import { removeSuffix } from '../../base/text.ts';
import { readOrNull, writePrivately } from '../../system/data-folder.ts';
import { findFreePort, isPortFree } from '../../system/free-port.ts';
import { ManagedNodeError } from '../managed-node-error.ts';
import {
  type NodePorts,
  type NodeRecord,
  parseNodeRecord,
  writeNodeRecord,
} from '../node-record.ts';
import { grpcUrlOf, restUrlOf } from './lnd-process.ts';
import { headersFile, type NodeFolder, walletFile } from './node-folder.ts';

export async function makeNodeFolder({ path, lndDir }: NodeFolder): Promise<void> {
  // A path with `$` is refused: LND would replace `$` and the letters behind it by a variable of
  // the environment.
  if (path.includes('$')) {
    throw new ManagedNodeError(`LND cannot work in ${path}: choose a data folder without $`);
  }
  for (const folder of [path, lndDir]) await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** Reads the record of the node; null before set-up has started LND for the first time. */
export async function readNodeRecord({ recordFile }: NodeFolder): Promise<NodeRecord | null> {
  const text = await readOrNull(recordFile);
  if (text === null) return null;
  const record = parseNodeRecord(text);
  if (record !== null) return record;
  throw new ManagedNodeError(`the file ${recordFile} does not hold what Satchel has written there`);
}

/** Reads the password of the wallet, without line ends that a text editor may have added. */
export async function readPassword({ passwordFile }: NodeFolder): Promise<string | null> {
  const text = await readOrNull(passwordFile);
  return text === null ? null : removeSuffix(text, '\r\n');
}

export const saveNodeRecord = ({ recordFile }: NodeFolder, record: NodeRecord): Promise<void> =>
  writePrivately(recordFile, writeNodeRecord(record));

export const hasWallet = (folder: NodeFolder, network: string): Promise<boolean> =>
  isFile(walletFile(folder, network));

/** Whether LND's light client has stored any block headers besides the first one. */
export const hasHeaders = (folder: NodeFolder, network: string): Promise<boolean> =>
  stat(headersFile(folder, network)).then(
    ({ size }) => size > HEADER_BYTES,
    () => false,
  );

const HEADER_BYTES = 80;

export const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

/** Chooses free ports, and keeps those of the last start if they are free. */
export async function choosePorts(last: NodePorts | null, random: Random): Promise<NodePorts> {
  const choose = async (port: number | undefined) =>
    port !== undefined && (await isPortFree(port)) ? port : await findFreePort(random);
  const rest = await choose(last?.rest);
  let rpc = await choose(last?.rpc);
  while (rpc === rest) rpc = await findFreePort(random);
  return { rest, rpc };
}

/** What a client needs to call the node. */
export interface ManagedNodeAccess {
  readonly restUrl: string;
  readonly grpcUrl: string;
  readonly macaroonHex: string;
  readonly tlsCaPem: string;
}

/**
 * Reads what a client needs to call the node for payments, or for management with
 * `managementMacaroonFile`.
 */
export async function readNodeAccess(
  folder: NodeFolder,
  macaroonFile = folder.macaroonFile,
): Promise<ManagedNodeAccess> {
  const record = await readNodeRecord(folder);
  if (record === null) throw notSetUp(folder);
  try {
    return {
      restUrl: restUrlOf(record.ports.rest),
      grpcUrl: grpcUrlOf(record.ports.rpc),
      macaroonHex: bytesToHex(await readFile(macaroonFile)),
      tlsCaPem: await readFile(folder.tlsCertFile, 'utf8'),
    };
  } catch (cause) {
    throw new ManagedNodeError(UNFINISHED, { cause });
  }
}

export const notSetUp = ({ path }: NodeFolder): ManagedNodeError =>
  new ManagedNodeError(`there is no node in ${path} yet: run \`satchel node setup\``);

export const UNFINISHED =
  'the node of this data folder is not complete: run `satchel node setup`, which does the rest';
