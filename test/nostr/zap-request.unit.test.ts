import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, test } from 'node:test';
import { makeZapReceipt, validateZapRequest } from 'nostr-tools/nip57';
import { createReceiptKeys } from '../../src/nostr/receipt-keys.ts';
import { draftZapReceipt } from '../../src/nostr/zap-receipt.ts';
import { zapRelaysOf } from '../../src/nostr/zap-relays.ts';
import { readZapRequest, type ZapProblem } from '../../src/nostr/zap-request.ts';
import {
  PAYEE,
  STRANGER,
  signedZap,
  ZAPPER,
  type ZapRequestInput,
  zapText,
} from '../support/zaps/make-zap.ts';

const keys = createReceiptKeys(new Uint8Array(32).fill(5));
const receiptKey = keys.publicKeyOf('ann');
const TERMS = { payee: PAYEE, receiptKey, amountMsat: 21_000n };
const HEX = 'ab'.repeat(32);

const read = (text: string) => readZapRequest([text, text], TERMS);
const without = (name: string): Pick<ZapRequestInput, 'change'> => ({
  change: (made) => ({ ...made, tags: made.tags.filter(([first]) => first !== name) }),
});

describe('zap requests (NIP-57)', () => {
  for (const [what, input] of [
    ['as nostr-tools makes it', {}],
    [
      'of an event',
      {
        tags: [
          ['e', HEX],
          ['k', '1'],
        ],
      },
    ],
    [
      'of an article',
      {
        tags: [
          ['a', `30023:${HEX}:my-article`],
          ['a', `10002:${HEX}:`],
        ],
      },
    ],
    ['that names the receipt key', { tags: [['P', receiptKey]] }],
    ['without an amount', without('amount')],
    ['without relays', without('relays')],
    ['with tags no one knows', { tags: [['lnurl', 'lnurl1'], ['x'], []] }],
    ['with words of any script', { comment: 'ä + 💛 "quoted" \\ \n \u2028' }],
  ] satisfies readonly (readonly [string, ZapRequestInput])[]) {
    test(`taken: ${what}`, () => {
      const text = zapText(input);
      if (what !== 'without relays') assert.equal(validateZapRequest(text), null);
      const zap = read(text);
      assert(zap.ok, JSON.stringify(zap));
      assert.equal(zap.value.text, text);
      assert.equal(zap.value.event.pubkey, ZAPPER);
    });
  }

  for (const [what, input, problem] of [
    ['another kind', { change: (made) => ({ ...made, kind: 9735 }) }, 'wrong_kind'],
    ['no p', without('p'), 'wrong_payee'],
    ['two p', { tags: [['p', PAYEE]] }, 'wrong_payee'],
    ['p of another', { payee: STRANGER }, 'wrong_payee'],
    ['another amount', { amountMsat: 21_001 }, 'wrong_amount'],
    ['two amounts', { tags: [['amount', '21000']] }, 'wrong_amount'],
    ['an amount in another form', withAmount('21e3'), 'wrong_amount'],
    ['an amount without text', withAmount(), 'wrong_amount'],
    [
      'two e',
      {
        tags: [
          ['e', HEX],
          ['e', HEX],
        ],
      },
      'bad_event_reference',
    ],
    ['an e that is no id', { tags: [['e', 'note1']] }, 'bad_event_reference'],
    ['an a without a key', { tags: [['a', '30023:ann:x']] }, 'bad_coordinate'],
    ['an a without d', { tags: [['a', `30023:${HEX}`]] }, 'bad_coordinate'],
    ['an empty a', { tags: [['a']] }, 'bad_coordinate'],
    ['P of another', { tags: [['P', STRANGER]] }, 'wrong_receipt_key'],
    [
      'two P',
      {
        tags: [
          ['P', receiptKey],
          ['P', receiptKey],
        ],
      },
      'wrong_receipt_key',
    ],
    ['too long a text', { comment: 'x'.repeat(6000) }, 'too_long'],
  ] satisfies readonly (readonly [string, ZapRequestInput, ZapProblem])[]) {
    test(`17 refused: ${what}`, () => {
      assert.deepEqual(read(zapText(input)), { ok: false, refusal: problem });
    });
  }

  test('of two readings the one counts whose id fits', () => {
    const text = zapText({ comment: 'one + one' });
    const asForm = text.replaceAll('+', ' ');
    const zap = readZapRequest([asForm, text], TERMS);
    assert(zap.ok);
    assert.equal(zap.value.text, text);
    assert.deepEqual(readZapRequest([asForm], TERMS), { ok: false, refusal: 'wrong_id' });
  });
});

