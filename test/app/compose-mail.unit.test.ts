import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { composeMail } from '../../src/app/compose/compose-mail.ts';
import { readConfig } from '../../src/config/config.ts';
import { ConfigError } from '../../src/config/config-error.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { testDatabase } from '../support/database.ts';
import { createListeningLog } from '../support/listening-log.ts';
import { createMovableClock } from '../support/movable-clock.ts';
import { SELF_SIGNED_CERTIFICATE, SELF_SIGNED_KEY } from '../support/self-signed-certificate.ts';
import { serviceKeysOf } from '../support/service-keys.ts';
import { createTestStores } from '../support/test-stores.ts';

test('a file without certificates ends the start, not the first mail', async (t) => {
  const { database } = await testDatabase(t);
  const folder = await mkdtemp(join(tmpdir(), 'satchel-ca-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'ca.pem');
  const compose = () =>
    composeMail({
      ...createTestStores(database),
      context: {
        config: readConfig({
          SATCHEL_SMTP_URL: 'smtp://mail.example:25',
          SATCHEL_SMTP_CA_FILE: path,
        }),
        clock: createMovableClock(),
        random: systemRandom,
        log: createListeningLog(),
      },
      database,
      readServiceKeys: async () => serviceKeysOf(new Uint8Array(32)),
    });
  const isAboutFile = (error: unknown): boolean =>
    error instanceof ConfigError && error.message.includes(`${path} of SATCHEL_SMTP_CA_FILE`);
  assert.throws(compose, isAboutFile);
  const broken = SELF_SIGNED_CERTIFICATE.replace('MIIB', 'AAAA');
  for (const text of ['', 'no certificate', SELF_SIGNED_KEY, broken]) {
    await writeFile(path, text);
    assert.throws(compose, isAboutFile, text);
  }
  await writeFile(path, `# of our house\n${SELF_SIGNED_CERTIFICATE}`);
  assert.notEqual(compose().outbox, null);
});
