import type { AccountPorts } from '../../accounts/pages/account-ports.ts';
import type { WalletStore } from '../../ledger/wallet-store.ts';
import type { WatchDeps } from '../../web/live/live.ts';
import type { ApiUrl, PagesUrl } from '../../web/public-urls.ts';
import type { QrPictures } from '../../web/qr-pictures.ts';
import type { EndpointStore } from '../../webhooks/endpoint-store.ts';
import type { AddPersonalTokenDeps } from '../add-personal-token.ts';
import type { ApproveConsentDeps } from '../approve-consent.ts';
import type { ClientStore } from '../client.ts';
import type { ConnectionKind } from '../connection-kind.ts';
import type { ConnectionStore } from '../connection-store.ts';
import type { AppPairing } from '../nwc-keys/pair-app.ts';
import type { Authorization } from '../oauth/routes/authorization.ts';
import type { TokenFamilyStore } from '../token-family.ts';

export interface AppPageDeps
  extends WatchDeps,
    ApiUrl,
    PagesUrl,
    Omit<ApproveConsentDeps, 'clients'>,
    AddPersonalTokenDeps {
  readonly accounts: AccountPorts;
  readonly authorization: Authorization;
  readonly clients: ClientStore;
  /** Protocols other than OAuth over which apps can be connected now. */
  readonly connectionKinds: readonly ConnectionKind[];
  readonly connections: ConnectionStore;
  readonly endpoints: EndpointStore;
  /**
   * Connects apps that have made a key of their own; null while Nostr Wallet Connect is switched
   * off.
   */
  readonly pairing: AppPairing | null;
  readonly qrPictures: QrPictures;
  readonly tokenFamilies: TokenFamilyStore;
  readonly wallets: WalletStore;
}
