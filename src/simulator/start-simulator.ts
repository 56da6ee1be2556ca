/** Assembles the simulated network (its journal, nodes and servers) and starts it. */

import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join, resolve } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { bytesToHex } from '../base/hex.ts';
import type { Log } from '../base/log.ts';
import type { Random } from '../base/random.ts';
import {
  NETWORK_FILE,
  type NetworkDescription,
  presentNetwork,
  type SimulatedNode,
} from '../lightning/simulator-protocol/network-protocol.ts';
import { advanceChain, followClock } from './chain/advance-chain.ts';
import { createChannelProvider } from './channel-provider/server.ts';
import { createControl } from './control/server.ts';
import { createdNetwork, DEFAULT_PLAN, type NetworkPlan } from './default-network.ts';
import { createFaultRegistry } from './fault-registry.ts';
import { lockFolder } from './folder-lock.ts';
import { watchInvoiceExpiry } from './invoice-expiry.ts';
import { createLndRest } from './lnd-rest/server.ts';
import { adminMacaroon } from './macaroon.ts';
import { createNetwork, DEFAULT_SETTINGS, type Network, type NetworkSettings } from './network.ts';
import { channelBalances } from './node-balances.ts';
import { closeServer, listenOn, openPortBook, type PortBook } from './node-servers.ts';
import { answerAttempt, resumePayments } from './payments.ts';
import { receiveHtlc, resumeInvoices } from './receive-htlc.ts';
import { openStore } from './store.ts';

export interface SimulatorOptions {
  readonly dir: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly plan?: NetworkPlan;
  /** The 32 bytes from which keys and addresses are derived when a folder is first used. */
  readonly seed?: Uint8Array;
  readonly settings?: Partial<NetworkSettings>;
  /** What is done on a crash fault in place of killing the process, for tests. */
  readonly crash?: () => void;
  /**
   * Called when the folder was deleted, or when a call to the control interface asked for the end.
   */
  readonly onEnd?: (why: 'folder_gone' | 'shutdown') => void;
}

export interface Simulator {
  readonly description: NetworkDescription;
  readonly network: Network;
  /** Closes the network. Resolves once all changes are on disk. */
  close(): Promise<void>;
}

/** Thrown when another simulator process is already serving the folder. */
export class FolderBusyFault extends Error {
  override readonly name = 'FolderBusyFault';
}

export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const dir = resolve(options.dir);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(dir);
  if (lock === null) throw new FolderBusyFault(`another simulator runs in ${dir}`);
  const store = openStore(dir);
  const stopping = new AbortController();
  const network = createNetwork({
    stopping,
    state: store.state,
    journal: store.journal,
    clock: options.clock,
    random: options.random,
    log: options.log,
    settings: { ...DEFAULT_SETTINGS, ...options.settings },
    faults: createFaultRegistry(options.clock, stopping.signal),
    wire: { deliver: receiveHtlc, answer: answerAttempt },
    crash: options.crash ?? (() => process.kill(process.pid, 'SIGKILL')),
  });
  if (store.isNew) {
    const seed = options.seed ?? options.random.bytes(32);
    network.commit(createdNetwork(seed, options.plan ?? DEFAULT_PLAN));
  }
  const { servers, description } = await openServers(network, dir, options);
  advanceChain(network);
  followClock(network);
  watchInvoiceExpiry(network);
  for (const node of network.state.nodes.values()) resumeInvoices(network, node);
  for (const node of network.state.nodes.values()) resumePayments(network, node);
  watchFolder(network, join(dir, NETWORK_FILE), () => options.onEnd?.('folder_gone'));
  return {
    description,
    network,
    async close() {
      network.stop();
      await Promise.all(servers.map(closeServer));
      await store.journal.close();
      await lock.release();
    },
  };
}

interface OpenServers {
  readonly servers: readonly Server[];
  readonly description: NetworkDescription;
}

