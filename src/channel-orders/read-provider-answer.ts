/**
 * Reads a provider's answers by LSPS1 (bLIP 51). Fields that this program does not need are
 * ignored.
 */

import { MAX_BOLT11_LENGTH } from '../base/limits.ts';
import { cleanText } from '../base/text.ts';
import { MAX_ORDER_NAME, MAX_PROVIDER_NODES, MAX_PROVIDER_REASON } from './limits.ts';
import type {
  ProviderInfo,
  ProviderNo,
  ProviderOrder,
  ProviderRefusal,
  ToldPayment,
  ToldState,
  ToldWay,
} from './provider.ts';
import {
  BadField,
  countOf,
  type Fields,
  flagOf,
  isFields,
  objectOf,
  objectOrNull,
  outpointOf,
  satOf,
  textOf,
  timeOf,
} from './provider-fields.ts';

const MAX_UINT16 = 0xffff;
const MAX_UINT32 = 0xffff_ffff;

/** Reads what a provider sells. Older providers put the options into a nested object. */
export function readProviderInfo(body: Fields): ProviderInfo {
  const options = objectOrNull(body, 'options') ?? body;
  const info: ProviderInfo = {
    nodes: readNodes(body),
    minConfirmations: countOf(options, 'min_required_channel_confirmations', MAX_UINT16),
    minFundingBlocks: countOf(options, 'min_funding_confirms_within_blocks', MAX_UINT16),
    maxExpiryBlocks: countOf(options, 'max_channel_expiry_blocks', MAX_UINT32),
    minOwnSat: satOf(options, 'min_initial_client_balance_sat'),
    minProviderSat: satOf(options, 'min_initial_lsp_balance_sat'),
    maxProviderSat: satOf(options, 'max_initial_lsp_balance_sat'),
    minChannelSat: satOf(options, 'min_channel_balance_sat'),
    maxChannelSat: satOf(options, 'max_channel_balance_sat'),
  };
  if (info.minProviderSat > info.maxProviderSat) throw new BadField('max_initial_lsp_balance_sat');
  if (info.minChannelSat > info.maxChannelSat) throw new BadField('max_channel_balance_sat');
  return info;
}

/**
 * Reads the provider's own nodes. Over HTTPS a provider has to name them, although the bLIP has no
 * field for that.
 */
function readNodes(body: Fields): readonly string[] {
  const value = body['uris'];
  if (!Array.isArray(value)) throw new BadField('uris');
  return value.slice(0, MAX_PROVIDER_NODES).filter((one) => typeof one === 'string');
}

export function readProviderOrder(body: Fields): ProviderOrder {
  const payment = objectOf(body, 'payment');
  const bolt11 = objectOrNull(payment, 'bolt11');
  const onchain = objectOrNull(payment, 'onchain');
  const channel = objectOrNull(body, 'channel');
  return {
    name: textOf(body, 'order_id', MAX_ORDER_NAME),
    sizeSat: satOf(body, 'lsp_balance_sat'),
    ownSat: satOf(body, 'client_balance_sat'),
    expiryBlocks: countOf(body, 'channel_expiry_blocks', MAX_UINT32),
    isAnnounced: flagOf(body, 'announce_channel'),
    state: readWord(body, 'order_state', STATES),
    lightning:
      bolt11 === null
        ? null
        : { ...readWay(bolt11), bolt11: textOf(bolt11, 'invoice', MAX_BOLT11_LENGTH) },
    chain:
      onchain === null
        ? null
        : {
            ...readWay(onchain),
            address: textOf(onchain, 'address', MAX_ADDRESS),
            refundAddress:
              (onchain['refund_onchain_address'] ?? null) === null
                ? null
                : textOf(onchain, 'refund_onchain_address', MAX_ADDRESS),
          },
    channel:
      channel === null
        ? null
        : {
            channelPoint: outpointOf(channel, 'funding_outpoint'),
            until: (channel['expires_at'] ?? null) === null ? null : timeOf(channel, 'expires_at'),
          },
  };
}

/** The greatest length of a bech32 address. */
const MAX_ADDRESS = 90;

const readWay = (fields: Fields): ToldWay => ({
  payment: readWord(fields, 'state', PAYMENTS),
  feeSat: satOf(fields, 'fee_total_sat'),
  totalSat: satOf(fields, 'order_total_sat'),
  until: timeOf(fields, 'expires_at'),
});

function readWord<T>(fields: Fields, name: string, words: ReadonlyMap<unknown, T>): T {
  const word = words.get(fields[name]);
  if (word === undefined) throw new BadField(name);
  return word;
}

const STATES = new Map<unknown, ToldState>([
  ['CREATED', 'created'],
  ['COMPLETED', 'completed'],
  ['FAILED', 'failed'],
]);

const PAYMENTS = new Map<unknown, ToldPayment>([
  ['EXPECT_PAYMENT', 'expected'],
  ['HOLD', 'held'],
  ['PAID', 'paid'],
  ['REFUNDED', 'refunded'],
  // Earlier versions of the specification have no word for a refunded payment, and call it
  // cancelled.
  ['CANCELLED', 'refunded'],
]);

/**
 * Reads why a provider refuses: a JSON-RPC error, which some providers put into a field `error`.
 */
export function readProviderNo(status: number, body: unknown): ProviderRefusal {
  const outer = isFields(body) ? body : {};
  const error = isFields(outer['error']) ? outer['error'] : outer;
  const data = isFields(error['data']) ? error['data'] : {};
  const texts = [data['message'], error['message'], error['detail'], error['error']];
  const message = texts.find((text) => typeof text === 'string') ?? '';
  const why = CODES.get(error['code']) ?? (status === NOT_FOUND ? 'not_found' : 'other');
  return { kind: 'refused', why, message: cleanText(String(message), MAX_PROVIDER_REASON).trim() };
}

const NOT_FOUND = 404;

const CODES = new Map<unknown, ProviderNo>([
  [-32_602, 'invalid_params'],
  [1, 'client_rejected'],
  [100, 'option_mismatch'],
  [101, 'not_found'],
]);
