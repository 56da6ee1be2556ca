/**
 * `node tools/try-python-lndhub.ts [FOLDER]`: lets the package `lndhub` from PyPI, unmodified, use
 * a wallet of a running service. The package demands https, so a small proxy adds TLS. It is
 * installed with pip into FOLDER and stays there for the next time; without FOLDER, into a folder
 * that is removed afterwards.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { freePort, startService } from '../test/support/running-service.ts';
import {
  SELF_SIGNED_CERTIFICATE,
  SELF_SIGNED_KEY,
} from '../test/support/self-signed-certificate.ts';
import { addWalletUser, field, fund, textField } from '../test/support/wallet-user.ts';

const run = promisify(execFile);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

await using opened = new AsyncDisposableStack();
const scratch = await mkdtemp(join(tmpdir(), 'satchel-lndhub-'));
opened.defer(() => rm(scratch, { recursive: true, force: true, maxRetries: 10 }));
const python = await install(resolve(process.argv[2] ?? join(scratch, 'installed')));

const tlsPort = await freePort();
const service = await startService(
  { SATCHEL_BASE_URL: `https://127.0.0.1:${tlsPort}` },
  { database: 'embedded' },
);
opened.defer(() => service.dispose());
await startProxy();

const user = await addWalletUser(service);
await fund(service, user, 5000);
const added = await service.cli('lndhub', 'add', '--user', user.email);
const bundle = join(scratch, 'authority.pem');
await writeFile(bundle, SELF_SIGNED_CERTIFICATE);
const program = join(import.meta.dirname, 'lndhub', 'use_lndhub.py');
const { stdout } = await run(python, [program, textField(added, 'url')], {
  env: { PATH: process.env['PATH'], REQUESTS_CA_BUNDLE: bundle },
});
const got: unknown = JSON.parse(stdout);
assert.deepEqual(field(got, 'balance'), { BTC: { AvailableBalance: 5000 } });
const [newest] = listIn('invoices');
assert.equal(field(newest, 'payment_hash'), field(field(got, 'made'), 'r_hash'));
assert.equal(field(newest, 'description'), 'Coffee');
assert.equal(listIn('invoices').length, 2);
assert.equal(field(field(got, 'decoded'), 'num_satoshis'), '21');
for (const name of ['transactions', 'pending', 'addresses']) assert.deepEqual(listIn(name), []);
assert.equal(field(got, 'refused'), '8');
say('lndhub 0.0.2: logged in, read balance, invoices and payments, made and decoded an invoice');

function listIn(name: string): readonly unknown[] {
  const list = field(got, name);
  assert(Array.isArray(list));
  return list;
}

/** Makes a virtual environment with the package, and returns the path of its Python. */
async function install(folder: string): Promise<string> {
  const bin = join(folder, 'lndhub', 'bin');
  if (!existsSync(bin)) {
    await mkdir(folder, { recursive: true });
    await run('python3', ['-m', 'venv', join(folder, 'lndhub')]);
    await run(join(bin, 'pip'), ['install', '--quiet', 'lndhub==0.0.2']);
  }
  return join(bin, 'python');
}

/** Starts a proxy that adds TLS to the service. */
async function startProxy(): Promise<void> {
  const tls = { cert: SELF_SIGNED_CERTIFICATE, key: SELF_SIGNED_KEY };
  const server = createServer(tls, (incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const options = { method: method ?? 'GET', headers };
    const passed = httpRequest(new URL(url ?? '/', service.baseUrl), options, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.once('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  server.listen(tlsPort, '127.0.0.1');
  opened.defer(async () => {
    server.closeAllConnections();
    server.close();
  });
}
