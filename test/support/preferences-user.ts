import type { AccountWorld } from './account-world.ts';
import { asApiUser } from './api-user.ts';
import { submitForm } from './submit-form.ts';

const UNCHANGED = {
  language: '',
  unit: 'sat',
  currency: '',
  time_zone: '',
  theme: 'system',
};

/** Adds a user with 1,234,567 sat, who saves preferences like the form does. */
export async function addPreferencesUser(world: AccountWorld) {
  const person = await world.addPerson();
  await (await asApiUser(world, person.user)).receive(1_234_567);
  const browser = await world.signedIn(person);
  const stored = async () => (await world.accounts.users.findUser(person.user.id))?.preferences;
  const save = (fields: Readonly<Record<string, string>>) =>
    submitForm(browser, '/preferences', { ...UNCHANGED, ...fields });
  return { person, browser, stored, save };
}
