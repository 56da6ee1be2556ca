import { accept, refuse } from '../../../base/result.ts';
import { bumpFee } from '../../chain/bump-fee.ts';
import { DEFAULT_SAT_PER_KW, orderedSatPerKw } from '../../chain/fee-rates.ts';
import { unknownError } from '../../grpc-refusal.ts';
import type { UnaryEndpoint } from '../endpoint.ts';
import { readOutpoint } from './outpoint-field.ts';

export const bumpFeeEndpoint: UnaryEndpoint = {
  name: 'BumpFee',
  kind: 'unary',
  method: 'POST',
  path: '/v2/wallet/bumpfee',
  answer({ network, node, fields }) {
    const outpoint = readOutpoint(fields, 'outpoint');
    const satPerVbyte = fields.uint64('sat_per_vbyte');
    const targetBlocks = fields.uint32('target_conf');
    const budgetSat = fields.uint64('budget');
    fields.ignore('sat_per_byte', 'immediate', 'force', 'deadline_delta');
    if (fields.refusal !== null) return refuse(fields.refusal);
    if (outpoint === null) return refuse(unknownError('empty outpoint provided'));
    const satPerKw = orderedSatPerKw({ satPerVbyte, targetBlocks }) ?? DEFAULT_SAT_PER_KW;
    const bumped = bumpFee(network, node, { outpoint, satPerKw, budgetSat });
    if (!bumped.ok) return refuse(unknownError(bumped.refusal));
    return accept({ status: 'Successfully registered CPFP-tx with the sweeper' });
  },
};
