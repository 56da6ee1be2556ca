import { createHash } from 'node:crypto';
import { sat } from '../../../src/base/amount.ts';
import { newRecordIdentifier, newUuid } from '../../../src/base/id.ts';
import { withdrawOrAsk } from '../../../src/payments/pay-planned.ts';
import { noteBug } from '../model.ts';
import { call } from '../orders.ts';
import { note, type Simulation } from '../simulation.ts';
import type { ScenarioWorld } from './chain-blocks.ts';
import { type ChainOrder, strangeAddress } from './chain-world.ts';

/** What users order: bitcoin to strangers, to each other and to themselves. */

export function orderBitcoin({ simulation, chain }: ScenarioWorld): void {
  const { dice, orders, told } = chain;
  const number = orders.length;
  const isInside = told.length > 0 && dice.chance(0.2);
  const order: ChainOrder = {
    number,
    person: dice.pick(simulation.model.people),
    key: `bitcoin ${number}`,
    address: isInside ? dice.pick(told).address : strangeAddress(chain),
    // The last two digits are those of this order.
    amountSat: sat(BigInt(dice.between(6, dice.chance(0.8) ? 25 : 90) * 100 + (number % 100))),
    speed: dice.pick(['slow', 'normal', 'fast']),
    maxFeeSat: dice.chance(0.3) ? sat(BigInt(dice.between(200, 700))) : null,
    heard: [],
  };
  orders.push(order);
  callFor(simulation, order);
  // A double tap.
  if (dice.chance(0.1)) callFor(simulation, order);
}

/** A caller who heard nothing, or does not trust the answer, calls again under the same key. */
export function repeatBitcoin({ simulation, chain }: ScenarioWorld): void {
  if (chain.orders.length > 0) callFor(simulation, chain.dice.pick(chain.orders.slice(-6)));
}

function callFor(simulation: Simulation, order: ChainOrder): void {
  const { model, clock, random } = simulation;
  const { person, address, amountSat, speed, maxFeeSat, number } = order;
  note(simulation, `bitcoin ${number}: ${person.user.name} sends ${amountSat} sat, ${speed}`);
  const context = { caller: person.caller, idempotency: claimOf(order) };
  void call(simulation, async (parts) => {
    const identifier = newRecordIdentifier(clock, random);
    const ids = { id: newUuid(clock, random), identifier };
    const asked = { ids, address, amountSat, speed, maxFeeSat };
    const answer = await withdrawOrAsk(parts, context, asked);
    if (answer.ok) order.heard.push(answer.value);
    const word = answer.ok ? answer.value.state : answer.refusal.kind;
    note(simulation, `bitcoin ${number} is answered: ${word}`);
  }).catch((error: unknown) => {
    noteBug(model, error);
    note(simulation, `bitcoin ${number} is answered: ${error}`);
  });
}

const claimOf = ({ key }: ChainOrder) => ({
  key,
  requestHash: new Uint8Array(createHash('sha256').update(key).digest()),
});
