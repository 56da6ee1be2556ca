import { pubkeyOf } from '../support/scripted-node/bills.ts';
import { alive, note, type Simulation } from './simulation.ts';

/** What goes wrong around the service, and within its processes. */

const MOST_PROCESSES = 3;

export function killOne(simulation: Simulation): void {
  const { dice } = simulation;
  const victims = alive(simulation);
  if (victims.length === 0) return;
  const { life, name } = dice.pick(victims);
  // At once, or at one of the next things that it does.
  const steps = dice.chance(0.3) ? 0 : dice.between(1, 25);
  note(simulation, `${name} dies in ${steps}`);
  if (steps === 0) life.kill();
  else life.dieIn(steps);
}

export function startOne(simulation: Simulation): void {
  if (alive(simulation).length < MOST_PROCESSES)
    note(simulation, `${simulation.start().name} starts`);
}

export function stopOne(simulation: Simulation): void {
  const { dice } = simulation;
  const running = alive(simulation);
  if (running.length < 2) return;
  const leaving = dice.pick(running);
  note(simulation, `${leaving.name} is asked to stop`);
  void leaving.stop().then(() => leaving.life.kill());
}

/** A process gets no time for a while, often longer than others wait for a sign of life. */
export function freezeOne(simulation: Simulation): void {
  const { dice, clock } = simulation;
  const running = alive(simulation);
  if (running.length === 0) return;
  const { life, name } = dice.pick(running);
  const ms = dice.pick([500, 9000, 45_000, 80_000]);
  note(simulation, `${name} freezes for ${ms} ms`);
  life.sleep();
  void clock.sleep(ms).then(() => life.wake());
}

export function databaseGoesAway(simulation: Simulation): void {
  const { dice, clock, weather } = simulation;
  note(simulation, 'the database goes away');
  weather.isDatabaseAway = true;
  void clock.sleep(dice.between(1, 12_000)).then(() => {
    weather.isDatabaseAway = false;
  });
}

/** What it had under way goes on; connections do not. */
export function nodeRestarts(simulation: Simulation): void {
  const { dice, clock, node } = simulation;
  const { scripted } = node;
  note(simulation, 'the node restarts');
  scripted.books.isAway = true;
  node.cutConnections();
  void clock.sleep(dice.between(1, 12_000)).then(async () => {
    scripted.books.isAway = false;
    scripted.says.synced = false;
    await clock.sleep(dice.between(1, 5000));
    scripted.says.synced = true;
  });
}

/** Someone starts another node at the address, and notices. */
export function nodeIsReplaced(simulation: Simulation): void {
  const { dice, clock, node, model } = simulation;
  if (model.wasReplaced) return;
  note(simulation, 'another node answers');
  model.wasReplaced = true;
  node.isReplaced = true;
  node.scripted.says.pubkey = OTHER_PUBKEY;
  node.cutConnections();
  void clock.sleep(dice.between(1, 15_000)).then(() => {
    node.isReplaced = false;
    node.scripted.says.pubkey = node.scripted.identity.pubkey;
    node.cutConnections();
  });
}

const OTHER_PUBKEY = pubkeyOf(new Uint8Array(32).fill(0x33));

export function connectionsBreak(simulation: Simulation): void {
  note(simulation, 'connections to the node break');
  simulation.node.cutConnections();
}

/** How slow and how unreliable everything is from now on. */
export function weatherChanges({ dice, weather }: Simulation): void {
  weather.slowShare = dice.pick([0, 0.1, 0.3]);
  weather.slowestMs = dice.pick([5, 400, 3000]);
  weather.errorShare = dice.pick([0, 0.02, 0.15]);
}
