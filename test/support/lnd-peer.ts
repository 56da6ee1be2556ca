import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { Agent, type Dispatcher } from 'undici';
import { decodeBolt11 } from '../../src/lightning/bolt11-decode.ts';
import type { ExternalPeer, HeldInvoice, PeerPayment } from './lightning-node/external-peer.ts';

export interface LndAccess {
  readonly restUrl: string;
  readonly macaroonHex: string;
  /** The certificate authority; null over plain HTTP. */
  readonly tlsCaPem: string | null;
}

/**
 * Opens another LND for tests to drive. This code was written from LND's API documentation and is
 * independent of the adapter, so that a misunderstanding there does not go unnoticed.
 */
export async function openLndPeer(access: LndAccess): Promise<ExternalPeer> {
  const agent = new Agent({
    allowH2: false,
    ...(access.tlsCaPem === null ? {} : { connect: { ca: access.tlsCaPem } }),
  });
  const call = async (
    method: Dispatcher.HttpMethod,
    path: string,
    body?: object,
  ): Promise<Record<string, unknown>> => {
    const response = await agent.request({
      origin: access.restUrl,
      path,
      method,
      headers: { 'Grpc-Metadata-macaroon': access.macaroonHex },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return object(JSON.parse(await response.body.text()));
  };
  const send = async (order: object): Promise<PeerPayment> => {
    const chunk = await call('POST', '/v2/router/send', {
      fee_limit_msat: '1000000',
      timeout_seconds: 20,
      no_inflight_updates: true,
      ...order,
    });
    if (chunk['result'] === undefined) return { status: 'REFUSED', preimage: '' };
    const { status, payment_preimage: preimage } = object(chunk['result']);
    return { status: String(status), preimage: String(preimage) };
  };
  const { identity_pubkey: pubkey, alias } = await call('GET', '/v1/getinfo');

  return {
    pubkey: String(pubkey),
    alias: String(alias),
    async createInvoice(amountMsat) {
      const added = await call('POST', '/v1/invoices', { value_msat: amountMsat.toString() });
      return String(added['payment_request']);
    },
    async createBlindedInvoice(amountMsat) {
      const body = { value_msat: amountMsat.toString(), is_blinded: true };
      return String((await call('POST', '/v1/invoices', body))['payment_request']);
    },
    async createHeldInvoice(amountMsat, expirySec = 3600): Promise<HeldInvoice> {
      const preimage = randomBytes(32);
      const paymentHash = hash('sha256', preimage);
      const added = await call('POST', '/v2/invoices/hodl', {
        hash: base64(paymentHash),
        value_msat: amountMsat.toString(),
        expiry: String(expirySec),
      });
      return {
        bolt11: String(added['payment_request']),
        paymentHash,
        async isHeld() {
          return (await call('GET', `/v1/invoice/${paymentHash}`))['state'] === 'ACCEPTED';
        },
        async settle() {
          await call('POST', '/v2/invoices/settle', { preimage: preimage.toString('base64') });
        },
        async cancel() {
          await call('POST', '/v2/invoices/cancel', { payment_hash: base64(paymentHash) });
        },
      };
    },
    pay: (bolt11, amountMsat) =>
      send({
        payment_request: bolt11,
        ...(amountMsat === undefined ? {} : { amt_msat: amountMsat.toString() }),
      }),
    overpay(bolt11, amountMsat) {
      const decoded = decodeBolt11(bolt11);
      assert(decoded.ok);
      const { paymentSecret } = decoded.value;
      assert(paymentSecret !== null);
      return send({
        dest: base64(decoded.value.payee),
        payment_hash: base64(decoded.value.paymentHash),
        payment_addr: base64(paymentSecret),
        final_cltv_delta: decoded.value.minFinalCltvExpiry,
        amt_msat: amountMsat.toString(),
      });
    },
    keysend({ destination, amountMsat, preimage, records }) {
      return send({
        dest: base64(destination),
        payment_hash: base64(hash('sha256', preimage)),
        amt_msat: amountMsat.toString(),
        dest_custom_records: {
          5482373484: Buffer.from(preimage).toString('base64'),
          ...Object.fromEntries(
            Array.from(records, ([type, value]) => [type, Buffer.from(value).toString('base64')]),
          ),
        },
      });
    },
    async receivedRecords(paymentHash) {
      const invoice = await call('GET', `/v1/invoice/${paymentHash}`);
      assert(Array.isArray(invoice['htlcs']));
      const records = object(object(invoice['htlcs'][0])['custom_records']);
      return new Map(
        Object.entries(records).map(([type, value]) => [
          BigInt(type),
          new Uint8Array(Buffer.from(String(value), 'base64')),
        ]),
      );
    },
    close: () => agent.destroy(),
  };
}

const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');

function object(value: unknown): Record<string, unknown> {
  assert(typeof value === 'object' && value !== null && !Array.isArray(value));
  return { ...value };
}
