import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { freePort, type RunningService, startService } from '../support/running-service.ts';
import { processesWith } from '../support/terminal-program.ts';
import { listenOn } from '../support/webhooks/listen-on.ts';

const run = promisify(execFile);
const PROGRAM = new URL('../../bin/satchel.js', import.meta.url).pathname;

/** Each fails one step further on, with more of the service running. */
describe('a start that fails ends what it has started', () => {
  let service: RunningService;
  before(async () => {
    service = await startService({}, { database: 'embedded' });
    await service.end('SIGTERM');
  });
  after(() => service.dispose());

  const fail = async (variables: NodeJS.ProcessEnv, complaint: RegExp): Promise<void> => {
    const env = { ...service.env, ...variables };
    const command = [PROGRAM, 'start', '--json'];
    const started = run(process.execPath, command, { env, cwd: service.dataDir });
    await assert.rejects(started, (error: Error & { stderr?: string }) => {
      assert.match(error.stderr ?? '', complaint);
      return true;
    });
    const left = processesWith(`SATCHEL_DATA_DIR=${service.dataDir}\0`);
    assert.deepEqual([...left], [], 'neither database nor network run');
  };

  test('because the secret key is another one', () =>
    fail({ SATCHEL_SECRET_KEY: 'ab'.repeat(32) }, /key/));

  test('because the node is away', async () => {
    const macaroon = join(service.dataDir, 'macaroon');
    await writeFile(macaroon, '0201036c6e64');
    await fail(
      {
        SATCHEL_LIGHTNING: 'lnd',
        SATCHEL_LND_REST_URL: `http://127.0.0.1:${await freePort()}`,
        SATCHEL_LND_MACAROON_FILE: macaroon,
      },
      /does not answer/,
    );
  });

  test('because its port is taken', async () => {
    const other = await listenOn(createServer());
    try {
      await fail({ SATCHEL_PORT: String(other.port) }, /set SATCHEL_PORT to a free port/);
    } finally {
      await other.close();
    }
  });
});
