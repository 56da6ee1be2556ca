import { bytesToHex } from '../../../base/hex.ts';
import { accept, type Result, refuse } from '../../../base/result.ts';
import { type Outpoint, outpointText } from '../../../lightning/bitcoin/transaction.ts';
import type { Lease } from '../../chain/chain-state.ts';
import { DEFAULT_LEASE_SEC, leaseCoin, liveLeases, releaseCoin } from '../../chain/leases.ts';
import { type GrpcRefusal, unknownError } from '../../grpc-refusal.ts';
import { type Network, nowSec } from '../../network.ts';
import type { Message, UnaryEndpoint } from '../endpoint.ts';
import type { MessageReader } from '../message-reader.ts';
import { base64OfHex } from '../present-invoice.ts';
import { presentOutpoint, readOutpoint } from './outpoint-field.ts';

export const listLeasesEndpoint: UnaryEndpoint = {
  name: 'ListLeases',
  kind: 'unary',
  method: 'POST',
  path: '/v2/wallet/utxos/leases',
  answer({ network, node, fields }) {
    if (fields.refusal !== null) return refuse(fields.refusal);
    const leases = liveLeases(network, node);
    return accept({ locked_utxos: leases.map((lease) => presentLease(network, lease)) });
  },
};

export const leaseOutputEndpoint: UnaryEndpoint = {
  name: 'LeaseOutput',
  kind: 'unary',
  method: 'POST',
  path: '/v2/wallet/utxos/lease',
  answer({ network, node, fields }) {
    const named = readNamed(fields);
    const seconds = Number(fields.uint64('expiration_seconds'));
    if (fields.refusal !== null) return refuse(fields.refusal);
    if (!named.ok) return named;
    const untilSec = nowSec(network) + (seconds > 0 ? seconds : DEFAULT_LEASE_SEC);
    const leased = leaseCoin(network, node, { ...named.value, untilSec });
    if (!leased.ok) return refuse(unknownError(leased.refusal));
    return accept({ expiration: String(untilSec) });
  },
};

export const releaseOutputEndpoint: UnaryEndpoint = {
  name: 'ReleaseOutput',
  kind: 'unary',
  method: 'POST',
  path: '/v2/wallet/utxos/release',
  answer({ network, node, fields }) {
    const named = readNamed(fields);
    if (fields.refusal !== null) return refuse(fields.refusal);
    if (!named.ok) return named;
    const released = releaseCoin(network, node, named.value);
    if (!released.ok) return refuse(unknownError(released.refusal));
    return accept({ status: `output ${outpointText(named.value.outpoint)} released` });
  },
};

function readNamed(
  fields: MessageReader,
): Result<{ readonly id: string; readonly outpoint: Outpoint }, GrpcRefusal> {
  const id = fields.bytes('id');
  const outpoint = readOutpoint(fields, 'outpoint');
  if (id.length !== 32) return refuse(unknownError('id must be 32 random bytes'));
  if (outpoint === null) return refuse(unknownError('empty outpoint provided'));
  return accept({ id: bytesToHex(id), outpoint });
}

export function presentLease({ state }: Network, { id, outpoint, untilSec }: Lease): Message {
  const output = state.chain.transactions.get(outpoint.txid)?.content.outputs[outpoint.index];
  return {
    id: base64OfHex(id),
    outpoint: presentOutpoint(outpoint),
    expiration: String(untilSec),
    pk_script: base64OfHex(output?.script ?? ''),
    value: (output?.valueSat ?? 0n).toString(),
  };
}
