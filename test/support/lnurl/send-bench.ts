import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { createJobStore } from '../../../src/background/sql/job-store.ts';
import { addressRules } from '../../../src/base/address-rules.ts';
import { sat } from '../../../src/base/amount.ts';
import { accept } from '../../../src/base/result.ts';
import type { Database } from '../../../src/database/db.ts';
import { openLnurlClient } from '../../../src/lnurl/http/lnurl-client.ts';
import { payError } from '../../../src/payments/routes/pay-errors.ts';
import type { SendDraftDeps } from '../../../src/send/create-send-draft.ts';
import type { ExecutePayOrderDeps } from '../../../src/send/execute-pay-order.ts';
import { parseDestination } from '../../../src/send/parse-destination.ts';
import { preparePayment } from '../../../src/send/prepare-payment.ts';
import { createPayOrderStore } from '../../../src/send/sql/pay-order-store.ts';
import { createSendDraftStore } from '../../../src/send/sql/send-draft-store.ts';
import { createWithdrawStore } from '../../../src/send/sql/withdraw-store.ts';
import { systemClock } from '../../../src/system/system-clock.ts';
import type { ApiUser } from '../api-user.ts';
import type { ApiDeps } from '../compose-api.ts';
import type { Cleanup } from '../database.ts';
import type { ExternalInvoiceInput } from '../fake-node.ts';
import { startWalletApi } from '../wallet-api.ts';
import { LOOPBACK } from '../webhook-post.ts';
import { type Payee, startPayee } from './payee.ts';

export const NEVER = new AbortController().signal;
const METADATA = '[["text/plain","Coffee"]]';

export type SendBench = Awaited<ReturnType<typeof startSendBench>>;

/** Opens the service with a real database, a payee on this machine, and users who pay. */
export async function startSendBench(cleanup: Cleanup, waitSec = 10) {
  const payee = await startPayee(cleanup);
  const databases: Database[] = [];
  const api = await startWalletApi(cleanup, { waitSec }, (opened) => {
    databases.push(opened);
    return {};
  });
  const [database] = databases;
  assert(database !== undefined);
  const addresses = addressRules(LOOPBACK);
  const client = openLnurlClient({ addresses, clock: systemClock });
  cleanup.after(() => client.close());
  const deps: ExecutePayOrderDeps & SendDraftDeps & Pick<ApiDeps, 'withdrawals'> = {
    ...api.deps,
    lnurl: client,
    payTextRules: () => ({
      addresses,
      ownDomain: 'pay.example',
      ownHosts: ['pay.example', 'wallet.example'],
    }),
    payOrders: createPayOrderStore(database),
    withdrawDrafts: createWithdrawStore(database),
    sendDrafts: createSendDraftStore(database),
    planKey: new Uint8Array(32).fill(4),
    payRefusalText: (refusal) => payError(refusal).message,
  };
  return {
    api,
    deps,
    payee,
    database,
    jobs: createJobStore(database),
    offer: (change: object = {}) => offerOf(payee, change),
    /** An answer of the callback with an invoice of another node. */
    invoice: (input: ExternalInvoiceInput = {}) =>
      api.node.externalInvoice({ descriptionHash: hash('sha256', METADATA), ...input }),
    resolve: (text: string) => parseDestination(deps, text, NEVER),
    prepare: (user: ApiUser, text: string, choice: { amountSat?: bigint; comment?: string } = {}) =>
      prepare(deps, user, text, choice),
  };
}

const offerOf = ({ url }: Payee, change: object): object => ({
  tag: 'payRequest',
  callback: `${url}/cb`,
  minSendable: 1000,
  maxSendable: 100_000_000,
  metadata: METADATA,
  commentAllowed: 20,
  ...change,
});

/** Does both steps before a payment, and returns the first refusal or the prepared payment. */
async function prepare(
  deps: ExecutePayOrderDeps,
  { user }: ApiUser,
  text: string,
  { amountSat, comment }: { amountSat?: bigint; comment?: string },
) {
  const resolved = await parseDestination(deps, text, NEVER);
  if (!resolved.ok) return resolved;
  assert(resolved.value.kind === 'send', 'it is to be paid');
  const choice = {
    userId: user.id,
    amountSat: amountSat === undefined ? null : sat(amountSat),
    comment: comment ?? null,
  };
  const prepared = await preparePayment(deps, resolved.value.target, choice, NEVER);
  if (!prepared.ok) return prepared;
  assert(prepared.value.kind === 'bolt11', 'it is paid by an invoice');
  return accept(prepared.value);
}
