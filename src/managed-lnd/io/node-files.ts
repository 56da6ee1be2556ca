/** Reads and writes what stands in the folder of the managed node. */

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
import { restUrlOf } from './lnd-process.ts';
import { headersFile, type NodeFolder, walletFile } from './node-folder.ts';

export async function makeNodeFolder({ path, lndDir }: NodeFolder): Promise<void> {
  // LND would put a variable of the environment in place of the sign.
  if (path.includes('$')) {
    throw new ManagedNodeError(`LND cannot work in ${path}: choose a data folder without $`);
  }
  for (const folder of [path, lndDir]) await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** Reads the record; null before the first start for set-up. */
export async function readNodeRecord({ recordFile }: NodeFolder): Promise<NodeRecord | null> {
  const text = await readOrNull(recordFile);
  if (text === null) return null;
  const record = parseNodeRecord(text);
  if (record !== null) return record;
  throw new ManagedNodeError(`the file ${recordFile} does not hold what Satchel has written there`);
}

/** Reads the password of the wallet, without line ends that an editor may have added. */
export async function readPassword({ passwordFile }: NodeFolder): Promise<string | null> {
  const text = await readOrNull(passwordFile);
  return text === null ? null : removeSuffix(text, '\r\n');
}

export const saveNodeRecord = ({ recordFile }: NodeFolder, record: NodeRecord): Promise<void> =>
  writePrivately(recordFile, writeNodeRecord(record));

export const hasWallet = (folder: NodeFolder, network: string): Promise<boolean> =>
  isFile(walletFile(folder, network));

/** Whether a light client has any headers beside that of the first block. */
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

/** Chooses ports that are free, best those of last time. */
export async function choosePorts(last: NodePorts | null, random: Random): Promise<NodePorts> {
  const choose = async (port: number | undefined) =>
    port !== undefined && (await isPortFree(port)) ? port : await findFreePort(random);
  const rest = await choose(last?.rest);
  let rpc = await choose(last?.rpc);
  while (rpc === rest) rpc = await findFreePort(random);
  return { rest, rpc };
}

/** How calls reach the node. */
export interface ManagedNodeAccess {
  readonly restUrl: string;
  readonly macaroonHex: string;
  readonly tlsCaPem: string;
}

/** Reads the access for payments; with `managementMacaroonFile`, for what operators do. */
export async function readNodeAccess(
  folder: NodeFolder,
  macaroonFile = folder.macaroonFile,
): Promise<ManagedNodeAccess> {
  const record = await readNodeRecord(folder);
  if (record === null) throw notSetUp(folder);
  try {
    return {
      restUrl: restUrlOf(record.ports.rest),
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
