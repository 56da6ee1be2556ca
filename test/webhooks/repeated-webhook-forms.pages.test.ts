import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { MAX_WEBHOOK_ENDPOINTS, REPEATED_FORM_MS } from '../../src/base/limits.ts';
import { WEBHOOK_CHANGES } from '../../src/webhooks/limits.ts';
import { times } from '../support/money-model/many-at-once.ts';
import { type Person, startOauth } from '../support/oauth-world.ts';
import { readText } from '../support/page-visitor.ts';
import {
  assertDoneBefore,
  fillIn,
  laterThanARepeat,
  moveToSlot,
  readSecret,
  sendAtOnce,
} from '../support/repeated-forms.ts';
import { submitForm } from '../support/submit-form.ts';
import { addEndpoint } from '../support/webhooks/webhook-api.ts';
import { GOOD as ENDPOINT, NEW_PATH } from '../support/webhooks/webhook-visitor.ts';

const world = await startOauth({ after });

async function listEndpoints(person: Person): Promise<readonly string[]> {
  const { body } = await person.browser.get('/webhooks');
  return [...body.matchAll(/href="\/webhooks\/(ep_\w{27})"/g)].flatMap(([, id]) => id ?? []);
}

/** How many secrets sign at present. */
async function countSecrets({ api }: Person): Promise<number> {
  return (await world.deps.endpointStats.readSecrets(api.user.id)).length;
}

describe('a new endpoint whose form comes twice', () => {
  test('is one endpoint, and all answers show it', async () => {
    const person = await world.addPerson();
    for (const count of [1, 2, 3]) {
      const { send } = await fillIn(person, NEW_PATH, ENDPOINT);
      const made = await sendAtOnce(send);
      assert.equal(readText(await send()), readText(made), 'one after the other too');
      assert.match(readSecret(made), /^whsec_\S{32}$/);
      const ids = await listEndpoints(person);
      assert.deepEqual([ids.length, await countSecrets(person)], [count, count]);
      assert.ok(made.body.includes(`/webhooks/${ids.at(-1)}"`));
    }
  });

  test('from another session, or with another wish, it is another endpoint', async () => {
    const [person, stranger] = [await world.addPerson(), await world.addPerson()];
    const { form, send } = await fillIn(person, NEW_PATH, ENDPOINT);
    const secret = readSecret(await send());
    const numbered = { ...ENDPOINT, form_id: form['form_id'] ?? '' };
    assert.notEqual(readSecret(await submitForm(stranger.browser, NEW_PATH, numbered)), secret);
    const renamed = await person.browser.post(NEW_PATH, { ...form, description: 'Other' });
    assert.notEqual(readSecret(renamed), secret);
    const counts = [await listEndpoints(person), await listEndpoints(stranger)];
    assert.deepEqual(
      counts.map(({ length }) => length),
      [2, 1],
    );
  });

  test('the last one that can be is shown to both, and so is the last of a burst', async () => {
    const full = await world.addPerson();
    for (const _ of times(MAX_WEBHOOK_ENDPOINTS - 1, () => 0)) await addEndpoint(full.api);
    const last = await fillIn(full, NEW_PATH, ENDPOINT);
    await sendAtOnce(last.send);
    assert.equal((await listEndpoints(full)).length, MAX_WEBHOOK_ENDPOINTS);

    const quick = await world.addPerson();
    const { send } = await fillIn(quick, NEW_PATH, ENDPOINT);
    const { id } = await addEndpoint(quick.api);
    for (const _ of times(WEBHOOK_CHANGES.burst - 2, () => 0)) {
      await submitForm(quick.browser, `/webhooks/${id}/switch-off`);
    }
    const made = await send();
    assert.equal(made.statusCode, 200);
    assert.equal(readSecret(await send()), readSecret(made));
  });

  test('late it makes none and shows nothing again, also once it is deleted', async () => {
    const person = await world.addPerson();
    const { send } = await fillIn(person, NEW_PATH, ENDPOINT);
    await send();
    laterThanARepeat(world.clock);
    await assertDoneBefore(person, send, '/webhooks');
    const [id, ...others] = await listEndpoints(person);
    assert.deepEqual(others, []);
    await submitForm(person.browser, `/webhooks/${id}/delete`);
    await assertDoneBefore(person, send, '/webhooks');
    assert.deepEqual(await listEndpoints(person), []);
  });

  test('whose secret was replaced meanwhile shows none', async () => {
    const person = await world.addPerson();
    const { send } = await fillIn(person, NEW_PATH, ENDPOINT);
    await send();
    const [id] = await listEndpoints(person);
    await submitForm(person.browser, `/webhooks/${id}/secret`);
    await assertDoneBefore(person, send, '/webhooks');
  });
});

describe('another signing secret whose form comes twice', () => {
  async function made(): Promise<{ person: Person; path: string }> {
    const person = await world.addPerson();
    await submitForm(person.browser, NEW_PATH, ENDPOINT);
    const [id] = await listEndpoints(person);
    return { person, path: `/webhooks/${id}` };
  }

  test('is replaced once, and all answers show it and the end of the old one', async () => {
    const { person, path } = await made();
    for (const count of [2, 3, 4]) {
      const { send } = await fillIn(person, `${path}/secret`, { overlap: '86400' });
      moveToSlot(world.clock);
      const first = await sendAtOnce(send);
      assert.match(readText(first), /The old secret also signs until/);
      world.clock.move(REPEATED_FORM_MS);
      assert.equal(readText(await send()), readText(first), 'one after the other too');
      assert.equal(await countSecrets(person), count);
    }
  });

  test('also where the old one ends at once', async () => {
    const { person, path } = await made();
    const { send } = await fillIn(person, `${path}/secret`, { overlap: '0' });
    assert.match(readText(await sendAtOnce(send)), /The old secret no longer signs anything/);
  });

  test('late, or another than it was, it does nothing', async () => {
    const { person, path } = await made();
    const { form, send } = await fillIn(person, `${path}/secret`, { overlap: '3600' });
    const secret = readSecret(await send());
    const changed = () => person.browser.post(`${path}/secret`, { ...form, overlap: '0' });
    await assertDoneBefore(person, changed, path);
    laterThanARepeat(world.clock);
    await assertDoneBefore(person, send, path);
    assert.equal(await countSecrets(person), 2);
    const next = readSecret(await submitForm(person.browser, `${path}/secret`));
    assert.notEqual(next, secret);
    await assertDoneBefore(person, send, path);
    assert.equal(await countSecrets(person), 3);
  });
});
