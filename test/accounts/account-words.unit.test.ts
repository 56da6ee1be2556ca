import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalProblem, refusalText } from '../../src/accounts/pages/answer-refusal.ts';
import { deviceName } from '../../src/accounts/pages/device-name.ts';
import { printSetUp } from '../../src/app/commands/print-set-up.ts';
import { authUrlOf } from '../../src/config/public-urls.ts';
import { checkPassword } from '../../src/users/password.ts';
import { checkProfile } from '../../src/users/profile.ts';
import { en, englishTexts } from '../support/english-texts.ts';

test('a browser is named as its user knows it', () => {
  const names: readonly (readonly [agent: string, name: string])[] = [
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ' +
        'Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) ' +
        'Chrome/140.0.0.0 Safari/537.36',
      'Chrome on Linux',
    ],
    ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox on Android'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 ' +
        '(KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari on iOS',
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Firefox/140.0', 'Firefox on macOS'],
    ['Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/140.0 Safari/537.36', 'Chrome on Linux'],
    ['curl/8.0', 'Unknown browser'],
    ['', 'Unknown browser'],
    ['something (Linux)', 'Linux'],
  ];
  for (const [agent, name] of names) assert.equal(deviceName(en.security.device, agent), name);
});

test('the pages are where the operator says, else where the API is, else where it listens', () => {
  const listening = { authUrl: null, baseUrl: null, host: '127.0.0.1', port: 3000 };
  assert.equal(authUrlOf(listening), 'http://127.0.0.1:3000');
  assert.equal(authUrlOf({ ...listening, host: '0.0.0.0' }), 'http://localhost:3000');
  assert.equal(authUrlOf({ ...listening, host: '::' }), 'http://localhost:3000');
  assert.equal(authUrlOf({ ...listening, host: '::1' }), 'http://[::1]:3000');
  const api = { ...listening, baseUrl: 'https://api.example' };
  assert.equal(authUrlOf(api), 'https://api.example');
  assert.equal(authUrlOf({ ...api, authUrl: 'https://w.example' }), 'https://w.example');
});

test('the set-up link is told to people and to programs', (t) => {
  const lines: string[] = [];
  t.mock.method(process.stdout, 'write', (text: string) => lines.push(text) > 0);
  const expiresAt = new Date(0);
  const link = { address: 'http://w/set-up?token=x', expiresAt, tokenHash: new Uint8Array(32) };
  printSetUp(link, true);
  printSetUp(link, false);
  t.mock.restoreAll();
  const [json = '', ...text] = lines;
  const expected = { set_up_link: link.address, expires_at: '1970-01-01T00:00:00.000Z' };
  assert.deepEqual(JSON.parse(json), expected);
  assert(text.some((line) => line.trim() === link.address));
});

test('waits are told in words and in seconds', () => {
  const problem = (waitMs: number) => refusalProblem({ kind: 'too_many_attempts', waitMs });
  assert.match(problem(1)?.words(englishTexts()).message ?? '', /again in 1 second\./);
  assert.equal(problem(1)?.retryAfterSec, 1);
  assert.match(problem(60_000)?.words(englishTexts()).message ?? '', /again in 60 seconds\./);
  assert.match(problem(600_000)?.words(englishTexts()).message ?? '', /again in 10 minutes\./);
  assert.equal(refusalProblem({ kind: 'wrong_code' }), null);
});

test('a refusal says which part of a profile is wrong, and how long a password may be', () => {
  const profile = checkProfile({ avatar: 'http://x.example/a.png' });
  assert(!profile.ok);
  assert.match(refusalText(en.refusals, profile.refusal), /picture .*https:/);
  const key = checkProfile({ nostrPubkey: 'npub' });
  assert(!key.ok);
  assert.match(refusalText(en.refusals, key.refusal), /Nostr public key/);
  const password = checkPassword('short');
  assert(!password.ok);
  assert.match(refusalText(en.refusals, password.refusal), /8 to 256 characters/);
});
