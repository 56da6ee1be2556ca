import { accept, refuse } from '../../../base/result.ts';
import { satPerKwFor } from '../../chain/fee-rates.ts';
import { requiredReserveSat } from '../../chain/wallet-view.ts';
import { unknownError } from '../../grpc-refusal.ts';
import type { UnaryEndpoint } from '../endpoint.ts';

export const requiredReserveEndpoint: UnaryEndpoint = {
  name: 'RequiredReserve',
  kind: 'unary',
  method: 'GET',
  path: '/v2/wallet/reserve',
  answer({ network, node, fields }) {
    const additional = fields.uint32('additional_public_channels');
    if (fields.refusal !== null) return refuse(fields.refusal);
    const reserveSat = requiredReserveSat(network.state, node.name, BigInt(additional));
    return accept({ required_reserve: reserveSat.toString() });
  },
};

export const estimateFeeEndpoint: UnaryEndpoint = {
  name: 'EstimateFee',
  kind: 'unary',
  method: 'GET',
  path: '/v2/wallet/estimatefee/{conf_target}',
  answer({ fields }) {
    const target = fields.int32('conf_target');
    if (fields.refusal !== null) return refuse(fields.refusal);
    if (target <= 0) return refuse(unknownError('confirmation target must be greater than 0'));
    return accept({
      sat_per_kw: satPerKwFor(target).toString(),
      min_relay_fee_sat_per_kw: '253',
    });
  },
};
