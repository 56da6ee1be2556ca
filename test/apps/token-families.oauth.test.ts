import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createTokenFamilyStore } from '../../src/apps/sql/token-family-store.ts';
import { field } from '../support/fields.ts';
import type { OauthBrowser } from '../support/oauth-browser.ts';
import { type App, type Person, readTokens, startOauth } from '../support/oauth-world.ts';
import { readText } from '../support/page-visitor.ts';

const world = await startOauth({ after });
const app = await world.addApp({ isPublic: true });

const isAlive = async (accessToken: string): Promise<boolean> =>
  (await world.callAs(accessToken)).status === 200;

const refresh = async (of: App, refreshToken: string) =>
  readTokens(await world.refresh(of, refreshToken));

async function assertGone(refreshToken: string): Promise<void> {
  const answer = await world.refresh(app, refreshToken);
  assert.deepEqual([answer.status, field(answer.body, 'error')], [400, 'invalid_grant']);
}

/** A button of a page: all of its forms carry the same token. */
async function press({ get, post }: OauthBrowser, page: string, action: string) {
  const [, csrf = ''] = /name="csrf_token" value="([^"]*)"/.exec((await get(page)).body) ?? [];
  return await post(action, { csrf_token: csrf });
}

const connectionOf = async (person: Person) => {
  const appGrant = await world.deps.appGrants.findAppGrantWith(person.api.user.id, app.id);
  return appGrant?.id ?? '';
};
const familiesOf = async (person: Person) =>
  createTokenFamilyStore(world.database()).listFamilies(person.api.user.id, {
    appGrantId: await connectionOf(person),
    at: world.clock.now(),
    limit: 10,
  });

describe('a refresh token that comes twice within the grace', () => {
  test('D3 marks its family, and the next consent ends that one and no other', async () => {
    const person = await world.addPerson();
    const phone = await world.connect(person, app);
    const stolen = await world.connect(person, app);
    const thief = await refresh(app, stolen.refreshToken);
    world.clock.move(3000);
    await assertGone(stolen.refreshToken);
    assert.equal(await isAlive(thief.accessToken), true, 'nothing ends by that');
    const phoneAgain = await refresh(app, phone.refreshToken);

    const again = await world.connect(person, app);
    assert.equal(await isAlive(thief.accessToken), false);
    assert.equal(await isAlive(stolen.accessToken), false);
    await assertGone(thief.refreshToken);
    for (const { accessToken, refreshToken } of [phoneAgain, again]) {
      assert.equal(await isAlive(accessToken), true);
      await refresh(app, refreshToken);
    }
  });

  test('D5 parallel refreshes end nothing, and two devices go on through each consent', async () => {
    const person = await world.addPerson();
    const first = await world.connect(person, app);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => world.refresh(app, first.refreshToken)),
    );
    const winners = answers.filter(({ status }) => status === 200);
    assert.equal(winners.length, 1);
    const [winner] = winners;
    assert(winner !== undefined);
    const pair = readTokens(winner);
    assert.equal(await isAlive(pair.accessToken), true);
    const next = await refresh(app, pair.refreshToken);
    assert.equal(await isAlive(next.accessToken), true);

    const other = await world.addPerson();
    const [laptop, phone] = [await world.connect(other, app), await world.connect(other, app)];
    await world.connect(other, app);
    for (const { accessToken, refreshToken } of [laptop, phone]) {
      assert.equal(await isAlive(accessToken), true);
      await refresh(app, refreshToken);
    }
  });

  test('is no reuse when another app shows it, or when its own app asks about it', async () => {
    const person = await world.addPerson();
    const first = await world.connect(person, app);
    await refresh(app, first.refreshToken);
    const other = await world.addApp({ isPublic: true });
    assert.equal((await world.refresh(other, first.refreshToken)).status, 400);
    const asked = { token: first.refreshToken, client_id: app.id };
    await world.call('POST', '/oauth/introspect', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(asked).toString(),
    });
    assert.deepEqual(
      (await familiesOf(person)).map(({ markedAt }) => markedAt),
      [null],
    );
  });

  test('D6 a refresh that meets the consent leaves nothing of the marked family alive', async () => {
    for (let round = 0; round < 10; round += 1) {
      const person = await world.addPerson();
      const first = await world.connect(person, app);
      const second = await refresh(app, first.refreshToken);
      await assertGone(first.refreshToken);
      const [answer, fresh] = await Promise.all([
        world.refresh(app, second.refreshToken),
        world.connect(person, app),
      ]);
      assert.equal(await isAlive(second.accessToken), false);
      assert.equal(await isAlive(fresh.accessToken), true);
      if (answer.status !== 200) continue;
      const third = readTokens(answer);
      assert.equal(await isAlive(third.accessToken), false, 'no orphan');
      await assertGone(third.refreshToken);
    }
  });
});

