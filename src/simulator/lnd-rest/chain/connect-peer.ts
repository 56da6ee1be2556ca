import { pointCompress } from 'tiny-secp256k1';
import { hexToBytes } from '../../../base/hex.ts';
import { accept, refuse } from '../../../base/result.ts';
import { connectPeer, isConnected } from '../../chain/peers.ts';
import { type GrpcRefusal, unknownError } from '../../grpc-refusal.ts';
import { nameOf } from '../../routing.ts';
import type { UnaryEndpoint } from '../endpoint.ts';

export const connectPeerEndpoint: UnaryEndpoint = {
  name: 'ConnectPeer',
  kind: 'unary',
  method: 'POST',
  path: '/v1/peers',
  answer({ network, node, fields }) {
    const address = fields.message('addr');
    const pubkey = address.text('pubkey').toLowerCase();
    const host = address.text('host');
    fields.ignore('perm', 'timeout');
    if (fields.refusal !== null) return refuse(fields.refusal);
    if (pubkey === '' && host === '') return refuse(unknownError(NO_ADDRESS));
    const problem = pubkeyProblem(pubkey);
    if (problem !== null) return refuse(problem);
    if (pubkey === node.pubkey) return refuse(unknownError('cannot make connection to self'));
    const peer = network.state.nodes.get(nameOf(network.state, pubkey) ?? '');
    if (peer !== undefined && isConnected(network.state, node, peer)) {
      return refuse(unknownError(`already connected to peer: ${pubkey}@${host}`));
    }
    if (peer === undefined) {
      return refuse(unknownError(`dial tcp ${host}: connect: connection refused`));
    }
    connectPeer(network, node, peer);
    return accept({ status: `connection to ${pubkey}@${host} initiated` });
  },
};

const NO_ADDRESS = 'need: lnc pubkeyhash@hostname';

/** LND's error for a text that is not a public key; null for a key. */
export function pubkeyProblem(pubkey: string): GrpcRefusal | null {
  const bytes = hexToBytes(pubkey);
  if (bytes?.length !== 33) {
    return unknownError(`malformed public key: invalid length: ${bytes?.length ?? 0}`);
  }
  try {
    pointCompress(bytes, true);
    return null;
  } catch {
    const x = pubkey.slice(2);
    const problem = `x coordinate ${x} is not on the secp256k1 curve`;
    return unknownError(`invalid public key: ${problem}`);
  }
}
