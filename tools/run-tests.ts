/**
 * `npm test`: all tests with one throw-away database server. Arguments that begin with "-" go to
 * Node's test runner; others keep the files whose path contains one of them.
 *
 *     npm test
 *     npm test -- test/unit
 *     npm test -- money --test-name-pattern=reserve
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { startThrowAwayServer } from '../test/support/throw-away-server.ts';

/** They take long or need programs that npm does not bring, and have scripts of their own. */
const APART = ['test/browser/', 'test/crash/', 'test/lnd/'];
const FILE_TIMEOUT_MS = 180_000;

async function runTests(args: readonly string[]): Promise<number> {
  const flags = args.filter((arg) => arg.startsWith('-'));
  const parts = args.filter((arg) => !arg.startsWith('-'));
  const files = findTestFiles(parts);
  if (files.length === 0) {
    process.stderr.write(`no test file has a path with ${parts.join(' or ')}\n`);
    return 1;
  }
  const server = await startThrowAwayServer();
  try {
    return await runNode(
      [
        ...['--test', `--test-timeout=${FILE_TIMEOUT_MS}`],
        `--test-concurrency=${Math.max(2, availableParallelism())}`,
        ...[...flags, ...files],
      ],
      { ...process.env, TEST_POSTGRES: server.address },
    );
  } finally {
    await server.stop();
  }
}

function findTestFiles(parts: readonly string[]): readonly string[] {
  return globSync('test/**/*.test.ts')
    .filter((path) => parts.length === 0 || parts.some((part) => path.includes(part)))
    .filter((path) => !APART.some((folder) => path.startsWith(folder)))
    .sort();
}

async function runNode(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(process.execPath, args, { stdio: 'inherit', env });
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  const [status] = await once(child, 'exit');
  return typeof status === 'number' ? status : 1;
}

process.exitCode = await runTests(process.argv.slice(2));