function withAmount(...values: readonly string[]): ZapRequestInput {
  const tags = [['amount', ...values]];
  return { change: (made) => ({ ...made, tags: [['p', PAYEE], ...tags.map((tag) => [...tag])] }) };
}

describe('receipts of zaps', () => {
  const text = zapText({
    tags: [
      ['e', HEX],
      ['a', `30023:${HEX}:x`],
      ['k', '1'],
    ],
  });
  const zap = read(text);
  assert(zap.ok);
  const paid = {
    request: zap.value,
    bolt11: 'lnbc1…',
    preimage: '01'.repeat(32),
    settledAt: new Date('2026-11-23T08:00:00.999Z'),
  };

  test('18 are those that nostr-tools makes', () => {
    const paidAt = new Date('2026-11-23T08:00:00Z');
    const theirs = makeZapReceipt({ ...paid, zapRequest: text, paidAt });
    assert.deepEqual(draftZapReceipt(paid), theirs);
  });

  test('18 are the same event each time, by a key of the payee', () => {
    const [first, second] = [1, 2].map(() => keys.sign('ann', draftZapReceipt(paid)));
    assert.deepEqual(first, second);
    assert.equal(first?.pubkey, receiptKey);
    assert.notEqual(keys.publicKeyOf('bob'), receiptKey);
    const other = createReceiptKeys(new Uint8Array(32).fill(6));
    assert.notEqual(other.publicKeyOf('ann'), receiptKey);
  });

  test('18 show the very text that the invoice commits to', () => {
    const description = draftZapReceipt(paid).tags.find(([name]) => name === 'description');
    assert.equal(hash('sha256', description?.[1] ?? ''), hash('sha256', text));
  });
});

describe('relays of a zap', () => {
  const relaysOf = (relays: readonly string[], withPlain = false) =>
    zapRelaysOf(signedZap({ relays }), withPlain);

  test('19 the same relay counts once, and ten are enough', () => {
    assert.deepEqual(relaysOf(Array.from({ length: 50 }, () => 'wss://same.example/')), [
      'wss://same.example/',
    ]);
    assert.deepEqual(relaysOf(['wss://A.example', 'wss://a.example/', 'wss://a.example:443/#x']), [
      'wss://a.example/',
    ]);
    const many = Array.from({ length: 500 }, (_, index) => `wss://r${index}.example`);
    assert.equal(relaysOf(many).length, 10);
  });

  test('19 nothing but web sockets over TLS, and plain ones where the operator lists some', () => {
    const odd = ['', 'x', 'https://a.example', 'ws://a.example', 'file:///etc/passwd', 'wss://'];
    assert.deepEqual(relaysOf([...odd, 'wss://u:p@a.example', `wss://${'a'.repeat(300)}`]), []);
    assert.deepEqual(relaysOf(odd, true), ['ws://a.example/']);
  });

  test('none are named, or in several tags', () => {
    assert.deepEqual(zapRelaysOf({ ...signedZap(), tags: [] }, false), []);
    const tags = [['relays'], ['relays', 'wss://a.example'], ['relays', 'wss://b.example']];
    assert.deepEqual(zapRelaysOf({ ...signedZap(), tags }, false), [
      'wss://a.example/',
      'wss://b.example/',
    ]);
  });
});
