import assert from 'node:assert/strict';
import { openLnurlClient } from '../../../src/adapters/lnurl-client/lnurl-client.ts';
import type { Database } from '../../../src/adapters/postgres/connection/db.ts';
import { createSendDraftStore } from '../../../src/adapters/postgres/sends/send-draft-store.ts';
import { createWithdrawStore } from '../../../src/adapters/postgres/sends/withdraw-store.ts';
import { systemClock } from '../../../src/adapters/system-clock.ts';
import { addressRules } from '../../../src/base/address-rules.ts';
import { createSends, type Sends } from '../../../src/usecases/sends/sends.ts';
import type { ApiDeps } from '../compose-api.ts';
import type { Cleanup } from '../database.ts';
import { LOOPBACK } from '../webhook-post.ts';

/** Over a real database; payees may be on this machine. */
export function createTestSends(cleanup: Cleanup, database: Database, deps: ApiDeps): Sends {
  const addresses = addressRules(LOOPBACK);
  const lnurl = openLnurlClient({ addresses, clock: systemClock });
  cleanup.after(() => lnurl.close());
  return createSends({
    ...deps,
    lnurl,
    payTextRules: () => ({
      addresses,
      ownDomain: deps.config.addressDomain ?? 'pay.example',
      ownHosts: ['pay.example', 'wallet.example'],
    }),
    withdrawals: createWithdrawStore(database),
    sendDrafts: createSendDraftStore(database),
  });
}

/** For tests that send nothing. */
export const NO_SENDS: Sends = new Proxy<Sends>(Object.create(null), {
  get: (_, name) => assert.fail(`nothing is sent: ${String(name)}`),
});
