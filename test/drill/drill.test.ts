import assert from 'node:assert/strict';
import { after, describe, it, type TestContext } from 'node:test';
import { createDice } from '../crash/dice.ts';
import { type Surroundings, simulatedNode } from '../crash/installation.ts';
import { serve } from '../crash/service-process.ts';
import { within } from '../crash/within.ts';
import { createWorld, type World } from '../crash/world.ts';
import { CLOCK_AHEAD_MS } from '../crash/wrong-clock.ts';
import { leaveAtOnce } from '../support/leave-at-once.ts';
import { startMailServer } from '../support/mail-server.ts';
import { startHookReceiver } from '../support/webhooks/hook-receiver.ts';
import { type Cluster, openCluster } from './cluster.ts';
import { loseAcknowledged } from './loss.ts';
import { type DrillPlan, type DrillReport, playDrill } from './play.ts';
import { findDoubles, leaveOldPrimary } from './split.ts';
import {
  dieBeforeFailover,
  failOverSlowly,
  killPrimary,
  loseStandby,
  readFences,
  restartProxy,
} from './strikes.ts';

leaveAtOnce();

/** Each drill mostly waits. */
const PLAYED_AT_ONCE = 3;
const DRILL_LIMIT_MS = 600_000;

describe('a failover loses nothing that was acknowledged', { concurrency: PLAYED_AT_ONCE }, () => {
  // The longest: it waits for a minute.
  it('B9: an asynchronous standby lacks payments: they are listed, a person decides', async () => {
    assert.deepEqual(await loseAcknowledged(51), [], 'the books are what the node tells');
  });

  describe('one cluster, one thing after the other', { concurrency: 1 }, () => {
    const play = drillsOn(1);
    it('B11: the proxy is restarted', async (t) => {
      await play(t, { name: 'proxy', seed: 12, strike: restartProxy });
    });
    it('B10: without its standby writes wait, reads do not; it comes back', async (t) => {
      await play(t, { name: 'standby', seed: 13, strike: loseStandby });
    });
    it('B1 B8: kill -9 of the primary, and the standby takes its place', async (t) => {
      await play(t, { name: 'kill', seed: 14, strike: killPrimary });
    });
  });

  it('B7: two processes die between begin and send, and before the end is written', async (t) => {
    const play = drillsOn(2, t);
    await play(t, { name: 'points', seed: 21, strike: dieBeforeFailover });
  });

  it('B6 B13: it lasts longer than leases and write deadlines; clocks are 10 s apart', async (t) => {
    const play = drillsOn(3, t);
    await play(t, {
      name: 'slow',
      seed: 31,
      holdMs: [6000, 12_000],
      isAllHeld: true,
      strike: async (drill) => {
        const { installation } = drill.world;
        for (const [role, aheadMs] of [['api', -5000] as const, ['worker', 5000] as const]) {
          await installation.process(role).kill('SIGTERM');
          const variables = { [CLOCK_AHEAD_MS]: String(aheadMs) };
          await serve(installation.launch(role, 'crashing', variables));
        }
        const before = await readFences(drill.cluster);
        await failOverSlowly(drill);
        const after = await readFences(drill.cluster);
        for (const [name, fence] of before) {
          const now = after.get(name) ?? -1n;
          assert(now >= fence, `the fence of ${name} goes back from ${fence} to ${now}`);
        }
      },
    });
  });

  it('B2: the old primary runs on, and nothing leaves twice', async (t) => {
    const hooks = await startHookReceiver();
    t.after(() => hooks.close());
    const mailServer = await startMailServer(t);
    const outbox = { hooks, mails: () => mailServer.received() };
    const play = drillsOn(4, t, {
      SATCHEL_WEBHOOK_ALLOW: '127.0.0.0/8',
      SATCHEL_SMTP_URL: mailServer.url,
    });
    const strike: DrillPlan['strike'] = (drill) => leaveOldPrimary(drill, outbox);
    await play(t, { name: 'split', seed: 41, strike });
    assert.deepEqual(findDoubles(outbox), []);
  });
});

/** Drills one after the other on one installation, which goes with `owner`. */
function drillsOn(
  seed: number,
  owner: { after(work: () => Promise<void>): void } = { after },
  variables: Surroundings['variables'] = {},
) {
  let played: { readonly world: World; readonly cluster: Cluster } | null = null;
  const leave = async (keepsFolder: boolean): Promise<void> => {
    const left = played;
    played = null;
    await left?.world.dispose(keepsFolder);
  };
  owner.after(() => leave(false));
  return async (t: TestContext, plan: DrillPlan): Promise<DrillReport> => {
    played ??= await open(seed, variables);
    try {
      const playing = playDrill(played.world, played.cluster, plan);
      const report = await within(DRILL_LIMIT_MS, 'a drill', playing);
      for (const note of report.notes) t.diagnostic(note);
      assert.deepEqual(report.violations, [], 'the books are what answers and node tell');
      return report;
    } catch (error) {
      t.diagnostic(`the data folder stays for a look: ${played?.world.installation.dataDir}`);
      await leave(true);
      throw error;
    }
  };
}

async function open(seed: number, variables: Surroundings['variables'] = {}) {
  const opened: Cluster[] = [];
  const databaseIn = async (dataDir: string): Promise<Cluster> => {
    const cluster = await openCluster(dataDir);
    opened.push(cluster);
    return cluster;
  };
  const all = { SATCHEL_EXPECT_STANDBYS: '1', ...variables };
  const surroundings = { databaseIn, variables: all };
  const world = await createWorld('drill', createDice(seed), simulatedNode, surroundings);
  const [cluster] = opened;
  assert(cluster !== undefined, 'the cluster was opened');
  return { world, cluster };
}
