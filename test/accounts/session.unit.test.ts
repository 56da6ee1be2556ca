import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFormToken, newFormToken } from '../../src/accounts/form-token.ts';
import {
  CONFIRMATION_MS,
  GUEST_SESSION_MS,
  HALF_SESSION_MS,
  SESSION_IDLE_MS,
  SESSION_MS,
} from '../../src/accounts/limits.ts';
import { isConfirmed, newSessionSecret, sessionEnd, stageOf } from '../../src/accounts/session.ts';
import { MAX_RETURN_LENGTH } from '../../src/authorization/limits.ts';
import { isOwnPath } from '../../src/authorization/own-path.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { later, NOW, newSession, newUserSession } from '../support/account-people.ts';

test('G4 the secret of a session has 256 bits, in letters that every cookie carries', () => {
  const secrets = Array.from({ length: 100 }, () => newSessionSecret(systemRandom));
  for (const secret of secrets) assert.match(secret, /^[\w-]{43}$/);
  assert.equal(new Set(secrets).size, 100);
});

test('a session tells how far its browser has come', () => {
  assert.equal(stageOf(newSession()), 'guest');
  assert.equal(stageOf(newUserSession('u', { signedInAt: null })), 'half');
  assert.equal(stageOf(newUserSession('u')), 'signed_in');
});

test('each stage has its whole life, and none is idle for long', () => {
  const end = (stage: 'guest' | 'half' | 'signed_in', usedAfterMs: number) =>
    sessionEnd(stage, NOW, new Date(NOW.getTime() + usedAfterMs)).getTime() - NOW.getTime();
  assert.equal(end('guest', 0), GUEST_SESSION_MS);
  assert.equal(end('half', 5), HALF_SESSION_MS);
  assert.equal(end('signed_in', 0), SESSION_IDLE_MS);
  assert.equal(end('signed_in', 1000), SESSION_IDLE_MS + 1000);
  assert.equal(end('signed_in', SESSION_MS - 5), SESSION_MS);
});

test('a confirmation holds for a while', () => {
  const session = newUserSession('u', { confirmedAt: NOW });
  assert.equal(isConfirmed(session, later(CONFIRMATION_MS / 1000 - 1)), true);
  assert.equal(isConfirmed(session, later(CONFIRMATION_MS / 1000)), false);
  assert.equal(isConfirmed(newUserSession('u', { confirmedAt: null }), NOW), false);
});

test('H9 a token of a form is of its session, and never the same twice', () => {
  const [secret, other] = [newSessionSecret(systemRandom), newSessionSecret(systemRandom)];
  const tokens = Array.from({ length: 50 }, () => newFormToken(secret, systemRandom));
  assert.equal(new Set(tokens).size, 50);
  for (const token of tokens) {
    assert.equal(isFormToken(secret, token), true);
    assert.equal(isFormToken(other, token), false);
    assert(!token.includes(secret));
  }
});

test('H9 what is no token is refused: cut, longer, changed, empty, of other letters', () => {
  const secret = newSessionSecret(systemRandom);
  const token = newFormToken(secret, systemRandom);
  const flipped = (token[5] === 'A' ? 'B' : 'A') + token.slice(1);
  const texts = ['', 'x', token.slice(1), `${token}A`, flipped, 'A'.repeat(86), '+'.repeat(86)];
  for (const text of texts) assert.equal(isFormToken(secret, text), text === token, text);
});

test('E9 a path of ours leads nowhere else, whatever a browser makes of it', () => {
  for (const path of ['/', '/profile', '/oauth/x?a=b&c=%2F%2Fevil', '/a/../b', '/@x', '/:80']) {
    assert.equal(isOwnPath(path), true, path);
  }
  for (const path of [
    '',
    'profile',
    '//evil.example',
    '/\\evil.example',
    '\\/evil',
    'https://evil.example',
    '/a\\b',
    '/a b',
    '/a\n',
    '/\t/evil.example',
    '/ä',
    'javascript:alert(1)',
    `/${'a'.repeat(MAX_RETURN_LENGTH)}`,
  ]) {
    assert.equal(isOwnPath(path), false, JSON.stringify(path));
  }
});
