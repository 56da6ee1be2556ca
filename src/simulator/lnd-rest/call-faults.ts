import type { ServerResponse } from 'node:http';
import { GRPC, type GrpcRefusal, unknownError } from '../grpc-refusal.ts';
import type { Network } from '../network.ts';
import type { Reply, Spoil } from './reply.ts';

/** The effect on a call of the faults that a test has set. */
export type CallFate =
  | { readonly kind: 'serve'; readonly reply: Reply; readonly settleFirstMs: number | null }
  | { readonly kind: 'refuse'; readonly reply: Reply; readonly refusal: GrpcRefusal }
  /** The call gets no answer. */
  | { readonly kind: 'gone' };

export interface FaultyCall {
  readonly network: Network;
  readonly node: string;
  readonly call: string;
  readonly response: ServerResponse;
}

export async function callFate(call: FaultyCall): Promise<CallFate> {
  const { network, response } = call;
  const take = (kind: Parameters<typeof network.faults.take>[0]) =>
    network.faults.take(kind, { node: call.node, call: call.call });
  if (network.faults.list().length === 0) return serve(response, null);
  const delay = take('slow') ?? take('alias_slow');
  if (delay !== null) await network.pause(delay.ms);
  if (take('silent') !== null) return { kind: 'gone' };
  if (take('frozen') !== null) await thaw(call);
  if (take('crash_unrecorded') !== null) network.crash();
  if (take('drop_unrecorded') !== null) {
    response.destroy();
    return { kind: 'gone' };
  }
  for (const [kind, refusal] of REFUSALS) {
    if (take(kind) !== null) return { kind: 'refuse', reply: { response, spoil: null }, refusal };
  }
  const spoilt = SPOILS.find(([kind]) => take(kind) !== null);
  const settleFirst = take('settle_first');
  return serve(response, spoilt?.[1] ?? null, settleFirst?.ms ?? null);
}

const serve = (
  response: ServerResponse,
  spoil: Spoil | null,
  settleFirstMs: number | null = null,
): CallFate => ({ kind: 'serve', reply: { response, spoil }, settleFirstMs });

const SPOILS = [
  ['drop_recorded', 'drop'],
  ['silent_recorded', 'silence'],
  ['crash_recorded', 'crash'],
  ['half_answer', 'half'],
  ['wrong_types', 'wrong_types'],
] as const;

const RESOLUTIONS_OFF = 'cannot lookup with flag --store-final-htlc-resolutions=false';

const REFUSALS = [
  [
    'starting',
    unknownError(
      'the RPC server is in the process of starting up, but not yet ready to accept calls',
    ),
  ],
  ['locked', unknownError('wallet locked, unlock it to enable full RPC access')],
  ['no_permission', unknownError('permission denied')],
  ['no_resolutions', { code: GRPC.unavailable, message: RESOLUTIONS_OFF }],
  ['alias_missing', { code: GRPC.notFound, message: 'unable to find node' }],
] as const;

/** Waits until the fault is cleared, even if the caller no longer waits. */
function thaw({ network, node, call }: FaultyCall): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (network.faults.take('frozen', { node, call }) === null) resolve();
    };
    network.faults.onChange(check);
    check();
  });
}
