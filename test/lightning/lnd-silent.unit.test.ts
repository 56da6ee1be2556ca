import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { openLndChainSpending } from '../../src/lightning/lnd/chain-spending.ts';
import { openLndChainWallet } from '../../src/lightning/lnd/chain-wallet.ts';
import { openLndManagement } from '../../src/lightning/lnd/management.ts';
import { openLndNode } from '../../src/lightning/lnd/node.ts';
import { NodeFault } from '../../src/lightning/node-port.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { MACAROON } from '../support/lnd-messages.ts';
import { type Reply, type Script, startScriptedServer } from '../support/scripted-server.ts';

/** Far longer than the limits of the calls below. */
const PATIENCE_MS = 15_000;
const LIMITS = { connectMs: 300, answerMs: 300, transferMs: 300 };

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const resource of opened.splice(0).reverse()) await resource.close();
});

/** All ports of an LND that are called in loops. */
async function callsOf(script: Script): Promise<Readonly<Record<string, () => Promise<unknown>>>> {
  const server = await startScriptedServer(script);
  const access = { restUrl: server.url, macaroonHex: MACAROON, tlsCaPem: null };
  const options = { ...access, clock: systemClock, limits: LIMITS };
  const node = openLndNode(options);
  const wallet = openLndChainWallet(options);
  const spending = openLndChainSpending(options);
  const management = openLndManagement(options);
  opened.push(server, node, wallet, spending, management);
  const coin = { txid: 'ab'.repeat(32), index: 0 };
  return {
    info: () => node.info(),
    'a look at a name': () => node.nodeAlias(`02${'ab'.repeat(32)}`),
    tip: () => wallet.tip(),
    transactions: () => wallet.transactions({ from: 7, to: null }),
    coins: () => wallet.coins(),
    'a payment that is looked up': () => node.payment('ab'.repeat(32)),
    leases: () => spending.listLeases(),
    lease: () => spending.lease('cd'.repeat(32), coin),
    publish: () => spending.publish('00', 'label'),
    'a channel backup': () => management.channelBackup(),
  };
}

const trickle = async (reply: Reply): Promise<void> => {
  let isClosed = false;
  void reply.closed.then(() => {
    isClosed = true;
  });
  await reply.open(200);
  while (!isClosed) {
    await reply.chunk(' ');
    await systemClock.sleep(20);
  }
};

const SILENCES: Readonly<Record<string, Script>> = {
  'accepts calls and never answers': () => undefined,
  'stops in the middle of its answer': async (_request, reply) => {
    await reply.open(200);
    await reply.chunk('{"half":');
  },
  'lets its answer trickle without end': (_request, reply) => trickle(reply),
};

describe('an LND', () => {
  for (const [name, script] of Object.entries(SILENCES)) {
    it(`that ${name} holds no caller up`, async () => {
      const calls = await callsOf(script);
      const given = systemClock.sleep(PATIENCE_MS).then(() => 'it waits');
      const ends = await Promise.all(
        Object.entries(calls).map(async ([call, make]) => {
          const ended = make().then(
            () => 'answered',
            (error: unknown) => (error instanceof NodeFault ? 'NodeFault' : String(error)),
          );
          return [call, await Promise.race([ended, given])] as const;
        }),
      );
      assert.deepEqual(
        ends.filter(([, end]) => end !== 'NodeFault'),
        [],
      );
    });
  }
});
