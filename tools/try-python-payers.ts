/**
 * `node tools/try-python-payers.ts [FOLDER]`: lets two programs from PyPI pay an address of a
 * running service: the package `lnurl`, which refuses unknown keys, and a whole LNbits on an
 * external node of the simulated network. They are installed with pip into FOLDER and stay there
 * for the next time; without FOLDER, into a folder that is removed afterwards. Needs Python 3.10 to
 * 3.12.
 */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { bech32 } from '@scure/base';
import { request } from 'undici';
import { runningNetwork } from '../src/lightning/simulator-client/simulated-network.ts';
import { SIMULATOR_FOLDER } from '../src/lightning/simulator-protocol/network-protocol.ts';
import { freePort, startService } from '../test/support/running-service.ts';
import {
  addWalletUser,
  field,
  fund,
  numberField,
  textField,
  untilPasses,
} from '../test/support/wallet-user.ts';

/**
 * The version of bitstring to install. Both programs read invoices with a library that cannot be
 * loaded with a newer one.
 */
const BITSTRING = 'bitstring<5';
const LNURL = ['lnurl==2.0.2', BITSTRING];
const LNBITS = ['lnbits==1.6.2', BITSTRING];
const COMMENT = 'ein Kaffee ☕ & mehr + 1';

const run = promisify(execFile);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

await using opened = new AsyncDisposableStack();
const scratch = await mkdtemp(join(tmpdir(), 'satchel-payers-'));
opened.defer(() => rm(scratch, { recursive: true, force: true, maxRetries: 10 }));
const installed = resolve(process.argv[2] ?? join(scratch, 'installed'));
const lnurlBin = await install('lnurl', LNURL);
const lnbitsBin = await install('lnbits', LNBITS);

const service = await startService(
  { SATCHEL_ADDRESS_DOMAIN: 'pay.example' },
  { database: 'embedded' },
);
opened.defer(() => service.dispose());
const user = await addWalletUser(service);
await service.cli('user', 'set', '--user', user.email, '--address', 'ann');
const url = Buffer.from(`${service.baseUrl}/.well-known/lnurlp/ann`);
const link = bech32.encode('lnurl', bech32.toWords(url), 1000);

await tryLnurl();
await tryLnbits();
assert.equal(field(await service.cli('books', 'check'), 'ok'), true);
say('all payers paid');

/** Makes a virtual environment with these packages, and returns the folder of its programs. */
async function install(name: string, packages: readonly string[]): Promise<string> {
  const bin = join(installed, name, 'bin');
  if (existsSync(bin)) return bin;
  say(`installing ${packages.join(' and ')}`);
  await mkdir(installed, { recursive: true });
  await run('python3', ['-m', 'venv', join(installed, name)]);
  await run(join(bin, 'pip'), ['install', '--quiet', ...packages]);
  return bin;
}

async function tryLnurl(): Promise<void> {
  const program = join(import.meta.dirname, 'payers', 'pay_with_lnurl.py');
  const args = [program, link, '21000', COMMENT];
  const { stdout } = await run(join(lnurlBin, 'python'), args);
  const got: unknown = JSON.parse(stdout);
  assert.equal(textField(got, 'kind'), 'LnurlPayResponse');
  assert.deepEqual(field(got, 'metadata'), [
    ['text/identifier', 'ann@pay.example'],
    ['text/plain', 'Sats for ann@pay.example'],
  ]);
  await service.cli('sim', 'pay', textField(got, 'pr'));
  await untilPasses(() => assertPaid(21));
  say('lnurl 2.0.2: accepted both answers and the invoice');
}

/** Makes an account in LNbits, lets one of our users fund it, and pays our address from it. */
async function tryLnbits(): Promise<void> {
  const origin = await startLnbits();
  const account = await call(origin, '/api/v1/account', null, { name: 'payer' });
  const key = textField(account, 'adminkey');
  const order = { out: false, amount: 1000, memo: 'funds' };
  const funding = await call(origin, '/api/v1/payments', key, order);
  const payer = await addWalletUser(service);
  await fund(service, payer, 5000);
  const invoice = textField(funding, 'bolt11');
  const paid = await payer.post('/payments/bolt11', { invoice });
  assert.equal(paid.status, 200, JSON.stringify(paid.body));
  await untilPasses(async () => {
    const wallet = await call(origin, '/api/v1/wallet', key);
    assert.equal(numberField(wallet, 'balance'), 1_000_000);
  });
  const pay = { lnurl: link, amount: 42_000, comment: COMMENT, unit: 'sat' };
  const payment = await call(origin, '/api/v1/payments/lnurl', key, pay);
  assert.equal(textField(payment, 'status'), 'success', JSON.stringify(payment));
  await untilPasses(() => assertPaid(42));
  say('lnbits 1.6.2: paid');
}

async function startLnbits(): Promise<string> {
  const network = await runningNetwork(join(service.dataDir, SIMULATOR_FOLDER));
  const node = network?.nodes.find(({ name }) => name === 'alice');
  assert(node !== undefined, 'the simulated network has a node named alice');
  const port = await freePort();
  const env = {
    PATH: process.env['PATH'],
    HOME: scratch,
    LNBITS_DATA_FOLDER: join(scratch, 'lnbits'),
    LNBITS_EXTENSIONS_PATH: join(scratch, 'lnbits'),
    LNBITS_ADMIN_UI: 'false',
    LNBITS_ALLOW_NEW_ACCOUNTS: 'true',
    LNBITS_LNURL_ALLOW_PRIVATE_IPS: 'true',
    LNBITS_BACKEND_WALLET_CLASS: 'LndRestWallet',
    LND_REST_ENDPOINT: node.restUrl,
    LND_REST_MACAROON: node.macaroonHex,
    AUTH_SECRET_KEY: 'only for this try',
  };
  // LNbits looks for its pictures below the current folder, so it is started in the folder of its
  // package.
  const [packages] = globSync(join(lnbitsBin, '../lib/python3.*/site-packages'));
  assert(packages !== undefined, 'the environment has packages');
  const serve = ['-m', 'uvicorn', 'lnbits.__main__:app', '--host', '127.0.0.1', '--port'];
  const child = spawn(join(lnbitsBin, 'python'), [...serve, String(port)], { env, cwd: packages });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => {
      output += part.toString();
    });
  }
  opened.defer(async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  const origin = `http://127.0.0.1:${port}`;
  const ended = once(child, 'exit').then(() =>
    assert.fail(`LNbits ended:\n${output.slice(-2000)}`),
  );
  const answers = untilPasses(async () => {
    await (await request(`${origin}/api/v1/health`)).body.dump();
  }, 120_000);
  await Promise.race([answers, ended]);
  ended.catch(() => undefined);
  return origin;
}

async function call(
  origin: string,
  path: string,
  key: string | null,
  body?: unknown,
): Promise<unknown> {
  const answer = await request(origin + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...(key !== null && { 'x-api-key': key }) },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await answer.body.text();
  assert(answer.statusCode < 300, `${path}: ${answer.statusCode} ${text}`);
  return JSON.parse(text);
}

async function assertPaid(amountSat: number): Promise<void> {
  const { body } = await user.get('/invoices/incoming?items=1');
  const [record] = Array.isArray(body) ? body : [];
  assert.equal(field(record, 'amount'), amountSat);
  assert.equal(field(record, 'comment'), COMMENT);
}
