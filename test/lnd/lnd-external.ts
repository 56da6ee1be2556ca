import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, Pool, setGlobalDispatcher } from 'undici';
import { accept, type Result, refuse } from '../../src/base/result.ts';
import type {
  ExternalPayment,
  SimulatorControl,
} from '../../src/lightning/simulator-protocol/control-protocol.ts';
import {
  type NetworkDescription,
  SERVICE_NODE,
  type SimulatedNode,
} from '../../src/lightning/simulator-protocol/network-protocol.ts';
import type { NodeSource } from '../crash/installation.ts';
import type {
  ExternalPeer,
  HeldInvoice,
  PeerPayment,
} from '../support/lightning-node/external-peer.ts';
import { decode } from '../support/lightning-node/node-bench.ts';
import { openLndPeer } from '../support/lnd-peer.ts';
import { findStuck } from './find-stuck.ts';
import { nodeVariables } from './lnd-world.ts';
import type { BakedMacaroon, Regtest, RegtestNode } from './regtest.ts';

/**
 * Real nodes in the parts that simulated ones play under a load: carol as "alice", who is reached
 * over another node, and bob as "bob".
 */
export async function openLndSource(
  regtest: Regtest,
  rights: BakedMacaroon,
): Promise<(dataDir: string) => NodeSource> {
  const { alice, bob, carol } = regtest.nodes;
  trustCertificates([alice, bob, carol]);
  const network: NetworkDescription = {
    instanceId: '',
    pid: 0,
    controlUrl: '',
    controlToken: '',
    nodes: [part(SERVICE_NODE, alice), part('alice', carol), part('bob', bob)],
    channelProviderUrl: null,
  };
  const near = await openLndPeer(bob);
  const far = await openLndPeer(carol);
  const over = new AbortController();
  const simulator = createExternal(near, far, over.signal);
  return () => ({
    variables: nodeVariables({ ...alice, ...rights }),
    network: async () => network,
    simulator: async () => simulator,
    stuck: () => findStuck(alice, regtest.killedAt('alice')),
    end: async () => {
      over.abort();
      await Promise.all([near.close(), far.close()]);
    },
  });
}

/**
 * What the nodes say is read by plain requests. Their certificates have one and the same name, so
 * each has to be trusted by itself.
 */
function trustCertificates(nodes: readonly RegtestNode[]): void {
  const trusted = new Map(nodes.map(({ restUrl, tlsCaPem }) => [restUrl, tlsCaPem]));
  const dispatcher = new Agent({
    factory: (origin, options) =>
      new Pool(origin, { ...options, connect: { ca: trusted.get(String(origin)) } }),
  });
  setGlobalDispatcher(dispatcher);
}

const part = (name: string, node: RegtestNode): SimulatedNode => ({
  name,
  alias: name,
  pubkey: node.pubkey,
  restUrl: node.restUrl,
  macaroonHex: node.macaroonHex,
  macaroonFile: node.macaroonFile,
  localSat: 0,
  remoteSat: 0,
});

function createExternal(
  near: ExternalPeer,
  far: ExternalPeer,
  over: AbortSignal,
): SimulatorControl {
  let turns = 0;
  const next = (): ExternalPeer => {
    turns += 1;
    return turns % 2 === 0 ? near : far;
  };
  return {
    invoice: async ({ amountSat, node, memo = '' }) => {
      const payee = node === 'bob' ? near : far;
      const amountMsat = BigInt(amountSat) * 1000n;
      const fate = /^fault:hold_(settle|fail):(\d+)$/.exec(memo);
      if (fate === null) return accept(made(await payee.createInvoice(amountMsat)));
      const held = await payee.createHeldInvoice(amountMsat);
      void decide(held, fate[1] === 'settle', Number(fate[2]), over);
      return accept(made(held.bolt11));
    },
    pay: ({ bolt11 }) => presented(() => next().pay(bolt11)),
    keysend: ({ to, amountSat, records = {} }) =>
      presented(() =>
        next().keysend({
          destination: to,
          amountMsat: BigInt(amountSat) * 1000n,
          preimage: randomBytes(32),
          records: new Map(
            Object.entries(records).map(([type, text]) => [BigInt(type), Buffer.from(text)]),
          ),
        }),
      ),
    // A real node has no faults to be ordered: it is killed.
    setFault: async () => accept(null),
    clearFaults: async () => accept(0),
    faults: async () => accept([]),
    mine: async () => refuse(NO_CHAIN),
    reorganise: async () => refuse(NO_CHAIN),
    payOnChain: async () => refuse(NO_CHAIN),
    replaceOnChain: async () => refuse(NO_CHAIN),
    identity: async () => null,
    nodes: async () => accept([]),
    shutdown: async () => accept(undefined),
  };
}

const NO_CHAIN = 'the chain of a real network is driven by its script';

const made = (bolt11: string) => ({
  paymentRequest: bolt11,
  paymentHash: decode(bolt11).paymentHash,
});

/** A payer whose own node died waits for its answer as long as that takes. */
async function presented(
  pay: () => Promise<PeerPayment>,
): Promise<Result<ExternalPayment, string>> {
  try {
    const { status, preimage } = await pay();
    if (status === 'SUCCEEDED') return accept({ status, preimage, feeMsat: '' });
    return refuse(status);
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

const LOOK_EVERY_MS = 150;
/** A bill that no one has paid until then is not to be paid any more. */
const WAIT_MS = 90_000;

/** Keeps what arrives for so long, then takes it or sends it back. */
async function decide(
  held: HeldInvoice,
  isTaken: boolean,
  afterMs: number,
  over: AbortSignal,
): Promise<void> {
  const deadline = performance.now() + WAIT_MS;
  try {
    while (!(await held.isHeld())) {
      if (over.aborted || performance.now() > deadline) return await held.cancel();
      await wait(LOOK_EVERY_MS, undefined, { signal: over });
    }
    await wait(afterMs, undefined, { signal: over });
    await (isTaken ? held.settle() : held.cancel());
  } catch (error) {
    if (!over.aborted) throw error;
  }
}
