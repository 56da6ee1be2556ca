import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { ACTIVITY_RECORDS } from '../../../src/base/limits.ts';
import { readLink, readText } from '../../support/page-visitor.ts';
import { startPages } from '../../support/page-world.ts';

const world = await startPages({ after });

describe('GET /activity', () => {
  test('has nothing of a new user', async () => {
    const visitor = await world.addVisitor();
    assert.match(readText(await visitor.get('/activity')), /No money has come in or gone out yet/);
  });

  test('shows one direction where that is wanted', async () => {
    const visitor = await world.addVisitor();
    const payee = await world.addVisitor();
    await visitor.api.receive(1_234_567);
    const invoice = await payee.api.invoice(4567);
    assert.equal((await visitor.api.post('/payments/bolt11', { invoice })).status, 200);
    const out = readText(await visitor.get('/activity?show=out'));
    assert.match(out, /−4,567 sat/);
    assert.doesNotMatch(out, /1,234,567/);
    const incoming = readText(await visitor.get('/activity?show=in'));
    assert.match(incoming, /\+1,234,567 sat/);
    assert.doesNotMatch(incoming, /4,567 sat .* ?−|−4,567/);
  });

  test('pages back to the oldest and home again', async () => {
    const visitor = await world.addVisitor();
    for (let count = 1; count <= ACTIVITY_RECORDS + 2; count += 1) await visitor.api.receive(count);
    const first = await visitor.get('/activity');
    assert.match(readText(first), new RegExp(`\\+${ACTIVITY_RECORDS + 2} sat .*\\+3 sat`));
    assert.doesNotMatch(readText(first), /\+2 sat/);
    const older = readLink(first, '20 older');
    const second = await visitor.get(older);
    assert.match(readText(second), /\+2 sat .*\+1 sat/);
    assert.doesNotMatch(readText(second), /\+3 sat/);
    assert.equal(readLink(second, 'Newest'), '/activity');

    const stranger = await world.addVisitor();
    const answer = await stranger.get(older);
    assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/activity']);
  });

  test('ignores a query that nobody of ours wrote', async () => {
    const visitor = await world.addVisitor();
    for (const query of [
      '?show=%00',
      '?before=../../x',
      '?before=a&before=b%22%3E',
      '?show=in&x',
    ]) {
      const { statusCode } = await visitor.get(`/activity${query}`);
      assert.ok([200, 303].includes(statusCode), query);
    }
  });
});
