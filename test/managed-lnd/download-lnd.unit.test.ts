import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { type DownloadLimits, downloadLnd } from '../../src/managed-lnd/io/download-lnd.ts';
import { lndRelease } from '../../src/managed-lnd/lnd-release.ts';
import { systemRandom as random } from '../../src/system/system-random.ts';
import { type Reply, type Script, startScriptedServer } from '../support/scripted-server.ts';

const MACHINE = { platform: 'linux', arch: 'x64' };
const MEMBER = 'lnd-linux-amd64-v0.21.3-beta/lnd';

const programOf = (version: string): string =>
  `#!/bin/sh\necho "lnd version ${version}-beta commit=v${version}-beta"\n`;

/** Files and their contents, packed as the makers of LND pack theirs. */
async function pack(folder: string, files: Readonly<Record<string, string>>): Promise<Buffer> {
  const home = join(folder, 'packed');
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(home, name)), { recursive: true });
    await writeFile(join(home, name), content);
    await chmod(join(home, name), 0o600);
  }
  const archive = join(folder, 'archive.tar.gz');
  await promisify(execFile)('tar', ['-czf', archive, '-C', home, ...Object.keys(files)]);
  return await readFile(archive);
}

async function openBench(t: TestContext, files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-download-'));
  t.after(() => rm(folder, { recursive: true }));
  const archive = await pack(folder, files);
  const dataDir = join(folder, 'data');
  await mkdir(dataDir);
  const told: string[] = [];
  const fetchFrom = async (
    script: Script,
    sha256 = sha256Of(archive),
    limits: Partial<DownloadLimits> = {},
  ): Promise<readonly string[]> => {
    const server = await startScriptedServer(script);
    try {
      const release = lndRelease('0.21.3', MACHINE, server.url);
      assert(release !== null);
      const tell = (sentence: string) => void told.push(sentence);
      await downloadLnd({ release, sha256, dataDir, random, tell, limits });
    } finally {
      await server.close();
    }
    return server.requests.map((request) => request.path);
  };
  return { archive, dataDir, told, fetchFrom };
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** As chunks of 50 bytes, so that a hash over parts is tried. */
const sends =
  (bytes: Uint8Array, end: (reply: Reply) => Promise<void> | void = (reply) => reply.end()) =>
  async (_request: unknown, reply: Reply): Promise<void> => {
    await reply.open(200);
    for (let at = 0; at < bytes.length; at += 50) await reply.chunk(bytes.subarray(at, at + 50));
    await end(reply);
  };

describe('a download of LND', () => {
  const files = { [MEMBER]: programOf('0.21.3'), 'lnd-linux-amd64-v0.21.3-beta/lncli': 'no' };

  test('takes the program alone, whole, where its hash is right', async (t) => {
    const bench = await openBench(t, files);
    const asked = await bench.fetchFrom(sends(bench.archive));
    assert.deepEqual(asked, ['/download/v0.21.3-beta/lnd-linux-amd64-v0.21.3-beta.tar.gz']);
    assert.deepEqual(await readdir(bench.dataDir), ['lnd']);
    assert.equal(await readFile(join(bench.dataDir, 'lnd'), 'utf8'), programOf('0.21.3'));
    assert.equal((await stat(join(bench.dataDir, 'lnd'))).mode & 0o777, 0o755);
    assert.match(bench.told.join(), /fetching http/);
  });

  test('replaces an older program only by a right one', async (t) => {
    const bench = await openBench(t, files);
    await writeFile(join(bench.dataDir, 'lnd'), 'older');
    await assert.rejects(bench.fetchFrom(sends(bench.archive), 'ab'.repeat(32)), /SHA-256/);
    assert.equal(await readFile(join(bench.dataDir, 'lnd'), 'utf8'), 'older');
    await bench.fetchFrom(sends(bench.archive));
    assert.equal(await readFile(join(bench.dataDir, 'lnd'), 'utf8'), programOf('0.21.3'));
  });

  test('follows the makers to where they keep it', async (t) => {
    const bench = await openBench(t, files);
    const asked = await bench.fetchFrom(async (request, reply) => {
      if (request.path === '/kept') await sends(bench.archive)(request, reply);
      else await reply.raw('HTTP/1.1 302 Found\r\nlocation: /kept\r\ncontent-length: 0\r\n\r\n');
    });
    assert.equal(asked.at(-1), '/kept');
    assert.deepEqual(await readdir(bench.dataDir), ['lnd']);
  });

  const redirect =
    (to: string): Script =>
    (_request, reply) =>
      reply.raw(`HTTP/1.1 302 Found\r\nlocation: ${to}\r\ncontent-length: 0\r\n\r\n`);
  const REFUSED: Readonly<
    Record<string, { readonly script: (archive: Buffer) => Script; readonly why: RegExp }>
  > = {
    'a byte is another': {
      script: (archive) => sends(Buffer.concat([archive.subarray(0, -1), Buffer.of(0x55)])),
      why: /the archive has the SHA-256 [0-9a-f]{64}, and not .*Nothing was unpacked/,
    },
    'the connection is cut': {
      script: (archive) => sends(archive.subarray(0, 100), (reply) => reply.cut()),
      why: /did not arrive/,
    },
    'nothing more comes': {
      script: (archive) => sends(archive.subarray(0, 100), () => undefined),
      why: /did not arrive/,
    },
    'it has no end': {
      script: (archive) => sends(Buffer.concat([archive, Buffer.alloc(5000)])),
      why: /longer than 5000 bytes/,
    },
    'there is no such version': {
      script: () => (_request, reply) => reply.answer(404, 'Not Found'),
      why: /status 404: there is no such version/,
    },
    'the host is out of order': {
      script: () => (_request, reply) => reply.answer(503, 'later'),
      why: /status 503/,
    },
    'it leads away from https': { script: () => redirect('http://example.org/'), why: /redirects/ },
    'it leads nowhere': { script: () => redirect(''), why: /redirects more than 5 times/ },
    'it leads to a file': { script: () => redirect('file:///etc/passwd'), why: /redirects to/ },
  };
  for (const [what, { script, why }] of Object.entries(REFUSED)) {
    test(`leaves nothing where ${what}`, async (t) => {
      const bench = await openBench(t, files);
      const limits = { silenceMs: 300, maxArchiveBytes: 5000 };
      const right = sha256Of(bench.archive);
      await assert.rejects(bench.fetchFrom(script(bench.archive), right, limits), why);
      assert.deepEqual(await readdir(bench.dataDir), []);
    });
  }

  const UNFIT: Readonly<Record<string, readonly [Readonly<Record<string, string>>, RegExp]>> = {
    'no lnd': [{ 'lnd-linux-amd64-v0.21.3-beta/lncli': 'no' }, /holds no .*\/lnd that tar/],
    'an empty lnd': [{ [MEMBER]: '' }, /holds no .*\/lnd that tar/],
    'another version': [{ [MEMBER]: programOf('0.20.0') }, /holds LND 0\.20\.0, and not 0\.21\.3/],
    'another program': [{ [MEMBER]: '#!/bin/sh\necho bitcoind\n' }, /is not LND/],
    'too large an lnd': [{ [MEMBER]: 'x'.repeat(3000) }, /program in .* longer than 2000 bytes/],
  };
  for (const [what, [content, why]] of Object.entries(UNFIT)) {
    test(`leaves nothing of an archive with ${what}`, async (t) => {
      const bench = await openBench(t, content);
      const limits = { maxProgramBytes: 2000 };
      const right = sha256Of(bench.archive);
      await assert.rejects(bench.fetchFrom(sends(bench.archive), right, limits), why);
      assert.deepEqual(await readdir(bench.dataDir), []);
    });
  }
});

test('the release of a machine is named as its makers name it', () => {
  const urlOf = (platform: string, arch: string) =>
    lndRelease('0.21.3', { platform, arch })?.url.replace(/^.*\/download\//, '') ?? null;
  const of = (machine: string) => `v0.21.3-beta/lnd-${machine}-v0.21.3-beta.tar.gz`;
  assert.equal(urlOf('linux', 'x64'), of('linux-amd64'));
  assert.equal(urlOf('linux', 'arm64'), of('linux-arm64'));
  assert.equal(urlOf('linux', 'arm'), of('linux-armv7'));
  assert.equal(urlOf('darwin', 'arm64'), of('darwin-arm64'));
  assert.equal(urlOf('win32', 'x64'), null);
  assert.equal(urlOf('linux', 'mips'), null);
  const { url } = lndRelease('0.21.3', MACHINE) ?? {};
  assert.match(url ?? '', /^https:\/\/github\.com\/lightningnetwork\/lnd\/releases\/download\//);
});
