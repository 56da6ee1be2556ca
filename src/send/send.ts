/**
 * Lists the pages on which users pay a text that they pasted or scanned, and the jobs of sending.
 */

import type { ServiceKeys } from '../authorization/service-keys.ts';
import { addressRules } from '../base/address-rules.ts';
import { HOUR_SEC } from '../base/durations.ts';
import type { Jobs } from '../base/jobs.ts';
import type { Config } from '../config/config.ts';
import type { Context } from '../config/context.ts';
import { addressDomainFor, authUrlOf } from '../config/public-urls.ts';
import type { Database } from '../database/db.ts';
import { openLnurlClient } from '../lnurl/http/lnurl-client.ts';
import type { PayTextRules } from '../lnurl/pay-text.ts';
import { payError } from '../payments/routes/pay-errors.ts';
import type { Page } from '../web/pages/page.ts';
import { type ExecutePayOrderDeps, payOrder } from './execute-pay-order.ts';
import { payDraftPages } from './pages/pay-draft.ts';
import { scanPages } from './pages/scan.ts';
import { sendPages } from './pages/send.ts';
import { sendDraftPages } from './pages/send-draft.ts';
import type { SendPageDeps } from './pages/send-page-deps.ts';
import { withdrawPages } from './pages/withdraw.ts';
import { type PruneSendDraftsDeps, pruneSendDrafts } from './prune-send-drafts.ts';
import { createPayOrderStore } from './sql/pay-order-store.ts';
import { createSendDraftStore } from './sql/send-draft-store.ts';
import { createWithdrawStore } from './sql/withdraw-store.ts';
import { PAY_ORDER_JOB } from './stores/pay-order-store.ts';

export const SEND_PAGES: readonly Page<SendPageDeps>[] = [
  ...withdrawPages,
  ...sendPages,
  ...scanPages,
  ...sendDraftPages,
  ...payDraftPages,
];

export const sendJobs = (deps: ExecutePayOrderDeps & PruneSendDraftsDeps): Jobs => ({
  [PAY_ORDER_JOB]: { work: (order, signal) => payOrder(deps, order, signal) },
  'sweep-sends': { work: (_, signal) => pruneSendDrafts(deps, signal), everySec: HOUR_SEC },
});

/**
 * What payments that begin with a pasted or scanned text need, apart from what every payment needs.
 */
export type SendParts = ReturnType<typeof createSendPorts>;

/**
 * Creates the stores and the LNURL client that sending needs. `listeningUrl` is known only once
 * this process listens. `close` is called after the last payment.
 */
export function createSendPorts(
  { config, clock }: Context,
  database: Database,
  listeningUrl: () => string | null,
  serviceKeys: ServiceKeys,
) {
  const addresses = addressRules(config.outboundAllow);
  const lnurl = openLnurlClient({ addresses, clock });
  return {
    lnurl,
    payOrders: createPayOrderStore(database),
    withdrawDrafts: createWithdrawStore(database),
    sendDrafts: createSendDraftStore(database),
    planKey: serviceKeys.keptKey('planned payments'),
    payRefusalText: (refusal: Parameters<typeof payError>[0]) => payError(refusal).message,
    payTextRules: (): PayTextRules => ({ addresses, ...ownNames(config, listeningUrl()) }),
    close: () => lnurl.close(),
  };
}

function ownNames(
  config: Config,
  listeningUrl: string | null,
): Pick<PayTextRules, 'ownDomain' | 'ownHosts'> {
  const baseUrl = config.baseUrl ?? listeningUrl;
  const authUrl = authUrlOf({ ...config, baseUrl });
  const ownDomain = addressDomainFor({ ...config, baseUrl });
  const urls = baseUrl === null ? [authUrl] : [authUrl, baseUrl];
  return { ownDomain, ownHosts: [ownDomain, ...urls.map((url) => new URL(url).host)] };
}
