import type { SimulatorControl } from '../../src/lightning/simulator-protocol/control-protocol.ts';
import type { Dice } from './dice.ts';
import type { RoundPlan } from './plan.ts';

/** Some rounds have a node whose connection is bad, as well. */
export async function setWeather(
  simulator: SimulatorControl,
  dice: Dice,
  { strike: { victims, point } }: RoundPlan,
): Promise<void> {
  const needsDrops = point?.call === 'payments.markUnknown';
  if (needsDrops) await simulator.setFault({ kind: 'drop_recorded', count: 5 });
  if (needsDrops || dice.chance(0.4)) return;
  const count = dice.between(1, 3);
  const kind = dice.pick(['drop_recorded', 'drop_unrecorded', 'half_answer', 'wrong_types']);
  await simulator.setFault({ kind, count });
  const stream = dice.pick(['duplicate_events', 'out_of_order', 'stale_replay', 'lost_events']);
  // What is lost comes to light when the watch begins again.
  const isWatchRestarted = victims.includes('all') || victims.includes('worker');
  const mustTell = !isWatchRestarted || point?.phase === 'receives';
  if (stream === 'lost_events' && mustTell) return;
  await simulator.setFault({ kind: stream });
}
