import { bytesToHex } from '../../../base/hex.ts';
import { accept, refuse } from '../../../base/result.ts';
import { reversedHex } from '../../../lightning/bitcoin/transaction.ts';
import { blockHash } from '../../chain/block-hash.ts';
import { depthOf } from '../../chain/blocks.ts';
import type { BlockPlace, ChainTransaction } from '../../chain/chain-state.ts';
import { unknownError } from '../../grpc-refusal.ts';
import type { Network } from '../../network.ts';
import type { MessageStream, StreamEndpoint } from '../endpoint.ts';
import { base64OfHex } from '../present-invoice.ts';
import { base64OfTxid } from './outpoint-field.ts';
import { hintProblem, scriptProblem } from './registration.ts';

/**
 * A stream with a message when a transaction has enough confirmations, when a reorganisation has
 * removed it from the chain, and when it has enough confirmations again.
 */
export const registerConfirmationsEndpoint: StreamEndpoint = {
  name: 'RegisterConfirmationsNtfn',
  kind: 'stream',
  method: 'POST',
  path: '/v2/chainnotifier/register/confirmations',
  open({ network, fields }, stream) {
    const txid = reversedHex(bytesToHex(fields.bytes('txid')));
    const script = bytesToHex(fields.bytes('script'));
    const count = fields.uint32('num_confs');
    const heightHint = fields.uint32('height_hint');
    fields.ignore('include_block');
    if (fields.refusal !== null) return refuse(fields.refusal);
    const problem = scriptProblem(script) ?? countProblem(count) ?? hintProblem(heightHint);
    if (problem !== null) return refuse(unknownError(problem));
    const isMeant = (transaction: ChainTransaction): boolean =>
      /^0*$/.test(txid)
        ? transaction.content.outputs.some((output) => output.script === script)
        : transaction.txid === txid;
    followConfirmations(network, stream, { isMeant, count, heightHint });
    return accept(undefined);
  },
};

const MAX_CONFIRMATIONS = 144;

const countProblem = (count: number): string | null =>
  count >= 1 && count <= MAX_CONFIRMATIONS
    ? null
    : `number of confirmations must be between 1 and ${MAX_CONFIRMATIONS}`;

interface Wanted {
  readonly isMeant: (transaction: ChainTransaction) => boolean;
  readonly count: number;
  readonly heightHint: number;
}

function followConfirmations(network: Network, stream: MessageStream, wanted: Wanted): void {
  let toldHash: string | null = null;
  const look = (): void => {
    const found = findMined(network, wanted);
    const hash = found === null ? null : blockHash(network.state, found.place.height);
    if (toldHash !== null && hash !== toldHash) {
      toldHash = null;
      stream.send({ reorg: {} });
    }
    if (found === null || hash === null || toldHash !== null) return;
    if (depthOf(network, found.place) < wanted.count) return;
    toldHash = hash;
    stream.send({
      conf: {
        raw_tx: base64OfHex(found.transaction.raw),
        block_hash: base64OfTxid(hash),
        block_height: found.place.height,
        tx_index: found.place.index,
        raw_block: '',
      },
    });
  };
  stream.onClose(network.watchers.onBlock(look));
  look();
}

function findMined(
  { state }: Network,
  { isMeant, heightHint }: Wanted,
): { readonly transaction: ChainTransaction; readonly place: BlockPlace } | null {
  for (const transaction of state.chain.transactions.values()) {
    const { place } = transaction;
    if (place === null || place.height < heightHint || !isMeant(transaction)) continue;
    return { transaction, place };
  }
  return null;
}
