import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parseEnv } from 'node:util';
import {
  choosePlace,
  placeBinaries,
  SYSTEM_FOLDER,
} from '../../src/database/embedded/placement.ts';
import { findPostmaster } from '../../src/database/embedded/postmaster-file.ts';
import { chooseServerAccount } from '../../src/database/embedded/server-account.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { launchEmbedded } from '../support/embedded-process.ts';

const isRoot = process.getuid?.() === 0;

/** As root, a home that no one else may enter; otherwise the user’s own folder. */
let home: string;
before(async () => {
  home = await mkdtemp(join(tmpdir(), 'satchel-home-'));
});
after(() => rm(home, { recursive: true, force: true }));

test('a database lies in the data folder unless its server cannot get there', async () => {
  const account = await chooseServerAccount(null);
  assert.equal(account === null, !isRoot);
  assert.equal(await choosePlace(home, account), isRoot ? 'system-folder' : 'data-folder');
  await chmod(home, 0o711);
  assert.equal(await choosePlace(home, account), 'data-folder');
  await chmod(home, 0o700);
});

test('the server runs below a closed home, under an account without rights', async (t) => {
  const dataFolder = join(home, 'data');
  const service = launchEmbedded('service', dataFolder);
  await service.untilReady();
  const { ID: id = '', PLACE: place } = parseEnv(
    await readFile(join(dataFolder, 'postgres.env'), 'utf8'),
  );
  assert.match(id, /^[0-9a-f]{16}$/);
  assert.equal(place, isRoot ? 'system-folder' : 'data-folder');
  const parent = isRoot ? join(SYSTEM_FOLDER, id) : dataFolder;
  t.after(() => rm(isRoot ? parent : dataFolder, { recursive: true }));
  assert.equal((await stat(join(parent, 'postgres'))).uid === 0, false);
  assert.notEqual(await findPostmaster(join(parent, 'postgres')), null);
  await service.end('SIGTERM');
  assert.equal(await findPostmaster(join(parent, 'postgres')), null);
});

describe('programs', () => {
  test('that the account cannot reach are copied to where it can', async (t) => {
    const directory = join(home, 'package', 'native');
    await mkdir(join(directory, 'bin'), { recursive: true, mode: 0o700 });
    await writeFile(join(home, 'package', 'package.json'), '{"version": "0.0.0-test"}');
    const [initdb, program] = [
      join(directory, 'bin', 'initdb'),
      join(directory, 'bin', 'postgres'),
    ];
    for (const path of [initdb, program]) await writeFile(path, '#!/bin/sh\n', { mode: 0o700 });
    const copy = join(SYSTEM_FOLDER, 'postgresql-0.0.0-test');
    t.after(() => rm(copy, { recursive: true, force: true }));

    const account = await chooseServerAccount(null);
    const place = () =>
      placeBinaries({ directory, initdb, postgres: program }, account, systemRandom);
    const [first, second] = await Promise.all([place(), place()]);
    assert.deepEqual(first, second);
    assert.equal(first.directory, isRoot ? copy : directory);
    assert.equal((await stat(first.postgres)).mode & 0o777, isRoot ? 0o755 : 0o700);
  });
});
