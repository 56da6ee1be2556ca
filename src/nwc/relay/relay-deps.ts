import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Random } from '../../base/random.ts';
import type { WalletFeed } from '../../ledger/wallet-feed.ts';
import type { EncryptionScheme } from '../../nostr/conversation.ts';
import type { ClientKeyCache } from '../client-key-cache.ts';
import type { NotificationStore } from '../notification-store.ts';
import type { NwcRequestStore } from '../nwc-request-store.ts';
import type { RequestRunner } from '../request-runner.ts';
import type { ResponseEmitter } from '../response-emitter.ts';
import type { WalletServiceKeys } from '../wallet-service-keys.ts';

/** Everything that the service's own relay needs to take requests and send events. */
export interface RelayDeps {
  readonly nwcKeys: Pick<ClientKeyCache, 'findKey' | 'findLiveKeys' | 'recall'>;
  readonly nwcRequests: Pick<NwcRequestStore, 'addRequest' | 'findAnswer' | 'findAnswers'>;
  readonly notifications: NotificationStore;
  readonly walletFeed: WalletFeed;
  readonly runner: Pick<RequestRunner, 'start' | 'isRunning' | 'countRunning'>;
  readonly responseEmitter: ResponseEmitter;
  readonly walletKeys: WalletServiceKeys;
  readonly schemes: readonly EncryptionScheme[];
  readonly processId: string;
  /** Aborts when this process has to stop. */
  readonly stop: AbortSignal;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}
