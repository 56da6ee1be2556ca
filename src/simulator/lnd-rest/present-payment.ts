import { LND_RECEIVED_RECORD } from '../../lightning/custom-records.ts';
import { hopAmountMsat } from '../liquidity.ts';
import type { AmpPart, Attempt, Hop, HtlcFailure, Payment } from '../network-state.ts';
import { paymentStatus } from '../payment-book.ts';
import type { Message } from './endpoint.ts';
import { base64OfHex, presentRecords, satText } from './present-invoice.ts';

const NO_PREIMAGE = '00'.repeat(32);
const NS_PER_MS = 1_000_000n;

/** Presents a payment as lnrpc.Payment, in which hash and preimage are hex. */
export function presentLndPayment(payment: Payment): Message {
  const settled = payment.attempts.filter((attempt) => attempt.status === 'SUCCEEDED');
  const feeMsat = settled.reduce((sum, attempt) => sum + attempt.route.totalFeesMsat, 0n);
  const status = paymentStatus(payment);
  return {
    payment_hash: payment.paymentHash,
    value: satText(payment.order.valueMsat),
    creation_date: String(Math.floor(payment.createdAtMs / 1000)),
    fee: satText(feeMsat),
    payment_preimage: settled.at(-1)?.preimage ?? NO_PREIMAGE,
    value_sat: satText(payment.order.valueMsat),
    value_msat: payment.order.valueMsat.toString(),
    payment_request: payment.order.paymentRequest,
    // LND shows a payment without attempts as in flight, unless `usestatusinitiated` is set.
    status: status === 'INITIATED' ? 'IN_FLIGHT' : status,
    fee_sat: satText(feeMsat),
    fee_msat: feeMsat.toString(),
    creation_time_ns: nsText(payment.createdAtMs),
    htlcs: payment.attempts.map((attempt) => presentAttempt(payment, attempt)),
    payment_index: String(payment.paymentIndex),
    failure_reason: payment.failureReason ?? 'FAILURE_REASON_NONE',
    first_hop_custom_records: { [LND_RECEIVED_RECORD.toString()]: 'AA==' },
  };
}

const nsText = (ms: number): string => (BigInt(ms) * NS_PER_MS).toString();

function presentAttempt(payment: Payment, attempt: Attempt): Message {
  const { route } = attempt;
  return {
    attempt_id: String(attempt.attemptId),
    status: attempt.status,
    route: {
      total_time_lock: route.totalTimeLock,
      total_fees: satText(route.totalFeesMsat),
      total_amt: satText(route.totalAmtMsat),
      hops: route.hops.map((hop, index) =>
        presentHop(payment, hop, index === route.hops.length - 1),
      ),
      total_fees_msat: route.totalFeesMsat.toString(),
      total_amt_msat: route.totalAmtMsat.toString(),
      first_hop_amount_msat: route.totalAmtMsat.toString(),
      custom_channel_data: '',
    },
    attempt_time_ns: nsText(attempt.startedAtMs),
    resolve_time_ns: attempt.status === 'IN_FLIGHT' ? '0' : nsText(attempt.resolvedAtMs),
    failure: attempt.failure === null ? null : presentFailure(attempt.failure),
    preimage: base64OfHex(attempt.preimage ?? ''),
  };
}

function presentHop(payment: Payment, hop: Hop, isLast: boolean): Message {
  const { order } = payment;
  return {
    chan_id: hop.chanId,
    // LND's field `chan_capacity` contains, despite its name, the amount that arrives at the hop,
    // in satoshis.
    chan_capacity: satText(hopAmountMsat(hop)),
    amt_to_forward: satText(hop.amtToForwardMsat),
    fee: satText(hop.feeMsat),
    expiry: hop.expiryHeight,
    amt_to_forward_msat: hop.amtToForwardMsat.toString(),
    fee_msat: hop.feeMsat.toString(),
    pub_key: hop.pubkey,
    tlv_payload: true,
    mpp_record:
      isLast && order.paymentAddr !== null
        ? {
            payment_addr: base64OfHex(order.paymentAddr),
            total_amt_msat: order.valueMsat.toString(),
          }
        : null,
    amp_record: isLast && order.amp !== null ? presentAmp(order.amp) : null,
    custom_records: isLast ? presentRecords(order.customRecords) : {},
    metadata: '',
    blinding_point: '',
    encrypted_data: '',
    total_amt_msat: '0',
  };
}

const presentAmp = (amp: AmpPart): Message => ({
  root_share: base64OfHex(amp.rootShare),
  set_id: base64OfHex(amp.setId),
  child_index: amp.childIndex,
});

const presentFailure = (failure: HtlcFailure): Message => ({
  code: failure.code,
  channel_update: null,
  htlc_msat: failure.htlcMsat.toString(),
  onion_sha_256: '',
  cltv_expiry: 0,
  flags: 0,
  failure_source_index: failure.sourceIndex,
  height: failure.height,
});
