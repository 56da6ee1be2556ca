/**
 * A program that starts, unlocks, answers and ends as LND does, for tests of what keeps it. It has
 * the certificate of all tests, and the wallet that a file in its folder stands for.
 */

import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { SPEND_CALLS } from '../../src/lightning/lnd/chain-spending.ts';
import { CHAIN_CALLS } from '../../src/lightning/lnd/chain-wallet.ts';
import { MANAGEMENT_CALLS } from '../../src/lightning/lnd/management.ts';
import { WANTED_CALLS } from '../../src/lightning/lnd/missing-rights.ts';
import { askWalletState, unlockWallet } from '../../src/lightning/lnd/wallet-state.ts';
import type { ManagedNodeOptions } from '../../src/managed-lnd/io/launch.ts';
import { killLnd } from '../../src/managed-lnd/io/lnd-process.ts';
import { saveNodeRecord } from '../../src/managed-lnd/io/node-files.ts';
import { type NodeFolder, nodeFolder, walletFile } from '../../src/managed-lnd/io/node-folder.ts';
import { findFreePort } from '../../src/system/free-port.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { createListeningLog, type ListeningLog } from './listening-log.ts';
import { SELF_SIGNED_CERTIFICATE, SELF_SIGNED_KEY } from './self-signed-certificate.ts';

const PROGRAM = `
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { dirname, join } from 'node:path';

const [conf, lndDir] = process.argv.slice(2).map((text) => text.split('=')[1]);
const settings = new Map(
  readFileSync(conf, 'utf8').split('\\n').filter((line) => /^[a-z]/.test(line)).map((line) => {
    const at = line.indexOf('=');
    return [line.slice(0, at), JSON.parse(line.slice(at + 1))];
  }),
);
const end = (why) => {
  process.stdout.write(why + '\\n');
  process.exit(1);
};
const wallet = join(lndDir, 'data/chain/bitcoin/regtest/wallet.db');
const hasWallet = existsSync(wallet);
const { key, cert, answers } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'pair.json'), 'utf8'),
);
writeFileSync(join(lndDir, 'tls.cert'), cert);
const is = (mood) => existsSync(join(import.meta.dirname, mood));
const unlocked = is('slow') ? 'WAITING_TO_START' : 'RPC_ACTIVE';
let state = hasWallet ? 'LOCKED' : 'NON_EXISTING';
const server = createServer({ key, cert }, async (request, response) => {
  if (request.url === '/v1/unlockwallet') {
    const order = JSON.parse(Buffer.concat(await request.toArray()).toString());
    const password = Buffer.from(order.wallet_password, 'base64').toString();
    if (password !== 'right' || order.stateless_init !== true) {
      const refusal = { code: 2, message: 'invalid passphrase for master public key', details: [] };
      response.writeHead(500).end(JSON.stringify(refusal));
      return;
    }
    state = unlocked;
    const isAnew = settings.get('reset-wallet-transactions') === 'true';
    appendFileSync(join(lndDir, 'opened'), isAnew ? 'anew ' : 'as it was ');
  }
  if (request.url === '/v1/initwallet') {
    mkdirSync(dirname(wallet), { recursive: true });
    writeFileSync(wallet, '');
    state = 'SERVER_ACTIVE';
  }
  response.end(JSON.stringify({ state, ...answers }));
});
server.on('error', (error) => end(String(error)));
server.listen(Number(settings.get('restlisten').split(':')[1]), '127.0.0.1');
process.on('SIGTERM', () => {
  if (is('deaf')) return;
  writeFileSync(join(lndDir, 'ended'), '');
  process.exit(0);
});
`;

/** What set-up asks for, in one answer to all. */
const ANSWERS = {
  cipher_seed_mnemonic: Array.from({ length: 24 }, (_, index) => `secret${index + 1}`),
  admin_macaroon: Buffer.from('admin').toString('base64'),
  macaroon: Buffer.from(
    [...WANTED_CALLS, ...CHAIN_CALLS, ...SPEND_CALLS, ...MANAGEMENT_CALLS].join(),
  ).toString('hex'),
  identity_pubkey: `02${'ab'.repeat(32)}`,
  block_height: 1,
};

export interface FakeLnd {
  readonly folder: NodeFolder;
  readonly log: ListeningLog;
  readonly options: ManagedNodeOptions;
  /** What the program says of its version from now on. */
  setVersion(version: string): Promise<void>;
  /** From its next start on it never gets ready; or at once, it does not hear SIGTERM. */
  make(mood: 'slow' | 'deaf'): Promise<void>;
}

/** A data folder with the program. `hasNode`: a node was set up there and has run with 0.21.3. */
export async function fakeLnd(t: TestContext, hasNode = true): Promise<FakeLnd> {
  const dataDir = await mkdtemp(join(tmpdir(), 'satchel-lnd-'));
  const folder = nodeFolder(dataDir);
  t.after(async () => {
    await killLnd(folder);
    await rm(dataDir, { recursive: true, force: true });
  });
  const program = join(dataDir, 'lnd');
  const setVersion = async (version: string): Promise<void> => {
    const script = `#!/bin/sh
[ "$1" = --version ] && exec echo "lnd version ${version}-beta commit="
exec "${process.execPath}" "${join(dataDir, 'lnd.mjs')}" "$@"
`;
    await writeFile(program, script);
    await chmod(program, 0o700);
  };
  await setVersion('0.21.3');
  await writeFile(join(dataDir, 'lnd.mjs'), PROGRAM);
  const pair = { key: SELF_SIGNED_KEY, cert: SELF_SIGNED_CERTIFICATE, answers: ANSWERS };
  await writeFile(join(dataDir, 'pair.json'), JSON.stringify(pair));
  if (hasNode) await makeNode(folder);
  const log = createListeningLog();
  const options: ManagedNodeOptions = {
    dataDir,
    settings: {
      network: 'regtest',
      chain: { kind: 'neutrino', peers: [], headers: null, feeUrl: null },
      listen: null,
      externalAddress: null,
      alias: null,
    },
    program: null,
    askState: (place) => askWalletState({ ...place, clock: systemClock }),
    unlock: (place, password) => unlockWallet({ ...place, clock: systemClock }, password),
    clock: systemClock,
    random: systemRandom,
    log,
  };
  const make = (mood: string) => writeFile(join(dataDir, mood), '');
  return { folder, log, options, setVersion, make };
}

async function makeNode(folder: NodeFolder): Promise<void> {
  const wallet = walletFile(folder, 'regtest');
  await mkdir(dirname(wallet), { recursive: true });
  await writeFile(wallet, '');
  await writeFile(folder.passwordFile, 'right');
  await writeFile(folder.macaroonFile, 'macaroon');
  const ports = { rest: await findFreePort(systemRandom), rpc: await findFreePort(systemRandom) };
  await saveNodeRecord(folder, { network: 'regtest', lndVersion: '0.21.3', ports, pubkey: '02' });
}
