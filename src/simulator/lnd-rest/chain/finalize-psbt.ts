import { accept, refuse } from '../../../base/result.ts';
import { decodePsbt, encodePsbt } from '../../../lightning/bitcoin/psbt.ts';
import { encodeTransaction } from '../../../lightning/bitcoin/transaction.ts';
import { signTransaction } from '../../chain/sign.ts';
import { unknownError } from '../../grpc-refusal.ts';
import type { UnaryEndpoint } from '../endpoint.ts';

/**
 * Signs a transaction. Signing it again gives the same bytes, even after a restart, and needs no
 * lease.
 */
export const finalizePsbtEndpoint: UnaryEndpoint = {
  name: 'FinalizePsbt',
  kind: 'unary',
  method: 'POST',
  path: '/v2/wallet/psbt/finalize',
  answer({ network, fields }) {
    const bytes = fields.bytes('funded_psbt');
    fields.ignore('account');
    if (fields.refusal !== null) return refuse(fields.refusal);
    const psbt = decodePsbt(bytes);
    if (psbt === null) {
      const problem = bytes.length === 0 ? 'EOF' : 'unexpected EOF';
      return refuse(unknownError(`error parsing PSBT: ${problem}`));
    }
    const signed = signTransaction(network.state, psbt.transaction);
    const witnesses = signed.inputs.map(({ witness }) => witness);
    return accept({
      signed_psbt: Buffer.from(encodePsbt({ ...psbt, witnesses })).toString('base64'),
      raw_final_tx: Buffer.from(encodeTransaction(signed)).toString('base64'),
    });
  },
};
