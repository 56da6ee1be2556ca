import type { Dice } from './dice.ts';
import { note, type Simulation } from './simulation.ts';

/**
 * An operator stops what leaves over the node again and again, and lifts it after a while. They
 * have dice of their own, and are there for some seeds only, so that all others stay as they were.
 */
export const hasOperator = (seed: number): boolean => seed % 16 === 3;

export async function stopAgainAndAgain(simulation: Simulation, dice: Dice): Promise<void> {
  const { clock, model, storage } = simulation;
  while (!model.isQuiet) {
    await clock.sleep(dice.between(1, 12_000));
    if (model.isQuiet) return;
    await storage.perform(() => storage.stopPayments());
    // From here on the database has it, whatever the processes have read.
    model.isStopped = true;
    note(simulation, 'an operator stops what leaves');
    await clock.sleep(dice.between(1, dice.chance(0.5) ? 1000 : 12_000));
    // In half of all runs the last one stands till the end.
    if (model.isQuiet && dice.chance(0.5)) return;
    model.isStopped = false;
    await storage.perform(() => storage.liftPaymentStop());
    note(simulation, 'an operator lets payments leave');
  }
}
