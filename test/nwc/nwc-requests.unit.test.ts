import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { ALL_SCOPES, type Scope } from '../../src/authorization/scope.ts';
import type { EncryptionScheme } from '../../src/nostr/conversation.ts';
import { LAST_SEC } from '../../src/nwc/limits.ts';
import { openRequest } from '../../src/nwc/open-request.ts';
import { readRequestBody } from '../../src/nwc/request-body.ts';
import {
  answerScheme,
  type EnvelopeProblem,
  readEnvelope,
} from '../../src/nwc/request-envelope.ts';
import { requestError } from '../../src/nwc/request-refusals.ts';
import { checkProperty } from '../support/check-property.ts';
import {
  APP_PUBKEY,
  appEncrypt,
  appRequest,
  type NewAppInput,
  NOW_SEC,
  WALLET_PUBKEY,
  walletSide,
} from '../support/nwc/app-request.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { testSeed } from '../support/seeds.ts';

const random = createSeededRandom(testSeed());
const BOTH: readonly EncryptionScheme[] = ['nip44_v2', 'nip04'];
const ALL: ReadonlySet<Scope> = new Set(ALL_SCOPES);
const P = ['p', WALLET_PUBKEY];

const envelopeOf = (input: NewAppInput, schemes = BOTH) =>
  readEnvelope(appRequest(input), { nowSec: NOW_SEC, schemes });

describe('the outside of a request', () => {
  test('says who asks whom, and when', () => {
    const event = appRequest();
    assert.deepEqual(readEnvelope(event, { nowSec: NOW_SEC, schemes: BOTH }), {
      ok: true,
      value: {
        eventId: event.id,
        clientPubkey: APP_PUBKEY,
        walletPubkey: WALLET_PUBKEY,
        createdAt: NOW_SEC,
        scheme: 'nip44_v2',
        expiresAt: null,
      },
    });
  });

  const expiring = (...times: readonly string[]) => [
    P,
    ...times.map((time) => ['expiration', time]),
  ];

  test('says when it expires: the earliest time, none later than the year 9999', () => {
    const expiryOf = (...times: readonly string[]): number => {
      const read = envelopeOf({ tags: expiring(...times) });
      assert(read.ok && read.value.expiresAt !== null);
      return read.value.expiresAt.getTime() / 1000;
    };
    assert.equal(expiryOf(String(NOW_SEC)), NOW_SEC);
    assert.equal(expiryOf(String(NOW_SEC + 9), String(NOW_SEC + 5)), NOW_SEC + 5);
    assert.equal(expiryOf('9'.repeat(15)), LAST_SEC);
  });

  const problems: readonly (readonly [string, NewAppInput, EnvelopeProblem | null])[] = [
    ['19 an answer', { kind: 23_195 }, 'wrong_kind'],
    ['19 an info', { kind: 13_194 }, 'wrong_kind'],
    ['19 a notification', { kind: 23_197 }, 'wrong_kind'],
    ['19 no recipient', { tags: [] }, 'wrong_recipient'],
    ['19 two recipients', { tags: [P, ['p', APP_PUBKEY]] }, 'wrong_recipient'],
    ['19 the same one twice', { tags: [P, P] }, 'wrong_recipient'],
    [
      '18 an upper-case recipient',
      { tags: [['p', WALLET_PUBKEY.toUpperCase()]] },
      'wrong_recipient',
    ],
    ['18 a recipient of 65 characters', { tags: [['p', `${WALLET_PUBKEY}0`]] }, 'wrong_recipient'],
    ['18 a recipient without a value', { tags: [['p']] }, 'wrong_recipient'],
    ['13 11 minutes ago', { createdAt: NOW_SEC - 660 }, 'wrong_clock'],
    ['13 in 11 minutes', { createdAt: NOW_SEC + 660 }, 'wrong_clock'],
    ['13 5 minutes ago', { createdAt: NOW_SEC - 300 }, null],
    ['13 10 minutes ago', { createdAt: NOW_SEC - 600 }, null],
    ['14 in 9 minutes', { createdAt: NOW_SEC + 540 }, null],
    ['13 at 0', { createdAt: 0 }, 'wrong_clock'],
    ['13 at 2^53 - 1', { createdAt: Number.MAX_SAFE_INTEGER }, 'wrong_clock'],
    ['12 an expiration to come', { tags: expiring(String(NOW_SEC + 1)) }, null],
    ['12 expired', { tags: expiring(String(NOW_SEC - 1)) }, 'expired'],
    [
      '12 the earlier of two counts',
      { tags: expiring(`${NOW_SEC + 9}`, `${NOW_SEC - 9}`) },
      'expired',
    ],
    ['12 an expiration in words', { tags: expiring('soon') }, 'bad_expiration'],
    ['12 an empty expiration', { tags: expiring('') }, 'bad_expiration'],
    ['12 half a second', { tags: expiring(`${NOW_SEC}.5`) }, 'bad_expiration'],
    ['12 an expiration in hex', { tags: expiring('0xffffffff') }, 'bad_expiration'],
    ['12 one right, one wrong', { tags: expiring(`${NOW_SEC + 9}`, '-1') }, 'bad_expiration'],
  ];
  for (const [what, input, problem] of problems) {
    test(`${what}: ${problem ?? 'taken'}`, () => {
      const read = envelopeOf(input);
      assert.equal(read.ok ? null : read.refusal, problem);
    });
  }
});

