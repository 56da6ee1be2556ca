import { accept, refuse } from '../../../base/result.ts';
import { blockHash } from '../../chain/block-hash.ts';
import { blockHeight } from '../../chain/blocks.ts';
import { unknownError } from '../../grpc-refusal.ts';
import type { UnaryEndpoint } from '../endpoint.ts';
import { base64OfTxid } from './outpoint-field.ts';

export const getBestBlockEndpoint: UnaryEndpoint = {
  name: 'GetBestBlock',
  kind: 'unary',
  method: 'GET',
  path: '/v2/chainkit/bestblock',
  answer({ network }) {
    const height = blockHeight(network);
    return accept({
      block_hash: base64OfTxid(blockHash(network.state, height)),
      block_height: height,
    });
  },
};

export const getBlockHashEndpoint: UnaryEndpoint = {
  name: 'GetBlockHash',
  kind: 'unary',
  method: 'GET',
  path: '/v2/chainkit/blockhash',
  answer({ network, fields }) {
    const height = Number(fields.int64('block_height'));
    if (fields.refusal !== null) return refuse(fields.refusal);
    if (height < 0 || height > blockHeight(network)) {
      return refuse(unknownError('-1: Block number out of range'));
    }
    return accept({ block_hash: base64OfTxid(blockHash(network.state, height)) });
  },
};
