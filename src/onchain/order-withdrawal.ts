/**
 * Orders a withdrawal: makes all checks that cost nothing, then reserves its amount and highest
 * fee. The process that holds the lease for the chain sends the transaction later. An address of a
 * user of this service is credited at once, without a transaction.
 */

import type { Caller } from '../authorization/caller.ts';
import type { StorageAllowance, StoringCaller } from '../authorization/storage-allowance.ts';
import { type Sat, sat } from '../base/amount.ts';
import type { Clock } from '../base/clock.ts';
import { bytesEqual } from '../base/hex.ts';
import { newRecordIdentifier, newUuid } from '../base/id.ts';
import type { IdempotencyClaim } from '../base/idempotency.ts';
import { MAX_BUDGET_SAT } from '../base/limits.ts';
import type { Notifier } from '../base/notifier.ts';
import type { Random } from '../base/random.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { RowGone } from '../base/row-gone.ts';
import { type SendLimits, withinSendLimit } from '../ledger/limits/within-send-limit.ts';
import { MoneyOutcomeUnknown, type MoneyRefusal } from '../ledger/money-store.ts';
import { renderDeposit } from '../ledger/render-deposit.ts';
import { withdrawalBytes } from '../ledger/stored-bytes.ts';
import type { ChainRefusal } from '../ledger/wallet-refusals.ts';
import { type AddressRefusal, readPayableAddress } from '../lightning/bitcoin/payable-address.ts';
import type { ChainSpending } from '../lightning/chain-spending.ts';
import type { NodeIdentity } from '../lightning/node-identity.ts';
import type { PaymentStop } from '../node/payment-stop.ts';
import type { DepositStore } from './deposit-store.ts';
import { highestFeeSat, isTooDear } from './fee-bound.ts';
import { renderInternalWithdrawal } from './render-withdrawal.ts';
import { TARGET_BLOCKS, type Withdrawal, type WithdrawalOrder } from './withdrawal.ts';
import type { NewWithdrawal, OrderOutcome, WithdrawalStore } from './withdrawal-store.ts';

export interface OrderWithdrawalDeps {
  readonly withdrawals: Pick<WithdrawalStore, 'find' | 'findKey' | 'findOwner' | 'order'>;
  readonly deposits: Pick<DepositStore, 'readHeight'>;
  /** Access to the wallet for sending; null when the service sends no bitcoin to addresses. */
  readonly withdrawing: Withdrawing | null;
  readonly node: NodeIdentity;
  readonly paymentStop: PaymentStop;
  readonly storage: StorageAllowance;
  readonly sendLimits: SendLimits;
  readonly openPaymentsMax: number;
  /** Wakes the loop that sends withdrawals, if it runs in this process. */
  readonly ordered: Pick<Notifier, 'notify'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Random;
}

export interface Withdrawing {
  readonly spending: Pick<ChainSpending, 'estimateFee' | 'feeRate'>;
  readonly rules: WithdrawalRules;
}

export interface WithdrawalRules {
  readonly minSendSat: Sat;
  /**
   * The highest fee rate, in sat per vbyte. While the network demands more, no withdrawal can be
   * ordered.
   */
  readonly maxFeeRate: bigint;
}

export interface WithdrawalContext {
  readonly caller: Pick<Caller, 'userId' | 'grantId'>;
  readonly idempotency: IdempotencyClaim | null;
}

export interface WithdrawalRequest extends WithdrawalOrder {
  /** The ids of the withdrawal. A second order with the same ids is the same withdrawal. */
  readonly ids: { readonly id: string; readonly identifier: string };
  /** The highest fee that the payer accepts; null for the default (see fee-bound.ts). */
  readonly maxFeeSat: Sat | null;
}

export type WithdrawRefusal =
  | MoneyRefusal
  | AddressRefusal
  | ChainRefusal
  | { readonly kind: 'amount_too_large' }
  | { readonly kind: 'outside_payments_stopped' }
  /**
   * It is unknown whether the withdrawal was ordered. The caller finds out by repeating the order
   * with the same ids or the same key.
   */
  | { readonly kind: 'payment_pending'; readonly paymentId: string };

type Ordered = Result<Withdrawal, WithdrawRefusal>;

export async function orderWithdrawal(
  deps: OrderWithdrawalDeps,
  context: WithdrawalContext,
  request: WithdrawalRequest,
): Promise<Ordered> {
  const { ids } = request;
  const earlier = (await findRepeated(deps, context)) ?? (await findPresent(deps, ids.id));
  if (earlier !== null) return earlier;
  const drafted = await draftOrder(deps, context, request);
  if (!drafted.ok) return drafted;
  try {
    const outcome = await writeOrder(deps, drafted.value);
    if (outcome.kind === 'ordered') deps.ordered.notify();
    return await answer(deps, outcome, ids.id);
  } catch (error) {
    if (!(error instanceof MoneyOutcomeUnknown)) throw error;
    return refuse({ kind: 'payment_pending', paymentId: ids.id });
  }
}

/**
 * Finds the withdrawal that an earlier order with the same idempotency key has made. This comes
 * before all other checks, because fee rates and balances change, while the answer to a repeated
 * order must not.
 */
