import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { closeAccount } from '../../src/account-closure/close-account.ts';
import { createClosingStore } from '../../src/account-closure/sql/closing-store.ts';
import { sat } from '../../src/base/amount.ts';
import { authorizeUrl, exchange, startOauth } from '../support/oauth-world.ts';

const world = await startOauth({ after });

async function close(userId: string): Promise<void> {
  const closings = createClosingStore(world.database());
  const closed = await closeAccount({ ...world.deps, closings }, { userId, givenUpSat: sat(0n) });
  assert(closed.ok);
}

describe('apps of those who close their account', () => {
  test('lose what they were given: access, refresh, and a code that waits', async () => {
    const [person, app] = [await world.addPerson(), await world.addApp()];
    const other = await world.addPerson();
    const tokens = await world.connect(person, app);
    const others = await world.connect(other, app);
    const late = await world.addApp();
    const { code } = await world.authorize(person, late);
    assert.equal((await world.callAs(tokens.accessToken)).status, 200);
    await close(person.api.user.id);
    assert.equal((await world.callAs(tokens.accessToken)).status, 401);
    assert.equal((await world.refresh(app, tokens.refreshToken)).status, 400);
    assert.equal((await world.token(late, exchange(late, code))).status, 400);
    assert.equal((await world.callAs(others.accessToken)).status, 200, 'of someone else');
  });

  test('that they had registered end for everyone', async () => {
    const [person, app] = [await world.addPerson(), await world.addApp()];
    const tokens = await world.connect(person, app);
    await close(app.ownerUserId);
    assert.equal((await world.callAs(tokens.accessToken)).status, 401);
    const { status } = await world.refresh(app, tokens.refreshToken);
    assert.ok(status === 400 || status === 401);
    assert.equal((await person.browser.get(authorizeUrl(app))).statusCode, 400);
  });
});
