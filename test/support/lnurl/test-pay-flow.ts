import assert from 'node:assert/strict';
import { addressRules } from '../../../src/base/address-rules.ts';
import type { Database } from '../../../src/database/db.ts';
import { openLnurlClient } from '../../../src/lnurl/http/lnurl-client.ts';
import { createPayFlow, type PayFlow } from '../../../src/send/pay-flow.ts';
import { createSendDraftStore } from '../../../src/send/sql/send-draft-store.ts';
import { createWithdrawStore } from '../../../src/send/sql/withdraw-store.ts';
import { systemClock } from '../../../src/system/system-clock.ts';
import type { ApiDeps } from '../compose-api.ts';
import type { Cleanup } from '../database.ts';
import { LOOPBACK } from '../webhook-post.ts';

/** Creates the flow of paying with a real database. Payees may be on this machine. */
export function createTestSends(cleanup: Cleanup, database: Database, deps: ApiDeps): PayFlow {
  const addresses = addressRules(LOOPBACK);
  const lnurl = openLnurlClient({ addresses, clock: systemClock });
  cleanup.after(() => lnurl.close());
  return createPayFlow({
    ...deps,
    lnurl,
    payTextRules: () => ({
      addresses,
      ownDomain: deps.config.addressDomain ?? 'pay.example',
      ownHosts: ['pay.example', 'wallet.example'],
    }),
    withdrawDrafts: createWithdrawStore(database),
    sendDrafts: createSendDraftStore(database),
    planKey: new Uint8Array(32).fill(4),
  });
}

/** A flow of paying that throws when it is used, for tests that send nothing. */
export const NO_PAY_FLOW: PayFlow = new Proxy<PayFlow>(Object.create(null), {
  get: (_, name) => assert.fail(`nothing is sent: ${String(name)}`),
});
