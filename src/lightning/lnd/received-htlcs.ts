import { msat } from '../../base/amount.ts';
import type { ReceivedHtlc, ReceivedHtlcs } from '../node-port.ts';
import type { LndClient } from './client.ts';
import {
  GRPC_CODE,
  isNotFound,
  isPermissionDenied,
  type LndRefusal,
  refusalFault,
} from './lnd-answer.ts';
import { flagField, int64Field, listField, uint64Text, type WireObject } from './wire-fields.ts';

/**
 * Reads how the HTLCs that paid an invoice ended. LookupHtlcResolution is asked about each one,
 * because the invoice keeps reporting an HTLC as settled even if the channel gave it back
 * (docs/operating-lnd.md).
 */
export async function receivedHtlcs(lnd: LndClient, paymentHash: string): Promise<ReceivedHtlcs> {
  const answer = await lnd.get(`/v1/invoice/${paymentHash}`);
  if (!answer.ok) {
    if (isNotFound(answer.refusal)) return { kind: 'told', htlcs: [] };
    throw refusalFault('LookupInvoice', answer.refusal);
  }
  const htlcs: ReceivedHtlc[] = [];
  for (const message of listField(answer.value, 'htlcs')) {
    if (message['state'] !== 'SETTLED') continue;
    const htlc = readHtlc(message);
    const resolved = await lnd.get(`/v1/htlc-resolution/${htlc.channelId}/${htlc.index}`);
    if (resolved.ok) htlcs.push({ ...htlc, end: endOf(resolved.value) });
    else if (isNotFound(resolved.refusal)) htlcs.push({ ...htlc, end: 'unknown' });
    else {
      const why = whyNotTold(resolved.refusal);
      if (why === null) throw refusalFault('LookupHtlcResolution', resolved.refusal);
      return { kind: 'not_told', why };
    }
  }
  return { kind: 'told', htlcs };
}

const readHtlc = (htlc: WireObject): Omit<ReceivedHtlc, 'end'> => ({
  channelId: uint64Text(htlc, 'chan_id'),
  index: uint64Text(htlc, 'htlc_index'),
  amountMsat: msat(int64Field(htlc, 'amt_msat')),
});

/**
 * How an HTLC ended. An end on the chain (`offchain` is false) is just as final as one in the
 * channel.
 */
const endOf = (resolution: WireObject): ReceivedHtlc['end'] =>
  flagField(resolution, 'settled') ? 'settled' : 'given_back';

/**
 * Why LND does not tell how an HTLC ended, if the operator can change that; null for any other
 * reason.
 */
function whyNotTold(refusal: LndRefusal): string | null {
  const { code, detail } = refusal;
  if (code === GRPC_CODE.unavailable && detail.includes('store-final-htlc-resolutions')) {
    return 'LND runs without store-final-htlc-resolutions=true';
  }
  if (isPermissionDenied(refusal)) {
    return 'the macaroon does not allow uri:/lnrpc.Lightning/LookupHtlcResolution';
  }
  return null;
}
