import { bytesEqual } from '../../base/hex.ts';
import { accept, refuse } from '../../base/result.ts';
import { GRPC, unknownError } from '../grpc-refusal.ts';
import { adminMacaroon } from '../macaroon.ts';
import type { UnaryEndpoint } from './endpoint.ts';

/**
 * Checks only the form of a macaroon, because a simulated node has just one, which allows
 * everything.
 */
export const checkMacaroonPermissionsEndpoint: UnaryEndpoint = {
  name: 'CheckMacaroonPermissions',
  kind: 'unary',
  method: 'POST',
  path: '/v1/macaroon/checkpermissions',
  answer({ network, node, fields }) {
    const macaroon = fields.bytes('macaroon');
    const fullMethod = fields.text('fullMethod');
    const asksForCall = fields.bool('checkDefaultPermsFromFullMethod');
    if (fields.refusal !== null) return refuse(fields.refusal);
    if (asksForCall && !CALLS.has(fullMethod)) {
      return refuse(unknownError(`no permissions found for full method ${fullMethod}`));
    }
    if (macaroon.length === 0) {
      return refuse({ code: GRPC.invalidArgument, message: 'empty macaroon data' });
    }
    if (!bytesEqual(macaroon, adminMacaroon(network.state.seedHex, node.name))) {
      return refuse({ code: GRPC.invalidArgument, message: 'permission denied' });
    }
    return accept({ valid: true });
  },
};

/** The calls that simulated nodes serve, by their gRPC names. */
const CALLS: ReadonlySet<string> = new Set([
  ...[
    'GetInfo',
    'ChannelBalance',
    'ListChannels',
    'GetNodeInfo',
    'DecodePayReq',
    'AddInvoice',
    'LookupInvoice',
    'ListInvoices',
    'SubscribeInvoices',
    'DeleteCanceledInvoice',
    'ListPayments',
    'LookupHtlcResolution',
    'CheckMacaroonPermissions',
    'WalletBalance',
    'NewAddress',
    'EstimateFee',
    'GetTransactions',
    'SubscribeTransactions',
    'PendingChannels',
    'OpenChannelSync',
    'CloseChannel',
    'ConnectPeer',
    'ExportAllChannelBackups',
    'SubscribeChannelBackups',
  ].map((name) => `/lnrpc.Lightning/${name}`),
  ...['LookupInvoiceV2', 'CancelInvoice', 'AddHoldInvoice', 'SettleInvoice'].map(
    (name) => `/invoicesrpc.Invoices/${name}`,
  ),
  ...[
    'NextAddr',
    'GetTransaction',
    'ListUnspent',
    'RequiredReserve',
    'EstimateFee',
    'FundPsbt',
    'FinalizePsbt',
    'PublishTransaction',
    'ListLeases',
    'LeaseOutput',
    'ReleaseOutput',
    'BumpFee',
  ].map((name) => `/walletrpc.WalletKit/${name}`),
  ...['GetBlockHash', 'GetBestBlock'].map((name) => `/chainrpc.ChainKit/${name}`),
  ...['RegisterConfirmationsNtfn', 'RegisterSpendNtfn'].map(
    (name) => `/chainrpc.ChainNotifier/${name}`,
  ),
  ...['SendPaymentV2', 'TrackPaymentV2', 'TrackPayments'].map(
    (name) => `/routerrpc.Router/${name}`,
  ),
]);
