import { bytesToHex } from '../../../base/hex.ts';
import { accept, refuse } from '../../../base/result.ts';
import {
  type Outpoint,
  outpointText,
  reversedHex,
} from '../../../lightning/bitcoin/transaction.ts';
import { blockHash } from '../../chain/block-hash.ts';
import type { BlockPlace, ChainTransaction } from '../../chain/chain-state.ts';
import { unknownError } from '../../grpc-refusal.ts';
import type { Network } from '../../network.ts';
import type { Message, MessageStream, StreamEndpoint } from '../endpoint.ts';
import { base64OfHex } from '../present-invoice.ts';
import { base64OfTxid } from './outpoint-field.ts';
import { hintProblem, scriptProblem } from './registration.ts';

/**
 * A stream with a message when a mined transaction spends an output, and when a reorganisation has
 * removed that transaction.
 */
export const registerSpendsEndpoint: StreamEndpoint = {
  name: 'RegisterSpendNtfn',
  kind: 'stream',
  method: 'POST',
  path: '/v2/chainnotifier/register/spends',
  open({ network, fields }, stream) {
    const inner = fields.message('outpoint');
    const outpoint = {
      txid: reversedHex(bytesToHex(inner.bytes('hash'))),
      index: inner.uint32('index'),
    };
    const script = bytesToHex(fields.bytes('script'));
    const heightHint = fields.uint32('height_hint');
    if (fields.refusal !== null) return refuse(fields.refusal);
    const problem = scriptProblem(script) ?? hintProblem(heightHint);
    if (problem !== null) return refuse(unknownError(problem));
    followSpend(network, stream, { outpoint, heightHint });
    return accept(undefined);
  },
};

interface Wanted {
  readonly outpoint: Outpoint;
  readonly heightHint: number;
}

function followSpend(network: Network, stream: MessageStream, wanted: Wanted): void {
  let told: string | null = null;
  const look = (): void => {
    const spend = findSpend(network, wanted);
    const key =
      spend === null
        ? null
        : `${spend.transaction.txid} ${blockHash(network.state, spend.place.height)}`;
    if (told !== null && key !== told) {
      told = null;
      stream.send({ reorg: {} });
    }
    if (spend === null || told !== null) return;
    told = key;
    stream.send({ spend: presentSpend(wanted.outpoint, spend) });
  };
  stream.onClose(network.watchers.onBlock(look));
  look();
}

interface Spend {
  readonly transaction: ChainTransaction;
  readonly place: BlockPlace;
}

function findSpend({ state }: Network, { outpoint, heightHint }: Wanted): Spend | null {
  for (const txid of state.chain.spenders.get(outpointText(outpoint)) ?? []) {
    const transaction = state.chain.transactions.get(txid);
    const place = transaction?.place ?? null;
    if (transaction === undefined || place === null || place.height < heightHint) continue;
    return { transaction, place };
  }
  return null;
}

const presentSpend = (outpoint: Outpoint, { transaction, place }: Spend): Message => ({
  spending_outpoint: { hash: base64OfTxid(outpoint.txid), index: outpoint.index },
  raw_spending_tx: base64OfHex(transaction.raw),
  spending_tx_hash: base64OfTxid(transaction.txid),
  spending_input_index: transaction.content.inputs.findIndex(
    (input) => outpointText(input) === outpointText(outpoint),
  ),
  spending_height: place.height,
});
