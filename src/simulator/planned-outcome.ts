import {
  FAULT_KINDS,
  type FaultName,
  isFaultName,
} from '../lightning/simulator-protocol/fault-protocol.ts';
import { goTime } from './go-text.ts';
import { GRPC, type GrpcRefusal, unknownError } from './grpc-refusal.ts';
import { type Network, nowMs, nowSec } from './network.ts';
import type { FailureReason, PaymentFate } from './network-state.ts';
import { nameOf } from './routing.ts';

/** The requested fault of a payment that is about to start. */
export interface PlannedOutcome {
  readonly refusal: GrpcRefusal | null;
  readonly fate: PaymentFate | null;
  /** An amount that the payer sends on top of the requested one, where a fault asks for that. */
  readonly extraMsat: bigint;
}

export interface OutcomeQuestion {
  readonly payer: string;
  readonly destination: string;
  readonly paymentHash: string;
  /**
   * The description of the invoice or the payer's message. `fault:KIND` or `fault:KIND:MS` requests
   * a fault for the payment.
   */
  readonly text: string;
}

type Decide = (network: Network, ms: number) => Partial<PlannedOutcome>;

const fails =
  (reason: FailureReason): Decide =>
  () => ({ fate: { kind: 'fail', reason } });
const alreadyExists =
  (message: string): Decide =>
  () => ({ refusal: { code: GRPC.alreadyExists, message } });
const holds =
  (isTaken: boolean): Decide =>
  (network, ms) => ({ fate: { kind: 'hold', untilMs: nowMs(network) + ms, isTaken } });

const PAYER_KINDS: ReadonlyMap<FaultName, Decide> = new Map<FaultName, Decide>([
  ['no_route', fails('FAILURE_REASON_NO_ROUTE')],
  ['fee_limit_exceeded', fails('FAILURE_REASON_NO_ROUTE')],
  ['insufficient_balance', fails('FAILURE_REASON_INSUFFICIENT_BALANCE')],
  ['payment_timeout', fails('FAILURE_REASON_TIMEOUT')],
  ['payment_error', fails('FAILURE_REASON_ERROR')],
  ['incorrect_details', holds(false)],
  [
    'expired',
    (network) => ({
      refusal: unknownError(`invoice expired. Valid until ${goTime(nowSec(network) - 1)}`),
    }),
  ],
  ['already_paid', alreadyExists('invoice is already paid')],
  ['in_transition', alreadyExists('payment is in transition')],
  ['hold_settle', holds(true)],
  ['hold_fail', holds(false)],
  ['stranded', () => ({ fate: { kind: 'stranded' } })],
  ['missing_part', (_network, ms) => ({ fate: { kind: 'missing_part', waitMs: ms } })],
]);

const NOTHING: PlannedOutcome = { refusal: null, fate: null, extraMsat: 0n };

/**
 * Decides which fault a payment gets. The decision is made once, when the payment starts, and is
 * stored with it, so that a restart does not change it.
 */
export function takePlannedOutcome(network: Network, question: OutcomeQuestion): PlannedOutcome {
  const { payer, paymentHash } = question;
  const magic = magicFault(question.text);
  const magicKind = magic === null ? undefined : PAYER_KINDS.get(magic.kind);
  if (magic !== null && magicKind !== undefined) {
    return { ...NOTHING, ...magicKind(network, magic.ms) };
  }
  if (network.faults.list().length === 0) return NOTHING;
  for (const [kind, decide] of PAYER_KINDS) {
    const rule = network.faults.take(kind, { node: payer, paymentHash });
    if (rule !== null) return { ...NOTHING, ...decide(network, rule.ms) };
  }
  const payee = nameOf(network.state, question.destination);
  if (payee === null) return NOTHING;
  const target = { node: payee, paymentHash };
  const missing = network.faults.take('missing_part_in', target);
  if (missing !== null) {
    return { ...NOTHING, fate: { kind: 'missing_part', waitMs: missing.ms } };
  }
  if (network.faults.take('taken_back', target) !== null) {
    return { ...NOTHING, fate: { kind: 'taken_back' } };
  }
  const extra = network.faults.take('overpay', target) ?? network.faults.take('sub_sat', target);
  return { ...NOTHING, extraMsat: extra?.amountMsat ?? 0n };
}

function magicFault(text: string): { readonly kind: FaultName; readonly ms: number } | null {
  const [, kind = '', ms] = /^fault:(\w+)(?::(\d{1,9}))?$/.exec(text.trim()) ?? [];
  if (!isFaultName(kind)) return null;
  return { kind, ms: ms === undefined ? (FAULT_KINDS[kind].ms ?? 0) : Number(ms) };
}
