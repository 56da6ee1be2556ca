import { WANTED_CALLS } from '../../src/lightning/lnd/missing-rights.ts';
import { openLndNode } from '../../src/lightning/lnd/node.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { lightningNodeSuite } from '../support/lightning-node/lightning-node-suite.ts';
import { openLndPeer } from '../support/lnd-peer.ts';
import { openRegtest } from './regtest.ts';

for (const way of ['REST', 'gRPC'] as const) {
  lightningNodeSuite(`LND adapter with LND, new invoices over ${way}`, () => open(way));
}

async function open(way: 'REST' | 'gRPC') {
  const regtest = await openRegtest();
  const { alice, carol } = regtest.nodes;
  const leastRights = await regtest.bake(WANTED_CALLS);
  const grpcUrl = way === 'gRPC' ? alice.grpc : null;
  const node = openLndNode({ ...alice, ...leastRights, grpcUrl, clock: systemClock });
  const peer = await openLndPeer(carol);
  const own = await openLndPeer(alice);
  return {
    node,
    own,
    peer,
    async restartNode() {
      await regtest.kill('alice');
      await regtest.start('alice');
    },
    async close() {
      await node.close();
      await own.close();
      await peer.close();
    },
  };
}
