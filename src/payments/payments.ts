/** The operations of the API by which apps pay, and the jobs of payments. */

import { HOUR_SEC } from '../base/durations.ts';
import type { Jobs } from '../base/jobs.ts';
import type { OrderWithdrawalDeps } from '../onchain/order-withdrawal.ts';
import type { Route } from '../web/route.ts';
import { type ForgetFailedDeps, forgetFailed } from './forget-failed.ts';
import type { PayAtOnceDeps } from './pay-at-once.ts';
import type { PaymentView } from './payment-store.ts';
import { route as payInvoice } from './routes/payments.bolt11.post.ts';
import {
  type MultiKeysendRouteDeps,
  route as sendKeysends,
} from './routes/payments.keysend.multi.post.ts';
import { route as sendKeysend } from './routes/payments.keysend.post.ts';
import {
  type BitcoinPaymentDeps,
  route as getBitcoinPayment,
} from './routes/payments.onchain.id.get.ts';
import { route as payAddress } from './routes/payments.onchain.post.ts';
import { endApprovals, type SweepApprovalsDeps, sweepApprovals } from './sweep-approvals.ts';

type PaymentRouteDeps = MultiKeysendRouteDeps &
  PayAtOnceDeps &
  Omit<OrderWithdrawalDeps, keyof MultiKeysendRouteDeps> &
  BitcoinPaymentDeps;

export const PAYMENT_ROUTES: readonly Route<PaymentRouteDeps, PaymentView>[] = [
  payAddress,
  getBitcoinPayment,
  payInvoice,
  sendKeysend,
  sendKeysends,
];

export const paymentJobs = (deps: ForgetFailedDeps & SweepApprovalsDeps): Jobs => ({
  'sweep-failed-payments': { work: (_, signal) => forgetFailed(deps, signal), everySec: HOUR_SEC },
  'end-approvals': { work: (_, signal) => endApprovals(deps, signal), everySec: END_APPROVALS_SEC },
  'sweep-approvals': { work: (_, signal) => sweepApprovals(deps, signal), everySec: HOUR_SEC },
});

/** Waiting callers end what has waited too long themselves; this is for those without a caller. */
const END_APPROVALS_SEC = 10;
