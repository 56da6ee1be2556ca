import assert from 'node:assert/strict';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openMacaroonFile } from '../../src/node/io/macaroon-file.ts';
import { lndMacaroon } from '../support/lnd-macaroon.ts';

const folder = await mkdtemp(join(tmpdir(), 'satchel-macaroon-'));
after(() => rm(folder, { recursive: true }));
const [OLD, NEW] = [lndMacaroon('1', []), lndMacaroon('2', [])];

const open = (path: string) => openMacaroonFile({ purpose: 'payments', path, callsFor: () => [] });
const bytesIn = async (path: string) => new Uint8Array(await readFile(path));

test('a file of bytes is replaced by bytes, and keeps its rights', async () => {
  for (const mode of [0o600, 0o640]) {
    const path = join(folder, `${mode}.macaroon`);
    await writeFile(path, OLD, { mode });
    const file = open(path);
    assert.deepEqual(new Uint8Array(await file.read()), new Uint8Array(OLD));
    await file.replace(NEW);
    assert.deepEqual(await bytesIn(path), new Uint8Array(NEW));
    assert.equal((await stat(path)).mode & 0o777, mode);
    await rm(path);
  }
  assert.deepEqual(await readdir(folder), []);
});

test('a file of hex digits is replaced by hex digits', async () => {
  const path = join(folder, 'hex.macaroon');
  await writeFile(path, `${Buffer.from(OLD).toString('hex')}\n`);
  const file = open(path);
  await file.replace(NEW);
  assert.equal(await readFile(path, 'utf8'), `${Buffer.from(NEW).toString('hex')}\n`);
  assert.deepEqual(new Uint8Array(await file.read()), new Uint8Array(NEW));
});

test('a macaroon for the operator has the name and the form of the file', async () => {
  const path = join(folder, 'here.macaroon');
  await writeFile(path, Buffer.from(OLD).toString('hex'));
  const into = join(folder, 'into');
  await mkdir(into);
  const saved = await open(path).saveInto(into, NEW);
  assert.equal(saved, join(into, 'here.macaroon'));
  assert.equal((await stat(saved)).mode & 0o777, 0o600);
  assert.deepEqual(new Uint8Array(await open(saved).read()), new Uint8Array(NEW));
  assert.deepEqual(await readFile(path, 'utf8'), Buffer.from(OLD).toString('hex'));
});

test('a link stays a link, and leads to the new macaroon', async () => {
  const [path, target] = [join(folder, 'link.macaroon'), join(folder, 'target.macaroon')];
  await writeFile(target, OLD);
  await symlink(target, path);
  await open(path).replace(NEW);
  assert.equal(await readlink(path), target);
  assert.deepEqual(await bytesIn(target), new Uint8Array(NEW));
});

test('what cannot be replaced says what to do instead', async () => {
  const path = join(folder, 'empty.macaroon');
  await writeFile(path, '');
  await assert.rejects(open(path).read(), /is empty/);
  const inTheWay = join(folder, 'way.macaroon');
  await writeFile(inTheWay, OLD);
  // A folder where the draft would be written stands for a folder that takes no files.
  await mkdir(`${inTheWay}.${process.pid}.new`);
  await assert.rejects(open(inTheWay).replace(NEW), /cannot be replaced: use --into/);
  assert.deepEqual(await bytesIn(inTheWay), new Uint8Array(OLD));
});