async function openServers(
  network: Network,
  dir: string,
  options: SimulatorOptions,
): Promise<OpenServers> {
  const ports = openPortBook(dir);
  const identity = identityOf(dir, options.random);
  const servers: Server[] = [];
  const nodes: SimulatedNode[] = [];
  for (const { name } of network.state.nodes.values()) {
    const server = createLndRest({ network, nodeName: name });
    servers.push(server);
    nodes.push(describeNode(network, name, dir, await listenOn(server, name, ports)));
    obeyNodeDown(network, name, server, ports);
  }
  const control = createControl({
    network,
    instanceId: identity.instanceId,
    token: identity.controlToken,
    describeNodes: () => nodes.map((node) => describeNode(network, node.name, dir, node.restUrl)),
    shutdown: () => options.onEnd?.('shutdown'),
  });
  servers.push(control);
  const controlUrl = await listenOn(control, 'control', ports);
  const provider = createChannelProvider(network, dir);
  servers.push(provider);
  const channelProviderUrl = await listenOn(provider, 'channel-provider', ports);
  ports.save();
  const description = { ...identity, pid: process.pid, controlUrl, nodes, channelProviderUrl };
  const text = JSON.stringify(presentNetwork(description), null, 2);
  writeFileSync(join(dir, NETWORK_FILE), `${text}\n`, { mode: 0o600 });
  return { servers, description };
}

/** Stops listening at the address of a node while the fault `node_down` is set. */
function obeyNodeDown(network: Network, name: string, server: Server, ports: PortBook): void {
  let last = Promise.resolve();
  const obey = async (): Promise<void> => {
    const isDown = network.faults
      .list()
      .some((rule) => rule.kind === 'node_down' && rule.node === name);
    if (isDown) await closeServer(server);
    else if (!server.listening) await listenOn(server, name, ports);
  };
  network.faults.onChange(() => {
    last = last.then(obey);
  });
}

function describeNode(network: Network, name: string, dir: string, restUrl: string): SimulatedNode {
  const { seedHex, nodes } = network.state;
  const macaroon = adminMacaroon(seedHex, name);
  const macaroonFile = join(dir, `${name}.macaroon`);
  if (!existsSync(macaroonFile)) writeFileSync(macaroonFile, macaroon, { mode: 0o600 });
  const balances = channelBalances(network.state, name);
  return {
    name,
    alias: nodes.get(name)?.alias ?? name,
    pubkey: nodes.get(name)?.pubkey ?? '',
    restUrl,
    macaroonHex: bytesToHex(macaroon),
    macaroonFile,
    localSat: Number(balances.localMsat / 1000n),
    remoteSat: Number(balances.remoteMsat / 1000n),
  };
}

const IDENTITY_FILE = 'identity.json';

/**
 * Reads the id of the network and the secret of its control interface, which are made together with
 * the folder.
 */
function identityOf(dir: string, random: Random): { instanceId: string; controlToken: string } {
  const path = join(dir, IDENTITY_FILE);
  if (existsSync(path)) {
    const json: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof json === 'object' && json !== null && 'instanceId' in json && 'controlToken' in json)
      return { instanceId: String(json.instanceId), controlToken: String(json.controlToken) };
  }
  const identity = {
    instanceId: bytesToHex(random.bytes(16)),
    controlToken: bytesToHex(random.bytes(32)),
  };
  writeFileSync(path, `${JSON.stringify(identity, null, 2)}\n`, { mode: 0o600 });
  return identity;
}

const FOLDER_CHECK_MS = 1000;

/**
 * Watches the folder, because a simulator must not outlive it. A folder that was deleted and
 * created again counts as deleted.
 */
function watchFolder(network: Network, path: string, onGone: () => void): void {
  const inode = inodeOf(path);
  const check = (): void => {
    if (inodeOf(path) !== inode) onGone();
    else network.after(FOLDER_CHECK_MS, check);
  };
  network.after(FOLDER_CHECK_MS, check);
}

const inodeOf = (path: string): number | null =>
  statSync(path, { throwIfNoEntry: false })?.ino ?? null;
