import type { Database } from '../adapters/postgres/connection/db.ts';
import { createDeliveryStore } from '../adapters/postgres/webhooks/delivery-store.ts';
import { watchHoldWebhooksFile } from '../adapters/stop-file.ts';
import type { WakeUp } from '../base/wake-up.ts';
import type { Config } from '../config/config.ts';
import type { SendWebhookDeps } from '../usecases/webhooks/send-webhook.ts';
import type { DeliveryObserver } from '../webhook/delivery-observer.ts';
import { cancelOrphanBatches } from '../workers/cancel-orphan-batches.ts';
import { checkBooks } from '../workers/check-books.ts';
import { comparePayments } from '../workers/compare-payments.ts';
import { watchDatabase } from '../workers/database/watch-database.ts';
import { watchRefusedWrites } from '../workers/database/watch-refused-writes.ts';
import { deliverWebhooks } from '../workers/deliver-webhooks.ts';
import { beatHeart } from '../workers/heartbeat.ts';
import { letGo } from '../workers/let-go.ts';
import { watchNode } from '../workers/node/watch-node.ts';
import { resolvePayments } from '../workers/resolve-payments.ts';
import { type JobKind, runJobs } from '../workers/run-jobs.ts';
import { watchIncoming } from '../workers/watch-incoming.ts';
import { watchSolvency } from '../workers/watch-solvency.ts';
import { watchStops } from '../workers/watch-stops.ts';
import { watchStranded } from '../workers/watch-stranded.ts';
import { writeAppGrantUses } from '../workers/write-app-grant-uses.ts';
import type { AppContext, Role } from './app-context.ts';
import type { AccessParts } from './compose-access.ts';
import type { ServiceParts } from './compose-service-parts.ts';
import { moneyJobs } from './job-kinds.ts';

export type LoopDeps = ServiceParts & { readonly config: Config['payments'] };

/**
 * Everything that a process does in the background, until its stop signal. `moreJobs` are the jobs
 * that have nothing to do with money.
 */
export async function runLoops(
  deps: LoopDeps,
  role: Role,
  moreJobs: ReadonlyMap<string, JobKind> = new Map(),
): Promise<void> {
  const { stop } = deps;
  const jobs = new Map([...moneyJobs(deps), ...moreJobs]);
  const always = [
    beatHeart({ ...deps, role }, stop),
    watchSolvency(deps, stop),
    watchStops(deps, stop),
    watchRefusedWrites(deps, stop),
    letGo(deps, stop),
  ];
  const worker = [
    watchIncoming,
    watchDatabase,
    watchNode,
    resolvePayments,
    watchStranded,
    cancelOrphanBatches,
    checkBooks,
    comparePayments,
    (_: LoopDeps, signal: AbortSignal) => runJobs(deps, jobs, signal),
  ];
  const loops = role === 'api' ? [] : worker.map((loop) => loop(deps, stop));
  await Promise.all([...always, ...loops]);
}

/** Background work for apps, until the stop signal. Workers run what apps have asked for, too. */
export async function runAccessLoops(
  deps: AccessParts & AppContext,
  stop: AbortSignal,
): Promise<void> {
  await writeAppGrantUses(deps, stop);
}

export interface WebhookLoopsOptions {
  readonly context: AppContext;
  readonly database: Database;
  readonly sending: SendWebhookDeps;
  readonly wakeUp: WakeUp;
  readonly observer: DeliveryObserver;
  readonly stop: AbortSignal;
}

/** Delivers webhooks until the stop signal. */
export async function runWebhookLoops(options: WebhookLoopsOptions, role: Role): Promise<void> {
  if (role === 'api') return;
  const { context, sending, wakeUp, stop } = options;
  const delivery = {
    ...context,
    ...sending,
    wakeUp,
    observer: options.observer,
    deliveries: createDeliveryStore(options.database),
    isHoldingWebhooks: watchHoldWebhooksFile(context.config.dataDir),
  };
  await deliverWebhooks(delivery, stop);
}
