import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import type { Bolt11 } from '../../src/lightning/bolt11.ts';
import { decodeBolt11 } from '../../src/lightning/bolt11-decode.ts';
import { encodeBolt11 } from '../../src/lightning/bolt11-encode.ts';
import { privateKey, publicKeyOf, tagOrder, usualInvoice } from '../support/bolt11-arbitraries.ts';
import { mutant } from '../support/bolt11-mutants.ts';
import { type Bolt11Reading, readingOf } from '../support/bolt11-reading.ts';
import { checkProperty } from '../support/check-property.ts';
import { readWithInvoices, writeWithInvoices } from '../support/invoices-library.ts';
import { loadLdk, readWithLdk } from '../support/ldk-library.ts';
import { tagsOf, takeApart } from '../support/raw-bolt11.ts';
import { runsOf } from '../support/seeds.ts';

/**
 * Our codec against two others: the package `invoices` 6.2.0 and LDK 0.1.0. Where they differ from
 * BOLT 11 or from us by intent, it is written here and nowhere else.
 */
before(loadLdk);

describe('what we write', () => {
  it('reads the same in both libraries', () => {
    checkProperty(
      fc.property(usualInvoice(), privateKey(), tagOrder(), (invoice, key, order) => {
        const text = encodeBolt11(invoice, key, order);
        const expected = readingOf({
          ...invoice,
          payee: publicKeyOf(key),
          unknownRequiredFeatureBits: [],
          brokenRule: null,
        });
        assert.deepEqual(readWithInvoices(text), { ok: true, value: expected });
        if (text.length > LDK_MAX_LENGTH) return;
        const answer = readWithLdk(text, invoice.descriptionHash);
        assert.deepEqual(answer, { ok: true, value: expected });
      }),
      { numRuns: 300 },
    );
  });
});

describe('what the package invoices writes', () => {
  it('we read as it was meant', () => {
    checkProperty(
      fc.property(usualInvoice(), privateKey(), (invoice, key) => {
        const answer = decodeBolt11(writeWithInvoices(invoice, key));
        assert.deepEqual(answer, {
          ok: true,
          value: {
            ...invoice,
            payee: publicKeyOf(key),
            unknownRequiredFeatureBits: [],
            brokenRule: null,
          },
        });
      }),
      { numRuns: 200 },
    );
  });
});

describe('invoices that are a little off', () => {
  it('read the same in both libraries, wherever we accept them', () => {
    let accepted = 0;
    checkProperty(
      fc.property(mutant(), (text) => {
        const ours = decodeBolt11(text);
        if (!ours.ok) return;
        accepted += 1;
        compareWithInvoices(text, ours.value);
        compareWithLdk(text, ours.value);
      }),
      { numRuns: 1000 },
    );
    assert.ok(accepted > runsOf(1000) / 5, `only ${accepted} were accepted`);
  });

  it('are refused by us, where LDK accepts them, for strictness only', () => {
    checkProperty(
      fc.property(mutant(), (text) => {
        const ours = decodeBolt11(text);
        if (ours.ok || !readWithLdk(text, null).ok) return;
        assert.match(ours.refusal.detail, STRICTER_THAN_LDK);
      }),
      { numRuns: 500 },
    );
  });
});

/** LND refuses the first two like us; the others are bounds, and forms that BOLT 11 forbids writers. */
const STRICTER_THAN_LDK = new RegExp(
  [
    'does not end with zero bits',
    'fallback address of the invoice has a wrong length',
    'not a whole number with a known multiplier',
    'above 21 million BTC',
    'CLTV expiry is too high',
    'expiry of the invoice is too far away',
  ].join('|'),
);

const LDK_MAX_LENGTH = 1023;
const LDK_KNOWN_REQUIRED = [8, 14, 16, 48, 56];

function compareWithLdk(text: string, ours: Bolt11): void {
  const form = formOf(text);
  const ldk = readWithLdk(text, ours.descriptionHash);
  if (!ldk.ok) {
    const excuse = LDK_REFUSALS.find(({ says }) => says.test(ldk.refusal));
    assert.ok(excuse?.isExpected(form, ours), `LDK says of ${text}: ${ldk.refusal}`);
    return;
  }
  const expected = readingOf(ours);
  assert.deepEqual(ldk.value, {
    ...expected,
    ...(isRewrittenByLdk(form) && { payee: ldk.value.payee }),
    ...(isTooMuchForLdk(ours) && { amountMsat: null }),
  });
}

/**
 * LDK checks the signature over what it would write itself: numbers without leading zeros, and zero
 * bits at the end of a repeated field, where we do not look.
 */
const isRewrittenByLdk = (form: Form): boolean => form.hasLeadingZeros || form.repeated !== '';

