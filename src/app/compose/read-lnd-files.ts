import { readFile } from 'node:fs/promises';
import { bytesToHex } from '../../base/hex.ts';
import type { Log } from '../../base/log.ts';
import { readUtf8, stripByteOrderMark } from '../../base/utf8.ts';
import type { LndNodeOptions } from '../../lightning/lnd/node.ts';
import { readMacaroonText } from '../../lightning/macaroon.ts';
import type { AppContext } from '../context/app-context.ts';
import { NodeSetupError } from './node-setup-error.ts';

/** How to reach an LND that the operator runs, with the macaroon for one purpose. */
export interface OwnLnd {
  readonly restUrl: string;
  readonly grpcUrl: string | null;
  /**
   * The path of the macaroon's file, and the name of the setting that gives it, for error messages.
   */
  readonly macaroon: { readonly path: string; readonly setting: string };
  readonly tlsCertFile: string | null;
}

export interface LndFiles {
  readonly macaroonHex: string;
  readonly tlsCaPem: string | null;
}

export async function readOwnLndAccess(
  lnd: OwnLnd,
  { clock, log, accessWatch }: Pick<AppContext, 'clock' | 'log' | 'accessWatch'>,
): Promise<LndNodeOptions> {
  const first = await readLndFiles(lnd);
  const readAccess = readAgain(lnd, first, log);
  const { restUrl, grpcUrl } = lnd;
  return { restUrl, grpcUrl, ...first, readAccess, accessWatch, clock };
}

/**
 * Makes the function that reads the files with the certificate and the macaroon again: LND may have
 * a new certificate, or the operator another macaroon.
 */
function readAgain(lnd: OwnLnd, first: LndFiles, log: Log): () => Promise<LndFiles> {
  let last = first;
  return async () => {
    const read = await readLndFiles(lnd);
    const isSame = read.macaroonHex === last.macaroonHex && read.tlsCaPem === last.tlsCaPem;
    if (!isSame) log.info({}, 'LND has another certificate or macaroon: its files were read again');
    last = read;
    return read;
  };
}

/** Reads the macaroon and the certificate. */
export async function readLndFiles({
  macaroon,
  tlsCertFile,
}: Pick<OwnLnd, 'macaroon' | 'tlsCertFile'>): Promise<LndFiles> {
  return {
    macaroonHex: await readMacaroon(macaroon),
    tlsCaPem: tlsCertFile === null ? null : await readCertificate(tlsCertFile),
  };
}

async function readMacaroon({ path, setting }: OwnLnd['macaroon']): Promise<string> {
  const read = readMacaroonText(await readNamedFile(path, setting));
  if (read !== null) return bytesToHex(read.macaroon);
  throw new NodeSetupError(`the file ${path} of ${setting} is empty`);
}

async function readCertificate(path: string): Promise<string> {
  const text = readUtf8(await readNamedFile(path, 'SATCHEL_LND_TLS_CERT_FILE'));
  if (text !== null && /-----BEGIN [A-Z0-9 ]*CERTIFICATE-----/.test(text))
    return stripByteOrderMark(text);
  throw new NodeSetupError(
    `the file ${path} of SATCHEL_LND_TLS_CERT_FILE holds no certificate (PEM, saved as UTF-8)`,
  );
}

async function readNamedFile(path: string, setting: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw new NodeSetupError(`the file ${path} of ${setting} cannot be read`, { cause });
  }
}
