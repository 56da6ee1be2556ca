import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { syncStandbyOf } from './patroni-client.ts';

/** A kind of damage to a cluster, and what its operator does about it. */
export interface DrillKind {
  readonly name: string;
  readonly what: string;
  /**
   * Damages the cluster. Returns once it could serve again, with a function for the repairs that
   * come later.
   */
  strike(cluster: Cluster): Promise<() => Promise<void>>;
}

/** The time for which both standbys are away. */
const AWAY_MS = 10_000;
const nothing = async (): Promise<void> => undefined;

export const DRILL_KINDS: readonly DrillKind[] = [
  {
    name: 'kill',
    what: 'kill -9 of Patroni and PostgreSQL of the primary',
    strike: async (cluster) => {
      const primary = await primaryOf(cluster);
      await cluster.kill(primary);
      await cluster.untilPrimaryIsNot(primary);
      return () => cluster.start(primary);
    },
  },
  {
    name: 'freeze',
    what: 'Patroni of the primary frozen, PostgreSQL goes on',
    strike: async (cluster) => {
      const primary = await primaryOf(cluster);
      cluster.freeze(primary);
      await cluster.untilPrimaryIsNot(primary);
      return async () => cluster.thaw(primary);
    },
  },
  {
    name: 'switchover',
    what: 'planned switchover',
    strike: async (cluster) => {
      const primary = await primaryOf(cluster);
      const candidate = syncStandbyOf(await cluster.members());
      if (candidate === null) throw new Error('there is no synchronous standby');
      await cluster.switchOver(primary, candidate);
      await cluster.untilPrimaryIsNot(primary);
      return nothing;
    },
  },
  {
    name: 'standbys',
    what: `both standbys killed, back after ${AWAY_MS / 1000} s`,
    strike: async (cluster) => {
      const primary = await primaryOf(cluster);
      const standbys = (await cluster.members()).filter(({ name }) => name !== primary);
      await Promise.all(standbys.map(({ name }) => cluster.kill(name)));
      await wait(AWAY_MS);
      for (const { name } of standbys) await cluster.start(name);
      await cluster.untilWhole();
      return nothing;
    },
  },
  {
    name: 'proxy',
    what: 'HAProxy stopped and started again',
    strike: async (cluster) => {
      await cluster.restartProxy();
      return nothing;
    },
  },
];

async function primaryOf(cluster: Cluster): Promise<string> {
  const primary = await cluster.primary();
  if (primary === null) throw new Error('the cluster has no primary');
  return primary;
}