describe('the scheme of a request', () => {
  const cases: readonly (readonly [string, NewAppInput, EncryptionScheme | null])[] = [
    ['21 named nip44_v2', { tags: [P, ['encryption', 'nip44_v2']] }, 'nip44_v2'],
    ['21 named nip04', { scheme: 'nip04', tags: [P, ['encryption', 'nip04']] }, 'nip04'],
    ['21 no tag, in NIP-04', { scheme: 'nip04', tags: [P] }, 'nip04'],
    ['21 no tag, in NIP-44', { tags: [P] }, 'nip44_v2'],
    ['21 version 1.0', { scheme: 'nip04', tags: [P, ['v', '1.0']] }, 'nip44_v2'],
    ['21 version 0.0', { scheme: 'nip04', tags: [P, ['v', '0.0']] }, 'nip04'],
    [
      '21 the tag is worth more',
      { scheme: 'nip04', tags: [P, ['v', '1.0'], ['encryption', 'nip04']] },
      'nip04',
    ],
    ['21 an unknown one', { tags: [P, ['encryption', 'nip99']] }, null],
    ['21 several', { tags: [P, ['encryption', 'nip44_v2 nip04']] }, null],
    ['21 a tag without a value', { tags: [P, ['encryption']] }, null],
    ['21 __proto__', { tags: [P, ['encryption', '__proto__']] }, null],
  ];
  for (const [what, input, scheme] of cases) {
    test(what, () => {
      const read = envelopeOf(input);
      assert(read.ok);
      assert.equal(read.value.scheme, scheme);
      assert.equal(answerScheme(read.value), scheme ?? 'nip44_v2');
    });
  }

  test('21 NIP-04 that is switched off is unsupported, and answered in NIP-44', () => {
    for (const tags of [[P], [P, ['encryption', 'nip04']]]) {
      const read = envelopeOf({ scheme: 'nip04', tags }, ['nip44_v2']);
      assert(read.ok);
      assert.deepEqual([read.value.scheme, answerScheme(read.value)], [null, 'nip44_v2']);
    }
  });
});

