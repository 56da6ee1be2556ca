import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withFingerprint } from '../../src/app/context/check-secret-key.ts';
import { keysInUse, type SecretKey } from '../../src/secret-key/key-state.ts';

const [one, two, three] = [1, 2, 3].map((byte) => withFingerprint(new Uint8Array(32).fill(byte)));
assert(one !== undefined && two !== undefined && three !== undefined);

const use = (
  pair: readonly [SecretKey, SecretKey | null],
  state: readonly [SecretKey, SecretKey | null],
) =>
  keysInUse(
    { current: pair[0], old: pair[1] },
    { bound: state[0].fingerprint, old: state[1]?.fingerprint ?? null },
  );

test('the old key seals until the database is bound to the new one, and both open', () => {
  assert.deepEqual(use([one, null], [one, null]), { sealing: one, opening: [one] });
  assert.deepEqual(use([two, one], [one, null]), { sealing: one, opening: [one, two] });
  assert.deepEqual(use([two, one], [two, one]), { sealing: two, opening: [two, one] });
});

test('an old key that was ended opens nothing, though it is still set', () => {
  assert.deepEqual(use([two, one], [two, null]), { sealing: two, opening: [two] });
});

test('a key that is missing, swapped or one too many is named, whatever the order', () => {
  const refused = (
    pair: Parameters<typeof use>[0],
    state: Parameters<typeof use>[1],
    message: RegExp,
  ) => assert.throws(() => use(pair, state), { name: 'SecretKeyMismatchError', message });
  refused([two, null], [one, null], /does not fit the database/);
  refused([three, two], [one, null], /neither the secret key nor the old one/);
  refused([two, null], [two, one], /set SATCHEL_SECRET_KEY_OLD to that key/);
  refused([two, three], [two, one], /set SATCHEL_SECRET_KEY_OLD to that key/);
  refused([one, null], [two, one], /this secret key was replaced/);
  refused([one, two], [two, one], /are swapped/);
  refused([three, two], [two, one], /a third one must wait/);
  refused([three, one], [two, one], /neither the secret key nor the old one/);
});
