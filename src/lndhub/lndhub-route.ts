import type { LndhubStore } from '../apps/lndhub-devices/lndhub-store.ts';
import type { AppGrantUses } from '../authorization/app-grant-uses.ts';
import type { Caller } from '../authorization/caller.ts';
import type { Scope } from '../authorization/scope.ts';
import type { Sat } from '../base/amount.ts';
import type { KeyLimit } from '../base/key-limit.ts';
import type { FindInvoiceDeps } from '../history/find-invoice.ts';
import type { PendingRecordsStore } from '../history/pending-records-store.ts';
import type { LongListDeps } from '../history/routes/long-list.ts';
import type { CreateInvoiceDeps } from '../invoices/create-invoice.ts';
import type { OnchainRouteDeps } from '../onchain/routes/onchain-route-deps.ts';
import type { PayDeps } from '../payments/pay-deps.ts';
import type { PaymentConfig } from '../payments/payment-config.ts';
import type { KeysendRates } from '../payments/routes/keysend-rates.ts';
import type { ReadBody } from '../web/read-body.ts';
import type { QueryTexts } from '../web/route.ts';
import type { Site } from '../web/site.ts';
import type { LndhubAnswer } from './lndhub-answer.ts';
import type { OpenLndhubSessionDeps } from './open-lndhub-session.ts';
import type { LndhubFields } from './read-fields.ts';

/** A call of LndHub that needs an access token. The path follows the prefix of LndHub. */
export interface LndhubRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** The permission that the device's connection must have for this call. */
  readonly access: Scope | 'any_token';
  handle(deps: LndhubDeps, request: LndhubRequest): Promise<LndhubAnswer>;
}

export interface LndhubDeps
  extends LndhubPayDeps,
    CreateInvoiceDeps,
    FindInvoiceDeps,
    OpenLndhubSessionDeps,
    OnchainRouteDeps,
    LongListDeps {
  readonly lndhub: LndhubStore;
  readonly appGrantUses: AppGrantUses;
  readonly pendingRecords: PendingRecordsStore;
  readonly config: PaymentConfig & { readonly site: Site };
  readonly readBody: ReadBody;
  /** Limits how many calls of one user may wait for a payment at the same time. */
  readonly paymentCalls: KeyLimit;
}

/** Dependencies of calls that pay. */
export type LndhubPayDeps = PayDeps & {
  readonly appGrantUses: Pick<AppGrantUses, 'noteRefusal'>;
  /** Rate limits of keysends; null when the operator has switched rate limits off. */
  readonly keysendRates: KeysendRates | null;
};

export interface LndhubCall {
  readonly caller: Caller;
  readonly body: LndhubFields;
}

export interface LndhubRequest extends LndhubCall {
  /** What the user can spend, which is read in the same query as the token. */
  readonly balanceSat: Sat;
  readonly params: Readonly<Record<string, string>>;
  readonly query: QueryTexts;
  /** The signal that aborts when the client has closed the connection. */
  readonly hangUp: AbortSignal;
}

/** Whether a call may pay. Calls that pay have a rate limit of their own. */
export const isPaying = ({ access }: LndhubRoute): boolean => access === 'payments:send';
