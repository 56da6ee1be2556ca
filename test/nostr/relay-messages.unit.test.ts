import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { matchFilter } from 'nostr-tools/filter';
import { readClientMessage } from '../../src/nostr/client-message.ts';
import { findEventProblem, type NostrEvent, signEvent, writeEvent } from '../../src/nostr/event.ts';
import { type Filter, matchesFilter, namesSomeone, readFilter } from '../../src/nostr/filter.ts';
import { readRelayMessage } from '../../src/nostr/read-relay-message.ts';
import {
  closedMessage,
  eoseMessage,
  eventMessage,
  noticeMessage,
  okMessage,
  refusedMessage,
} from '../../src/nostr/relay-message.ts';
import { checkProperty } from '../support/check-property.ts';
import { runsOf } from '../support/seeds.ts';

const KEY = new Uint8Array(32).fill(3);
const [ALICE, BOB] = ['aa'.repeat(32), 'bb'.repeat(32)];
const EVENT = signEvent(
  { kind: 23_194, created_at: 1000, content: 'x', tags: [['p', BOB], ['e'], []] },
  KEY,
);

describe('what clients of a relay say (NIP-01)', () => {
  test('EVENT, REQ and CLOSE', () => {
    assert.deepEqual(read('EVENT', EVENT), { ok: true, value: { kind: 'event', event: EVENT } });
    const filters = [filterOf({ authors: [ALICE] }), filterOf({ '#p': [BOB] })];
    assert.deepEqual(read('REQ', 'sub', { authors: [ALICE] }, { '#p': [BOB] }), {
      ok: true,
      value: { kind: 'req', subscription: 'sub', filters },
    });
    assert.deepEqual(read('CLOSE', 'sub'), {
      ok: true,
      value: { kind: 'close', subscription: 'sub' },
    });
  });

  for (const [what, text, reason] of [
    ['no JSON', 'hello', 'no_list'],
    ['nothing', '', 'no_list'],
    ['an object', '{}', 'no_list'],
    ['an empty list', '[]', 'unknown_message'],
    ['AUTH', '["AUTH",{}]', 'unknown_message'],
    ['EVENT in small letters', '["event",{}]', 'unknown_message'],
    ['no event', '["EVENT"]', 'bad_event'],
    ['null', '["EVENT",null]', 'bad_event'],
    ['an event without id', '["EVENT",{}]', 'bad_event'],
    ['REQ without id', '["REQ"]', 'bad_subscription'],
    ['an empty id', '["REQ","",{"limit":0}]', 'bad_subscription'],
    ['37 a long id', JSON.stringify(['REQ', 'x'.repeat(65), {}]), 'bad_subscription'],
    ['NUL in the id', '["REQ","a\\u0000",{}]', 'bad_subscription'],
    ['half an emoji', '["CLOSE","\\ud83d"]', 'bad_subscription'],
    ['a number', '["CLOSE",1]', 'bad_subscription'],
    ['37 a megabyte', JSON.stringify(['EVENT', 'x'.repeat(1_048_576)]), 'too_long'],
    ['37 a megabyte of brackets', '['.repeat(1_048_576), 'too_long'],
    ['22 66,000 brackets', '['.repeat(66_000), 'unknown_message'],
    ['22 an event of 33,000 items', `["EVENT",[${'1,'.repeat(33_000)}1]]`, 'too_many_values'],
    ['22 an event of 30,000 levels', `["EVENT",{"tags":${'['.repeat(30_000)}`, 'too_many_values'],
    ['22 a long REQ', JSON.stringify(['REQ', 's', { ids: ['x'.repeat(33_000)] }]), 'too_long'],
    ['22 a long CLOSE', JSON.stringify(['CLOSE', 'x'.repeat(2000)]), 'too_long'],
    ['22 a name that does not stand at the beginning', '[1,"EVENT",{}]', 'unknown_message'],
  ] as const) {
    test(`not read: ${what}`, () => {
      const refusal = { kind: 'unreadable', reason } as const;
      assert.deepEqual(readClientMessage(text), { ok: false, refusal });
    });
  }

  test('22 levels of brackets in an event are no event', () => {
    const deep = `${'['.repeat(60)}${']'.repeat(60)}`;
    const text = `["EVENT",{"id":"${EVENT.id}","tags":${deep}}]`;
    const refusal = { kind: 'bad_event', eventId: EVENT.id } as const;
    assert.deepEqual(readClientMessage(text), { ok: false, refusal });
  });

  for (const [what, change] of [
    ['upper-case hex', { pubkey: EVENT.pubkey.toUpperCase() }],
    ['65 characters', { pubkey: `${EVENT.pubkey}0` }],
    ['a short signature', { sig: 'ab' }],
    ['13 a time before 1970', { created_at: -1 }],
    ['13 2^53', { created_at: 2 ** 53 }],
    ['13 a time as text', { created_at: '1000' }],
    ['13 no time', { created_at: null }],
    ['22 NUL', { content: '\u0000' }],
    ['22 a lone surrogate', { content: '\ud83d' }],
  ] as const) {
    test(`18 an event with ${what} is refused by its id`, () => {
      const refusal = { kind: 'bad_event', eventId: EVENT.id };
      assert.deepEqual(read('EVENT', { ...EVENT, ...change }), { ok: false, refusal });
    });
  }

  test('18 foreign id, bad signature, a key that is no point: found by proving', () => {
    assert.equal(findEventProblem(EVENT), null);
    assert.equal(findEventProblem({ ...EVENT, id: ALICE }), 'wrong_id');
    assert.equal(findEventProblem({ ...EVENT, content: 'other' }), 'wrong_id');
    assert.equal(findEventProblem({ ...EVENT, sig: 'ff'.repeat(64) }), 'bad_signature');
    assert.equal(findEventProblem({ ...EVENT, pubkey: 'ff'.repeat(32) }), 'wrong_id');
  });

  test('37 eleven filters, or none', () => {
    const filter = { authors: [ALICE] };
    const refused = (reason: string) => ({
      ok: false,
      refusal: { kind: 'bad_req', subscription: 's', reason },
    });
    assert.equal(read('REQ', 's', ...Array.from({ length: 10 }, () => filter)).ok, true);
    const eleven = Array.from({ length: 11 }, () => filter);
    assert.deepEqual(read('REQ', 's', ...eleven), refused('too_many_filters'));
    assert.deepEqual(read('REQ', 's'), refused('no_filters'));
    assert.deepEqual(read('REQ', 's', filter, { search: 'x' }), refused('unsupported'));
    assert.deepEqual(read('REQ', 's', 'x'), refused('invalid'));
  });

  test('any text is answered', () => {
    const any = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.array(fc.jsonValue()).map((list) => JSON.stringify(list)),
      fc.jsonValue().map((value) => JSON.stringify(['REQ', 's', value])),
      fc.jsonValue().map((value) => JSON.stringify(['EVENT', value])),
      fc.object().map((value) => JSON.stringify(['EVENT', { ...EVENT, ...value }])),
    );
    checkProperty(
      fc.property(any, (text) => assert.equal(typeof readClientMessage(text).ok, 'boolean')),
    );
  });
});