describe('the inside of a request', () => {
  test('22 params absent, null or empty are the same', () => {
    for (const text of [
      '{"method":"get_balance"}',
      '{"method":"get_balance","params":null}',
      '{"method":"get_balance","params":{}}',
    ]) {
      assert.deepEqual(readRequestBody(text), {
        ok: true,
        value: { method: 'get_balance', params: {} },
      });
    }
  });

  const deep = (levels: number) =>
    `{"method":"get_info","params":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`;
  const cases: readonly (readonly [string, string, string | null | undefined])[] = [
    ['no JSON', 'get_info', null],
    ['nothing', '', null],
    ['a list', '[]', null],
    ['null', 'null', null],
    ['no method', '{"params":{}}', null],
    ['a method that is a number', '{"method":1}', null],
    ['an empty method', '{"method":""}', null],
    ['a long method', `{"method":"${'x'.repeat(65)}"}`, null],
    ['22 a list of params', '{"method":"get_info","params":[]}', 'get_info'],
    ['22 params in words', '{"method":"get_info","params":"x"}', 'get_info'],
    ['22 65 levels', deep(64), null],
    ['22 64 levels', deep(63), undefined],
    ['22 30,000 levels', '['.repeat(30_000) + ']'.repeat(30_000), null],
    ['22 a megabyte', `{"method":"get_info","params":{"a":"${'x'.repeat(1_048_576)}"}}`, undefined],
    ['22 __proto__', '{"method":"make_invoice","params":{"__proto__":{"amount":1000}}}', null],
    ['22 __proto__ in metadata', '{"method":"x","params":{"m":{"__proto__":1}}}', null],
    ['22 NUL in a text', '{"method":"x","params":{"d":"\\u0000"}}', null],
    ['22 NUL in a key', '{"method":"x","params":{"\\u0000":1}}', null],
    ['22 half an emoji in a key', '{"method":"x","params":{"\\ud83d":1}}', null],
  ];
  for (const [what, text, method] of cases) {
    test(`${what}: ${method === undefined ? 'read' : 'refused'}`, () => {
      const read = readRequestBody(text);
      assert.equal(read.ok ? undefined : read.refusal.method, method);
    });
  }

  test('22 a lone surrogate becomes U+FFFD, and of duplicate keys the last one counts', () => {
    const read = readRequestBody('{"method":"x","params":{"a":1,"a":2,"d":"a\\ud83d"}}');
    assert(read.ok);
    assert.deepEqual(read.value.params, { a: 2, d: 'a\ufffd' });
  });

  test('22 any text is answered', () => {
    const json = fc.jsonValue();
    const any = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      json.map((params) => JSON.stringify({ method: 'pay_keysend', params })),
      json.map((value) => JSON.stringify({ method: 'list_transactions', params: { type: value } })),
    );
    checkProperty(
      fc.property(any, (text) => assert.equal(typeof readRequestBody(text).ok, 'boolean')),
    );
  });
});

