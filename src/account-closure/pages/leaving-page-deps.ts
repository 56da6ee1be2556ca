import type { AccountPorts } from '../../accounts/pages/account-ports.ts';
import type { Rates } from '../../fiat/rates.ts';
import type { WalletStore } from '../../ledger/wallet-store.ts';
import type { CloseAccountDeps } from '../close-account.ts';
import type { OpenArchiveDeps } from '../open-archive.ts';

export type LeavingPageDeps = OpenArchiveDeps &
  CloseAccountDeps & {
    readonly rates: Rates;
    readonly accounts: AccountPorts;
    readonly wallets: WalletStore;
  };
