import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { SPEND_CALLS } from '../../src/lightning/lnd/chain-spending.ts';
import { CHAIN_CALLS } from '../../src/lightning/lnd/chain-wallet.ts';
import { WANTED_CALLS } from '../../src/lightning/lnd/missing-rights.ts';
import { eventually } from '../support/eventually.ts';
import { listField, textField } from '../support/fields.ts';
import { type RunningService, startService } from '../support/running-service.ts';
import { addWalletUser, type WalletUser } from '../support/wallet-user.ts';
import { askLnd } from './ask-lnd.ts';
import { isAccepted } from './is-accepted.ts';
import {
  IMPATIENT,
  invoiceOf,
  type LndWorld,
  nodeVariables,
  openLndWorld,
  payBill,
} from './lnd-world.ts';
import { openRegtest, type Regtest } from './regtest.ts';

const FUNDS_SAT = 30_000;
const PAYERS = 6;
const ROOT_KEYS = ['7101', '7102'];
const PROGRAM = new URL('../../bin/satchel.js', import.meta.url).pathname;

let regtest: Regtest;
let world: LndWorld;
let second: RunningService;
let files: { readonly payments: string; readonly chain: string };
const oldMacaroons: Uint8Array[] = [];

before(async () => {
  regtest = await openRegtest();
  files = {
    payments: join(regtest.folder, 'rotated.macaroon'),
    chain: join(regtest.folder, 'rotated-chain.macaroon'),
  };
  const [first = '', other = ''] = ROOT_KEYS;
  await bakeInto(files.payments, first, WANTED_CALLS);
  await bakeInto(files.chain, other, [...CHAIN_CALLS, ...SPEND_CALLS]);
  const variables = {
    ...nodeVariables({ ...regtest.nodes.alice, macaroonFile: files.payments }),
    SATCHEL_ONCHAIN: 'on',
    SATCHEL_LND_ONCHAIN_MACAROON_FILE: files.chain,
    // The payment that is held waits for the end of both rotations.
    SATCHEL_PAYMENT_WAIT: '60',
    SATCHEL_SECRET_KEY: 'cd'.repeat(32),
  };
  // One process makes invoices over gRPC, and the other over REST.
  world = await openLndWorld({ ...variables, SATCHEL_LND_GRPC_URL: regtest.nodes.alice.grpc });
  const { env } = world.service;
  const database = Object.fromEntries(
    Object.entries(env).filter(([name]) => /DATABASE/.test(name)),
  );
  second = await startService({ ...IMPATIENT, ...database, ...variables }, { role: 'api' });
});
after(async () => {
  await second.dispose();
  await world.dispose();
});

async function bakeInto(file: string, rootKeyId: string, calls: readonly string[]): Promise<void> {
  const permissions = calls.map((action) => ({ entity: 'uri', action }));
  const order = { permissions, root_key_id: rootKeyId };
  const macaroon = textField(await askLnd(regtest.nodes.alice, '/v1/macaroon', order), 'macaroon');
  const bytes = Buffer.from(macaroon, 'hex');
  oldMacaroons.push(bytes);
  await writeFile(file, bytes, { mode: 0o600 });
}

/** Runs the command as an operator does, with LND's admin macaroon on stdin. */
async function rotate(...args: readonly string[]): Promise<unknown> {
  const { env, dataDir: cwd } = world.service;
  const admin = await readFile(regtest.nodes.alice.macaroonFile);
  const printed = await new Promise<string>((resolve, reject) => {
    const command = [PROGRAM, 'node', 'rotate', '--json', ...args];
    const child = execFile(process.execPath, command, { env, cwd }, (error, stdout, stderr) =>
      error === null ? resolve(stdout) : reject(new Error(stderr, { cause: error })),
    );
    child.stdin?.end(admin);
  });
  return JSON.parse(printed);
}

/** Pays and is paid without a pause until it is told to stop, and notes what was refused. */
function startLoad(payers: readonly WalletUser[]) {
  const refused: string[] = [];
  const over = new AbortController();
  let done = 0;
  const play = async (user: WalletUser, isPayer: boolean): Promise<void> => {
    while (!over.signal.aborted) {
      if (isPayer) {
        const answer = await payBill(user, await world.bob.createInvoice(10_000n));
        if (answer.status !== 200) refused.push(JSON.stringify(answer.body));
      } else {
        const { status, body } = await user.post('/invoices', { amount: 10 });
        if (status !== 200) refused.push(JSON.stringify(body));
        else await world.bob.pay(textField(body, 'payment_request'));
      }
      done += 1;
    }
  };
  const playing = Promise.all(payers.map((user, index) => play(user, index % 3 !== 0)));
  return {
    refused,
    count: () => done,
    async end() {
      over.abort();
      await playing;
    },
  };
}

const rootKeyIds = async (): Promise<readonly unknown[]> =>
  listField(await askLnd(regtest.nodes.alice, '/v1/macaroon/ids'), 'root_key_ids');

test('macaroons are rotated under load: nothing is lost or refused, and the old ones end', async (t) => {
  const payers = await Promise.all(
    Array.from({ length: PAYERS }, async (_, index) => {
      const service = index % 2 === 0 ? world.service : second;
      const user = await addWalletUser(service);
      await world.fund(user, FUNDS_SAT);
      return user;
    }),
  );
  const [payer] = payers;
  assert(payer !== undefined);
  const held = await world.carol.createHeldInvoice(30_000n);
  const paying = payBill(payer, held.bolt11);
  await eventually('it is held', async () => ((await held.isHeld()) ? true : null));
  const load = startLoad(payers);
  const untilMore = (count: number) => {
    const wanted = load.count() + count;
    return eventually('the load goes on', async () => (load.count() >= wanted ? true : null));
  };
  await untilMore(PAYERS * 2);

  const beganAt = performance.now();
  const rotated = await rotate();
  t.diagnostic(`rotated in ${Math.round(performance.now() - beganAt)} ms, ${load.count()} calls`);
  assert.deepEqual([...listField(rotated, 'deleted_root_keys')].sort(), ROOT_KEYS);
  await untilMore(PAYERS * 4);
  await rotate();
  await untilMore(PAYERS * 4);
  await load.end();
  assert.deepEqual(load.refused, []);

  await held.settle();
  assert.equal((await paying).status, 200);
  const left = (await rootKeyIds()).map(String);
  for (const id of ROOT_KEYS) assert(!left.includes(id));
  const { alice } = regtest.nodes;
  for (const macaroon of oldMacaroons) assert.equal(await isAccepted(alice, macaroon), false);
  for (const file of [files.payments, files.chain]) {
    assert.equal(await isAccepted(alice, await readFile(file)), true);
  }
  assert.equal((await payer.get('/onchain/address')).status, 200);
  await invoiceOf(payer, 5);
  await world.checkAgreement();
});
