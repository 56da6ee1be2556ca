import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openPool } from '../../src/database/pool.ts';
import { ARRAY_OF, type Sql } from '../../src/database/sql.ts';
import { HOLD_WEBHOOKS_FILE } from '../../src/node/io/stop-file.ts';
import { createEndpointStore } from '../../src/webhooks/sql/endpoint-store.ts';
import { textField } from '../../test/support/fields.ts';
import { bearer } from '../http-client.ts';
import type { Person } from '../people.ts';
import type { Stage } from '../stage.ts';

/** Endpoints of users on the stage, with their waiting deliveries. */
export interface WebhookStage {
  addEndpoint(person: Person, url: string): Promise<string>;
  /** Holds back or releases all deliveries. */
  hold(): Promise<void>;
  release(): Promise<void>;
  /**
   * Releases all deliveries, and lets the service start immediately instead of at its next look.
   */
  releaseNow(): Promise<void>;
  /**
   * Adds `count` deliveries for all endpoints of this stage in turn, as if they had settled just
   * now.
   */
  seed(count: number): Promise<void>;
  /** Resolves once no delivery is waiting, and returns how long that took. */
  drained(): Promise<number>;
  readonly sql: Sql;
  /** Removes the endpoints once no delivery is waiting. */
  close(): Promise<void>;
}

const FILTER_TYPES = ['invoice.incoming.settled', 'invoice.outgoing.settled'];
/** The body of a delivery, about as long as that of an ordinary record. */
const BODY = JSON.stringify({ memo: 'a coffee', filler: 'x'.repeat(800) });
/** The time that the worker has to notice the file. */
const LOOK_MS = 600;

export async function openWebhookStage({ service, beside, http }: Stage): Promise<WebhookStage> {
  const holdFile = join(service.dataDir, HOLD_WEBHOOKS_FILE);
  const sql = openPool(
    {
      url: beside.ownerUrl,
      applicationName: 'bench',
      onStatement: null,
      statementTimeoutMs: 60_000,
      lockTimeoutMs: 10_000,
    },
    { max: 1 },
  );
  const endpoints = createEndpointStore(beside.database);
  const endpointIds: string[] = [];
  const added: { readonly id: string; readonly token: string; readonly userId: string }[] = [];
  const release = () => rm(holdFile, { force: true });
  const drained = async (): Promise<number> => {
    const begunMs = performance.now();
    for (;;) {
      const [row] = await sql<{ is_waiting: boolean }[]>`
        select exists (select from webhook_delivery where state = 'pending'
          and endpoint_id = any (${sql.array(endpointIds, ARRAY_OF.text)})) as is_waiting`;
      if (row?.is_waiting !== true) return performance.now() - begunMs;
      await wait(50);
    }
  };
  return {
    sql,
    drained,
    addEndpoint: async ({ token, caller }, url) => {
      const fields = { url, filter_types: FILTER_TYPES };
      const answer = await http.post('/webhook_endpoints', fields, bearer(token));
      const id = textField(JSON.parse(answer), 'id');
      endpointIds.push(id);
      added.push({ id, token, userId: caller.userId });
      return id;
    },
    releaseNow: async () => {
      await release();
      const [first] = added;
      assert(first !== undefined, 'there are endpoints');
      await http.post(`/webhook_endpoints/${first.id}/test`, {}, bearer(first.token));
    },
    hold: async () => {
      await writeFile(holdFile, '');
      await wait(LOOK_MS);
    },
    release,
    seed: async (count) => {
      assert(endpointIds.length > 0, 'there are endpoints');
      const ids = sql.array(endpointIds, ARRAY_OF.text);
      await sql`
        insert into webhook_delivery
          (endpoint_id, message_id, event_type, body, state, next_at)
        select (${ids}::text[])[1 + n % cardinality(${ids}::text[])],
          gen_random_uuid(), 'invoice.incoming.settled', ${BODY}, 'pending', now()
        from generate_series(1, ${count}::integer) n`;
    },
    close: async () => {
      await release();
      await drained();
      for (const { id, userId } of added) {
        await endpoints.delete({ userId, clientId: null, grantId: null }, id, new Date());
      }
      await sql.end();
    },
  };
}
