import type { AttemptStore } from '../../access/attempt-store.ts';
import type { LinkStore } from '../../accounts/link-store.ts';
import type { SessionStore } from '../../accounts/session-store.ts';
import type { LndhubStore } from '../../apps/lndhub-devices/lndhub-store.ts';
import type { OauthStore } from '../../apps/oauth-store.ts';
import { REFRESH_TOKEN_TTL_SEC } from '../../apps/oauth-token.ts';
import { SWEEP_STEP, sweep } from '../../background/sweep.ts';
import type { Clock } from '../../base/clock.ts';
import type { IdempotencyStore } from '../../base/idempotency.ts';
import {
  KEEP_INVITATIONS_MS,
  KEEP_KEYS_MS,
  KEEP_KEYSEND_KEYS_MS,
  KEEP_WEBHOOK_ATTEMPTS_MS,
  KEEP_WEBHOOK_REMAINS_MS,
} from '../../base/limits.ts';
import { KEEP_SENDS_MS, SEND_DRAFT_LIFE_MS } from '../../base/lnurl-limits.ts';
import { KEEP_GAUGES_DAYS } from '../../operate/gauges/gauge-limits.ts';
import type { GaugeStore } from '../../operate/gauges/gauge-store.ts';
import type { PayOrderStore } from '../../send/stores/pay-order-store.ts';
import type { SendDraftStore } from '../../send/stores/send-draft-store.ts';
import type { WithdrawStore } from '../../send/stores/withdraw-store.ts';
import type { DeliveryStore, WebhookSweepStore } from '../../webhooks/delivery-store.ts';

export interface SweepAccountsDeps {
  readonly sessions: Pick<SessionStore, 'sweepSessions'>;
  readonly links: Pick<LinkStore, 'sweepLinks' | 'sweepInvitations'>;
  readonly attempts: Pick<AttemptStore, 'sweepAttempts'>;
  readonly clock: Clock;
}

/** Removes ended sessions, links and attempt counters, which no query needs any more. */
export async function sweepAccounts(deps: SweepAccountsDeps, signal: AbortSignal): Promise<void> {
  const { sessions, links, attempts, clock } = deps;
  await sweep((limit) => sessions.sweepSessions(clock.now(), limit), signal);
  await sweep((limit) => links.sweepLinks(clock.now(), limit), signal);
  const invitedBefore = new Date(clock.now().getTime() - KEEP_INVITATIONS_MS);
  await sweep((limit) => links.sweepInvitations(invitedBefore, limit), signal);
  await sweep((limit) => attempts.sweepAttempts(clock.now(), limit), signal);
}

export interface SweepAttemptLogDeps {
  readonly deliveries: Pick<DeliveryStore, 'sweepAttempts'>;
  readonly clock: Clock;
}

/** Removes old attempts from the log of webhooks. Deliveries stay. */
export async function sweepAttemptLog(
  { deliveries, clock }: SweepAttemptLogDeps,
  signal: AbortSignal,
): Promise<void> {
  const before = new Date(clock.now().getTime() - KEEP_WEBHOOK_ATTEMPTS_MS);
  await sweep((limit) => deliveries.sweepAttempts(before, limit), signal);
}

export interface SweepExpiredDeps {
  readonly idempotency: IdempotencyStore;
  readonly clock: Clock;
}

/** Long enough for sweeps to overlap. Anything missed is removed with the keys of keysends. */
const LOOK_BACK_MS = 3_600_000;

/**
 * Removes idempotency keys that have outlived their promise, but never rows of money. Keys of
 * keysends are kept longer, so the first pass only reads keys of the last hour; otherwise it would
 * read all of them each time.
 */
