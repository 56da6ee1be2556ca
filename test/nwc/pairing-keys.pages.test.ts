import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { LightMyRequestResponse } from 'fastify';
import { MAX_APP_CONNECTIONS } from '../../src/apps/limits.ts';
import { REPEATED_FORM_MS } from '../../src/base/limits.ts';
import {
  ASKED,
  ask,
  type Filled,
  fill,
  newKey,
  PAIRING_PATH as PATH,
  returned,
} from '../support/nwc/pairing-visitor.ts';
import { type FormFields, readText } from '../support/page-visitor.ts';
import { startPages, type Visitor } from '../support/page-world.ts';
import { hiddenFields } from '../support/submit-form.ts';

const world = await startPages({ after });
const { appGrants, connections } = world.deps;
const appsOf = ({ api }: Visitor) => appGrants.listAppGrants(api.user.id);

describe('44: the key of an app serves once', () => {
  test('the same form twice makes one connection; its key serves no other', async () => {
    const [visitor, other] = [await world.addVisitor(), await world.addVisitor()];
    const pubkey = newKey();
    const { form } = await fill(visitor, { ...ASKED, pubkey });
    const stranger = await fill(other, { ...ASKED, pubkey });
    const answers = await Promise.all([visitor.post(PATH, form), visitor.post(PATH, form)]);
    const [first, second] = answers.map((answer) => returned(answer).href);
    assert.equal(first, second);
    world.clock.move(REPEATED_FORM_MS + 1);
    assert.equal(returned(await visitor.post(PATH, form)).href, first);
    assert.equal((await appsOf(visitor)).length, 1);

    const refusals = [
      await ask(visitor, { ...ASKED, pubkey }),
      await visitor.post(PATH, { ...form, amount: '7' }),
      await other.post(PATH, stranger.form),
      await ask(other, {
        ...ASKED,
        pubkey: new URL(first ?? '').searchParams.get('pubkey') ?? '',
      }).then(async (page) => await other.post(PATH, { ...stranger.form, ...walletKey(page) })),
    ];
    for (const refused of refusals) {
      assert.equal(refused.statusCode, 400);
      assert.match(readText(refused), /key of this app was used before/);
    }
    const [app] = await appsOf(visitor);
    await appGrants.revokeAppGrant(visitor.api.user.id, app?.id ?? '', world.clock.now());
    assert.equal((await visitor.post(PATH, form)).statusCode, 400);
    assert.deepEqual([await appsOf(visitor), await appsOf(other)], [[], []]);
  });

  test('of two people with one key, one gets a connection and the other nothing', async () => {
    for (let round = 0; round < 5; round += 1) {
      const visitors = [await world.addVisitor(), await world.addVisitor()];
      const pubkey = newKey();
      const forms: Filled[] = [];
      for (const visitor of visitors) forms.push(await fill(visitor, { ...ASKED, pubkey }));
      const answers = await Promise.all(
        visitors.map((visitor, place) => visitor.post(PATH, forms[place]?.form ?? {})),
      );
      assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [303, 400]);
      for (const [place, visitor] of visitors.entries()) {
        const made = answers[place]?.statusCode === 303 ? 1 : 0;
        assert.equal((await appsOf(visitor)).length, made);
      }
    }
  });

  test('so many apps, and no more', async () => {
    const visitor = await world.addVisitor();
    const { id: userId } = visitor.api.user;
    for (let count = 0; count < MAX_APP_CONNECTIONS; count += 1) {
      await connections.addConnection({
        ...{ id: crypto.randomUUID(), userId, kind: 'nwc', name: `app ${count}` },
        ...{ scopes: ['balance:read'], budget: null },
        ...{ createdAt: world.clock.now(), expiresAt: null },
      });
    }
    const { form } = await fill(visitor);
    const refused = await visitor.post(PATH, form);
    assert.equal(refused.statusCode, 400);
    assert.match(readText(refused), /already connected 100 apps/);
  });
});

/** What the app asked, from a page that refused nothing yet. */
const walletKey = (page: LightMyRequestResponse): FormFields => {
  assert.equal(page.statusCode, 200, 'whose key it is shows only when it is to be stored');
  const { pubkey = '' } = hiddenFields(page, PATH);
  return { pubkey };
};