describe('opening a request', () => {
  const open = (input: NewAppInput, scopes = ALL) => {
    const event = appRequest(input);
    const envelope = readEnvelope(event, { nowSec: NOW_SEC, schemes: BOTH });
    assert(envelope.ok);
    return openRequest(envelope.value, event.content, walletSide().conversation, scopes);
  };
  const codeOf = ({ request }: ReturnType<typeof open>) =>
    request.ok ? null : requestError(request.refusal).code;

  for (const scheme of BOTH) {
    test(`21 what an app asks in ${scheme}`, () => {
      assert.deepEqual(open({ scheme, content: '{"method":"get_info"}' }), {
        method: 'get_info',
        request: { ok: true, value: { method: 'get_info' } },
      });
    });
  }

  test('21 an unknown scheme is UNSUPPORTED_ENCRYPTION, whatever its content', () => {
    const opened = open({ tags: [P, ['encryption', 'nip99']] });
    assert.deepEqual([opened.method, codeOf(opened)], [null, 'UNSUPPORTED_ENCRYPTION']);
  });

  for (const [what, input] of [
    ['NIP-44 named nip04', { tags: [P, ['encryption', 'nip04']] }],
    ['NIP-04 named nip44_v2', { scheme: 'nip04', tags: [P, ['encryption', 'nip44_v2']] }],
    ['no content', { scheme: null, content: '' }],
    ['plain JSON', { scheme: null, content: '{"method":"get_info"}' }],
    ['a bad iv', { scheme: null, content: 'AAAA?iv=AAAA', tags: [P, ['encryption', 'nip04']] }],
    [
      'bad padding',
      { scheme: null, content: `${'A'.repeat(43)}=?iv=${'A'.repeat(22)}==`, tags: [P] },
    ],
    ['a cut payload', { scheme: null, content: appEncrypt('{}', 'nip44_v2').slice(0, -4) }],
  ] satisfies readonly (readonly [string, NewAppInput])[]) {
    test(`21 undecryptable, and answered alike: ${what}`, () => {
      const opened = open(input);
      assert.deepEqual(opened, {
        method: null,
        request: { ok: false, refusal: { kind: 'undecryptable' } },
      });
      assert.equal(codeOf(opened), 'OTHER');
    });
  }

  test('22 what is no request is OTHER, and keeps the method that it named', () => {
    assert.equal(codeOf(open({ content: 'hello' })), 'OTHER');
    const opened = open({ content: '{"method":"get_info","params":[]}' });
    assert.deepEqual([opened.method, codeOf(opened)], ['get_info', 'OTHER']);
  });

  for (const method of [
    'multi_pay_invoice',
    'multi_pay_keysend',
    'make_hold_invoice',
    'settle_hold_invoice',
    'cancel_hold_invoice',
    'sign_message',
    'create_connection',
    'GET_INFO',
    'constructor',
    '__proto__',
    'toString',
  ]) {
    test(`${method} is NOT_IMPLEMENTED`, () => {
      assert.equal(codeOf(open({ content: JSON.stringify({ method }) })), 'NOT_IMPLEMENTED');
    });
  }

  test('22 whatever its content and tags are, a request is read or refused', () => {
    const { conversation } = walletSide();
    const written = fc.oneof(fc.json(), fc.string({ unit: 'binary', minLength: 1 }));
    const content = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.base64String({ maxLength: 400 }),
      written.map((text) => conversation.encrypt(text, 'nip44_v2', random)),
      written.map((text) => conversation.encrypt(text, 'nip04', random)),
    );
    const names = fc.constantFrom('p', 'encryption', 'v', 'expiration', 'x');
    const values = fc.constantFrom(WALLET_PUBKEY, 'nip04', 'nip44_v2', '1.0', '1e9', '', '99');
    const tags = fc.array(fc.oneof(fc.tuple(names, values), fc.tuple(names), fc.constant([])));
    const event = { ...appRequest(), created_at: NOW_SEC };
    checkProperty(
      fc.property(content, tags, (text, more) => {
        const hostile = { ...event, content: text, tags: [P, ...more] };
        const envelope = readEnvelope(hostile, { nowSec: NOW_SEC, schemes: BOTH });
        if (!envelope.ok) return;
        const { request } = openRequest(envelope.value, text, conversation, ALL);
        if (!request.ok) assert.ok(requestError(request.refusal).message.length > 0);
      }),
      { numRuns: 500 },
    );
  });

  test('28 a method without its scope is RESTRICTED, before its parameters are judged', () => {
    const receiveOnly: ReadonlySet<Scope> = new Set<Scope>(['invoices:create', 'invoices:read']);
    const opened = open({ content: '{"method":"pay_invoice"}' }, receiveOnly);
    assert.deepEqual([opened.method, codeOf(opened)], ['pay_invoice', 'RESTRICTED']);
    assert.equal(codeOf(open({ content: '{"method":"pay_invoice"}' })), 'PAYMENT_FAILED');
    assert.equal(codeOf(open({ content: '{"method":"make_invoice"}' }, receiveOnly)), 'OTHER');
  });
});
