import { openLndClient } from './client.ts';
import { GRPC_CODE, type LndAnswer, refusalFault } from './lnd-answer.ts';
import { DEFAULT_LIMITS, type LndNodeOptions } from './node.ts';
import { bytesToBase64, flagField } from './wire-fields.ts';

/**
 * The call with which LND says what a macaroon allows. Without the right to make it, the other
 * rights cannot be checked.
 */
export const CHECK_CALL = '/lnrpc.Lightning/CheckMacaroonPermissions';

/** The LND calls that the adapter needs to work, by their gRPC names. */
export const NEEDED_CALLS: readonly string[] = [
  CHECK_CALL,
  '/lnrpc.Lightning/GetInfo',
  '/lnrpc.Lightning/ChannelBalance',
  '/lnrpc.Lightning/ListChannels',
  '/lnrpc.Lightning/GetNodeInfo',
  '/lnrpc.Lightning/AddInvoice',
  '/lnrpc.Lightning/LookupInvoice',
  '/lnrpc.Lightning/ListInvoices',
  '/lnrpc.Lightning/SubscribeInvoices',
  '/lnrpc.Lightning/ListPayments',
  '/invoicesrpc.Invoices/CancelInvoice',
  '/routerrpc.Router/SendPaymentV2',
  '/routerrpc.Router/TrackPaymentV2',
];

/**
 * The calls that tell what left the node on the chain. All of them only read, but they show the
 * transactions of the node's wallet.
 */
export const LEDGER_CALLS: readonly string[] = [
  '/lnrpc.Lightning/GetTransactions',
  '/lnrpc.Lightning/PendingChannels',
  '/lnrpc.Lightning/ClosedChannels',
  '/walletrpc.WalletKit/ListSweeps',
];

/**
 * All calls that the adapter uses. Macaroons made for an earlier version of Satchel lack some of
 * those that are not needed. Without them, Satchel works, but cannot see that a channel gave back a
 * received HTLC, does not delete cancelled invoices, and does not notice what others spend.
 */
export const WANTED_CALLS: readonly string[] = [
  ...NEEDED_CALLS,
  '/lnrpc.Lightning/LookupHtlcResolution',
  '/lnrpc.Lightning/DeleteCanceledInvoice',
  ...LEDGER_CALLS,
];

/** The permission for one call, in the form that `lncli bakemacaroon` takes. */
export const permissionFor = (call: string): string => `uri:${call}`;

/**
 * The command with which an operator makes a macaroon that has exactly the wanted permissions. Its
 * root key is not key 0, because LND cannot delete key 0, and so a stolen macaroon of that key
 * could not be revoked.
 */
export const BAKE_COMMAND =
  'lncli bakemacaroon --root_key_id 1 --save_to satchel.macaroon ' +
  WANTED_CALLS.map(permissionFor).join(' ');

/**
 * Finds the calls that the macaroon does not allow, as permissions for `lncli bakemacaroon`. LND
 * applies its own rules, so a macaroon with wide permissions (`invoices:write`) passes as well.
 */
export async function missingRights(
  options: LndNodeOptions,
  needed = NEEDED_CALLS,
): Promise<readonly string[]> {
  const macaroon = Buffer.from(options.macaroonHex, 'hex');
  return (await disallowedCalls(options, macaroon, needed)).map(permissionFor);
}

/**
 * Asks LND, with the macaroon of the options, which calls a macaroon does not allow. If the
 * macaroon of the options may not ask, the answer is the first call.
 */
export async function disallowedCalls(
  options: LndNodeOptions,
  macaroon: Uint8Array,
  calls: readonly string[],
): Promise<readonly string[]> {
  const lnd = openLndClient({ ...options, limits: { ...DEFAULT_LIMITS, ...options.limits } });
  const isAllowed = async (fullMethod: string): Promise<boolean> =>
    readVerdict(
      await lnd.post('/v1/macaroon/checkpermissions', {
        macaroon: bytesToBase64(macaroon),
        fullMethod,
        checkDefaultPermsFromFullMethod: true,
      }),
    );
  try {
    const [first] = calls;
    if (first === undefined) return [];
    // The first call is asked about alone: of a macaroon that may not ask, one refusal is enough.
    if (!(await isAllowed(first))) return [first];
    const allowed = await Promise.all(calls.map(isAllowed));
    return calls.filter((_, index) => !allowed[index]);
  } finally {
    await lnd.close();
  }
}

/**
 * Reads whether a macaroon allows a call. If the macaroon does not even allow asking this, LND
 * answers with the same "permission denied", but with another gRPC code.
 */
function readVerdict(answer: LndAnswer): boolean {
  if (answer.ok) return flagField(answer.value, 'valid');
  const { code, detail } = answer.refusal;
  const isRefusal = code === GRPC_CODE.unknown || code === GRPC_CODE.invalidArgument;
  if (isRefusal && detail === 'permission denied') return false;
  throw refusalFault('CheckMacaroonPermissions', answer.refusal);
}