describe('the page of a connected app', () => {
  test('lists where it is used, from when to when, and one press ends one of them', async () => {
    const person = await world.addPerson();
    const laptop = await world.connect(person, app);
    world.clock.move(3_600_000);
    const phone = await world.connect(person, app);
    world.clock.move(3_600_000);
    await world.callAs(laptop.accessToken);
    await world.deps.appGrantUses.write();
    const path = `/apps/${await connectionOf(person)}`;
    assert.match((await person.browser.get('/apps')).body, new RegExp(`href="${path}"`));
    const page = await person.browser.get(path);
    const ends = [...page.body.matchAll(/action="([^"]*\/places\/[^"]*)"/g)].map(([, to]) => to);
    assert.equal(ends.length, 2);
    const [used, unused] = await familiesOf(person);
    assert(used !== undefined && unused !== undefined);
    assert(used.lastUsedAt.getTime() - used.begunAt.getTime() >= 7_200_000);
    assert(unused.lastUsedAt.getTime() - unused.begunAt.getTime() < 3_600_000);
    assert.equal(ends[0], `${path}/places/${used?.id}/end`, 'the last used stands first');

    const ended = await press(person.browser, path, ends[0] ?? '');
    assert.equal(ended.headers.location, path);
    assert.equal(await isAlive(laptop.accessToken), false);
    await assertGone(laptop.refreshToken);
    assert.equal(await isAlive(phone.accessToken), true);
    await refresh(app, phone.refreshToken);
    const after = await person.browser.get(path);
    assert.match(readText(after), /The app is signed out there/);
    assert.equal(after.body.match(/\/places\//g)?.length, 1);
  });

  test('says which one came twice, and that there may be none', async () => {
    const person = await world.addPerson();
    const first = await world.connect(person, app);
    await refresh(app, first.refreshToken);
    await assertGone(first.refreshToken);
    const path = `/apps/${await connectionOf(person)}`;
    assert.match(readText(await person.browser.get(path)), /Doubtful means: the key .* used twice/);
    world.clock.move(31 * 86_400_000);
    const { user } = person.api;
    const [appGrant] = await world.deps.appGrants.listAppGrants(user.id);
    assert.deepEqual(await familiesOf(person), []);
    assert.notEqual(appGrant, undefined);
  });

  test('is nobody else’s, and neither are its parts', async () => {
    const [ada, bob] = [await world.addPerson(), await world.addPerson()];
    const tokens = await world.connect(ada, app);
    await world.connect(bob, app);
    const [family] = await familiesOf(ada);
    const path = `/apps/${await connectionOf(ada)}`;
    assert.equal((await bob.browser.get(path)).statusCode, 404);
    const own = `/apps/${await connectionOf(bob)}`;
    for (const [at, status] of [
      [`${path}/places/${family?.id}/end`, 404],
      [`${own}/places/${family?.id}/end`, 303],
      [`${own}/places/nonsense/end`, 303],
    ] as const) {
      assert.equal((await press(bob.browser, own, at)).statusCode, status);
    }
    assert.equal(await isAlive(tokens.accessToken), true);
  });
});
