import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createArgon2Hasher } from '../../src/accounts/libraries/argon2.ts';
import { MAX_WAITING_PASSWORDS } from '../../src/accounts/limits.ts';
import { createPasswordQueue } from '../../src/accounts/password-queue.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import type { PasswordHasher } from '../../src/users/password.ts';
import { CHEAP } from '../support/test-accounts.ts';

test('H11 passwords are hashed by argon2id, salted', async () => {
  const [one, other] = [
    await createArgon2Hasher(systemRandom).hash('secret'),
    await createArgon2Hasher(systemRandom).hash('secret'),
  ];
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  assert.notEqual(one, other);
  assert.equal(await createArgon2Hasher(systemRandom).verify(one, 'secret'), true);
  assert.equal(await createArgon2Hasher(systemRandom).verify(one, 'Secret'), false);
  assert.equal(await createArgon2Hasher(systemRandom).verify('no hash', 'secret'), false);
});

test('H11 hashes that were made by earlier releases still match, and so do all kinds of argon2', async () => {
  // The package @node-rs/argon2 2.2.1 wrote these.
  const written = [
    '$argon2d$v=19$m=64,t=2,p=1$laoP44DiOsitgUzzFXoArQ$WGtuHjbshf7a/WUVknXB4I9//TarYWiURN2SbgFugCA',
    '$argon2i$v=19$m=64,t=2,p=1$TM/AKguVkoZ4w99mH22TPQ$/vXk5ghsGv/TGIM3d6Mk2Pjd18wzBM7OGJ1Kz8GAUpY',
    '$argon2id$v=19$m=19456,t=2,p=1$ZcRn+X23eZOSezx4LiVDaQ$/VmXuLnzoq//RCiLs/lnudhdVVFjG3w1SWFdDN5Jjgo',
  ];
  for (const hash of written) {
    assert.equal(await createArgon2Hasher(systemRandom).verify(hash, 'correct horse'), true, hash);
    assert.equal(await createArgon2Hasher(systemRandom).verify(hash, 'correct horsf'), false, hash);
  }
});

test('H11 what is no hash, or would cost too much, matches no password', async () => {
  const good = await createArgon2Hasher(systemRandom, CHEAP).hash('x');
  assert.equal(await createArgon2Hasher(systemRandom).verify(good, 'x'), true);
  const spoiled = [
    good.replace('v=19', 'v=16'),
    good.replace('argon2id', 'argon2x'),
    good.replace('t=1', 't=0'),
    good.replace('p=1', 'p=0'),
    good.replace('m=64', 'm=7'),
    good.replace('m=64', 'm=9999999'),
    good.replace('t=1', 't=999'),
    `${good}=`,
    ` ${good}`,
    good.slice(0, -30),
    '',
  ];
  for (const hash of spoiled)
    assert.equal(await createArgon2Hasher(systemRandom).verify(hash, 'x'), false, hash);
});

test('H11 a hash is outdated when one of its costs is below today’s', async () => {
  const now = createArgon2Hasher(systemRandom, { memoryCost: 128, timeCost: 2, parallelism: 1 });
  const outdated: readonly (readonly [memoryCost: number, timeCost: number, is: boolean])[] = [
    [128, 2, false],
    [256, 3, false],
    [64, 2, true],
    [128, 1, true],
    [64, 9, true],
  ];
  for (const [memoryCost, timeCost, is] of outdated) {
    const hash = await createArgon2Hasher(systemRandom, {
      memoryCost,
      timeCost,
      parallelism: 1,
    }).hash('x');
    assert.equal(now.isOutdated(hash), is, hash);
  }
  const argon2i = (await now.hash('x')).replace('argon2id', 'argon2i');
  assert.equal(now.isOutdated(argon2i), true);
});

const STRANGER = { network: '192.0.2.1', knownUserId: null };

/** Works that end when the test says so. */
function heldHasher() {
  const releases: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const held = async <T>(answer: T): Promise<T> => {
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => releases.push(resolve));
    running -= 1;
    return answer;
  };
  const hasher: PasswordHasher = {
    hash: (password) => (password === 'x' ? held('hash') : Promise.resolve('nobody')),
    verify: (hash, password) => held(hash === password),
    isOutdated: () => false,
  };
  return { hasher, releases, mostAtOnce: () => most };
}

test('I4 a few passwords at a time, the others wait in turn, and too many are turned away', async () => {
  const { hasher, releases, mostAtOnce } = heldHasher();
  const queue = createPasswordQueue(hasher, 2);
  const asked = Array.from({ length: 2 + MAX_WAITING_PASSWORDS }, () => queue.hash('x', STRANGER));
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(await queue.hash('x', STRANGER), { ok: false, refusal: { kind: 'busy' } });
  assert.deepEqual(await queue.verify('x', 'x', STRANGER), {
    ok: false,
    refusal: { kind: 'busy' },
  });
  assert.equal(releases.length, 2);
  const all = Promise.all(asked);
  const drain = setInterval(() => releases.shift()?.(), 0);
  const answers = await all;
  clearInterval(drain);
  assert(answers.every(({ ok }) => ok));
  assert.equal(mostAtOnce(), 2);
  const later = queue.hash('x', STRANGER);
  await new Promise((resolve) => setImmediate(resolve));
  releases.shift()?.();
  assert.equal((await later).ok, true, 'there is a place again');
});

test('H1 an unknown account’s password costs what any costs, and is never right', async () => {
  const verified: string[] = [];
  const cheap = createArgon2Hasher(systemRandom, CHEAP);
  const queue = createPasswordQueue(
    {
      ...cheap,
      verify: (hash, password) => {
        verified.push(hash);
        return cheap.verify(hash, password);
      },
    },
    1,
  );
  assert.deepEqual(await queue.verify(null, 'guess', STRANGER), { ok: true, value: false });
  const [hash = ''] = verified;
  assert.match(hash, /^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
  assert.deepEqual(
    await queue.verify(null, 'of an account that does not exist', STRANGER),
    { ok: true, value: false },
    'not even the one behind it',
  );
  assert.equal(verified[1], hash, 'made once');
});
