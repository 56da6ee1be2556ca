#!/usr/bin/env node
// Runs src/main.ts, or dist/main.js where that is all there is: in a package. Node strips the types
// of the former, which needs Node 24.12 or newer; if the installed Node is older, this file starts
// itself again with the one that npm installed beside it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = [24, 12];

const SOURCE = '../src/main.ts';
const BUILT = '../dist/main.js';

// By default V8 takes half a gigabyte before it collects garbage in earnest, and never gives back
// what only the start needed: src/app/commands/give-back-memory.ts calls its collector. Operators
// who set a heap size in NODE_OPTIONS decide for themselves.
const HEAP = ['--max-semi-space-size=8', '--max-old-space-size=512', '--expose-gc'];
// Without a bound of its own, glibc keeps ever more of the memory that was freed.
const MALLOC = { MALLOC_TRIM_THRESHOLD_: '1048576' };

function isRecent(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
}

/** npm installs the optional dependency for this system, and runs no script for it. */
function findPinnedNode() {
  const isWindows = process.platform === 'win32';
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    const path = join(dirname(manifest), 'bin', isWindows ? 'node.exe' : 'node');
    return existsSync(path) ? path : null;
  } catch {
    return null;
  }
}

function fail(sentence) {
  process.stderr.write(`satchel: ${sentence}\n`);
  process.exit(1);
}

function heapOptions() {
  const isService = process.argv[2] === 'start';
  return isService && !/max-old-space/.test(process.env.NODE_OPTIONS ?? '') ? HEAP : [];
}

/** Continues the same process with other options; where that is impossible, without them. */
function startAgainWith(options) {
  if (options.length === 0 || process.execve === undefined || process.channel) return;
  if (options.every((option) => process.execArgv.includes(option))) return;
  const args = [process.execPath, ...process.execArgv, ...options, ...process.argv.slice(1)];
  process.execve(process.execPath, args, { ...MALLOC, ...process.env });
}

function runWith(node) {
  // The channel carries no messages: it closes with this process, even after kill -9.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  const program = fileURLToPath(import.meta.url);
  const args = [...heapOptions(), program, ...process.argv.slice(2)];
  const child = spawn(node, args, { stdio, env: { ...MALLOC, ...process.env } });
  // A terminal signals the child as well; the service treats both signals as one.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal));
  }
  child.on('error', (error) => fail(`cannot run ${node}: ${error.message}`));
  child.on('exit', (status, signal) => {
    if (signal === null) process.exit(status ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/** Ends it in order, because the database and the simulated network are separate processes. */
function endWithLauncher() {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}

/** npm forwards signals, but does not signal when it is killed itself. */
function endWithNpm() {
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}

if (isRecent(process.versions.node)) startAgainWith(heapOptions());
if (process.env.npm_lifecycle_event && !process.channel) endWithNpm();
if (isRecent(process.versions.node)) {
  if (process.channel) endWithLauncher();
  const isClone = existsSync(new URL(SOURCE, import.meta.url));
  if (!isClone) await import('./name-sources.js');
  await import(isClone ? SOURCE : BUILT);
} else {
  const pinned = findPinnedNode();
  if (pinned === null || process.channel) {
    const needed = `Node ${OLDEST_NODE.join('.')} or newer is needed`;
    fail(`${needed}: install it, or let npm install optional packages.`);
  } else {
    runWith(pinned);
  }
}
