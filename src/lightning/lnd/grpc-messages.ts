import type { Field, FieldType, MessageType } from './protobuf.ts';

/**
 * The parts of lnrpc/lightning.proto (LND 0.20 and 0.21) that are sent and read over gRPC, with the
 * numbers that the fields have there.
 */

const messageType = (fields: Readonly<Record<number, readonly [string, FieldType]>>): MessageType =>
  new Map(
    Object.entries(fields).map(([number, [name, type]]): [number, Field] => [
      Number(number),
      { name, type },
    ]),
  );

const HTLC_STATE = { names: ['ACCEPTED', 'SETTLED', 'CANCELED'] };

const INVOICE_HTLC = messageType({
  8: ['state', HTLC_STATE],
  9: ['custom_records', { map: messageType({ 1: ['key', 'uint64'], 2: ['value', 'bytes'] }) }],
  11: ['amp', { message: messageType({ 2: ['set_id', 'bytes'] }) }],
});

const AMP_INVOICE_STATE = messageType({
  1: ['state', HTLC_STATE],
  2: ['settle_index', 'uint64'],
  3: ['settle_time', 'int64'],
  5: ['amt_paid_msat', 'int64'],
});

const AMP_SET = messageType({ 1: ['key', 'string'], 2: ['value', { message: AMP_INVOICE_STATE }] });

const INVOICE = messageType({
  1: ['memo', 'string'],
  3: ['r_preimage', 'bytes'],
  4: ['r_hash', 'bytes'],
  8: ['settle_date', 'int64'],
  9: ['payment_request', 'string'],
  10: ['description_hash', 'bytes'],
  11: ['expiry', 'int64'],
  15: ['private', 'bool'],
  17: ['settle_index', 'uint64'],
  20: ['amt_paid_msat', 'int64'],
  21: ['state', { names: ['OPEN', 'SETTLED', 'CANCELED', 'ACCEPTED'] }],
  22: ['htlcs', { list: INVOICE_HTLC }],
  23: ['value_msat', 'int64'],
  25: ['is_keysend', 'bool'],
  27: ['is_amp', 'bool'],
  28: ['amp_invoice_state', { map: AMP_SET }],
});

/** A call of LND over gRPC. */
export interface GrpcMethod {
  readonly path: string;
  readonly request: MessageType;
  readonly answer: MessageType;
}

export const ADD_INVOICE: GrpcMethod = {
  path: '/lnrpc.Lightning/AddInvoice',
  request: INVOICE,
  answer: messageType({ 1: ['r_hash', 'bytes'], 2: ['payment_request', 'string'] }),
};

export const SUBSCRIBE_INVOICES: GrpcMethod = {
  path: '/lnrpc.Lightning/SubscribeInvoices',
  request: messageType({ 2: ['settle_index', 'uint64'] }),
  answer: INVOICE,
};

export const GET_INFO: GrpcMethod = {
  path: '/lnrpc.Lightning/GetInfo',
  request: messageType({}),
  answer: messageType({ 1: ['identity_pubkey', 'string'] }),
};
