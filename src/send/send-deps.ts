import type { AddressNameStore } from '../address/address-name-store.ts';
import type { AddressInvoiceDeps } from '../address/create-address-invoice.ts';
import type { LnurlClient } from '../lnurl/lnurl-client.ts';
import type { PayTextRules } from '../lnurl/pay-text.ts';
import type { Withdrawing } from '../onchain/order-withdrawal.ts';
import type { WithdrawalStore } from '../onchain/withdrawal-store.ts';
import type { PaymentStore } from '../payments/payment-store.ts';

/** Dependencies of finding out how to pay a text. No money moves. */
export interface SendDeps extends AddressInvoiceDeps {
  readonly addressNames: Pick<AddressNameStore, 'findOwner' | 'findPayee'>;
  readonly lnurl: LnurlClient;
  readonly payments: PaymentStore;
  readonly withdrawals: Pick<WithdrawalStore, 'findOwner'>;
  /** Sends bitcoin to addresses; null when the service does not. */
  readonly withdrawing: Withdrawing | null;
  /**
   * Reads the rules by which texts are recognised. They are read at each call, because the
   * service's own domain may be known only once it listens.
   */
  readonly payTextRules: () => PayTextRules;
}
