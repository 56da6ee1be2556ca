/**
 * Runs one stored request of an app: decrypts it, asks the wallet or pays, and makes the answer.
 */

import { isPayMethod } from '../apps/nwc-keys/method.ts';
import type { Caller } from '../authorization/caller.ts';
import type { Sat } from '../base/amount.ts';
import { assert } from '../base/assert.ts';
import { awayPart } from '../base/fault.ts';
import { NWC_CLOCK_SEC } from '../base/limits.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { type NostrEvent, toEvent } from '../nostr/event.ts';
import { parseJsonOrNull } from '../nostr/parse-json.ts';
import type { PayAnswer } from '../payments/await-outcome.ts';
import type { NwcAnswer } from './answer-event.ts';
import { NWC_BEGIN_MS } from './limits.ts';
import type { NwcDeps } from './nwc-deps.ts';
import { type NwcError, nwcError } from './nwc-error.ts';
import type { NwcRequest } from './nwc-request.ts';
import type { StoredRequest } from './nwc-request-store.ts';
import { type OpenedRequest, openRequest } from './open-request.ts';
import { findStartedPayment, type PayRequest, payByRequest } from './pay-by-request.ts';
import { presentBalance, presentPaid } from './present-wallet.ts';
import {
  listTransactions,
  lookUpInvoice,
  makeInvoice,
  readBudget,
  readInfo,
} from './read-wallet.ts';
import { type RequestEnvelope, readEnvelope } from './request-envelope.ts';
import { type RequestRefusal, requestError } from './request-refusals.ts';
import { payError } from './wallet-errors.ts';

/** How one run of a request ended. */
export type RunEnd =
  | {
      readonly kind: 'answer';
      readonly method: string | null;
      readonly answer: NwcAnswer;
      /**
       * Whether the answer says that a payment was not begun. It must not be sent if a payment has
       * begun or could still begin.
       */
      readonly refusesPayment: boolean;
    }
  /** The payment is still under way. The request is answered when it has ended. */
  | { readonly kind: 'pending'; readonly paymentId: string };

export interface OpenedEvent {
  readonly event: NostrEvent;
  readonly envelope: RequestEnvelope;
}

/** Reads a stored request again. Its signature was checked before it was stored. */
export function openStored(deps: NwcDeps, { eventText }: StoredRequest): OpenedEvent {
  const event = toEvent(parseJsonOrNull(eventText));
  assert(event !== null, 'a stored event is one');
  const envelope = readEnvelope(event, { nowSec: event.created_at, schemes: deps.schemes });
  assert(envelope.ok, 'a stored event is a request');
  return { event, envelope: envelope.value };
}

/**
 * Runs a request. It may be run twice, or at the same time by a process that was wrongly taken for
 * dead. That is safe: the ids of everything it creates are derived from the id of the request, and
 * a payment that was refused once cannot begin any more.
 */
export async function runRequest(
  deps: NwcDeps,
  stored: StoredRequest,
  { event, envelope }: OpenedEvent,
  isTooMany: boolean,
): Promise<RunEnd> {
  const { key, attempt } = stored;
  const found = await deps.nwcKeys.findCaller(key.clientPubkey);
  const { conversation } = deps.walletKeys(key);
  const scopes = found?.caller.scopes ?? new Set();
  const opened = openRequest(envelope, event.content, conversation, scopes);
  const begun = attempt > 1 ? await findStartedPayment(deps, stored, envelope) : null;
  const isForgotten = isPayMethod(opened.method) && mayBeForgotten(stored, envelope);
  // What waited for approval has expired with a restore, but may have been approved before it.
  const isDoubted = isForgotten && begun?.ok === false && begun.refusal.kind === 'approval_expired';
  if (begun !== null && !isDoubted) return endOfPayment(opened.method, begun, deps, key.grantId);
  if (isForgotten) return refusal(opened, { kind: 'sent_before_restore' });
  const over = found !== null && found.expiresAt !== null && found.expiresAt <= deps.clock.now();
  if (over) deps.appGrantUses.noteRefusal(key.grantId, 'grant_expired');
  if (found === null || over) return refusal(opened, { kind: 'unauthorized' });
  if (found.isLockedDown) return refusal(opened, { kind: 'locked_down' });
  deps.appGrantUses.note({ ...found, familyId: null, deviceId: key.deviceId });
  if (isTooMany) {
    deps.appGrantUses.noteRefusal(key.grantId, 'rate_limited');
    return refusal(opened, { kind: 'rate_limited' });
  }
  const { request } = opened;
  if (!request.ok) {
    if (request.refusal.kind === 'restricted') {
      deps.appGrantUses.noteRefusal(key.grantId, 'insufficient_scope');
    }
    return refusal(opened, request.refusal);
  }
  if (!isPay(request.value)) {
    const answered = await askWithinRetryWindow(
      deps,
      { ...found, envelope },
      stored,
      request.value,
    );
    return answerOf(opened.method, answered, false);
  }
  const waitedMs = deps.clock.now().getTime() - stored.arrivedAt.getTime();
  if (waitedMs > NWC_BEGIN_MS) return refusal(opened, { kind: 'begun_too_late' });
  const paid = await payByRequest(deps, found.caller, envelope, request.value);
  return endOfPayment(opened.method, paid, deps, key.grantId);
}

