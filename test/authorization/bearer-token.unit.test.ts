import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBearerToken } from '../../src/authorization/bearer-token.ts';
import { hashToken } from '../../src/authorization/personal-token.ts';

test('a token is the same with and without the word before it', () => {
  const headers = ['sat_pat_one', 'Bearer sat_pat_one', '  bearer   sat_pat_one '];
  const [first, ...others] = headers.map(readBearerToken);
  assert.deepEqual(first?.hash, hashToken('sat_pat_one'));
  assert.equal(first?.kind, 'personal');
  for (const other of others) assert.deepEqual(other, first);
});

test('other tokens have other hashes and keys, and those of apps another kind', () => {
  const [one, other] = [readBearerToken('Bearer one'), readBearerToken('Bearer other')];
  assert.equal(one.kind, 'app');
  assert.notDeepEqual(one.hash, other.hash);
  assert.notEqual(one.key, other.key);
});

test('an empty header holds no token', () => {
  for (const header of ['', ' ']) assert.equal(readBearerToken(header).kind, 'empty');
});
