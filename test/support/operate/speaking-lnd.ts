import { DAY_SEC } from '../../../src/base/durations.ts';
import { systemClock } from '../../../src/system/system-clock.ts';
import { infoMessage, paymentMessage, status } from '../lnd-messages.ts';
import { NODE_PUBKEY, type Secret } from '../money-model/events.ts';
import { type Reply, type ScriptedServer, startScriptedServer } from '../scripted-server.ts';

/** What the node says about a payment; it knows no others. */
export type LndSays = 'in_flight' | 'failed' | 'succeeded';

/**
 * The node of the rows as an LND over REST, for pages and commands alike. Its channel has existed
 * for days, and its payments in flight began long ago, so all of them are stuck.
 */
export interface SpeakingLnd {
  readonly url: string;
  say(secret: Secret, says: LndSays): void;
  close(): Promise<void>;
}

const NS_OF_MS = 1_000_000n;
export const NODE_ALIAS = 'our-node';
const CHANNEL = '101';
const BLOCK_HEIGHT = 2000;

export async function startSpeakingLnd(): Promise<SpeakingLnd> {
  const said = new Map<string, Said>();
  const server: ScriptedServer = await startScriptedServer(async ({ path }, reply) => {
    const [, hash] = /^\/v2\/router\/track\/([^?]+)/.exec(path) ?? [];
    if (hash !== undefined) return await track(said.get(hash) ?? null, reply);
    if (path === '/v1/getinfo') return await reply.json(200, INFO);
    if (path === '/v1/channels') return await reply.json(200, { channels: [channel] });
    return await reply.json(501, status(12, 'Unimplemented'));
  });
  return {
    url: server.url,
    say: ({ paymentHash, preimage }, says) => {
      const name = Buffer.from(paymentHash, 'hex').toString('base64url');
      const message = paymentMessage({ payment_hash: paymentHash, ...STATES[says](preimage) });
      said.set(`${name}=`, { message, isEnd: says !== 'in_flight' });
    },
    close: () => server.close(),
  };
}

interface Said {
  readonly message: object;
  readonly isEnd: boolean;
}

/** Sends the state of a payment. As in LND, the stream ends when the payment has ended. */
async function track(said: Said | null, reply: Reply): Promise<void> {
  await reply.open(200);
  await reply.line(said === null ? NOT_FOUND : { result: said.message });
  if (said?.isEnd !== false) await reply.end();
}

const NOT_FOUND = { error: status(5, "payment isn't initiated") };

const STATES: Readonly<Record<LndSays, (preimage: string) => object>> = {
  in_flight: () => ({
    status: 'IN_FLIGHT',
    payment_index: '7',
    htlcs: [
      {
        status: 'IN_FLIGHT',
        attempt_time_ns: String(
          BigInt(systemClock.now().getTime() - 9 * DAY_SEC * 1000) * NS_OF_MS,
        ),
        route: { total_time_lock: 1000, hops: [{ chan_id: CHANNEL }] },
      },
    ],
  }),
  failed: () => ({
    status: 'FAILED',
    payment_index: '7',
    failure_reason: 'FAILURE_REASON_NO_ROUTE',
  }),
  succeeded: (preimage) => ({
    status: 'SUCCEEDED',
    payment_index: '7',
    payment_preimage: preimage,
    value_msat: '100000',
    fee_msat: '0',
  }),
};

const INFO = infoMessage({
  identity_pubkey: NODE_PUBKEY,
  alias: NODE_ALIAS,
  block_height: BLOCK_HEIGHT,
});

const channel = {
  channel_point: `${'9a'.repeat(32)}:0`,
  remote_pubkey: `02${'cd'.repeat(32)}`,
  active: true,
  private: false,
  chan_id: CHANNEL,
  alias_scids: [],
  pending_htlcs: [],
  capacity: '1000',
  local_balance: '500',
  remote_balance: '500',
  lifetime: String(8 * DAY_SEC),
  uptime: String(8 * DAY_SEC),
};
