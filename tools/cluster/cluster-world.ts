import assert from 'node:assert/strict';
import type { Dice } from '../../test/crash/dice.ts';
import { readNodeMarks, readNodeSide } from '../../test/crash/node-side.ts';
import { createOrderBook } from '../../test/crash/order-book.ts';
import { payFromExternalNode } from '../../test/crash/pay-from-external.ts';
import { addWallets } from '../../test/crash/wallets.ts';
import { loadOf, type World } from '../../test/crash/world.ts';
import type { Cluster } from './cluster.ts';
import { type ClusterClient, openClusterClient } from './cluster-client.ts';
import { type ClusterInstallation, createClusterInstallation } from './cluster-installation.ts';

/** The world of the crash test, on a cluster and with several processes. */
export interface ClusterWorld extends World {
  readonly installation: ClusterInstallation;
  readonly client: ClusterClient;
  readonly cluster: Cluster;
}

const NAMES = ['ada', 'ben', 'cleo', 'dan', 'eve', 'finn'];
const FUNDS_SAT = 2_000_000;
const FUNDINGS = 4;

export async function createClusterWorld(cluster: Cluster, dice: Dice): Promise<ClusterWorld> {
  const installation = await createClusterInstallation(cluster);
  const client = openClusterClient(installation.baseUrls);
  const dispose = async (keepsFolder: boolean): Promise<void> => {
    await client.close();
    await installation.dispose(keepsFolder);
  };
  try {
    const wallets = await addWallets(installation, NAMES);
    await installation.startAnswering();
    const network = await installation.network();
    const { localMsat } = await readNodeSide(network);
    const world = {
      cluster,
      installation,
      client,
      wallets,
      book: createOrderBook(),
      hasApps: true,
      localMsatAtFirst: localMsat,
      coinsSatAtFirst: null,
      marksAtFirst: await readNodeMarks(network),
      dispose,
    };
    await fund(world, dice);
    return world;
  } catch (error) {
    await dispose(true);
    throw error;
  }
}

async function fund(world: World, dice: Dice): Promise<void> {
  const load = await loadOf(world, dice, { name: 'funds', holdMs: [0, 0], isAllHeld: false });
  for (const wallet of Array.from({ length: FUNDINGS }, () => world.wallets).flat()) {
    const invoice = await load.createInvoice(wallet, FUNDS_SAT / FUNDINGS);
    assert(invoice !== null, 'a wallet gets an invoice');
    await payFromExternalNode(load, invoice.bolt11, invoice.paymentHash);
  }
}
