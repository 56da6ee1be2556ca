import type { AddressNameStore } from '../../address/address-name-store.ts';
import type { CreateInvoiceDeps } from '../../invoices/create-invoice.ts';
import type { WalletStore } from '../../ledger/wallet-store.ts';
import type { DepositStore } from '../../onchain/deposit-store.ts';
import type { Onchain } from '../../onchain/look-at-chain.ts';
import type { WatchDeps } from '../../web/live/live.ts';
import type { ReaderRateDeps } from '../../web/pages/reader-rate.ts';
import type { QrPictures } from '../../web/qr-pictures.ts';
import type { SimulatedWalletPort } from '../simulated-wallet-port.ts';

export interface ReceivePageDeps extends WatchDeps, ReaderRateDeps, CreateInvoiceDeps {
  readonly addressNames: AddressNameStore;
  readonly addressDomain: () => string;
  readonly deposits: DepositStore;
  /** The bitcoin addresses of the service; null where it has none. */
  readonly onchain: Onchain | null;
  /** The wallet that gives play money; null where money is real. */
  readonly play: SimulatedWalletPort | null;
  readonly qrPictures: QrPictures;
  readonly wallets: WalletStore;
}
