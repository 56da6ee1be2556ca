import type { Database } from '../../database/db.ts';
import type { WebhookPruneStore } from '../delivery-store.ts';
import { askOutcome } from './endpoint-store.ts';

export const createWebhookPruneStore = (database: Database): WebhookPruneStore => ({
  pruneTests: (endedBefore, limit) =>
    database.query((sql) =>
      askOutcome<number>(sql`select sweep_webhook_tests(${endedBefore}, ${limit}) as outcome`),
    ),
  pruneDeletedEndpoint: (deletedBefore, limit) =>
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
