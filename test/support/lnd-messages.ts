/**
 * Changes to single fields of a message. The messages are complete, as LND 0.21.2-beta sent them
 * over REST on a regtest network, so they have fields that the adapter does not read, too.
 */
type Changes = Readonly<Record<string, unknown>>;

export const PREIMAGE = '711919f5437b1671137b48d6c6c59979af13edf74d321937abedda0f8fc5606e';
export const PAYMENT_HASH = 'bda9af4c61c454fbed35c8eb1e22fca90ae7c8e4fe8138f9d722e1fb3ff8689a';
export const MACAROON = '0201036c6e6402f801030a10fd076884631214b81c9596ce5ecdb9eb';

export const paymentMessage = (changes: Changes = {}): object => ({
  payment_hash: PAYMENT_HASH,
  value: '1',
  creation_date: '1795257034',
  fee: '0',
  payment_preimage: '0000000000000000000000000000000000000000000000000000000000000000',
  value_sat: '1',
  value_msat: '1500',
  payment_request: BOLT11,
  status: 'IN_FLIGHT',
  fee_sat: '0',
  fee_msat: '0',
  creation_time_ns: '1795257034065322716',
  htlcs: [],
  payment_index: '1003',
  failure_reason: 'FAILURE_REASON_NONE',
  first_hop_custom_records: { '106823': 'AA==' },
  ...changes,
});

export const succeededMessage = (changes: Changes = {}): object =>
  paymentMessage({
    status: 'SUCCEEDED',
    fee: '1',
    fee_sat: '1',
    fee_msat: '1000',
    payment_preimage: PREIMAGE,
    htlcs: [{ attempt_id: '1001', status: 'SUCCEEDED', preimage: 'cRkZ9UN7FnETe0jWxsWZea8T' }],
    ...changes,
  });

export const failedMessage = (failureReason = 'FAILURE_REASON_NO_ROUTE'): object =>
  paymentMessage({ status: 'FAILED', failure_reason: failureReason });

/** The message of an invoice that was just added. */
export const invoiceMessage = (changes: Changes = {}): object => ({
  memo: 'Tee',
  r_preimage: base64(PREIMAGE),
  r_hash: base64(PAYMENT_HASH),
  value: '1',
  value_msat: '1500',
  settled: false,
  creation_date: '1795257034',
  settle_date: '0',
  payment_request: BOLT11,
  description_hash: '',
  expiry: '86400',
  fallback_addr: '',
  cltv_expiry: '80',
  route_hints: [],
  private: false,
  add_index: '33',
  settle_index: '0',
  amt_paid: '0',
  amt_paid_sat: '0',
  amt_paid_msat: '0',
  state: 'OPEN',
  htlcs: [],
  features: { '8': { name: 'tlv-onion', is_required: true, is_known: true } },
  is_keysend: false,
  payment_addr: 'yX6ZuwJ0ViQV9yGi9JdSujF65bTOBWBjJf0ns5+q+bU=',
  is_amp: false,
  amp_invoice_state: {},
  is_blinded: false,
  blinded_path_config: null,
  ...changes,
});

export const settledInvoiceMessage = (changes: Changes = {}): object =>
  invoiceMessage({
    settled: true,
    state: 'SETTLED',
    settle_date: '1795257035',
    settle_index: '24',
    amt_paid: '1500',
    amt_paid_sat: '1',
    amt_paid_msat: '1500',
    htlcs: [htlcMessage()],
    ...changes,
  });

export const htlcMessage = (changes: Changes = {}): object => ({
  chan_id: '124244814004224',
  htlc_index: '24',
  amt_msat: '1500',
  accept_height: 120,
  accept_time: '1795257035',
  resolve_time: '1795257035',
  expiry_height: 203,
  state: 'SETTLED',
  custom_records: { '106823': 'AA==' },
  mpp_total_amt_msat: '1500',
  amp: null,
  custom_channel_data: '/gABoUcBAA==',
  ...changes,
});

export const SET_A = 'd7123f174fea193edaa0ff87761c08cd9232cd4efbb733522f1dcb1ec71b7945';
export const SET_B = 'a24da283786577b8bd8f2c99fee8a535c36a5d536a98617dc3725922226012be';

/**
 * The message of an AMP invoice in a list, with all its sets. A subscription would show only the
 * set that an event is about.
 */
export const ampInvoiceMessage = (changes: Changes = {}): object =>
  settledInvoiceMessage({
    r_preimage: '',
    settle_date: '0',
    settle_index: '0',
    amt_paid_msat: '4500',
    is_amp: true,
    htlcs: [ampHtlcMessage(SET_A, 'QQ=='), ampHtlcMessage(SET_B, 'Qg==')],
    amp_invoice_state: {
      [SET_B]: ampSetMessage({ settle_index: '25', amt_paid_msat: '2500' }),
      [SET_A]: ampSetMessage(),
    },
    ...changes,
  });

export const ampSetMessage = (changes: Changes = {}): object => ({
  state: 'SETTLED',
  settle_index: '24',
  settle_time: '1795257035',
  amt_paid_msat: '2000',
  ...changes,
});

const ampHtlcMessage = (setId: string, record: string): object =>
  htlcMessage({
    custom_records: { '106823': 'AA==', '696969': record },
    amp: {
      root_share: '7bPUx06pG/ryJCzywIz0x6LogPL1FGidHKXp9848WNU=',
      set_id: base64(setId),
      child_index: 1583322555,
      hash: '4UlwgzyPhhyhx0Wt8dhQP59B6j40pgcEgiCWGDrFlk4=',
      preimage: 'kyaA8EEftoOLz82jb4qfIcaGiitS6TQNaJTwNp5+bUg=',
    },
  });

export const infoMessage = (changes: Changes = {}): object => ({
  version: '0.21.2-beta commit=v0.21.2-beta',
  identity_pubkey: '02234fa0d807e8a3c592eb97558ed57cba598b0f2400e66d98dc3a2dbbc97afff7',
  alias: 'alice',
  block_height: 120,
  best_header_timestamp: '1795882041',
  num_active_channels: 1,
  num_inactive_channels: 1,
  num_peers: 2,
  synced_to_chain: true,
  synced_to_graph: false,
  chains: [{ chain: 'bitcoin', network: 'regtest' }],
  ...changes,
});

export const status = (code: number, message: string): object => ({ code, message, details: [] });

export const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');

export const BOLT11 =
  'lnbcrt15n1p4szukfpp5hk567nrpc320hmf4er43ughu4y9w0j8yl6qn37whytslk0lcdzdqdqqcqzzsxqyz5vqsp5e9lfnw' +
  'czw3tzg90hyx30f96jhgch4ed5eczkqce9l5nm88a2lx6s9qxpqysgq9t5yagnktzyhsysjqppz937zaskcf489ylq7hthxea' +
  'ftllsesvyrhumxej77c0urc7zlwejsd260mleqlsfpqeyw7eheu3ylcahy7xgqh3j9ya';
