import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { openCommandSession } from '../support/command-session.ts';

/** What an operator copies from the documents exists, and is spelled as the program spells it. */

const ROOT = new URL('../..', import.meta.url).pathname;
const read = (path: string): Promise<string> => readFile(join(ROOT, path), 'utf8');
const DOCUMENT = 'docs/operating.md';

async function examples(): Promise<readonly string[]> {
  const folders = ['systemd', 'proxy', 'postgres', 'compose', 'cluster'].map(
    (name) => `docs/examples/${name}`,
  );
  const names = await Promise.all(folders.map((folder) => readdir(join(ROOT, folder))));
  return folders.flatMap((folder, at) => (names[at] ?? []).map((name) => `${folder}/${name}`));
}

test('every example that the document points at is there', async () => {
  const text = await read(DOCUMENT);
  const links = [...text.matchAll(/\]\(([^)#:]*\/[^)#:]*)\)/g)].map(([, link]) => link ?? '');
  assert(links.length >= 8, links.join());
  for (const link of links) assert(existsSync(join(ROOT, dirname(DOCUMENT), link)), link);
});

test('every setting that is named is one of the program', async () => {
  const known = new Set((await read('.env.example')).match(/SATCHEL_[A-Z_]+/g));
  for (const path of [DOCUMENT, 'Dockerfile', 'compose.yaml', ...(await examples())]) {
    for (const name of (await read(path)).match(/SATCHEL_[A-Z_]+/g) ?? []) {
      assert(known.has(name), `${name} in ${path}`);
    }
  }
});

test('every command that is named is one of the program', async () => {
  const session = openCommandSession({ PATH: process.env['PATH'] });
  const text = await read(DOCUMENT);
  const commands = new Set(
    [...text.matchAll(/(?:`|^)satchel ((?:[a-z]+)(?: [a-z-]+)?)/gm)].map(
      ([, words]) => words ?? '',
    ),
  );
  assert(commands.size >= 9, [...commands].join());
  for (const command of commands) {
    const { status, out } = await session.run(...command.split(' '), '--help');
    assert.equal(status, 0, command);
    assert(out.includes(`satchel ${command}`), command);
  }
  await session.end();
});

test('the image keeps what the service needs, and nothing else', async () => {
  const kept = (await read('.dockerignore')).split('\n').filter((line) => line.startsWith('!'));
  // What one stage copies from another was made there.
  const copies = (await read('Dockerfile')).matchAll(/^COPY (?!--from)(.+) \S+$/gm);
  const copied = new Set([...copies].flatMap(([, names]) => (names ?? '').split(' ')));
  assert.deepEqual(kept.map((line) => line.slice(1)).sort(), [...copied].sort());
  for (const name of copied) assert(existsSync(join(ROOT, name)), name);
  assert.match(await read('Dockerfile'), /^USER node$/m);
});

test('the units and the command of the guide run what its first step installs', async () => {
  const { name, version, bin } = JSON.parse(await read('package.json'));
  const text = await read(DOCUMENT);
  assert(text.includes(`npm install --ignore-scripts /path/to/${name}-${version}.tgz`));
  assert(text.includes(`npx --package=/path/to/${name}-${version}.tgz ${name} start`));
  const program = `/opt/satchel/node_modules/${name}/${bin[name]}`;
  const folder = 'docs/examples/systemd';
  assert(text.includes(`cd /opt/satchel/node_modules/${name}/${folder}`));
  for (const file of ['satchel.service', 'satchel-backup.service', 'satchel.sh']) {
    const example = await read(`${folder}/${file}`);
    assert(example.includes(`/usr/bin/node ${program} `), file);
    assert.match(example, /SATCHEL_DATA_DIR=\/var\/lib\/satchel$/m, file);
    assert(example.includes('/etc/satchel/satchel.env'), file);
    const [, folderOfBackups = ''] = /^SATCHEL_BACKUP_FOLDER=(.*)$/m.exec(text) ?? [];
    if (!file.endsWith('.sh')) assert(example.includes(folderOfBackups), file);
  }
});
