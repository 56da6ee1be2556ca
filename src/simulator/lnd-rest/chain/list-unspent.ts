import { accept, refuse } from '../../../base/result.ts';
import { kindOf, textOf } from '../../chain/wallet-address.ts';
import { type Coin, coinsOf } from '../../chain/wallet-view.ts';
import { unknownError } from '../../grpc-refusal.ts';
import type { Message, UnaryEndpoint } from '../endpoint.ts';
import { presentOutpoint } from './outpoint-field.ts';

/** Lists the coins that no one has leased. */
export const listUnspentEndpoint: UnaryEndpoint = {
  name: 'ListUnspent',
  kind: 'unary',
  method: 'POST',
  path: '/v2/wallet/utxos',
  answer({ network, node, fields }) {
    const minDepth = fields.int32('min_confs');
    const maxDepth = fields.int32('max_confs');
    fields.ignore('account');
    const isUnconfirmedOnly = fields.bool('unconfirmed_only');
    if (fields.refusal !== null) return refuse(fields.refusal);
    if (maxDepth !== 0 && maxDepth < minDepth) {
      return refuse(unknownError('max confirmations must be >= min confirmations'));
    }
    const most = maxDepth === 0 ? Number.POSITIVE_INFINITY : maxDepth;
    const isWanted = ({ depth, isLeased }: Coin): boolean =>
      !isLeased && (isUnconfirmedOnly ? depth === 0 : depth >= minDepth && depth <= most);
    return accept({ utxos: coinsOf(network, node).filter(isWanted).map(presentCoin) });
  },
};

const presentCoin = (coin: Coin): Message => ({
  address_type: kindOf(coin.owner) === 'p2tr' ? 'TAPROOT_PUBKEY' : 'WITNESS_PUBKEY_HASH',
  address: textOf(coin.owner),
  amount_sat: coin.valueSat.toString(),
  pk_script: coin.owner.script,
  outpoint: presentOutpoint(coin),
  confirmations: String(coin.depth),
});
