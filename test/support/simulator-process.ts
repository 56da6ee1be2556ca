import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runningNetwork } from '../../src/lightning/simulator-client/simulated-network.ts';
import type { NetworkDescription } from '../../src/lightning/simulator-protocol/network-protocol.ts';
import { eventually } from './eventually.ts';
import { programVariables } from './program-variables.ts';

const PROGRAM = new URL('../../src/simulator/main.ts', import.meta.url).pathname;

/** The simulator as a child process of a test, in a folder of its own. */
export interface SimulatorProcess {
  readonly dir: string;
  readonly child: ChildProcess;
  readonly network: NetworkDescription;
  /** Ends the process by a signal, and waits for its end. */
  end(signal: NodeJS.Signals): Promise<void>;
}

export function newFolder(): { readonly dir: string; remove(): void } {
  const dir = mkdtempSync(join(tmpdir(), 'satchel-test-'));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

export async function startSimulatorProcess(dir: string): Promise<SimulatorProcess> {
  const child = spawnSimulator(dir);
  const network = await eventually('the simulator answers', async () => {
    assert.equal(child.exitCode, null, 'the simulator runs');
    const running = await runningNetwork(dir);
    return running?.pid === child.pid ? running : null;
  });
  return {
    dir,
    child,
    network,
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
}

export function spawnSimulator(dir: string): ChildProcess {
  return spawn(process.execPath, [PROGRAM, '--dir', dir], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...programVariables() },
  });
}

/** Makes a call to LND's REST interface. Returns the status and the parsed body. */
export async function callLnd(
  network: NetworkDescription,
  name: string,
  call: { readonly method?: string; readonly path: string; readonly body?: object },
): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> {
  const node = network.nodes.find((candidate) => candidate.name === name);
  assert(node !== undefined, `the network has a node ${name}`);
  const response = await fetch(`${node.restUrl}${call.path}`, {
    method: call.method ?? (call.body === undefined ? 'GET' : 'POST'),
    headers: { 'Grpc-Metadata-macaroon': node.macaroonHex },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  });
  const text = await response.text();
  const value: unknown = JSON.parse(text.trim().split('\n').at(-1) ?? '');
  assert(typeof value === 'object' && value !== null);
  return { status: response.status, body: { ...value } };
}
