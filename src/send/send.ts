/** The pages on which users pay a text that they pasted or scanned, and the jobs behind them. */

import { HOUR_SEC, type Jobs } from '../base/jobs.ts';
import type { Page } from '../web/pages/page.ts';
import type { ExecutePayOrderDeps } from './execute-pay-order.ts';
import { payDraftPages } from './pages/pay-draft.ts';
import { scanPages } from './pages/scan.ts';
import { sendPages } from './pages/send.ts';
import { sendDraftPages } from './pages/send-draft.ts';
import type { SendPageDeps } from './pages/send-page-deps.ts';
import { withdrawPages } from './pages/withdraw.ts';
import { payOrder } from './pay-order.ts';
import { type PruneSendsDeps, pruneSends } from './prune-sends.ts';
import { PAY_ORDER_JOB } from './stores/pay-order-store.ts';

export const SEND_PAGES: readonly Page<SendPageDeps>[] = [
  ...withdrawPages,
  ...sendPages,
  ...scanPages,
  ...sendDraftPages,
  ...payDraftPages,
];

export const sendJobs = (deps: ExecutePayOrderDeps & PruneSendsDeps): Jobs => ({
  [PAY_ORDER_JOB]: { work: (order, signal) => payOrder(deps, order, signal) },
  'sweep-sends': { work: (_, signal) => pruneSends(deps, signal), everySec: HOUR_SEC },
});
