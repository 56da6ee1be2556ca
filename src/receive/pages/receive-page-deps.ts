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
  /** Null where the service has no bitcoin addresses. */
  readonly onchain: Onchain | null;
  /** Null where money is real. */
  readonly play: SimulatedWalletPort | null;
  readonly qrPictures: QrPictures;
  readonly wallets: WalletStore;
}
