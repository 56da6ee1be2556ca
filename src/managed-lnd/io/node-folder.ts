import { join } from 'node:path';

/** Where everything of the managed node stands, within the data folder. */
export interface NodeFolder {
  readonly path: string;
  /** LND's own folder: its databases, its certificate and its log. */
  readonly lndDir: string;
  /** What LND is told, written at each start, with the password of bitcoind. */
  readonly conf: string;
  /** Opens the wallet of LND at each start. Written before the wallet is made. */
  readonly passwordFile: string;
  /** The macaroon for the calls that payments need. */
  readonly macaroonFile: string;
  /** The macaroon for what operators do with the node, and for baking macaroons. */
  readonly managementMacaroonFile: string;
  /** Opens the calls that bitcoin addresses need, sending to them included. */
  readonly chainMacaroonFile: string;
  readonly tlsCertFile: string;
  /** What was true of the node when it last ran: `NodeRecord`. */
  readonly recordFile: string;
  /** Is there while LND has to read its wallet from the chain anew. */
  readonly rescanFile: string;
  /** The number of LND's process. */
  readonly pidFile: string;
  /** The number of the process that ends LND together with itself. */
  readonly ownerFile: string;
  /** What LND prints before it has a log of its own, or when it crashes. */
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

/** The newest backup of the node's channels. */
export const channelBackupFile = (dataDir: string): string => join(dataDir, 'channels.backup');

/** LND's wallet, with its keys. LND names folders of networks by their own names. */
export const walletFile = ({ lndDir }: NodeFolder, network: string): string =>
  join(lndDir, 'data', 'chain', 'bitcoin', network, 'wallet.db');

/** Headers of blocks, as a light client keeps them. */
export const headersFile = ({ lndDir }: NodeFolder, network: string): string =>
  join(lndDir, 'data', 'chain', 'bitcoin', network, 'block_headers.bin');

export const logFile = ({ lndDir }: NodeFolder, network: string): string =>
  join(lndDir, 'logs', 'bitcoin', network, 'lnd.log');
