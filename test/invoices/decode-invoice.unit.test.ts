import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAliasCache } from '../../src/invoices/alias-cache.ts';
import { decodeInvoice } from '../../src/invoices/decode-invoice.ts';
import {
  ALIAS_LOOKUPS,
  MAX_ALIAS_LOOKUPS,
  MAX_ALIASES,
  MAX_WAITING_ALIASES,
} from '../../src/invoices/limits.ts';
import { NodeFault } from '../../src/lightning/node-port.ts';
import { SAMPLE, sampleText } from '../support/sample-bolt11.ts';
import { EXTERNAL_KEY, OWN_KEY, pubkeyOf } from '../support/scripted-node/bills.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

const HOP = { shortChannelId: 1n, feeBaseMsat: 0, feeProportionalMillionths: 0 };
const hint = (pubkey: string) => [{ ...HOP, pubkey, cltvExpiryDelta: 40 }];
const KNOWN = pubkeyOf(OWN_KEY);
const UNKNOWN = pubkeyOf(EXTERNAL_KEY);

function startBook(answer: (pubkey: string, signal?: AbortSignal) => Promise<string | null>) {
  const clock = createVirtualClock();
  const asked: string[] = [];
  const nodeAlias = (pubkey: string, signal?: AbortSignal): Promise<string | null> => {
    asked.push(pubkey);
    return answer(pubkey, signal);
  };
  return { clock, asked, aliases: createAliasCache({ node: { nodeAlias }, clock }) };
}

test('an invoice is decoded with the names of its payee and of the hints that have one', async () => {
  const { aliases } = startBook(async (pubkey) =>
    pubkey === UNKNOWN ? null : `name of ${pubkey}`,
  );
  const text = sampleText({ routeHints: [hint(KNOWN), hint(UNKNOWN)] });
  const decoded = await decodeInvoice({ aliases }, ` LIGHTNING:${text.toUpperCase()} `);
  assert(decoded.ok);
  assert.equal(decoded.value.invoice.description, SAMPLE.description);
  assert.equal(decoded.value.payeeAlias, `name of ${decoded.value.invoice.payee}`);
  assert.deepEqual(decoded.value.routeHintAliases, [`name of ${KNOWN}`]);
});

test('what is no invoice is refused', async () => {
  const { aliases, asked } = startBook(async () => null);
  const decoded = await decodeInvoice({ aliases }, 'lnbc1nonsense');
  assert.equal(decoded.ok, false);
  assert.deepEqual(asked, []);
});

test('a name is asked for once an hour, an unknown one once a minute', async () => {
  const { aliases, asked, clock } = startBook(async (pubkey) => (pubkey === KNOWN ? 'Ann' : null));
  for (const pubkey of [KNOWN, KNOWN, UNKNOWN, UNKNOWN]) await aliases.aliasOf(pubkey);
  assert.deepEqual(asked, [KNOWN, UNKNOWN]);
  await clock.advance(61_000);
  assert.equal(await aliases.aliasOf(KNOWN), 'Ann');
  assert.equal(await aliases.aliasOf(UNKNOWN), null);
  assert.deepEqual(asked, [KNOWN, UNKNOWN, UNKNOWN]);
  await clock.advance(3_600_000);
  await aliases.aliasOf(KNOWN);
  assert.equal(asked.length, 4);
});

test('a node that is slow or away costs a name, not the answer', async () => {
  const slow = startBook(() => new Promise<never>(() => undefined));
  const startedMs = slow.clock.monotonicMs();
  assert.equal(await slow.clock.until(slow.aliases.aliasOf(KNOWN)), null);
  assert(slow.clock.monotonicMs() - startedMs <= 2000);
  const away = startBook(async () => {
    throw new NodeFault('away');
  });
  assert.equal(await away.aliases.aliasOf(KNOWN), null);
  assert.equal(await away.aliases.aliasOf(KNOWN), null);
  assert.equal(away.asked.length, 2, 'a failure is not remembered');
});

/** Keys that no one has. */
const keys = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, n) => `02${n.toString(16).padStart(64, '0')}`);

test('a few looks run at a time, and those that no one waits for any more are not made', async () => {
  let running = 0;
  let most = 0;
  const { aliases, asked, clock } = startBook(async (_, signal) => {
    assert(signal !== undefined);
    running += 1;
    most = Math.max(most, running);
    const { promise, resolve } = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => resolve(), { once: true });
    await promise;
    running -= 1;
    throw new NodeFault('given up');
  });
  const looking = Promise.all(keys(60).map((key) => aliases.aliasOf(key)));
  const found = await clock.until(looking);
  assert.deepEqual(new Set(found), new Set([null]));
  assert.equal(most, MAX_ALIAS_LOOKUPS);
  assert.equal(asked.length, MAX_ALIAS_LOOKUPS, 'the time was over before the others had a turn');
  assert.equal(running, 0, 'the calls were given up');
});

test('what was given up is not asked for again at once', async () => {
  const { aliases, asked, clock } = startBook(() => new Promise<never>(() => undefined));
  assert.equal(await clock.until(aliases.aliasOf(KNOWN)), null);
  assert.equal(await aliases.aliasOf(KNOWN), null);
  assert.equal(asked.length, 1);
  await clock.advance(10_001);
  assert.equal(await clock.until(aliases.aliasOf(KNOWN)), null);
  assert.equal(asked.length, 2);
});

test('those who ask for the same node at once share a look', async () => {
  const { aliases, asked } = startBook(async () => 'Ann');
  const names = await Promise.all(Array.from({ length: 30 }, () => aliases.aliasOf(KNOWN)));
  assert.deepEqual(new Set(names), new Set(['Ann']));
  assert.equal(asked.length, 1);
});

test('looks that wait have a bound: beyond it there is no name', async () => {
  const { aliases, asked, clock } = startBook((_, signal) => {
    const { promise, reject } = Promise.withResolvers<never>();
    signal?.addEventListener('abort', () => reject(new NodeFault('given up')), { once: true });
    return promise;
  });
  const [last = '', ...others] = keys(MAX_ALIAS_LOOKUPS + MAX_WAITING_ALIASES + 1).toReversed();
  const looking = Promise.all(others.map((key) => aliases.aliasOf(key)));
  assert.equal(await aliases.aliasOf(last), null, 'at once, as the clock has not moved');
  await clock.until(looking);
  assert(!asked.includes(last));
});

test('looks come at a rate, however fast the node answers', async () => {
  const { aliases, asked, clock } = startBook(async () => null);
  const { burst, everyMs } = ALIAS_LOOKUPS;
  const all = keys(burst + 50);
  for (const key of all) assert.equal(await aliases.aliasOf(key), null);
  assert.equal(asked.length, burst);
  await clock.advance(10 * everyMs);
  for (const key of all) await aliases.aliasOf(key);
  assert.equal(asked.length, burst + 10);
});

test('many names push out the oldest only', async () => {
  const { aliases, asked, clock } = startBook(async () => 'Ann');
  const [first = '', second = '', ...others] = keys(MAX_ALIASES + 1);
  for (const key of [first, second, ...others]) {
    await aliases.aliasOf(key);
    await clock.advance(ALIAS_LOOKUPS.everyMs);
  }
  asked.length = 0;
  for (const key of [second, others[0] ?? '', first]) await aliases.aliasOf(key);
  assert.deepEqual(asked, [first]);
});
