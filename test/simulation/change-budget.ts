import { assert } from '../../src/base/assert.ts';
import { drawBudget, setBudget } from './budgets.ts';
import { note, type Simulation } from './simulation.ts';

/** The one who has no budget at first sets one, changes it, or takes it away. */
export function changeBudget(simulation: Simulation): void {
  const { dice, model } = simulation;
  const [person] = model.people;
  assert(person !== undefined, 'there are people');
  const limitSat = BigInt(dice.between(1, 30)) * 1000n;
  const budget = dice.chance(0.4) ? null : drawBudget(dice, limitSat);
  note(simulation, `${person.user.name} may spend ${budget?.limitSat} ${budget?.interval}`);
  void setBudget(simulation, person, budget).then((usedSat) => {
    const bound = usedSat > limitSat ? usedSat : limitSat;
    model.budgetBounds.set(person.caller.grantId, bound);
  });
}