const isPay = (request: NwcRequest): request is PayRequest => isPayMethod(request.method);

interface Asked {
  readonly caller: Caller;
  readonly balanceSat: Sat;
  readonly envelope: RequestEnvelope;
}

/**
 * Runs a method that only reads. If it keeps failing until the app has given up, it is answered
 * with an error.
 */
async function askWithinRetryWindow(
  deps: NwcDeps,
  asked: Asked,
  { arrivedAt }: StoredRequest,
  request: Exclude<NwcRequest, PayRequest>,
): Promise<Result<object, NwcError>> {
  try {
    return await askWallet(deps, asked, request);
  } catch (error) {
    if (deps.clock.now().getTime() - arrivedAt.getTime() <= NWC_BEGIN_MS) throw error;
    deps.log.error({ error, method: request.method }, 'a question could not be answered');
    const who = awayPart(error) === 'node' ? "the wallet's Lightning node" : 'the wallet';
    return refuse(nwcError('INTERNAL', `${who} cannot answer at the moment`));
  }
}

async function askWallet(
  deps: NwcDeps,
  { caller, balanceSat, envelope }: Asked,
  request: Exclude<NwcRequest, PayRequest>,
): Promise<Result<object, NwcError>> {
  switch (request.method) {
    case 'get_info':
      return await readInfo(deps, caller);
    case 'get_balance':
      return accept(presentBalance(balanceSat));
    case 'get_budget':
      return await readBudget(deps, caller);
    case 'make_invoice':
      return await makeInvoice(deps, caller, envelope, request);
    case 'lookup_invoice':
      return await lookUpInvoice(deps, caller, request);
    case 'list_transactions':
      return await listTransactions(deps, caller, request);
  }
}

function endOfPayment(
  method: string | null,
  paid: PayAnswer,
  { appGrantUses }: Pick<NwcDeps, 'appGrantUses'>,
  grantId: string,
): RunEnd {
  if (paid.ok) return answerOf(method, accept(presentPaid(paid.value)), false);
  const { refusal: no } = paid;
  if (no.kind === 'payment_pending') return { kind: 'pending', paymentId: no.paymentId };
  const error = payError(no);
  assert(error !== null, 'every end has its words');
  appGrantUses.noteRefusal(grantId, no.kind);
  // `payment_failed` means that a payment had begun, and its row says how it ended. Any other
  // refusal means that none has begun.
  return answerOf(method, refuse(error), no.kind !== 'payment_failed');
}

const refusal = (opened: OpenedRequest, why: RequestRefusal): RunEnd =>
  answerOf(opened.method, refuse(requestError(why)), isPayMethod(opened.method));

/**
 * Whether the database may have lost a payment of this request when it was restored to an earlier
 * state. The request is dated by the app's clock, which may be ahead of ours.
 */
const mayBeForgotten = ({ wentBackAt }: StoredRequest, { createdAt }: RequestEnvelope): boolean =>
  wentBackAt !== null && (createdAt - NWC_CLOCK_SEC) * 1000 <= wentBackAt.getTime();

const answerOf = (
  method: string | null,
  answered: Result<object, NwcError>,
  refusesPayment: boolean,
): RunEnd => ({
  kind: 'answer',
  method,
  answer: answered.ok
    ? { ok: true, result: answered.value }
    : { ok: false, error: answered.refusal },
  refusesPayment,
});
