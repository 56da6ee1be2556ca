import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../bin/healthcheck.js', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'satchel-health-'));
after(() => rm(folder, { recursive: true }));

async function statusOf(variables: Readonly<Record<string, string>>): Promise<unknown> {
  const env = { PATH: process.env['PATH'], ...variables };
  const [status] = await once(spawn(process.execPath, [PROGRAM], { env, cwd: folder }), 'exit');
  return status;
}

/** Answers `/health`, and nothing else, as a service does at this address. */
async function serve(host: string, status: () => number) {
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/health' ? status() : 404;
    response.end();
  });
  server.listen(0, host);
  await once(server, 'listening');
  after(() => void server.close());
  const address = server.address();
  assert(address !== null && typeof address !== 'string');
  return String(address.port);
}

test('the health check of a container asks where the service of these settings listens', async () => {
  let status = 200;
  const port = await serve('127.0.0.1', () => status);
  for (const host of ['127.0.0.1', '0.0.0.0', '', 'localhost']) {
    assert.equal(await statusOf({ SATCHEL_HOST: host, SATCHEL_PORT: port }), 0, host);
  }
  assert.equal(await statusOf({ SATCHEL_PORT: port }), 0);
  await writeFile(join(folder, '.env'), `SATCHEL_PORT=${port}\n`);
  assert.equal(await statusOf({}), 0, 'the file .env counts too');
  status = 503;
  assert.equal(await statusOf({ SATCHEL_PORT: port }), 1);
  assert.equal(await statusOf({ SATCHEL_HOST: '127.0.0.2', SATCHEL_PORT: port }), 1, 'none there');
});

test('the image uses it', async () => {
  const text = await readFile(new URL('../../Dockerfile', import.meta.url), 'utf8');
  assert.match(text, /^HEALTHCHECK .*"bin\/healthcheck\.js"\]$/m);
});
