import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { readLink, readText } from '../support/page-visitor.ts';
import { startPages } from '../support/page-world.ts';
import { submitForm } from '../support/submit-form.ts';
import { answered } from '../support/webhooks/claims.ts';
import { deliverAll, deliveryPaths, makeEndpoint } from '../support/webhooks/webhook-visitor.ts';

const world = await startPages({ after });

describe('the overview', () => {
  test('warns of an endpoint that fails, and no longer once it delivers', async () => {
    const visitor = await world.addVisitor();
    const { id, path } = await makeEndpoint(visitor, { description: 'A <b>' });
    await visitor.api.receive(100);
    assert.doesNotMatch(readText(await visitor.get('/')), /Webhook “/);
    await deliverAll(world, id, answered(503));
    const page = await visitor.get('/');
    assert.match(readText(page), /Webhook “A <b>” is failing\. Since .* one attempt failed\./);
    assert.equal(readLink(page, 'Show'), path);
    await visitor.post(`${(await deliveryPaths(visitor, path))[0]}/replay`, {});
    await deliverAll(world, id, answered(204));
    assert.doesNotMatch(readText(await visitor.get('/')), /Webhook “/);
  });

  test('does not warn of one that was switched off by hand; counts where there are several', async () => {
    const visitor = await world.addVisitor();
    const [one, other, off] = [
      await makeEndpoint(visitor),
      await makeEndpoint(visitor),
      await makeEndpoint(visitor),
    ];
    await submitForm(visitor, `${off.path}/switch-off`);
    assert.doesNotMatch(readText(await visitor.get('/')), /ebhook (“|endpoints)/);
    await visitor.api.receive(100);
    await deliverAll(world, one.id, answered(500));
    await deliverAll(world, other.id, answered(410), { disables: 'gone' });
    const page = await visitor.get('/');
    assert.match(readText(page), /2 webhook endpoints get no messages at the moment\./);
    assert.equal(readLink(page, 'Show'), '/webhooks');
  });
});
