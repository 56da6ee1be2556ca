import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { boundWrites } from '../../src/database/write-bulkhead.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const TIMEOUT_MS = 12_000;
const MAX_COLLECTIONS = 100;

/** One collection is not enough: a compilation under way holds what its function last worked on. */
async function countAfterCollections(references: readonly WeakRef<object>[]): Promise<number> {
  let kept = references.length;
  for (let round = 0; round < MAX_COLLECTIONS && kept > 0; round += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
    kept = references.filter((reference) => reference.deref() !== undefined).length;
  }
  return kept;
}

test('of writes that were told that there was no connection nothing is kept', async () => {
  const clock = createVirtualClock();
  const write = boundWrites(1, clock, TIMEOUT_MS);
  const { promise: isConfirmed, resolve: confirm } = Promise.withResolvers<void>();
  const first = write(() => isConfirmed);
  first.catch(() => undefined);

  const sent: string[] = [];
  const askOnce = (name: string): WeakRef<object> => {
    const parameters = { name };
    write(async () => void sent.push(parameters.name)).catch(() => undefined);
    return new WeakRef(parameters);
  };
  const kept = Array.from({ length: 100 }, (_, index) => askOnce(String(index)));
  await clock.flush();
  await clock.advance(TIMEOUT_MS);
  assert.equal(await countAfterCollections(kept), 0);

  const next = write(async () => void sent.push('next'));
  confirm();
  await next;
  assert.deepEqual(sent, ['next']);
});
