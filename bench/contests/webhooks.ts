import { Agent } from 'undici';
import type { Contest, Contestant } from '../contest.ts';
import { roundRobin } from '../people.ts';
import type { Stage } from '../stage.ts';
import { type Sink, startSink } from '../webhooks/sink.ts';
import { openWebhookStage, type WebhookStage } from '../webhooks/webhook-stage.ts';

const ENDPOINTS = 100;
/** The most deliveries that the service sends at the same time. */
const AT_ONCE = 256;

/**
 * Delivers waiting messages for 100 endpoints: claim, signature, POST, log and state of each
 * delivery.
 */
export const webhooks: Contest = {
  name: 'webhooks',
  work: `deliveries to ${ENDPOINTS} endpoints`,
  yardstick: 'a bare loop of POSTs with undici',
  bouts: [{ callers: AT_ONCE, atLeast: 0.25 }],
  async open(stage: Stage) {
    const hooks = await openWebhookStage(stage);
    const sink = await startSink();
    for (let n = 0; n < ENDPOINTS; n += 1) {
      await hooks.addEndpoint(roundRobin(stage.payers, n), `${sink.url(n)}/hook/${n}`);
    }
    const agent = new Agent();
    return {
      ours: deliverAll(hooks, sink),
      yardstick: postAll(agent, sink),
      close: async () => {
        await hooks.close();
        await agent.close();
        await sink.close();
      },
    };
  },
};

/** Delivers messages. Call number `n` ends when that many deliveries have arrived. */
const deliverAll =
  (hooks: WebhookStage, sink: Sink): Contestant =>
  async (calls) => {
    await hooks.drained();
    await hooks.hold();
    await hooks.seed(calls);
    const before = sink.received();
    let released: Promise<void> | null = null;
    return async (n) => {
      released ??= hooks.releaseNow();
      await released;
      await sink.until(before + n + 1);
    };
  };

const HEADERS = { 'content-type': 'application/json' };
const BODY = JSON.stringify({ memo: 'a coffee', filler: 'x'.repeat(800) });

const postAll =
  (agent: Agent, sink: Sink): Contestant =>
  async () =>
  async (n) => {
    const path = `/hook/${n % ENDPOINTS}`;
    const origin = sink.url(n);
    const request = { origin, path, method: 'POST' as const, headers: HEADERS, body: BODY };
    const { body } = await agent.request(request);
    await body.dump();
  };
