import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { field, textField } from '../../test/support/fields.ts';

/** A Node with an npm, as they are installed on someone's machine. */
export interface Toolchain {
  readonly name: string;
  readonly env: NodeJS.ProcessEnv;
}

const NODE_PACKAGE = `node-${process.platform}-${process.arch}`;
/**
 * The first Node that package.json accepts, with the npm that it came with. The npm of Node 20.0
 * and 20.1 is 9.6.4, which looks for the C library under a name that Node does not use. That npm
 * takes every Linux for one without glibc, and leaves out the packages that need it.
 */
const OLDEST = { node: '20.2.0', npm: '9.6.6' };
/** The newest npm, which runs on Node 24 and newer, but not on Node 20. */
const NEWEST = { npm: '12.2.0' };

export interface Toolchains {
  readonly oldest: Toolchain;
  readonly found: Toolchain;
  readonly newest: Toolchain;
}

export function installToolchains(folder: string): Toolchains {
  const pinned = textField(field(manifest, 'optionalDependencies'), NODE_PACKAGE);
  const found = { name: 'the one of this machine', env: cleanEnvironment() };
  return {
    found,
    oldest: install(join(folder, 'oldest'), OLDEST, found.env),
    newest: install(join(folder, 'newest'), { ...NEWEST, node: pinned }, found.env),
  };
}

function install(
  folder: string,
  { node, npm }: { readonly node: string; readonly npm: string },
  env: NodeJS.ProcessEnv,
): Toolchain {
  mkdirSync(folder);
  const packages = [`npm@${npm}`, `${NODE_PACKAGE}@${node}`];
  const args = ['install', '--ignore-scripts', '--prefer-offline', '--silent', ...packages];
  execFileSync('npm', args, { cwd: folder, env, stdio: 'inherit' });
  const programs = join(folder, 'node_modules', '.bin');
  const own = { ...env, PATH: `${programs}${delimiter}${env['PATH']}` };
  const name = describe(own);
  assert.equal(name, `Node ${node} with npm ${npm}`);
  return { name, env: own };
}

function describe(env: NodeJS.ProcessEnv): string {
  const version = (program: string): string =>
    execFileSync(program, ['--version'], { env, encoding: 'utf8' }).trim().replace(/^v/, '');
  return `Node ${version('node')} with npm ${version('npm')}`;
}

/**
 * The environment without the variables of an npm that runs this script, but with those that a
 * machine needs to reach its registry.
 */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !/^(npm_|SATCHEL_|NODE|INIT_CWD)/i.test(name) ||
      /^(npm_config_(cache|cafile|(https?_)?proxy|noproxy|registry)|NODE_EXTRA_CA_CERTS)$/i.test(
        name,
      ),
  );
  const path = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((part) => !part.includes('node_modules'));
  return {
    ...Object.fromEntries(kept),
    PATH: path.join(delimiter),
    npm_config_fund: 'false',
    npm_config_audit: 'false',
    npm_config_update_notifier: 'false',
  };
}
