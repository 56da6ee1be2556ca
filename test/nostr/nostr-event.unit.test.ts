import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { finalizeEvent, verifyEvent } from 'nostr-tools/pure';
import { readEvent, signEvent } from '../../src/nostr/event.ts';
import { checkProperty } from '../support/check-property.ts';
import { signedZap, zapText } from '../support/zaps/make-zap.ts';

const KEY = new Uint8Array(32).fill(3);

const text = fc.string({ unit: 'binary' }).filter((one) => !one.includes('\u0000'));
const draft = fc.record({
  kind: fc.nat(65_535),
  created_at: fc.nat(),
  content: text,
  tags: fc.array(fc.array(text, { maxLength: 4 }), { maxLength: 6 }),
});

describe('events of Nostr (NIP-01)', () => {
  test('ours are valid to nostr-tools, and those of nostr-tools to us', async () => {
    await checkProperty(
      fc.property(draft, (one) => {
        const ours = signEvent(one, KEY);
        assert.equal(
          verifyEvent({ ...one, id: ours.id, pubkey: ours.pubkey, sig: ours.sig }),
          true,
        );
        const theirs = finalizeEvent({ ...one, tags: one.tags.map((tag) => [...tag]) }, KEY);
        assert.deepEqual([ours.id, ours.pubkey], [theirs.id, theirs.pubkey]);
        const read = readEvent(JSON.stringify(theirs));
        assert(read.ok);
        assert.equal(read.value.id, ours.id);
      }),
    );
  });

  test('the same draft has the same signature', () => {
    const one = { kind: 1, created_at: 5, content: 'x', tags: [] };
    assert.deepEqual(signEvent(one, KEY), signEvent(one, KEY));
  });

  const valid = signedZap();
  for (const [what, bad] of [
    ['no JSON', 'no json'],
    ['a list', '[]'],
    ['null', 'null'],
    ['half of it', zapText().slice(0, 100)],
    ['capitals in the id', JSON.stringify({ ...valid, id: valid.id.toUpperCase() })],
    ['a short key', JSON.stringify({ ...valid, pubkey: 'ab' })],
    ['a time before 1970', JSON.stringify({ ...valid, created_at: -1 })],
    ['half a second', JSON.stringify({ ...valid, created_at: 1.5 })],
    ['a kind beyond 65535', JSON.stringify({ ...valid, kind: 65_536 })],
    ['a kind in text', JSON.stringify({ ...valid, kind: '9734' })],
    ['tags that are none', JSON.stringify({ ...valid, tags: {} })],
    ['a number in a tag', JSON.stringify({ ...valid, tags: [['p', 1]] })],
    ['NUL', JSON.stringify({ ...valid, content: 'a\u0000' })],
    ['half an emoji', JSON.stringify({ ...valid, content: '\ud83d' })],
    ['no content', JSON.stringify({ ...valid, content: undefined })],
  ] as const) {
    test(`unreadable: ${what}`, () => {
      assert.deepEqual(readEvent(bad), { ok: false, refusal: 'unreadable' });
    });
  }

  test('17 a copy with other words has the wrong id, though nostr-tools was told it is valid', () => {
    const finalized = finalizeEvent({ kind: 1, created_at: 1, tags: [], content: 'mine' }, KEY);
    const copy = { ...finalized, content: 'not mine' };
    // The mark of what it once verified is copied with the rest.
    assert.equal(verifyEvent(copy), true);
    assert.deepEqual(readEvent(JSON.stringify(copy)), { ok: false, refusal: 'wrong_id' });
  });

  test('17 a signature of another event, key or none is bad', () => {
    const other = signedZap({ comment: 'another' });
    for (const sig of [other.sig, '00'.repeat(64), 'ff'.repeat(64)]) {
      const bad = JSON.stringify({ ...valid, sig });
      assert.deepEqual(readEvent(bad), { ok: false, refusal: 'bad_signature' });
    }
  });

  test('a key that is no point of the curve signs nothing', () => {
    const draftOf = { kind: 1, created_at: 1, tags: [], content: '' };
    const { sig } = signEvent(draftOf, KEY);
    const pubkey = 'ff'.repeat(32);
    const id = hash('sha256', JSON.stringify([0, pubkey, 1, 1, [], '']));
    const bad = JSON.stringify({ ...draftOf, pubkey, id, sig });
    assert.deepEqual(readEvent(bad), { ok: false, refusal: 'bad_signature' });
  });
});
