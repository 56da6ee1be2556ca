import { openLndClient } from './client.ts';
import { GRPC_CODE, type LndAnswer, refusalFault } from './lnd-answer.ts';
import { DEFAULT_LIMITS, type LndNodeOptions } from './node.ts';
import { flagField } from './wire-fields.ts';

/** With this call LND reports what a macaroon allows; without it, the others cannot be checked. */
const CHECK = '/lnrpc.Lightning/CheckMacaroonPermissions';

/** The LND calls that the adapter needs to work, by their gRPC names. */
export const NEEDED_CALLS: readonly string[] = [
  CHECK,
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
 * Includes two calls that macaroons made for an earlier Satchel lack. Without them it cannot see
 * what LND took back, and does not delete cancelled invoices. All else works.
 */
export const WANTED_CALLS: readonly string[] = [
  ...NEEDED_CALLS,
  '/lnrpc.Lightning/LookupHtlcResolution',
  '/lnrpc.Lightning/DeleteCanceledInvoice',
];

/** The permission for one call, as `lncli bakemacaroon` takes it. */
const permissionFor = (call: string): string => `uri:${call}`;

/**
 * For the operator: creates a macaroon with exactly the wanted permissions. LND never deletes root
 * key 0, so a stolen macaroon of that key could not be revoked.
 */
export const BAKE_COMMAND =
  'lncli bakemacaroon --root_key_id 1 --save_to satchel.macaroon ' +
  WANTED_CALLS.map(permissionFor).join(' ');

/**
 * What the macaroon does not allow, as permissions for `lncli bakemacaroon`. LND applies its own
 * rules, so a macaroon with wide permissions (`invoices:write`) passes as well.
 */
export async function missingRights(options: LndNodeOptions): Promise<readonly string[]> {
  const lnd = openLndClient({ ...options, limits: { ...DEFAULT_LIMITS, ...options.limits } });
  const macaroon = Buffer.from(options.macaroonHex, 'hex').toString('base64');
  const isAllowed = async (fullMethod: string): Promise<boolean> =>
    readVerdict(
      await lnd.post('/v1/macaroon/checkpermissions', {
        macaroon,
        fullMethod,
        checkDefaultPermsFromFullMethod: true,
      }),
    );
  try {
    if (!(await isAllowed(CHECK))) return [permissionFor(CHECK)];
    const allowed = await Promise.all(NEEDED_CALLS.map(isAllowed));
    return NEEDED_CALLS.filter((_, index) => !allowed[index]).map(permissionFor);
  } finally {
    await lnd.close();
  }
}

/** A refusal of this call itself has the same text, under another code. */
function readVerdict(answer: LndAnswer): boolean {
  if (answer.ok) return flagField(answer.value, 'valid');
  const { code, detail } = answer.refusal;
  const isRefusal = code === GRPC_CODE.unknown || code === GRPC_CODE.invalidArgument;
  if (isRefusal && detail === 'permission denied') return false;
  throw refusalFault('CheckMacaroonPermissions', answer.refusal);
}
