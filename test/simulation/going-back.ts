import { findLost, noteLostWithdrawals } from './lost-payments.ts';
import { latchGoneBack, type OutflowWorld } from './outflow/outflow-world.ts';
import { alive, note, type Simulation } from './simulation.ts';
import type { DatabaseCopy } from './storage.ts';

/**
 * The database goes back by what was committed since a copy was made; once in a run, and not where
 * the node is shared, as there a lost payment cannot be told from that of others.
 */
export function databaseGoesBack(simulation: Simulation): void {
  const { dice, chain, storage, model } = simulation;
  if (model.isNodeShared || model.goneBack !== null) return;
  const copyNow = (): void => {
    const copy = storage.takeCopy();
    const limits = model.outflow === null ? null : { ...model.outflow };
    if (copy !== null) void putBack(simulation, copy, limits);
  };
  // What is only reserved in the copy is what is hardest to judge.
  if (chain?.dice.chance(0.6)) chain.onNextOrder = copyNow;
  else if (dice.chance(0.7)) model.onNextReserve = copyNow;
  else copyNow();
}

/** With the limits on what leaves that the copy has, if any, and what it let through. */
async function putBack(
  simulation: Simulation,
  copy: DatabaseCopy,
  limits: OutflowWorld | null,
): Promise<void> {
  const { dice, clock, model } = simulation;
  note(simulation, 'a copy of the database is made');
  await clock.sleep(dice.between(1, dice.chance(0.5) ? 500 : 20_000));
  if (model.goneBack !== null) return;
  const how = dice.pick(['promoted', 'put_back'] as const);
  const goOn = alive(simulation).filter(() => dice.chance(0.6));
  for (const process of alive(simulation)) if (!goOn.includes(process)) process.life.kill();
  // The copy may be older than what the operator did.
  model.isStopped = false;
  copy.becomePrimary(how);
  if (model.outflow !== null) restoreLimits(model.outflow, limits, how);
  const lost = findLost(simulation);
  await noteLostWithdrawals(simulation);
  model.goneBack = { at: clock.now(), lost, begunApart: new Map(), isReleased: false };
  note(simulation, `the database is ${how}, ${lost.length} payments are lost`);
  for (const process of goOn) {
    // Files are put back while the server is down; an old primary may serve some for a while.
    const staysMs = how === 'promoted' && dice.chance(0.5) ? dice.between(1, 30_000) : 0;
    if (staysMs > 0) note(simulation, `${process.name} goes on with the old one: ${staysMs} ms`);
    void clock.sleep(staysMs).then(() => process.reconnect());
  }
}

/** The database that was promoted is another one, and lets nothing leave before it notices. */
function restoreLimits(
  world: OutflowWorld,
  copied: OutflowWorld | null,
  how: 'promoted' | 'put_back',
): void {
  Object.assign(world, copied, { calls: world.calls });
  if (how === 'promoted') latchGoneBack(world);
}

/** A person looks at what the comparison found, and lets payments leave again. */
export function operatorReleases({ model, storage }: Simulation): void {
  const { goneBack, isNodeShared } = model;
  if (goneBack === null && !isNodeShared) return;
  const { comparisons } = storage.stores;
  void storage
    .perform(() => comparisons.release(false))
    .then((outcome) => {
      if (outcome === 'released' && goneBack !== null) goneBack.isReleased = true;
    });
}
