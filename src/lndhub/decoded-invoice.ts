import { debitSat, ZERO_MSAT } from '../base/amount.ts';
import type { Bolt11 } from '../lightning/bolt11.ts';
import { decodeBolt11 } from '../lightning/bolt11-decode.ts';
import { normalizeBolt11 } from '../lightning/bolt11-prefix.ts';
import { answerBody, answerError, type LndhubAnswer } from './lndhub-answer.ts';
import { NOT_AN_INVOICE } from './lndhub-errors.ts';
import type { LndhubRequest } from './lndhub-route.ts';

/** Decodes the invoice in the query, no matter which node has issued it. */
export function answerDecoded({ query }: LndhubRequest): LndhubAnswer {
  const decoded = decodeBolt11(normalizeBolt11(query.get('invoice') ?? ''));
  return decoded.ok ? answerBody(presentDecoded(decoded.value)) : answerError(NOT_AN_INVOICE);
}

/** Presents an invoice in the form of LND's decoded invoices, in which numbers are strings. */
export function presentDecoded(invoice: Bolt11): object {
  const amountMsat = invoice.amountMsat ?? ZERO_MSAT;
  return {
    destination: invoice.payee,
    payment_hash: invoice.paymentHash,
    num_satoshis: String(debitSat(amountMsat)),
    num_msat: String(amountMsat),
    timestamp: String(invoice.timestampSec),
    expiry: String(invoice.expirySec),
    description: invoice.description ?? '',
    description_hash: invoice.descriptionHash ?? '',
    fallback_addr: '',
    cltv_expiry: String(invoice.minFinalCltvExpiry),
    route_hints: invoice.routeHints.map((hops) => ({
      hop_hints: hops.map((hop) => ({
        node_id: hop.pubkey,
        chan_id: String(hop.shortChannelId),
        fee_base_msat: hop.feeBaseMsat,
        fee_proportional_millionths: hop.feeProportionalMillionths,
        cltv_expiry_delta: hop.cltvExpiryDelta,
      })),
    })),
  };
}
