import { readFile } from 'node:fs/promises';
import { bytesToHex, hexToBytes } from '../../base/hex.ts';
import { readUtf8, stripByteOrderMark } from '../../base/utf8.ts';
import type { LightningConfig } from '../../config/config.ts';
import { NodeSetupError } from './node-setup-error.ts';

export interface LndFiles {
  readonly macaroonHex: string;
  readonly tlsCaPem: string | null;
}

/** What the operator's files hold, however an editor or a pipe saved them. */
export async function readLndFiles({
  macaroonFile,
  tlsCertFile,
}: Extract<LightningConfig, { kind: 'lnd' }>): Promise<LndFiles> {
  return {
    macaroonHex: await readMacaroon(macaroonFile),
    tlsCaPem: tlsCertFile === null ? null : await readCertificate(tlsCertFile),
  };
}

/** LND writes bytes. Tools and secrets of platforms hold them as hex. */
async function readMacaroon(path: string): Promise<string> {
  const bytes = await readNamedFile(path, 'SATCHEL_LND_MACAROON_FILE');
  const written = hexToBytes((readUtf8(bytes) ?? '').trim());
  const macaroon = written === null || written.length === 0 ? bytes : written;
  if (macaroon.length > 0) return bytesToHex(macaroon);
  throw new NodeSetupError(`the file ${path} of SATCHEL_LND_MACAROON_FILE is empty`);
}

async function readCertificate(path: string): Promise<string> {
  const text = readUtf8(await readNamedFile(path, 'SATCHEL_LND_TLS_CERT_FILE'));
  if (text !== null && /-----BEGIN [A-Z0-9 ]*CERTIFICATE-----/.test(text))
    return stripByteOrderMark(text);
  throw new NodeSetupError(
    `the file ${path} of SATCHEL_LND_TLS_CERT_FILE holds no certificate (PEM, saved as UTF-8)`,
  );
}

async function readNamedFile(path: string, variable: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw new NodeSetupError(`the file ${path} of ${variable} cannot be read`, { cause });
  }
}
