import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startOauth } from '../support/oauth-world.ts';

const world = await startOauth({ after });

test('from the app to the consent page, back with a code, to tokens, to a call', async () => {
  const app = await world.addApp({ isPublic: true });
  const person = await world.addPerson();
  const tokens = await world.connect(person, app).catch((e) => {
    console.log(world.logged());
    throw e;
  });
  assert.equal(tokens.scope, 'balance:read');
  assert.equal((await world.callAs(tokens.accessToken)).status, 200);
  const refreshed = await world.refresh(app, tokens.refreshToken);
  assert.equal(refreshed.status, 200, refreshed.text);
});
