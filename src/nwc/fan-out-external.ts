import type { Clock } from '../base/clock.ts';
import { unixSeconds } from '../base/wire-time.ts';
import type { EncryptionScheme } from '../nostr/conversation.ts';
import { type NostrDraft, signEvent, writeEvent } from '../nostr/event.ts';
import type {
  ExternalKey,
  ExternalLeader,
  NewPublication,
  NwcExternalStore,
  ToldKey,
} from './external-store.ts';
import { draftEmptyInfo, draftInfo, draftInfoDeletion } from './info-event.ts';
import { EXTERNAL_INFO_MS, KEEP_EXTERNAL_END_MS } from './limits.ts';
import type { WalletServiceKeys } from './wallet-service-keys.ts';

export interface FanOutExternalDeps {
  readonly nwcExternal: Pick<NwcExternalStore, 'tell'>;
  readonly walletKeys: WalletServiceKeys;
  readonly schemes: readonly EncryptionScheme[];
  readonly clock: Clock;
}

/**
 * Stores events that tell these relays what keys may do, or that keys have ended. False, with
 * nothing stored, when another process has taken over the lease for external relays.
 */
export async function fanOutExternal(
  deps: FanOutExternalDeps,
  keys: readonly ExternalKey[],
  relays: readonly string[],
  by: ExternalLeader,
): Promise<boolean> {
  const news = keys.map((key) => newsOf(deps, key));
  const told = news.map(({ told }) => told);
  const events = news.flatMap(({ events }) => events);
  const all = relays.flatMap((relay) => events.map((event) => ({ ...event, relay })));
  return await deps.nwcExternal.tell(told, all, by);
}

interface News {
  readonly told: ToldKey;
  readonly events: readonly Omit<NewPublication, 'relay'>[];
}

/**
 * Makes the info event of a key, or the events that say it has ended. Relays keep only the newest
 * one, so each is dated later than the last, even if our clock was set back.
 */
function newsOf(deps: FanOutExternalDeps, external: ExternalKey): News {
  const { key, scopes, storedScopes, infoAt } = external;
  const nowSec = unixSeconds(deps.clock.now());
  const at = infoAt === null ? nowSec : Math.max(nowSec, infoAt + 1);
  const { privateKey, walletPubkey, clientPubkey } = deps.walletKeys(key);
  const sign = (draft: NostrDraft, keepMs: number) => {
    const event = writeEvent(signEvent(draft, privateKey, walletPubkey));
    return { deviceId: key.deviceId, kind: draft.kind, event, keepMs };
  };
  const told = { deviceId: key.deviceId, storedScopes };
  if (scopes !== null) {
    const draft = draftInfo({ clientPubkey, scopes, schemes: deps.schemes, createdAt: at });
    return { told: { ...told, infoAt: at }, events: [sign(draft, EXTERNAL_INFO_MS)] };
  }
  // A deletion request (NIP-09) covers events up to its own time. The empty info event is dated
  // later, so that it stays.
  const events = [
    sign(draftInfoDeletion(walletPubkey, at), KEEP_EXTERNAL_END_MS),
    sign(draftEmptyInfo(clientPubkey, at + 1), KEEP_EXTERNAL_END_MS),
  ];
  return { told: { ...told, infoAt: at + 1 }, events };
}
