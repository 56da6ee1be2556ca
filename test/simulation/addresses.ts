import { claimAddress } from '../../src/address/claim-address.ts';
import { KEEP_EXPIRED_ADDRESS_INVOICES_MS } from '../../src/address/limits.ts';
import { pruneAddressInvoices } from '../../src/address/prune-address-invoices.ts';
import type { Clock } from '../../src/base/clock.ts';
import { noteBug } from './model.ts';
import { call } from './orders.ts';
import { note, type Simulation } from './simulation.ts';

/** What users and operators do with addresses, and pruning of what strangers asked for. */

/** Some names only one of them wants, and one all of them. */
export function chooseName(simulation: Simulation): void {
  const { dice, model } = simulation;
  const { user } = dice.pick(model.people);
  const own = [`${user.name}-1`, `${user.name}-2`, `${user.name}-3`];
  const text = dice.pick(['', 'bakery', 'bakery', ...own]);
  const by = dice.chance(0.5) ? 'operator' : 'user';
  void call(simulation, async (parts) => {
    const chosen = await claimAddress(parts, { userId: user.id, text, by });
    note(simulation, `${user.name} wants the name ${text}: ${chosen.ok || chosen.refusal.kind}`);
    if (chosen.ok && text !== '' && !model.names.includes(text)) model.names.push(text);
  }).catch((error: unknown) => noteBug(model, error));
}

/** The operator switches someone off, or on again. */
export function switchSomeone(simulation: Simulation): void {
  const { dice, clock, model, storage } = simulation;
  const person = dice.pick(model.people);
  const isOff = !person.isOff;
  const disabledAt = isOff ? clock.now() : null;
  note(simulation, `${person.user.name} is switched ${isOff ? 'off' : 'on'}`);
  person.switches += 1;
  const { users } = storage.stores;
  void storage
    .perform(() => users.updateUser(person.user.id, { disabledAt }))
    .then(() => {
      person.isOff = isOff;
      person.switches += 1;
    });
}

/** Longer than until pruning takes what was asked for just now. */
const AHEAD_MS = KEEP_EXPIRED_ADDRESS_INVOICES_MS + 1_200_000;

/** Pruning on a machine whose clock is ahead: all that is open has expired long ago. */
export function pruneAhead(simulation: Simulation): void {
  const { dice, model } = simulation;
  void call(simulation, async (parts, life) => {
    const isLast = dice.chance(0.2);
    note(simulation, `pruning begins${isLast ? ', and its process dies' : ''}`);
    if (isLast) life.dieIn(dice.between(1, 20));
    await pruneAddressInvoices({ ...parts, clock: ahead(parts.clock) }, parts.stop);
  }).catch((error: unknown) => noteBug(model, error));
}

const ahead = (clock: Clock): Clock => ({
  ...clock,
  now: () => new Date(clock.now().getTime() + AHEAD_MS),
});