/** LDK counts tenths of a millisatoshi in 64 bits: up to about 18.4 million BTC. */
const isTooMuchForLdk = ({ amountMsat }: Bolt11): boolean =>
  amountMsat !== null && amountMsat * 10n >= 2n ** 64n;

interface KnownRefusal {
  readonly says: RegExp;
  readonly isExpected: (form: Form, ours: Bolt11) => boolean;
}

const LDK_REFUSALS: readonly KnownRefusal[] = [
  { says: /exceeds maximum allowed length/, isExpected: ({ length }) => length > LDK_MAX_LENGTH },
  {
    says: /features are invalid/,
    isExpected: (_, { featureBits }) =>
      !(featureBits.includes(14) || featureBits.includes(15)) ||
      featureBits.some((bit) => bit % 2 === 0 && !LDK_KNOWN_REQUIRED.includes(bit)),
  },
  // We read invoices of the old kind, without a payment secret, though we never pay them.
  { says: /mandatory payment secret/, isExpected: (_, ours) => ours.paymentSecret === null },
  { says: /multiple descriptions/, isExpected: ({ repeated }) => /[dh]/.test(repeated) },
  { says: /multiple payment hashes/, isExpected: ({ repeated }) => repeated.includes('p') },
  { says: /multiple payment secrets/, isExpected: ({ repeated }) => repeated.includes('s') },
  { says: /not a valid utf-8 string/, isExpected: ({ repeated }) => repeated.includes('d') },
  { says: /malformed public key/, isExpected: ({ repeated }) => repeated.includes('n') },
  { says: /fit into receiving type/, isExpected: ({ repeated }) => /[xc]/.test(repeated) },
  {
    // The older rule: no high S, named payee or not. And it recovers a key that it need not know.
    says: /signature is invalid/,
    isExpected: (form) =>
      form.hasHighS || isRewrittenByLdk(form) || (form.names.includes('n') && form.recoveryId > 1),
  },
  { says: /number too large/, isExpected: (_, ours) => isTooMuchForLdk(ours) },
];

function compareWithInvoices(text: string, ours: Bolt11): void {
  const form = formOf(text);
  // The library knows only addresses of today, takes 0 for absent, and the last of repeated
  // fields.
  const fallbackAddresses = ours.fallbackAddresses.filter(({ version }) => !isFuture(version));
  const expected = readingOf({ ...ours, fallbackAddresses });
  const answer = readWithInvoices(text);
  if (!answer.ok) {
    const excuse = INVOICES_REFUSALS.find(({ says }) => says.test(answer.refusal));
    assert.ok(excuse?.isExpected(form, ours), `invoices says of ${text}: ${answer.refusal}`);
    return;
  }
  const given = answer.value;
  const unsure: Partial<Bolt11Reading> = {
    ...(form.repeated.includes('9') && { features: given.features }),
    ...(form.repeated.includes('s') && { paymentSecret: given.paymentSecret }),
    ...(form.repeated.includes('d') && { description: given.description }),
    ...(form.repeated.includes('h') && { descriptionHash: given.descriptionHash }),
    ...(form.repeated.includes('m') && { metadata: given.metadata }),
    ...((form.repeated.includes('x') || ours.expirySec === 0) && { expirySec: given.expirySec }),
    ...((form.repeated.includes('c') || ours.minFinalCltvExpiry === 0) && {
      minFinalCltvExpiry: given.minFinalCltvExpiry,
    }),
  };
  assert.deepEqual(given, { ...expected, ...unsure });
}

const INVOICES_REFUSALS: readonly KnownRefusal[] = [
  { says: /ExpectedSafeInteger/, isExpected: ({ repeated }) => /[xc]/.test(repeated) },
];

const isFuture = (version: number): boolean => version >= 2 && version <= 16;

/** What a text looks like, apart from what it says. */
interface Form {
  readonly length: number;
  readonly names: string;
  /** Names of fields that stand there more than once, but should not. */
  readonly repeated: string;
  readonly hasLeadingZeros: boolean;
  readonly hasHighS: boolean;
  readonly recoveryId: number;
}

function formOf(text: string): Form {
  const raw = takeApart(text);
  const tags = tagsOf(raw);
  const names = tags.map(({ name }) => name);
  const repeated = names.filter((name, index) => names.indexOf(name) !== index);
  return {
    length: text.length,
    names: names.join(''),
    repeated: repeated.filter((name) => !/[rf]/.test(name)).join(''),
    hasLeadingZeros: tags.some(({ name, words }) => /[xc9]/.test(name) && words[0] === 0),
    // Half the order of the curve begins with 7fff: a high S has its first bit set, or nearly so.
    hasHighS: ((raw.signature[51] ?? 0) & 0b01000) !== 0,
    recoveryId: raw.signature[103] ?? 0,
  };
}
