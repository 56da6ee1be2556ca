import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { actingNode, startActing } from '../support/operate/acting-world.ts';
import {
  type Deed,
  FAILED,
  isLogTrue,
  PAID,
  PARKED,
  STUCK,
  UNCLAIMED,
} from '../support/operate/action-deeds.ts';
import { doAction, type Moment, tellingPorts } from '../support/operate/dying-actions.ts';
import { readText } from '../support/page-visitor.ts';
import { createTestActions } from '../support/test-actions.ts';

const world = await startActing({ after });
const { database, clock, says } = world;
const living = createTestActions({ database, clock, log: world.deps.log }, actingNode(says));
const NEVER = new AbortController().signal;

/** Where it died; null when it was done before it could. */
async function dieAt({ prepare }: Deed, nth: number, moment: Moment): Promise<string | null> {
  const prepared = await prepare(world);
  const { action, effects } = prepared;
  const death = new AbortController();
  const calls: string[] = [];
  const ports = tellingPorts(living, (call, at) => {
    assert(!death.signal.aborted, 'the dead call no one');
    if (at === 'before') calls.push(call);
    if (at === moment && calls.length === nth) death.abort();
    assert(!death.signal.aborted, 'killed');
  });
  await doAction(ports, action, death.signal).catch((error: unknown) => {
    assert(death.signal.aborted, String(error));
  });
  if (!death.signal.aborted) return null;
  const place = `${moment} ${calls.at(-1)}`;
  await isLogTrue(world, prepared, place);
  for (const round of ['again', 'once more']) {
    await doAction(living, action, NEVER);
    assert.equal(await effects(), 1, `${place}: done ${round}, and there once`);
  }
  return place;
}

/** Between them lies what this is about. */
const PASSED: Readonly<Record<Deed['kind'], readonly string[]>> = {
  ask: ['after actions.begin', 'after money.resolve', 'after actions.end'],
  end: ['after actions.begin', 'after money.resolve', 'after actions.end'],
  assign: ['before unclaimed.assign', 'after unclaimed.assign'],
  retry: ['before jobs.retryParked', 'after jobs.retryParked'],
};

/**
 * Before or after each call that it makes; then the operator does the same again: the effect is
 * there once, and the log neither lacks what was done nor claims what was not.
 */
describe('the process of an operator dies anywhere', () => {
  for (const deed of [PAID, FAILED, STUCK, UNCLAIMED, PARKED]) {
    test(deed.what, async () => {
      const places: string[] = [];
      for (const moment of ['before', 'after'] as const) {
        for (let nth = 1; ; nth += 1) {
          const place = await dieAt(deed, nth, moment);
          if (place === null) break;
          places.push(place);
        }
      }
      for (const place of PASSED[deed.kind]) assert(places.includes(place), places.join(', '));
      await world.booksBalance();
    });
  }

  test('and the page of the log says that they did not finish', async () => {
    const browser = await world.signedIn(await world.addPerson({ isAdmin: true }));
    assert.match(readText(await browser.get('/operate/log')), /Not finished/);
  });
});
