import type { AccountPorts } from '../../accounts/pages/account-ports.ts';
import type { ReaderRateDeps } from '../../web/pages/reader-rate.ts';
import type { QrPictures } from '../../web/qr-pictures.ts';
import type { PayerRates } from '../../web/rate-limits/network-rates.ts';
import type { Site } from '../../web/site.ts';
import type { AddressNameStore } from '../address-name-store.ts';
import type { AddressInvoiceDeps } from '../create-address-invoice.ts';

export interface AddressPageDeps extends AddressInvoiceDeps, ReaderRateDeps {
  readonly accounts: AccountPorts;
  readonly config: AddressInvoiceDeps['config'] & { readonly site: Site };
  readonly addressNames: AddressNameStore;
  /** The domain behind the `@` of lightning addresses. */
  readonly addressDomain: () => string;
  readonly qrPictures: QrPictures;
  /**
   * Draws QR codes for strangers. They are limited apart from those for users, so that strangers
   * cannot use up what users may draw.
   */
  readonly payerPictures: QrPictures;
  /** Rate limits on payers; null if nothing is limited. */
  readonly payerRates: PayerRates | null;
}
