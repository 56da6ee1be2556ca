import type { AddressNameStore } from '../../address/address-name-store.ts';
import type { AddressInvoiceDeps } from '../../address/create-address-invoice.ts';
import type { HttpMetrics } from '../../admin/metrics/http-metrics.ts';
import type { ApproveConsentDeps } from '../../apps/approve-consent.ts';
import type { AuthenticateDeps } from '../../apps/authenticate.ts';
import type { ClientStore } from '../../apps/client.ts';
import type { ConnectionKind } from '../../apps/connection-kind.ts';
import type { ConnectionStore } from '../../apps/connection-store.ts';
import type { LndhubStore } from '../../apps/lndhub-devices/lndhub-store.ts';
import type { AppPairing } from '../../apps/nwc-keys/pair-app.ts';
import type { AuthorizationServer } from '../../apps/oauth/authorization-server.ts';
import type { Authorization } from '../../apps/oauth/routes/authorization.ts';
import type { TokenFamilyStore } from '../../apps/token-family.ts';
import type { AddressRules } from '../../base/address-rules.ts';
import type { KeyLimit } from '../../base/key-limit.ts';
import type { Log } from '../../base/log.ts';
import type { FindInvoiceDeps } from '../../history/find-invoice.ts';
import type { PendingRecordsStore } from '../../history/pending-records-store.ts';
import type { AliasCache } from '../../invoices/alias-cache.ts';
import type { CreateInvoiceDeps } from '../../invoices/create-invoice.ts';
import type { RelayDeps } from '../../nwc/relay/relay-deps.ts';
import type { OrderWithdrawalDeps } from '../../onchain/order-withdrawal.ts';
import type { OnchainRouteDeps } from '../../onchain/routes/onchain-route-deps.ts';
import type { WithdrawalStore } from '../../onchain/withdrawal-store.ts';
import type { ApprovalStore } from '../../payments/approval-store.ts';
import type { KeysendRates } from '../../payments/routes/keysend-rates.ts';
import type { SendKeysendsDeps } from '../../payments/send-keysends.ts';
import type { HealthCheck } from '../../web/health.ts';
import type { PackedDocument } from '../../web/packed-document.ts';
import type { PublicUrls } from '../../web/public-urls.ts';
import type { QrPictures } from '../../web/qr-pictures.ts';
import type { ListThrottle } from '../../web/rate-limits/list-throttle.ts';
import type { PayerRates } from '../../web/rate-limits/network-rates.ts';
import type { Turns } from '../../web/rate-limits/turns.ts';
import type { ReadBody } from '../../web/read-body.ts';
import type { ReferencePage } from '../../web/reference-page.ts';
import type { WebhookDeps } from '../../webhooks/webhook-deps.ts';
import type { PageOnlyDeps } from '../pages/page-only-deps.ts';
import type { HttpConfig } from './http-config.ts';

/** Everything that the Wallet API needs, for its operations and for HTTP itself. */
export interface HttpDeps
  extends AuthenticateDeps,
    CreateInvoiceDeps,
    AddressInvoiceDeps,
    FindInvoiceDeps,
    SendKeysendsDeps,
    ApproveConsentDeps,
    OnchainRouteDeps,
    Omit<OrderWithdrawalDeps, keyof SendKeysendsDeps | keyof OnchainRouteDeps>,
    Omit<WebhookDeps, 'webhookUrlRules'> {
  readonly withdrawals: WithdrawalStore;
  readonly approvals: ApprovalStore;
  /** The rules that say which IP addresses webhooks may reach. */
  readonly webhookAddresses: AddressRules;
  readonly addressNames: AddressNameStore;
  readonly clients: ClientStore;
  readonly tokenFamilies: TokenFamilyStore;
  readonly connections: ConnectionStore;
  /** Protocols other than OAuth over which apps can be connected now. */
  readonly connectionKinds: readonly ConnectionKind[];
  /**
   * Connects apps that have made a key of their own; null while Nostr Wallet Connect is switched
   * off.
   */
  readonly pairing: AppPairing | null;
  /** The Nostr relay of this service, for apps; null if there is none. */
  readonly relay: RelayDeps | null;
  /** The store of LndHub, a protocol of phone wallets; null while it is switched off. */
  readonly lndhub: LndhubStore | null;
  readonly pendingRecords: PendingRecordsStore;
  /** Creates the OAuth authorization server, once the public URLs are known. */
  readonly openAuthorizationServer: (urls: PublicUrls) => AuthorizationServer;
  readonly aliases: AliasCache;
  readonly health: HealthCheck;
  /** Counts HTTP calls for metrics; null if metrics are off. */
  readonly metrics: HttpMetrics | null;
  readonly log: Log;
  /** What the pages need; null if only the API is served. */
  readonly pages: PageOnlyDeps | null;
  readonly config: HttpConfig;
}

/** What the routes of the API need: everything in HttpDeps, and documents that describe the API. */
export interface RouteDeps extends HttpDeps, WebhookDeps {
  /** The public URL of the API, without a trailing slash. */
  readonly baseUrl: () => string;
  /** The domain behind the `@` of lightning addresses. */
  readonly addressDomain: () => string;
  /** The description of the API as a document: OpenAPI 3.1 in JSON. */
  readonly openapi: () => Promise<PackedDocument>;
  readonly referencePage: () => Promise<ReferencePage>;
  readonly readBody: ReadBody;
  readonly qrPictures: QrPictures;
  /**
   * Draws QR codes for strangers. They are limited apart from those for users, so that strangers
   * cannot use up what users may draw.
   */
  readonly payerPictures: QrPictures;
  /** Rate limits on keysends, and on calls by payers; null if nothing is limited. */
  readonly keysendRates: KeysendRates | null;
  readonly payerRates: PayerRates | null;
  /** The metadata of the authorization server (RFC 8414), as JSON text. */
  readonly oauthMetadata: () => Promise<string>;
  readonly authorization: Authorization;
  /** The public URL of the pages, without a trailing slash. */
  readonly authUrl: () => string;
  /** Counts, for each user, the long lists that are being sent to them, to limit their number. */
  readonly longLists: KeyLimit;
  /**
   * Resolves when the next part of a long list may be sent to its user. This limits how fast one
   * user can read lists.
   */
  readonly listThrottle: ListThrottle;
  readonly paymentCalls: KeyLimit;
  /**
   * A queue for requests of pages and lists, in which callers take turns, so that one caller's
   * requests do not delay those of others.
   */
  readonly turns: Turns;
}
