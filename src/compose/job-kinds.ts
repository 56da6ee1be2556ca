import {
  type CancelNodeInvoicesDeps,
  cancelNodeInvoices,
} from '../workers/cancel-node-invoices.ts';
import type { JobKind } from '../workers/run-jobs.ts';
import { type SweepAccountsDeps, sweepAccounts } from '../workers/sweep-accounts.ts';
import { type SweepExpiredDeps, sweepExpired } from '../workers/sweep-expired.ts';
import { type SweepOauthDeps, sweepOauth } from '../workers/sweep-oauth.ts';

type JobKinds = ReadonlyMap<string, JobKind>;

const SWEEP_EVERY_SEC = 60;
const CANCEL_EVERY_SEC = 5;

export const moneyJobs = (deps: CancelNodeInvoicesDeps & SweepExpiredDeps): JobKinds =>
  new Map([
    [
      'cancel-node-invoices',
      { work: (_, signal) => cancelNodeInvoices(deps, signal), everySec: CANCEL_EVERY_SEC },
    ],
    ['sweep-keys', { work: (_, signal) => sweepExpired(deps, signal), everySec: SWEEP_EVERY_SEC }],
  ]);

export const accountJobs = (deps: SweepAccountsDeps & SweepOauthDeps): JobKinds =>
  new Map([
    [
      'sweep-accounts',
      { work: (_, signal) => sweepAccounts(deps, signal), everySec: SWEEP_EVERY_SEC },
    ],
    ['sweep-oauth', { work: (_, signal) => sweepOauth(deps, signal), everySec: SWEEP_EVERY_SEC }],
  ]);
