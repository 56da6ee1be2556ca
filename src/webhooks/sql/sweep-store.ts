import type { Database } from '../../database/db.ts';
import type { WebhookSweepStore } from '../delivery-store.ts';
import { askOutcome } from './endpoint-store.ts';

export const createWebhookSweepStore = (database: Database): WebhookSweepStore => ({
  sweepTests: (endedBefore, limit) =>
    database.query((sql) =>
      askOutcome<number>(sql`select sweep_webhook_tests(${endedBefore}, ${limit}) as outcome`),
    ),
  sweepDeletedEndpoint: (deletedBefore, limit) =>
    database.query((sql) =>
      askOutcome<boolean>(sql`
        select sweep_deleted_webhook_endpoint(${deletedBefore}, ${limit}) as outcome`),
    ),
  endExpired: (at, limit) =>
    database.transaction((sql) =>
      askOutcome<number>(sql`
        select disable_endpoints_of_expired_tokens(${at}, ${limit}) as outcome`),
    ),
});
