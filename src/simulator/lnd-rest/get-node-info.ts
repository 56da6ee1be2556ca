import { hexToBytes } from '../../base/hex.ts';
import { accept, refuse } from '../../base/result.ts';
import { isPublic } from '../add-invoice.ts';
import { hexProblem } from '../go-text.ts';
import { GRPC, unknownError } from '../grpc-refusal.ts';
import { nameOf } from '../routing.ts';
import type { UnaryEndpoint } from './endpoint.ts';
import { NODE_FEATURES, presentFeatures } from './present-features.ts';

/** Describes a node of the graph, which has only announced nodes. A node always knows itself. */
export const getNodeInfoEndpoint: UnaryEndpoint = {
  name: 'GetNodeInfo',
  kind: 'unary',
  method: 'GET',
  path: '/v1/graph/node/{pub_key}',
  answer({ network, node, fields }) {
    const pubkey = fields.text('pub_key').toLowerCase();
    if (pubkey.length !== 66) {
      return refuse(unknownError(`invalid vertex string length of ${pubkey.length}, want 66`));
    }
    if (hexToBytes(pubkey) === null) return refuse(unknownError(hexProblem(pubkey)));
    const found = network.state.nodes.get(nameOf(network.state, pubkey) ?? '');
    if (found === undefined || (found !== node && !isPublic(network, found))) {
      return refuse({ code: GRPC.notFound, message: 'unable to find node' });
    }
    const channels = [...network.state.channels.values()].filter((channel) =>
      channel.ends.includes(found.name),
    );
    const capacitySat = channels.reduce((sum, channel) => sum + channel.capacitySat, 0);
    return accept({
      node: {
        last_update: 0,
        pub_key: found.pubkey,
        alias: found.alias,
        addresses: [],
        color: found.color,
        features: presentFeatures(NODE_FEATURES),
        custom_records: {},
      },
      num_channels: channels.length,
      total_capacity: String(capacitySat),
      channels: [],
    });
  },
};
