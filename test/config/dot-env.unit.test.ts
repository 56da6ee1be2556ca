import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ConfigError } from '../../src/config/config-error.ts';
import { parseDotEnv } from '../../src/config/dot-env.ts';

const read = (text: string, encoding: BufferEncoding = 'utf8') => ({
  ...parseDotEnv(Buffer.from(text, encoding)),
});

function refused(text: string, encoding: BufferEncoding = 'utf8'): string {
  try {
    read(text, encoding);
  } catch (error) {
    assert(error instanceof ConfigError);
    return error.message;
  }
  return assert.fail(`read: ${text}`);
}

describe('a .env is read', () => {
  for (const [what, text] of [
    ['as it should be', 'SATCHEL_PORT=4000\nSATCHEL_SITE_NAME=Tea House\n'],
    ['with a byte order mark', '\uFEFFSATCHEL_PORT=4000\nSATCHEL_SITE_NAME=Tea House\n'],
    ['with the line ends of Windows', 'SATCHEL_PORT=4000\r\nSATCHEL_SITE_NAME=Tea House\r\n'],
    ['with quotes', `SATCHEL_PORT="4000"\nSATCHEL_SITE_NAME='Tea House'\n`],
    ['with export', 'export SATCHEL_PORT=4000\nexport SATCHEL_SITE_NAME="Tea House"\n'],
    ['with spaces and comments', ' SATCHEL_PORT = 4000 # ours\n# x\nSATCHEL_SITE_NAME= Tea House'],
    ['with all of it', `\uFEFF# ours\r\nexport SATCHEL_PORT="4000"\r\nSATCHEL_SITE_NAME=Tea House`],
  ] as const) {
    test(what, () => {
      assert.deepEqual(read(text), { SATCHEL_PORT: '4000', SATCHEL_SITE_NAME: 'Tea House' });
    });
  }

  test('with names of others, in whatever form', () => {
    assert.deepEqual(read('other text\nNODE_ENV=production\nMY_SATCHEL_X: 1\n'), {
      NODE_ENV: 'production',
    });
  });

  test('with a # in quotes, and with one that begins a comment', () => {
    assert.deepEqual(
      read('SATCHEL_SMTP_URL="smtp://a:b#c@d"\nSATCHEL_PORT=1 # c#d\nSATCHEL_HOST=#nothing'),
      { SATCHEL_SMTP_URL: 'smtp://a:b#c@d', SATCHEL_PORT: '1', SATCHEL_HOST: '' },
    );
  });
});

describe('a .env is refused', () => {
  test('in UTF-16, with its mark and without', () => {
    const text = 'SATCHEL_LIGHTNING=lnd\r\n';
    for (const spelt of [`\uFEFF${text}`, text]) {
      assert.match(refused(spelt, 'utf16le'), /\.env is not in UTF-8 .*save it as UTF-8/);
    }
    const big = Buffer.from(`\uFEFF${text}`, 'utf16le').swap16();
    assert.throws(() => parseDotEnv(big), /UTF-8/);
  });

  test('in the code page of a system', () => {
    assert.match(refused('SATCHEL_SITE_NAME=M\u00fcller', 'latin1'), /not in UTF-8/);
  });

  for (const [what, text, complaint] of [
    ['without =', 'A=1\nSATCHEL_LIGHTNING lnd', /^line 2 of \.env cannot be read: write SATCHEL_/],
    ['with a colon', 'SATCHEL_LIGHTNING: lnd', /^line 1 .*SATCHEL_LIGHTNING=value/],
    ['behind a mark', 'A=1\r\n\uFEFFSATCHEL_PORT=1', /^line 2 .*without invisible signs/],
    ['behind a space of web pages', '\u00a0SATCHEL_PORT=1', /^line 1 .*SATCHEL_PORT=value/],
    ['behind a sign without width', '\u200bDATABASE_URL=x', /^line 1 .*DATABASE_URL=value/],
    ['in a quote that does not end', 'A="x\nSATCHEL_PORT=1\nB="y"', /^line 2 .*quote/],
    ['with a # inside', 'SATCHEL_SMTP_URL=smtp://a:1#2@d', /^line 1 .*#.* in quotes/],
    ['with a # inside a short one', 'SATCHEL_SITE_NAME=a#b', /^line 1 .*SATCHEL_SITE_NAME in q/],
  ] as const) {
    test(what, () => assert.match(refused(text), complaint));
  }

  test('with all its lines at once, and without their values', () => {
    const complaint = refused('SATCHEL_A: secret\n\nSATCHEL_B=secret#1');
    assert.match(complaint, /line 1 .*; line 3 /);
    assert.doesNotMatch(complaint, /secret/);
  });
});
