import {
  type NwcMethod,
  type NwcNotification,
  permittedMethods,
  permittedNotifications,
} from '../apps/nwc-keys/method.ts';
import { RENEWAL_PERIODS } from '../apps/nwc-keys/renewal-period.ts';
import type { BudgetView } from '../authorization/budget.ts';
import type { Scope } from '../authorization/scope.ts';
import { type Sat, sat, satToMsat } from '../base/amount.ts';
import { unixSeconds } from '../base/wire-time.ts';
import { beyondMsat, type SettledPayment } from '../ledger/payment.ts';
import type { Network } from '../lightning/bolt11.ts';
import type { NodeIdentity } from '../lightning/node-identity.ts';
import { toWireMsat } from './wire-amount.ts';

/** Presents the results of methods that read the wallet or pay (NIP-47, Commands). */

export interface InfoResult {
  readonly alias: string;
  readonly pubkey: string;
  readonly network: string;
  readonly block_height?: number;
  readonly methods: readonly NwcMethod[];
  readonly notifications: readonly NwcNotification[];
  readonly lud16?: string;
}

export interface InfoParts {
  readonly node: NodeIdentity;
  /** The height of the chain; null if the node has not answered lately. */
  readonly blockHeight: number | null;
  readonly scopes: ReadonlySet<Scope>;
  /**
   * The lightning address, for connections that may read the account; null while the user has none.
   */
  readonly lightningAddress: string | null;
}

/** Presents what this connection may do, in agreement with the info event. */
export function presentInfo(parts: InfoParts): InfoResult {
  const { node, blockHeight, scopes, lightningAddress } = parts;
  const isShown = lightningAddress !== null && scopes.has('account:read');
  return {
    alias: node.alias,
    pubkey: node.pubkey,
    network: NETWORK_NAMES[node.network],
    ...(blockHeight === null ? {} : { block_height: blockHeight }),
    methods: permittedMethods(scopes),
    notifications: permittedNotifications(scopes),
    ...(isShown ? { lud16: lightningAddress } : {}),
  };
}

const NETWORK_NAMES: Readonly<Record<Network, string>> = {
  bitcoin: 'mainnet',
  testnet: 'testnet',
  signet: 'signet',
  regtest: 'regtest',
};

export const presentBalance = (balanceSat: Sat) => ({ balance: toWireMsat(satToMsat(balanceSat)) });

export type BudgetResult =
  | Readonly<Record<string, never>>
  | {
      readonly used_budget: number;
      readonly total_budget: number;
      readonly renewal_period: string;
      readonly renews_at?: number;
    };

/**
 * Presents a budget; empty for a connection without a limit. An expired budget is shown as used up,
 * because nothing may be spent. Otherwise the used amount is the real one, which may exceed a limit
 * that was lowered.
 */
export function presentBudget(budget: BudgetView | null, now: Date): BudgetResult {
  if (budget === null || budget.limitSat === null) return {};
  const { usedSat, limitSat, interval, expiresAt, resetsAt } = budget;
  const hasExpired = expiresAt !== null && expiresAt <= now;
  const shownSat = hasExpired && usedSat < limitSat ? limitSat : usedSat;
  // A budget that would be renewed only after its end is never renewed, so no time of renewal is
  // shown.
  const renews = resetsAt !== null && (expiresAt === null || resetsAt < expiresAt);
  return {
    used_budget: toWireMsat(satToMsat(sat(shownSat))),
    total_budget: toWireMsat(satToMsat(limitSat)),
    renewal_period: RENEWAL_PERIODS[interval],
    ...(renews ? { renews_at: unixSeconds(resetsAt) } : {}),
  };
}

/** Presents a settled payment. Amount and fees together are what left the balance. */
export const presentPaid = (payment: SettledPayment) => ({
  preimage: payment.preimage,
  fees_paid: toWireMsat(beyondMsat(payment)),
});
