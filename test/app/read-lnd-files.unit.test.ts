import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readLndFiles } from '../../src/app/compose/read-lnd-files.ts';

const folder = await mkdtemp(join(tmpdir(), 'satchel-lnd-files-'));
after(() => rm(folder, { recursive: true }));

async function read(macaroon: Uint8Array | string, certificate?: Uint8Array | string) {
  const [macaroonFile, tlsCertFile] = [join(folder, 'macaroon'), join(folder, 'cert')];
  await writeFile(macaroonFile, macaroon);
  if (certificate !== undefined) await writeFile(tlsCertFile, certificate);
  return await readLndFiles({
    macaroon: { path: macaroonFile, setting: 'SATCHEL_LND_MACAROON_FILE' },
    tlsCertFile: certificate === undefined ? null : tlsCertFile,
  });
}

const MACAROON = Buffer.from('0201036c6e6402f801030a10deadbeef', 'hex');
const HEX = MACAROON.toString('hex');
const PEM = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';

test('a macaroon is read as LND writes it, and as text of hex digits', async () => {
  for (const given of [MACAROON, HEX, `${HEX}\n`, `\uFEFF${HEX.toUpperCase()}\r\n`]) {
    assert.deepEqual(await read(given), { macaroonHex: HEX, tlsCaPem: null });
  }
});

test('a certificate is read without a byte order mark, behind which TLS would find none', async () => {
  for (const given of [PEM, `\uFEFF${PEM}`]) {
    assert.deepEqual(await read(MACAROON, given), { macaroonHex: HEX, tlsCaPem: PEM });
  }
});

test('a file that holds neither is refused by its setting', async () => {
  await assert.rejects(read('', PEM), /SATCHEL_LND_MACAROON_FILE is empty/);
  for (const wrong of ['', 'nonsense', Buffer.from(PEM, 'utf16le')]) {
    await assert.rejects(read(MACAROON, wrong), /SATCHEL_LND_TLS_CERT_FILE holds no certificate/);
  }
});
