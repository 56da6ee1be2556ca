import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { LightMyRequestResponse } from 'fastify';
import { rotateClientSecret } from '../../src/apps/rotate-client-secret.ts';
import { REPEATED_FORM_MS } from '../../src/base/limits.ts';
import { emailOf } from '../support/email-of.ts';
import { times } from '../support/money-model/many-at-once.ts';
import { type App, PASSWORD, type Person, startOauth } from '../support/oauth-world.ts';
import { readText } from '../support/page-visitor.ts';
import {
  assertDoneBefore,
  fillIn,
  laterThanARepeat,
  moveToSlot,
  readSecret,
  sendAtOnce,
} from '../support/repeated-forms.ts';
import { hiddenFields, submitForm } from '../support/submit-form.ts';

const world = await startOauth({ after });

const NEW_CLIENT = '/developer/clients/new';
const CLIENT = {
  name: 'Corner Shop',
  url: 'https://shop.example',
  kind: 'confidential',
  callback: 'https://shop.example/cb',
};

const readApp = (answer: LightMyRequestResponse): App => ({
  id: /Client ID (\w{10}) /.exec(readText(answer))?.[1] ?? '',
  ownerUserId: '',
  secret: readSecret(answer),
  callback: CLIENT.callback,
});
async function countApps({ browser }: Person): Promise<number> {
  const { body } = await browser.get('/developer/clients');
  return body.match(/href="\/developer\/clients\/\w{10}"/g)?.length ?? 0;
}

/** One person in another browser. */
async function openElsewhere({ api }: Person): Promise<Person> {
  const browser = world.browser();
  const signedIn = { email: emailOf(api.user), password: PASSWORD };
  assert.equal((await submitForm(browser, '/sign-in', signedIn)).statusCode, 303);
  return { api, browser };
}

describe('a new app whose form comes twice', () => {
  test('is one app, and all answers show it', async () => {
    const person = await world.addPerson();
    for (const count of [1, 2, 3]) {
      const { send } = await fillIn(person, NEW_CLIENT, CLIENT);
      const app = readApp(await sendAtOnce(send));
      assert.deepEqual(app, readApp(await send()), 'one after the other too');
      assert.equal(app.secret.length, 43);
      assert.equal(await countApps(person), count);
      const tokens = await world.connect(await world.addPerson(), app);
      assert.equal((await world.refresh(app, tokens.refreshToken)).status, 200);
    }
  });

  test('also one without a secret', async () => {
    const person = await world.addPerson();
    const { send } = await fillIn(person, NEW_CLIENT, { ...CLIENT, kind: 'public' });
    assert.doesNotMatch(readText(await sendAtOnce(send)), /secret/);
    assert.equal(await countApps(person), 1);
  });

  test('from another session, or with another wish, it is another app', async () => {
    const person = await world.addPerson();
    const { form, send } = await fillIn(person, NEW_CLIENT, CLIENT);
    const first = readApp(await send());
    const elsewhere = await openElsewhere(person);
    const stranger = await world.addPerson();
    for (const other of [elsewhere, stranger]) {
      const numbered = { ...CLIENT, form_id: form['form_id'] ?? '' };
      const made = readApp(await submitForm(other.browser, NEW_CLIENT, numbered));
      assert.notEqual(made.id, first.id);
      assert.notEqual(made.secret, first.secret);
    }
    const renamed = await person.browser.post(NEW_CLIENT, { ...form, name: 'Other' });
    assert.notEqual(readApp(renamed).id, first.id);
    assert.deepEqual([await countApps(person), await countApps(stranger)], [3, 1]);
  });

  test('late it makes none and shows nothing again, also once the app is deleted', async () => {
    const person = await world.addPerson();
    const { send } = await fillIn(person, NEW_CLIENT, CLIENT);
    const { id } = readApp(await send());
    laterThanARepeat(world.clock);
    await assertDoneBefore(person, send, '/developer/clients');
    assert.equal(await countApps(person), 1);
    await submitForm(person.browser, `/developer/clients/${id}/delete`);
    await assertDoneBefore(person, send, '/developer/clients');
    assert.equal(await countApps(person), 0);
  });

  test('whose secret was replaced meanwhile shows none', async () => {
    const person = await world.addPerson();
    const { send } = await fillIn(person, NEW_CLIENT, CLIENT);
    const { id } = readApp(await send());
    await submitForm(person.browser, `/developer/clients/${id}/secret`);
    await assertDoneBefore(person, send, '/developer/clients');
  });

  test('with faults comes back, and makes one app once they are mended', async () => {
    const person = await world.addPerson();
    const { form, send } = await fillIn(person, NEW_CLIENT, { ...CLIENT, url: 'x' });
    const refused = await send();
    assert.equal(refused.statusCode, 400);
    const shown = hiddenFields(refused, NEW_CLIENT);
    assert.equal(shown['form_id'], form['form_id']);
    await sendAtOnce(() => person.browser.post(NEW_CLIENT, { ...shown, ...CLIENT }));
    assert.equal(await countApps(person), 1);
  });
});

