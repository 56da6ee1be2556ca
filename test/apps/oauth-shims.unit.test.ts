import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkClientName } from '../../src/apps/client.ts';
import { MAX_CLIENT_NAME_LENGTH } from '../../src/apps/limits.ts';
import { readBasic } from '../../src/apps/oauth/routes/basic-credentials.ts';
import { normalizeAuthorization } from '../../src/apps/oauth/routes/normalize-authorization.ts';
import { normalizeClientCall } from '../../src/apps/oauth/routes/normalize-client-call.ts';
import { presentMetadata } from '../../src/apps/oauth/routes/present-metadata.ts';
import { readFormBody } from '../../src/apps/oauth/routes/read-form-body.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const basic = (text: string): string => `Basic ${btoa(text)}`;

describe('a request for authorization', () => {
  const normalize = (query: string) => {
    const { parameters, ...found } = normalizeAuthorization(new URLSearchParams(query));
    return { ...found, query: parameters.toString() };
  };

  test('a plain challenge becomes the one of S256 for the same verifier (RFC 7636, B)', () => {
    const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
    const expected = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
    for (const method of ['', '&code_challenge_method=plain']) {
      const { query, isPlain } = normalize(
        `scope=balance:read&code_challenge=${verifier}${method}`,
      );
      assert.equal(isPlain, true);
      assert.equal(new URLSearchParams(query).get('code_challenge'), expected);
      assert.equal(new URLSearchParams(query).get('code_challenge_method'), 'S256');
    }
  });

  test('what is S256, or unknown, stays as it came', () => {
    for (const method of ['S256', 's256', 'nonsense']) {
      const came = `scope=balance%3Aread&code_challenge=abc&code_challenge_method=${method}`;
      assert.deepEqual(normalize(came), { query: came, isPlain: false, scopeProblem: null });
    }
  });

  test('scopes once each, without those of OpenID Connect; the unknown ones are named', () => {
    const scopesOf = (scope: string) => {
      const { query, scopeProblem } = normalize(`scope=${encodeURIComponent(scope)}`);
      return [new URLSearchParams(query).get('scope'), scopeProblem];
    };
    assert.deepEqual(scopesOf('invoices:read  openid balance:read invoices:read'), [
      'invoices:read balance:read',
      null,
    ]);
    assert.deepEqual(scopesOf('balance:read x y'), ['balance:read', 'unknown scope: x y']);
    assert.deepEqual(scopesOf('"'), ['', 'unknown scope']);
    assert.deepEqual(scopesOf('openid'), ['', 'ask for at least one scope']);
    assert.equal(normalize('').scopeProblem, 'ask for at least one scope');
  });

  test('names that no one knows are gone; repeated ones go through, to be refused', () => {
    assert.equal(
      normalize('client_id=a&nonce=n&client_id=b&scope=balance:read&webln=no').query,
      'client_id=a&client_id=b&scope=balance%3Aread',
    );
  });
});

describe('a call of an app', () => {
  const call = async (parts: Partial<Parameters<typeof normalizeClientCall>[0]>) => {
    const result = await normalizeClientCall({
      query: new URLSearchParams(),
      contentType: '',
      body: bytes(''),
      authorization: undefined,
      ...parts,
    });
    return result.ok
      ? { ...Object.fromEntries(result.value.parameters), isBasic: result.value.isBasic }
      : result.refusal.error;
  };

  test('address, body and header become one form', async () => {
    const query = new URLSearchParams('grant_type=refresh_token&unknown=1');
    const body = bytes('refresh_token=r');
    assert.deepEqual(await call({ query, body, authorization: basic('id:secret') }), {
      grant_type: 'refresh_token',
      refresh_token: 'r',
      client_id: 'id',
      client_secret: 'secret',
      isBasic: true,
    });
  });

  test('an empty secret is none, wherever it stands', async () => {
    const named = { client_id: 'id', isBasic: false };
    assert.deepEqual(await call({ authorization: basic('id:') }), named);
    assert.deepEqual(await call({ body: bytes('client_id=id&client_secret=') }), named);
  });

  test('nothing twice, and nothing against each other', async () => {
    const query = new URLSearchParams('code=a');
    assert.equal(await call({ query, body: bytes('code=a') }), 'invalid_request');
    const authorization = basic('id:secret');
    assert.equal(await call({ authorization, body: bytes('client_id=x') }), 'invalid_request');
    assert.equal(await call({ authorization, body: bytes('client_secret=x') }), 'invalid_request');
  });
});

test('a Basic header is read, or refused, and never breaks', () => {
  assert.deepEqual(readBasic(basic('a:b:c')), { ok: true, value: { id: 'a', secret: 'b:c' } });
  assert.deepEqual(readBasic('BASIC  YTpi'), { ok: true, value: { id: 'a', secret: 'b' } });
  for (const header of ['', 'Basic', 'Basic !', basic('none'), basic('%zz:a'), basic('a:%')]) {
    const read = readBasic(header);
    assert.equal(read.ok ? '' : read.refusal.error, 'invalid_request', header);
  }
});

test('bodies: forms of both kinds, and nothing else', async () => {
  const read = async (type: string, text: string) => {
    const result = await readFormBody(type, bytes(text));
    return result.ok ? Object.fromEntries(result.value) : result.refusal.error;
  };
  const part = '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n';
  assert.deepEqual(await read('multipart/form-data; boundary=b', part), { a: '1' });
  assert.deepEqual(await read('multipart/form-data', 'a=1'), { a: '1' });
  assert.deepEqual(await read('application/x-www-form-urlencoded; charset=x', 'a=1'), { a: '1' });
  assert.deepEqual(await read('', 'a=%zz&b=+'), { a: '%zz', b: ' ' });
  assert.deepEqual(await read('application/json', ''), {});
  assert.equal(await read('application/json', '{}'), 'invalid_request');
});

test('metadata keeps nothing of OpenID Connect', () => {
  const urls = { baseUrl: 'https://api.example', authUrl: 'https://auth.example' };
  const described = {
    jwks_uri: 'x',
    claims_supported: ['sub'],
    response_types_supported: ['code'],
  };
  const metadata = presentMetadata(described, urls);
  assert.equal(metadata['jwks_uri'], undefined);
  assert.equal(metadata['claims_supported'], undefined);
  assert.deepEqual(metadata['response_types_supported'], ['code']);
  assert.equal(metadata['authorization_endpoint'], 'https://auth.example/oauth');
});

test('the name of an app can be read: no marks that hide or turn it, and not too long', () => {
  assert.deepEqual(checkClientName('  My   App '), { ok: true, value: 'My App' });
  assert(checkClientName('x'.repeat(MAX_CLIENT_NAME_LENGTH)).ok);
  assert(checkClientName('Größe 你好').ok);
  const bad = [
    '',
    '   ',
    'x'.repeat(MAX_CLIENT_NAME_LENGTH + 1),
    'a\u202eb',
    'a\u200bb',
    'a\u0000',
  ];
  for (const name of bad) assert.equal(checkClientName(name).ok, false, JSON.stringify(name));
});
