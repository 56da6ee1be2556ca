/**
 * `node tools/install-clients.ts`: installs the external programs of test/package.json, unless they
 * are installed as its lock file says. They are separate from the other packages because only tests
 * use them, and because some need a newer Node than `npm ci` has to support. npm runs on the Node
 * of this process.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const FOLDER = new URL('../test/', import.meta.url).pathname;

export async function installClients(): Promise<void> {
  const wanted = readFileSync(join(FOLDER, 'package-lock.json'), 'utf8');
  const mark = join(FOLDER, 'node_modules', 'installed-lock.json');
  if (readIfThere(mark) === wanted) return;
  process.stdout.write('installing the clients of test/package.json\n');
  const npm = spawn('npm', ['ci', '--prefer-offline', '--loglevel=warn'], {
    cwd: FOLDER,
    env: environment(),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [status] = await once(npm, 'exit');
  if (status !== 0) throw new Error('npm ci in test/ failed');
  writeFileSync(mark, wanted);
}

/**
 * The environment without the variables by which an npm that runs this script passes on its own
 * folders.
 */
function environment(): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(
    ([name]) => !/^npm_(config_(local_)?prefix|package_)/.test(name),
  );
  const path = `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`;
  return { ...Object.fromEntries(others), PATH: path };
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

if (import.meta.main) await installClients();
