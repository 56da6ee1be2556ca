import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '../../src/base/log.ts';
import { openLndNode } from '../../src/lightning/lnd/node.ts';
import { ensureSimulatedNetwork } from '../../src/lightning/simulator-client/simulated-network.ts';
import {
  type NetworkDescription,
  SERVICE_NODE,
} from '../../src/lightning/simulator-protocol/network-protocol.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { eventually } from '../support/eventually.ts';
import { lightningNodeSuite } from '../support/lightning-node/lightning-node-suite.ts';
import { type LndAccess, openLndPeer } from '../support/lnd-peer.ts';

lightningNodeSuite('LND adapter with the simulated network', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'satchel-test-'));
  const options = { dataDir, log: SILENT, clock: systemClock };
  const start = async () => (await ensureSimulatedNetwork(options)).description;
  let network = await start();
  const node = openLndNode({ ...accessTo(network, SERVICE_NODE), clock: systemClock });
  const peer = await openLndPeer(accessTo(network, 'alice'));
  const own = await openLndPeer(accessTo(network, SERVICE_NODE));
  return {
    node,
    own,
    peer,
    async restartNode() {
      await end(network.pid, 'SIGKILL');
      network = await start();
    },
    async close() {
      await node.close();
      await own.close();
      await peer.close();
      await end(network.pid, 'SIGTERM');
      await rm(dataDir, { recursive: true });
    },
  };
});

function accessTo(network: NetworkDescription, name: string): LndAccess {
  const found = network.nodes.find((node) => node.name === name);
  assert(found !== undefined, `the network has a node ${name}`);
  return { restUrl: found.restUrl, macaroonHex: found.macaroonHex, tlsCaPem: null };
}

async function end(pid: number, signal: NodeJS.Signals): Promise<void> {
  process.kill(pid, signal);
  await eventually('the simulated network ends', () => (isRunning(pid) ? null : true));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const SILENT: Log = { debug() {}, info() {}, warn() {}, error() {} };