export async function sweepExpired(
  { idempotency, clock }: SweepExpiredDeps,
  signal: AbortSignal,
): Promise<void> {
  const nowMs = clock.now().getTime();
  const endedBefore = new Date(nowMs - KEEP_KEYS_MS);
  const calledSince = new Date(endedBefore.getTime() - LOOK_BACK_MS);
  const recent = { calledSince, endedBefore, withKeysends: false };
  await sweep((limit) => idempotency.sweepKeys(recent, limit), signal);
  const keysendsBefore = new Date(nowMs - KEEP_KEYSEND_KEYS_MS);
  const all = { calledSince: null, endedBefore: keysendsBefore, withKeysends: true };
  await sweep((limit) => idempotency.sweepKeys(all, limit), signal);
}

export interface SweepSendsDeps {
  readonly payOrders: Pick<PayOrderStore, 'sweepOrders'>;
  readonly withdrawals: Pick<WithdrawStore, 'sweepDrafts'>;
  readonly sendDrafts: Pick<SendDraftStore, 'sweepDrafts'>;
  readonly clock: Clock;
}

/**
 * Removes old orders of the operator, withdraw links and drafts; payments and invoices stay. Drafts
 * stay a little longer than they can be paid, as some are paid in their last moment.
 */
export async function sweepSends(
  { payOrders, withdrawals, sendDrafts, clock }: SweepSendsDeps,
  signal: AbortSignal,
): Promise<void> {
  const nowMs = clock.now().getTime();
  const before = new Date(nowMs - KEEP_SENDS_MS);
  const unpaid = new Date(nowMs - 2 * SEND_DRAFT_LIFE_MS);
  await sweep((limit) => payOrders.sweepOrders(before, limit), signal);
  await sweep((limit) => withdrawals.sweepDrafts(before, limit), signal);
  await sweep((limit) => sendDrafts.sweepDrafts({ unpaid, paid: before }, limit), signal);
}

export interface SweepGaugesDeps {
  readonly gauges: Pick<GaugeStore, 'sweepSamples'>;
}

/** Removes samples of the installation that no chart shows any more. */
export async function sweepGauges({ gauges }: SweepGaugesDeps, signal: AbortSignal): Promise<void> {
  await sweep((limit) => gauges.sweepSamples(KEEP_GAUGES_DAYS, limit), signal);
}

export interface SweepOauthDeps {
  readonly oauthStore: Pick<OauthStore, 'sweep'>;
  readonly clock: Clock;
}

/**
 * An app that comes back late is told "expired", which makes it refresh, for as long as its refresh
 * token may live.
 */
const KEEP_ACCESS_TOKENS_MS = REFRESH_TOKEN_TTL_SEC * 1000;

/** Removes expired OAuth data. */
export async function sweepOauth(
  { oauthStore, clock }: SweepOauthDeps,
  signal: AbortSignal,
): Promise<void> {
  const now = clock.now();
  const accessTokensBefore = new Date(now.getTime() - KEEP_ACCESS_TOKENS_MS);
  await sweep((limit) => oauthStore.sweep({ now, accessTokensBefore }, limit), signal);
}

export interface SweepLndhubDeps {
  readonly lndhubStore: Pick<LndhubStore, 'sweepTokens'>;
  readonly clock: Clock;
}

/** Removes expired tokens of LndHub. */
export async function sweepLndhub(
  { lndhubStore, clock }: SweepLndhubDeps,
  signal: AbortSignal,
): Promise<void> {
  await sweep((limit) => lndhubStore.sweepTokens(clock.now(), limit), signal);
}

export interface SweepWebhooksDeps {
  readonly webhookSweeps: WebhookSweepStore;
  readonly clock: Clock;
}

/**
 * Removes test events, and deleted endpoints with everything sent to them. Deliveries of real
 * payments stay as long as their endpoint does, because they can be replayed at any time.
 */
export async function sweepWebhooks(
  { webhookSweeps, clock }: SweepWebhooksDeps,
  signal: AbortSignal,
): Promise<void> {
  const before = new Date(clock.now().getTime() - KEEP_WEBHOOK_REMAINS_MS);
  await sweep((limit) => webhookSweeps.sweepTests(before, limit), signal);
  let isMore = true;
  while (isMore && !signal.aborted) {
    isMore = await webhookSweeps.sweepDeletedEndpoint(before, SWEEP_STEP);
  }
}