describe('filters', () => {
  for (const [what, bad] of [
    ['a list', []],
    ['null', null],
    ['a text', 'x'],
    ['authors that are no list', { authors: ALICE }],
    ['18 an upper-case author', { authors: [ALICE.toUpperCase()] }],
    ['18 an author of 65 characters', { authors: [`${ALICE}a`] }],
    ['the beginning of an author', { authors: ['aa'] }],
    ['an id of null', { ids: [null] }],
    ['a recipient that is none', { '#p': ['bob'] }],
    ['an event that is none', { '#e': ['x'] }],
    ['half a kind', { kinds: [1.5] }],
    ['a kind as text', { kinds: ['1'] }],
    ['a time before 1970', { since: -1 }],
    ['a time as text', { until: '5' }],
    ['a limit below 0', { limit: -1 }],
    ['101 authors', { authors: Array.from({ length: 101 }, () => ALICE) }],
    ['NUL in a tag', { '#d': ['\u0000'] }],
  ] as const) {
    test(`invalid: ${what}`, () => {
      assert.deepEqual(readFilter(bad), { ok: false, refusal: 'invalid' });
    });
  }

  for (const name of ['search', '#pp', '#', '#1', '__proto__', 'constructor']) {
    test(`unsupported: ${name}`, () => {
      const bad = JSON.parse(`{"${name}":["x"]}`);
      assert.deepEqual(readFilter(bad), { ok: false, refusal: 'unsupported' });
    });
  }

  test('null counts as left out, and an empty list finds nothing', () => {
    assert.deepEqual(filterOf({ since: null, authors: null, search: null }), filterOf({}));
    assert.equal(matchesFilter(filterOf({ authors: [] }), EVENT), false);
  });

  test('35 one that names no author, recipient or event names no one', () => {
    for (const some of [{ authors: [ALICE] }, { '#e': [ALICE] }, { '#p': [ALICE] }]) {
      assert.equal(namesSomeone(filterOf(some)), true);
    }
    for (const none of [{}, { kinds: [13_194] }, { ids: [ALICE] }, { '#d': ['x'] }, { limit: 0 }]) {
      assert.equal(namesSomeone(filterOf(none)), false);
    }
  });

  test('they find what those of nostr-tools find', () => {
    // Mostly what fits, as an event must fit in every field.
    const mostly = <T>(right: T, ...wrong: readonly T[]) =>
      fc.oneof({ weight: 9, arbitrary: fc.constant(right) }, fc.constantFrom(...wrong));
    const filter = fc.record(
      {
        ids: mostly([ALICE, EVENT.id], [], [BOB]),
        authors: mostly([EVENT.pubkey], [], [ALICE, BOB]),
        kinds: mostly([1, 23_194], [], [23_195]),
        '#p': mostly([ALICE, BOB], [], [EVENT.id]),
        '#e': mostly([ALICE], [], [BOB]),
        '#d': mostly(['x', 'y'], [], ['y']),
        since: mostly(1000, 999, 1001),
        until: mostly(1000, 999, 1001),
      },
      { requiredKeys: [] },
    );
    const tag = fc.constantFrom(['p', ALICE], ['p', BOB, 'x'], ['e', ALICE], ['d', 'x'], ['d'], []);
    const found = { yes: 0, no: 0 };
    checkProperty(
      fc.property(filter, fc.array(tag, { minLength: 4, maxLength: 12 }), (asked, tags) => {
        const event: NostrEvent = { ...EVENT, tags };
        const theirs = matchFilter(asked, { ...event, tags: tags.map((one) => [...one]) });
        assert.equal(matchesFilter(filterOf(asked), event), theirs);
        found[theirs ? 'yes' : 'no'] += 1;
      }),
      { numRuns: 500 },
    );
    const few = runsOf(500) / 10;
    assert.ok(found.yes > few && found.no > few, JSON.stringify(found));
  });
});

