import { join } from 'node:path';

/** The paths of all files and folders of the managed node, within the data folder. */
export interface NodeFolder {
  readonly path: string;
  /** LND's own folder: its databases, its certificate and its log. */
  readonly lndDir: string;
  /** The settings of LND, written at each start. They contain the password of bitcoind. */
  readonly conf: string;
  /**
   * The password that unlocks LND's wallet at each start. It is written before the wallet is made.
   */
  readonly passwordFile: string;
  /** The macaroon for the calls that Lightning payments need. */
  readonly macaroonFile: string;
  /** The macaroon for the calls by which operators manage the node, and for baking macaroons. */
  readonly managementMacaroonFile: string;
  /** The macaroon for the calls that bitcoin addresses need, including sending on-chain. */
  readonly chainMacaroonFile: string;
  readonly tlsCertFile: string;
  /** The stored `NodeRecord`, which says what was true of the node when it last ran. */
  readonly recordFile: string;
  /**
   * This file exists while LND has been ordered to read its wallet's transactions from the chain
   * again.
   */
  readonly rescanFile: string;
  /** The process id of LND. */
  readonly pidFile: string;
  /** The id of the Satchel process that has started LND and ends it. */
  readonly ownerFile: string;
  /** What LND prints: before it opens its log, and when it crashes. */
  readonly outputFile: string;
}

export function nodeFolder(dataDir: string): NodeFolder {
  const path = join(dataDir, 'node');
  const lndDir = join(path, 'lnd');
  return {
    path,
    lndDir,
    conf: join(path, 'lnd.conf'),
    passwordFile: join(path, 'wallet.password'),
    macaroonFile: join(path, 'satchel.macaroon'),
    managementMacaroonFile: join(path, 'management.macaroon'),
    chainMacaroonFile: join(path, 'chain.macaroon'),
    tlsCertFile: join(lndDir, 'tls.cert'),
    recordFile: join(path, 'node.json'),
    rescanFile: join(path, 'rescan.ordered'),
    pidFile: join(path, 'lnd.pid'),
    ownerFile: join(path, 'owner.pid'),
    outputFile: join(path, 'lnd.output'),
  };
}

/** The file with the newest backup of the node's channels. */
export const channelBackupFile = (dataDir: string): string => join(dataDir, 'channels.backup');

/**
 * The database of LND's wallet, with its keys. The folder of each network has the name that LND
 * uses for the network.
 */
export const walletFile = ({ lndDir }: NodeFolder, network: string): string =>
  join(lndDir, 'data', 'chain', 'bitcoin', network, 'wallet.db');

/** The file in which LND's light client stores block headers. */
export const headersFile = ({ lndDir }: NodeFolder, network: string): string =>
  join(lndDir, 'data', 'chain', 'bitcoin', network, 'block_headers.bin');

export const logFile = ({ lndDir }: NodeFolder, network: string): string =>
  join(lndDir, 'logs', 'bitcoin', network, 'lnd.log');