describe('another secret of an app whose form comes twice', () => {
  async function registered() {
    const person = await world.addPerson();
    const app = readApp(await submitForm(person.browser, NEW_CLIENT, CLIENT));
    const { refreshToken } = await world.connect(await world.addPerson(), app);
    const path = `/developer/clients/${app.id}`;
    let token = refreshToken;
    /** Whether the app is who it says with this secret. */
    const works = async (secret: string): Promise<boolean> => {
      const answer = await world.refresh({ ...app, secret }, token);
      if (answer.status !== 200) return false;
      token = String(Object(answer.body).refresh_token);
      return true;
    };
    return { person, app, path, works };
  }

  test('is replaced once, and all answers show the one that works', async () => {
    const { person, app, path, works } = await registered();
    let present = app.secret;
    for (const _ of times(3, () => 0)) {
      const { send } = await fillIn(person, `${path}/secret`);
      const secret = readSecret(await sendAtOnce(send));
      assert.equal(readSecret(await send()), secret, 'one after the other too');
      assert.deepEqual([secret.length, await works(present)], [43, false]);
      assert.equal(await works(secret), true);
      present = secret;
    }
  });

  test('a repeat is known across the border of two slots of time, and not later', async () => {
    const { person, path, works } = await registered();
    const { send } = await fillIn(person, `${path}/secret`);
    moveToSlot(world.clock);
    const secret = readSecret(await send());
    world.clock.move(REPEATED_FORM_MS);
    assert.equal(readSecret(await send()), secret);
    world.clock.move(REPEATED_FORM_MS);
    await assertDoneBefore(person, send, path);
    assert.equal(await works(secret), true);
  });

  test('an old form does nothing to a secret that came after it', async () => {
    const { person, app, path, works } = await registered();
    const [used, unused] = [
      await fillIn(person, `${path}/secret`),
      await fillIn(person, `${path}/secret`),
    ];
    const first = readSecret(await used.send());
    await assertDoneBefore(person, unused.send, path);
    assert.equal(await works(first), true);
    const rotated = await rotateClientSecret(world.deps, app.id, null);
    assert(rotated.ok);
    for (const { send } of [used, unused]) await assertDoneBefore(person, send, path);
    assert.deepEqual([await works(first), await works(rotated.value.secret)], [false, true]);
    const bare = () =>
      person.browser.post(`${path}/secret`, { csrf_token: used.form['csrf_token'] ?? '' });
    await assertDoneBefore(person, bare, path);
    assert.equal(await works(rotated.value.secret), true);
  });

  test('of two browsers at once one replaces it, and the other is told', async () => {
    const { person, path, works } = await registered();
    const elsewhere = await openElsewhere(person);
    const forms = [
      await fillIn(person, `${path}/secret`),
      await fillIn(elsewhere, `${path}/secret`),
    ];
    const answers = await Promise.all(forms.map(({ send }) => send()));
    const [done, ...others] = answers.filter(({ statusCode }) => statusCode === 200);
    assert(done !== undefined && others.length === 0);
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).toSorted(), [200, 303]);
    assert.equal(await works(readSecret(done)), true);
  });
});
