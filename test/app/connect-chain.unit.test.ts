import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, test } from 'node:test';
import { closeChain, connectChain } from '../../src/app/compose/connect-chain.ts';
import { readConfig } from '../../src/config/config.ts';
import { createAccessWatch } from '../../src/lightning/lnd/access-watch.ts';
import { SPEND_CALLS } from '../../src/lightning/lnd/chain-spending.ts';
import { CHAIN_CALLS } from '../../src/lightning/lnd/chain-wallet.ts';
import { systemClock as clock } from '../../src/system/system-clock.ts';
import { textField } from '../support/fields.ts';
import { createListeningLog } from '../support/listening-log.ts';
import { closeLnds, lndAgainst } from '../support/lnd-against-script.ts';
import type { Script } from '../support/scripted-server.ts';

const folder = await mkdtemp(join(tmpdir(), 'satchel-chain-'));
after(() => rm(folder, { recursive: true }));
afterEach(closeLnds);
const FILE = join(folder, 'chain.macaroon');
await writeFile(FILE, 'chain');

const DENIED = { code: 3, message: 'permission denied', details: [] };
const CHECK = '/lnrpc.Lightning/CheckMacaroonPermissions';

/** Connects to an LND that answers what the macaroon may do, and tells what was asked and logged. */
async function connectTo(script: Script, file = FILE) {
  const { server } = await lndAgainst(script);
  const config = readConfig({
    SATCHEL_LIGHTNING: 'lnd',
    SATCHEL_LND_REST_URL: server.url,
    SATCHEL_LND_MACAROON_FILE: FILE,
    SATCHEL_ONCHAIN: 'on',
    SATCHEL_LND_ONCHAIN_MACAROON_FILE: file,
  });
  const log = createListeningLog();
  const onchain = await connectChain({ config, clock, log, accessWatch: createAccessWatch() });
  if (onchain !== null) await closeChain(onchain);
  return { onchain, logged: log.text() };
}

/** Connects with a macaroon that does not allow these calls. */
async function connectWithout(denied: readonly string[]) {
  const asked: string[] = [];
  const connected = await connectTo(({ body }, reply) => {
    const call = textField(JSON.parse(body), 'fullMethod');
    asked.push(call);
    return denied.includes(call) ? reply.json(400, DENIED) : reply.json(200, { valid: true });
  });
  return { ...connected, asked };
}

test('a macaroon with all rights receives and sends, and is asked about each right once', async () => {
  const { onchain, logged, asked } = await connectWithout([]);
  assert(onchain?.chainSpending);
  assert.equal(logged, '');
  const others = asked.filter((call) => call !== CHECK);
  const expected = [...CHAIN_CALLS, ...SPEND_CALLS].filter((call) => call !== CHECK);
  assert.deepEqual(others.toSorted(), expected.toSorted());
});

test('without a right to send, addresses still receive, and the log names what is missing', async () => {
  const [missing] = SPEND_CALLS.slice(-1);
  assert(missing !== undefined);
  const { onchain, logged } = await connectWithout([missing]);
  assert.equal(onchain?.chainSpending, null);
  assert.match(logged, /sending to bitcoin addresses is off: the macaroon cannot spend/);
  assert.deepEqual(JSON.parse(logged).missing, [`uri:${missing}`]);
});

test('without a right to receive, addresses are off, and the log names what is missing', async () => {
  const missing = '/walletrpc.WalletKit/NextAddr';
  const { onchain, logged } = await connectWithout([missing, ...SPEND_CALLS]);
  assert.equal(onchain, null);
  assert.match(logged, /bitcoin addresses are off: their macaroon lacks permissions/);
  assert.deepEqual(JSON.parse(logged).missing, [`uri:${missing}`]);
});

test('a macaroon that may not be checked, is missing, or is not asked leaves addresses off', async () => {
  const unchecked = await connectTo((_, reply) => reply.json(500, { ...DENIED, code: 2 }));
  assert.equal(unchecked.onchain, null);
  assert.deepEqual(JSON.parse(unchecked.logged).missing, [`uri:${CHECK}`]);
  const absent = await connectTo((_, reply) => reply.json(200, { valid: true }), `${FILE}.gone`);
  assert.equal(absent.onchain, null);
  assert.match(absent.logged, /SATCHEL_LND_ONCHAIN_MACAROON_FILE cannot be read/);
  const locked = await connectTo((_, reply) =>
    reply.json(500, { code: 2, message: 'wallet locked, unlock it', details: [] }),
  );
  assert.equal(locked.onchain, null);
  assert.match(locked.logged, /bitcoin addresses are off/);
});
