import { satToMsat, satToNumber } from '../base/amount.ts';
import { unixSeconds } from '../base/wire-time.ts';
import { hasInvoice } from '../ledger/movement-kind.ts';
import type { SettledPayment } from '../ledger/payment.ts';
import { readBolt11 } from '../lightning/bolt11-decode.ts';
import { bufferJson } from './buffer-json.ts';

/**
 * Presents a payment in the fields of both older services: those of LND's answer, and `decoded` and
 * `pay_req` of the original LndHub. Apps read the fee from different fields.
 */
export function presentPaid(payment: SettledPayment): object {
  const { amountSat, feeSat, bolt11, memo, descriptionHash } = payment;
  const [amount, fee] = [satToNumber(amountSat), satToNumber(feeSat)];
  return {
    payment_error: '',
    payment_hash: bufferJson(payment.paymentHash),
    payment_preimage: bufferJson(payment.preimage),
    payment_request: bolt11,
    pay_req: bolt11,
    num_satoshis: amount,
    description: memo ?? '',
    ...(descriptionHash === null ? {} : { description_hash: descriptionHash }),
    destination: payment.destination,
    fee,
    fee_sat: String(feeSat),
    fee_msat: String(satToMsat(feeSat)),
    payment_route: { total_amt: amount + fee, total_fees: fee },
    decoded: presentDecoded(payment),
  };
}

/** Presents the paid invoice. If it is missing, BTCPay does not read the fee in `payment_route`. */
function presentDecoded(payment: SettledPayment): object {
  const read = hasInvoice(payment.kind) ? readBolt11(payment.bolt11) : null;
  const [timestampSec, expirySec] = read?.ok
    ? [read.value.timestampSec, read.value.expirySec]
    : [unixSeconds(payment.createdAt), 0];
  return {
    destination: payment.destination,
    payment_hash: payment.paymentHash,
    num_satoshis: String(payment.amountSat),
    timestamp: String(timestampSec),
    expiry: String(expirySec),
    description: payment.memo ?? '',
    description_hash: payment.descriptionHash ?? '',
  };
}
