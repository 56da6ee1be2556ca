import { accept, refuse } from '../../base/result.ts';
import type { BlindedPath, RouteHintHop } from '../../lightning/bolt11.ts';
import { decodeBolt11 } from '../../lightning/bolt11-decode.ts';
import { unknownError } from '../grpc-refusal.ts';
import type { Message, UnaryEndpoint } from './endpoint.ts';
import { presentFeatures } from './present-features.ts';
import { base64OfHex, satText } from './present-invoice.ts';

export const decodePayReqEndpoint: UnaryEndpoint = {
  name: 'DecodePayReq',
  kind: 'unary',
  method: 'GET',
  path: '/v1/payreq/{pay_req}',
  answer({ fields }) {
    const decoded = decodeBolt11(fields.text('pay_req'));
    if (!decoded.ok) return refuse(unknownError(decoded.refusal.detail));
    const invoice = decoded.value;
    if (invoice.network !== 'regtest') {
      return refuse(unknownError("invoice not for current active network 'regtest'"));
    }
    const amountMsat = invoice.amountMsat ?? 0n;
    return accept({
      destination: invoice.payee,
      payment_hash: invoice.paymentHash,
      num_satoshis: satText(amountMsat),
      timestamp: String(invoice.timestampSec),
      expiry: String(invoice.expirySec),
      description: invoice.description ?? '',
      description_hash: invoice.descriptionHash ?? '',
      fallback_addr: '',
      cltv_expiry: String(invoice.minFinalCltvExpiry),
      route_hints: invoice.routeHints.map(presentRouteHint),
      payment_addr: base64OfHex(invoice.paymentSecret ?? ''),
      num_msat: amountMsat.toString(),
      features: presentFeatures(invoice.featureBits),
      blinded_paths: invoice.blindedPaths.map(presentBlindedPath),
    });
  },
};

const presentBlindedPath = (path: BlindedPath): Message => ({
  blinded_path: {
    introduction_node: base64OfHex(path.hops[0]?.pubkey ?? ''),
    blinding_point: base64OfHex(path.blindingPoint),
    blinded_hops: path.hops.map(({ pubkey, encryptedData }) => ({
      blinded_node: base64OfHex(pubkey),
      encrypted_data: base64OfHex(encryptedData),
    })),
  },
  base_fee_msat: String(path.feeBaseMsat),
  proportional_fee_rate: path.feeProportionalMillionths,
  total_cltv_delta: path.cltvExpiryDelta,
  htlc_min_msat: String(path.htlcMinimumMsat),
  htlc_max_msat: String(path.htlcMaximumMsat),
  features: [],
});

const presentRouteHint = (hops: readonly RouteHintHop[]): Message => ({
  hop_hints: hops.map((hop) => ({
    node_id: hop.pubkey,
    chan_id: hop.shortChannelId.toString(),
    fee_base_msat: hop.feeBaseMsat,
    fee_proportional_millionths: hop.feeProportionalMillionths,
    cltv_expiry_delta: hop.cltvExpiryDelta,
  })),
});