test('what a relay says is JSON of the form of NIP-01', () => {
  const reason = { word: 'blocked', text: 'no\u0000 \ud83dthanks' } as const;
  const parsed: readonly unknown[] = [
    okMessage(EVENT.id),
    okMessage(EVENT.id, { word: 'duplicate', text: 'known' }),
    refusedMessage(EVENT.id, reason),
    eventMessage('a "sub"', writeEvent(EVENT)),
    eoseMessage('s'),
    closedMessage('s', { word: 'restricted', text: 'not yours' }),
    noticeMessage('x'.repeat(1000)),
  ].map((text) => JSON.parse(text));
  assert.deepEqual(parsed, [
    ['OK', EVENT.id, true, ''],
    ['OK', EVENT.id, true, 'duplicate: known'],
    ['OK', EVENT.id, false, 'blocked: no \ufffdthanks'],
    ['EVENT', 'a "sub"', EVENT],
    ['EOSE', 's'],
    ['CLOSED', 's', 'restricted: not yours'],
    ['NOTICE', 'x'.repeat(200)],
  ]);
});

describe('what relays say to us', () => {
  const hear = (...parts: readonly unknown[]) => readRelayMessage(JSON.stringify(parts));

  test('is what our own relay says', () => {
    const no = { word: 'blocked', text: 'no' } as const;
    assert.deepEqual(
      [
        eventMessage('s', writeEvent(EVENT)),
        okMessage(EVENT.id),
        refusedMessage(EVENT.id, no),
        eoseMessage('s'),
        closedMessage('s', no),
        noticeMessage('hello'),
      ].map(readRelayMessage),
      [
        { kind: 'event', subscription: 's', event: EVENT },
        { kind: 'ok', eventId: EVENT.id, isAccepted: true, reason: '' },
        { kind: 'ok', eventId: EVENT.id, isAccepted: false, reason: 'blocked: no' },
        { kind: 'eose', subscription: 's' },
        { kind: 'closed', subscription: 's', reason: 'blocked: no' },
        null,
      ],
    );
  });

  test('is nothing where it is of another form', () => {
    for (const parts of [[], ['EVENT', 's'], ['EVENT', 's', {}], ['OK', EVENT.id], ['EOSE', 7]]) {
      assert.equal(hear(...parts), null, JSON.stringify(parts));
    }
    assert.deepEqual(hear('CLOSED', 's', 7), { kind: 'closed', subscription: 's', reason: '' });
  });

  test('never throws', () => {
    const part = fc.oneof(fc.constantFrom('EVENT', 'OK', 'EOSE', 'CLOSED', EVENT), fc.jsonValue());
    checkProperty(fc.property(fc.array(part), (parts) => void hear(...parts)));
    checkProperty(fc.property(fc.string(), (text) => void readRelayMessage(text)));
    readRelayMessage('['.repeat(100_000));
  });
});

const read = (...parts: readonly unknown[]) => readClientMessage(JSON.stringify(parts));

function filterOf(value: unknown): Filter {
  const filter = readFilter(value);
  assert(filter.ok, JSON.stringify(filter));
  return filter.value;
}
