/**
 * `npm run test:package`: the package as people get it. It is packed as for a release, and used
 * from empty folders by the oldest npm that is supported, with and without install scripts, by the
 * one of this machine, and by the newest, which runs none. docs/operating.md has the same commands.
 */
import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pack } from './package/pack.ts';
import { installToolchains } from './package/toolchains.ts';
import { type Installation, tryInstallation } from './package/try-installation.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const begun = performance.now();
const time = (): string => `${Math.round((performance.now() - begun) / 1000)} s`;

const scratch = await mkdtemp(join(tmpdir(), 'satchel-package-'));
try {
  await chmod(scratch, 0o711);
  const { oldest, found, newest } = installToolchains(scratch);
  say(`npm in three versions (${time()})`);
  const packed = pack(scratch, found.env);
  const [packedMb, unpackedMb] = [packed.packedMb.toFixed(1), packed.unpackedMb.toFixed(1)];
  say(`packed: ${packedMb} MB, unpacked ${unpackedMb} MB (${time()})`);
  const byNpx = { prepare: null, program: `npx --package=${packed.path} satchel` };
  // As docs/operating.md installs it for a service that may not write there.
  const installed = {
    prepare: `npm install ${packed.path}`,
    program: 'node node_modules/satchel/bin/satchel.js',
  };
  const installations: readonly Installation[] = [
    { ...byNpx, toolchain: oldest, runsScripts: true },
    { ...byNpx, toolchain: oldest, runsScripts: false },
    { ...installed, toolchain: found, runsScripts: false },
    // As it comes it runs only scripts that its user has approved, so none here.
    { ...byNpx, toolchain: newest, runsScripts: true },
  ];
  const options = { env: found.env, encoding: 'utf8' } as const;
  const cache = execFileSync('npm', ['config', 'get', 'cache'], options).trim();
  for (const each of installations) {
    const scripts = each.runsScripts ? 'scripts as it likes' : 'without scripts';
    say(`${each.toolchain.name}, ${scripts}: ${each.prepare === null ? 'npx' : 'npm install'}`);
    await tryInstallation(each, { scratch, cache: join(cache, '_cacache') });
    say(`  works (${time()})`);
  }
  say(`${installations.length} passed, 0 failed`);
} finally {
  await rm(scratch, { recursive: true, force: true, maxRetries: 10 });
}
