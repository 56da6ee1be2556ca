import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeLibraryLinks } from '../../src/database/embedded/library-links.ts';

test('links of libraries are made once, where npm ran no scripts', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'satchel-test-'));
  t.after(() => rm(root, { recursive: true }));
  const native = join(root, 'native');
  await mkdir(join(native, 'lib'), { recursive: true });
  await makeLibraryLinks(native);
  await writeFile(join(native, 'lib', 'libx.so.1.2'), 'code');
  const links = [{ source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so.1' }];
  await writeFile(join(native, 'pg-symlinks.json'), JSON.stringify(links));
  for (let round = 0; round < 2; round += 1) {
    await makeLibraryLinks(native);
    assert.equal(await readlink(join(native, 'lib', 'libx.so.1')), 'libx.so.1.2');
    assert.equal(await readFile(join(native, 'lib', 'libx.so.1'), 'utf8'), 'code');
  }
});