async function findRepeated(
  { withdrawals }: OrderWithdrawalDeps,
  { caller, idempotency }: WithdrawalContext,
): Promise<Ordered | null> {
  if (idempotency === null) return null;
  const stored = await withdrawals.findKey(caller, idempotency.key);
  if (stored === null) return null;
  const { target, requestHash } = stored;
  if (target.kind !== 'withdrawal' || !bytesEqual(requestHash, idempotency.requestHash)) {
    return refuse({ kind: 'idempotency_mismatch' });
  }
  return await readOrdered(withdrawals, target.id);
}

async function findPresent(
  { withdrawals }: OrderWithdrawalDeps,
  id: string,
): Promise<Ordered | null> {
  const found = await withdrawals.find(id);
  return found && accept(found);
}

async function readOrdered(
  withdrawals: Pick<WithdrawalStore, 'find'>,
  id: string,
): Promise<Ordered> {
  const found = await withdrawals.find(id);
  if (found === null) throw new RowGone('the withdrawal is not in the database any more');
  return accept(found);
}

/**
 * Makes all checks that are possible before money is reserved. The node is not asked about a
 * withdrawal to a user of this service.
 */
async function draftOrder(
  deps: OrderWithdrawalDeps,
  context: WithdrawalContext,
  request: WithdrawalRequest,
): Promise<Result<NewWithdrawal, WithdrawRefusal>> {
  const { withdrawing } = deps;
  if (withdrawing === null) return refuse({ kind: 'onchain_off' });
  const read = readPayableAddress(request.address, deps.node.network);
  if (!read.ok) return read;
  const { amountSat } = request;
  if (amountSat < withdrawing.rules.minSendSat) {
    return refuse({ kind: 'amount_below_minimum', minSat: withdrawing.rules.minSendSat });
  }
  if (amountSat > MAX_BUDGET_SAT) return refuse({ kind: 'amount_too_large' });
  const createdAt = deps.clock.now();
  const { caller, idempotency } = context;
  if (!(await deps.storage.hasRoom(caller, createdAt))) return refuse({ kind: 'storage_used_up' });
  const common = {
    ...request.ids,
    ...{ userId: caller.userId, grantId: caller.grantId, createdAt, idempotency },
    ...{ address: read.value, amountSat, speed: request.speed },
    ...(request.purpose === undefined ? {} : { purpose: request.purpose }),
    fromHeight: (await deps.deposits.readHeight()) ?? 0,
    openPaymentsMax: deps.openPaymentsMax,
  };
  const owner = await deps.withdrawals.findOwner(read.value);
  if (owner !== null) {
    if (owner.isClosed) return refuse({ kind: 'owner_gone' });
    return accept({
      ...common,
      heldSat: sat(0n),
      internal: internalOf(deps, common, owner.userId),
    });
  }
  if (deps.paymentStop.stopReason() !== null) return refuse({ kind: 'outside_payments_stopped' });
  const fee = await highestFee(withdrawing, { ...request, address: read.value });
  if (!fee.ok) return fee;
  return accept({ ...common, heldSat: sat(amountSat + fee.value), internal: null });
}

function internalOf(
  { clock, random }: OrderWithdrawalDeps,
  order: Omit<NewWithdrawal, 'heldSat' | 'internal'>,
  payeeUserId: string,
): NewWithdrawal['internal'] {
  const payeeIdentifier = newRecordIdentifier(clock, random);
  const { address, amountSat, createdAt } = order;
  const place = { txid: null, outputIndex: null };
  const deposit = { ...place, identifier: payeeIdentifier, address, amountSat, seenAt: createdAt };
  return {
    payeeUserId,
    payeeIdentifier,
    depositId: newUuid(clock, random),
    record: renderInternalWithdrawal(order),
    payeeRecord: renderDeposit(deposit, null, createdAt),
  };
}

async function highestFee(
  { spending, rules }: Withdrawing,
  { address, amountSat, speed, maxFeeSat }: WithdrawalRequest,
): Promise<Result<Sat, WithdrawRefusal>> {
  const targetBlocks = TARGET_BLOCKS[speed];
  const satPerKw = await spending.feeRate(targetBlocks);
  if (isTooDear(satPerKw, rules.maxFeeRate)) return refuse({ kind: 'fees_too_high' });
  const feeSat = await spending.estimateFee({ address, amountSat, targetBlocks });
  if (feeSat === null) return refuse({ kind: 'not_enough_on_chain' });
  const highestSat = maxFeeSat ?? highestFeeSat(feeSat);
  if (feeSat > highestSat) return refuse({ kind: 'fee_above_max', feeSat });
  return accept(highestSat < MAX_BUDGET_SAT ? highestSat : sat(MAX_BUDGET_SAT));
}

async function writeOrder(deps: OrderWithdrawalDeps, order: NewWithdrawal): Promise<OrderOutcome> {
  const owner: StoringCaller = order;
  const bytes = withdrawalBytes(order);
  deps.storage.count(owner, bytes);
  const outcome = await withinSendLimit(deps.sendLimits, order, () =>
    deps.withdrawals.order(order),
  );
  if (outcome.kind !== 'ordered') deps.storage.count(owner, -bytes);
  return outcome;
}

async function answer(
  { withdrawals }: OrderWithdrawalDeps,
  outcome: OrderOutcome,
  id: string,
): Promise<Ordered> {
  switch (outcome.kind) {
    case 'ordered':
    case 'present':
      return await readOrdered(withdrawals, id);
    case 'repeated':
      return await readOrdered(withdrawals, outcome.withdrawalId);
    case 'refused':
      return refuse(outcome.refusal);
  }
}
