import { addressDomainOf } from '../../address/address-domain.ts';
import { addressRules } from '../../base/address-rules.ts';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../database/db.ts';
import { openLnurlClient } from '../../lnurl/http/lnurl-client.ts';
import type { PayTextRules } from '../../lnurl/pay-text.ts';
import { payError } from '../../payments/routes/pay-errors.ts';
import { createPayOrderStore } from '../../send/sql/pay-order-store.ts';
import { createSendDraftStore } from '../../send/sql/send-draft-store.ts';
import { createWithdrawStore } from '../../send/sql/withdraw-store.ts';
import type { AppContext } from './app-context.ts';
import { authUrlOf } from './compose-accounts.ts';

/** What paying by LNURL needs in addition to what every payment needs. */
export type SendParts = ReturnType<typeof composeSends>;

/** `listeningUrl` is known once this process listens. Close it after the last payment. */
export function composeSends(
  { config, clock }: AppContext,
  database: Database,
  listeningUrl: () => string | null,
) {
  const addresses = addressRules(config.outboundAllow);
  const lnurl = openLnurlClient({ addresses, clock });
  return {
    lnurl,
    payOrders: createPayOrderStore(database),
    withdrawals: createWithdrawStore(database),
    sendDrafts: createSendDraftStore(database),
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
  const ownDomain = config.addressDomain ?? addressDomainOf(authUrl);
  const urls = baseUrl === null ? [authUrl] : [authUrl, baseUrl];
  return { ownDomain, ownHosts: [ownDomain, ...urls.map((url) => new URL(url).host)] };
}
