import type { AddressNameStore } from '../address/address-name-store.ts';
import type { NwcKeyStore } from '../apps/nwc-keys/nwc-key-store.ts';
import type { AppGrantUses } from '../authorization/app-grant-uses.ts';
import type { BudgetStore } from '../authorization/budget-store.ts';
import type { Log } from '../base/log.ts';
import type { GrantHistoryStore } from '../history/grant-history-store.ts';
import type { HistoryStore } from '../history/history-store.ts';
import type { CreateInvoiceDeps } from '../invoices/create-invoice.ts';
import type { EncryptionScheme } from '../nostr/conversation.ts';
import type { PayDeps } from '../payments/pay-deps.ts';
import type { BlockHeight } from './block-height.ts';
import type { NwcRequestStore } from './nwc-request-store.ts';
import type { ResponseEmitter } from './response-emitter.ts';
import type { WalletServiceKeys } from './wallet-service-keys.ts';

/** Everything that running requests of Nostr Wallet Connect needs. */
export interface NwcDeps extends PayDeps, CreateInvoiceDeps {
  readonly config: PayDeps['config'];
  readonly nwcKeys: NwcKeyStore;
  readonly nwcRequests: NwcRequestStore;
  readonly grantHistory: GrantHistoryStore;
  readonly history: HistoryStore;
  readonly budgets: Pick<BudgetStore, 'readBudgets'>;
  readonly addressNames: Pick<AddressNameStore, 'findName'>;
  /** The domain behind the `@` of lightning addresses. */
  readonly addressDomain: () => string;
  readonly blockHeight: BlockHeight;
  readonly appGrantUses: Pick<AppGrantUses, 'note' | 'noteRefusal'>;
  readonly walletKeys: WalletServiceKeys;
  /** Encryption schemes that apps may use. */
  readonly schemes: readonly EncryptionScheme[];
  /** The secret from which the ids of payments are derived. */
  readonly requestKey: Uint8Array;
  readonly responseEmitter: ResponseEmitter;
  readonly log: Log;
}
