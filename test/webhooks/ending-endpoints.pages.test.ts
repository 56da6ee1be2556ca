import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readText } from '../support/page-visitor.ts';
import { startPages } from '../support/page-world.ts';
import { submitForm } from '../support/submit-form.ts';
import { inPerson } from '../support/webhooks/in-person.ts';
import { addApp, addEndpoint } from '../support/webhooks/webhook-api.ts';

const world = await startPages({ after });

test('revoking a token says which endpoints end with it, and ends them', async () => {
  const visitor = await world.addVisitor();
  const token = await visitor.api.withScopes(['invoices:read']);
  const made = await addEndpoint(token, { description: 'Till <1>' });
  const bare = await addEndpoint(token);
  await addEndpoint(visitor.api, { description: 'Not of it' });
  const off = await addEndpoint(token, { description: 'Off before' });
  await token.patch(off.path, { enabled: false });
  const found = await world.deps.endpoints.find(inPerson(visitor.api), made.id);
  const path = `/developer/tokens/${found?.tokenId}/revoke`;
  const page = readText(await visitor.get(path));
  assert.match(page, /these webhook endpoints, and they end with it\./);
  assert.match(page, /Till <1> \(shop\.example\)/);
  assert.doesNotMatch(page, /Not of it|Off before/);
  await submitForm(visitor, path, {});
  for (const { id } of [made, bare]) {
    const ended = await world.deps.endpoints.find(inPerson(visitor.api), id);
    assert.equal(ended?.disabled?.reason, 'token_ended');
  }
  const endpoint = readText(await visitor.get(`/webhooks/${made.id}`));
  assert.match(endpoint, /The token that created it was revoked or expired\./);
  const onPath = `/webhooks/${made.id}/switch-on`;
  assert.match(readText(await visitor.get(onPath)), /it becomes your own/);
  await submitForm(visitor, onPath, {});
  const kept = await world.deps.endpoints.find(inPerson(visitor.api), made.id);
  assert.deepEqual([kept?.tokenId, kept?.disabled], [null, null]);
});

test('a token without endpoints has nothing to say of them', async () => {
  const visitor = await world.addVisitor();
  const [token] = await world.deps.tokens.listPersonalTokens(visitor.api.user.id);
  const page = await visitor.get(`/developer/tokens/${token?.id}/revoke`);
  assert.match(readText(page), /Revoke “/);
  assert.doesNotMatch(readText(page), /webhook endpoints/);
});

test('disconnecting an app says which endpoints end with it', async () => {
  const visitor = await world.addVisitor();
  const app = await addApp(world, visitor.api);
  await addEndpoint(app, { description: 'Of the app' });
  await addEndpoint(visitor.api, { description: 'Of the token' });
  const page = readText(await visitor.get(`/apps/${app.appGrantId}/revoke`));
  assert.match(page, /they end with it\. .* Of the app \(shop\.example\)/);
  assert.doesNotMatch(page, /Of the token/);
  const list = readText(await visitor.get('/webhooks'));
  assert.match(list, /the app “App”/);
  assert.match(list, /the token “/);
});
