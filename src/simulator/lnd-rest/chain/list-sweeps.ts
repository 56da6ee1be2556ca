import { accept, refuse } from '../../../base/result.ts';
import { walletRows } from '../../chain/wallet-view.ts';
import { unknownError } from '../../grpc-refusal.ts';
import type { UnaryEndpoint } from '../endpoint.ts';

/** Lists the transactions of the sweeper, which here are only those of BumpFee. */
export const listSweepsEndpoint: UnaryEndpoint = {
  name: 'ListSweeps',
  kind: 'unary',
  method: 'GET',
  path: '/v2/wallet/sweeps',
  answer({ network, node, fields }) {
    const isVerbose = fields.bool('verbose');
    const startHeight = fields.int32('start_height');
    if (fields.refusal !== null) return refuse(fields.refusal);
    if (isVerbose) return refuse(unknownError('whole transactions are not simulated here'));
    const sweeps = walletRows(network, node).filter(
      ({ label, height }) => label === SWEEP_LABEL && (height === 0 || height >= startHeight),
    );
    return accept({
      transaction_ids: { transaction_ids: sweeps.map(({ transaction }) => transaction.txid) },
    });
  },
};

/** The label that BumpFee gives. */
const SWEEP_LABEL = '0:sweep';
