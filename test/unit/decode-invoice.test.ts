import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NodeFault } from '../../src/lightning/node-port.ts';
import { createAliasBook } from '../../src/usecases/alias-book.ts';
import { decodeInvoice } from '../../src/usecases/decode-invoice.ts';
import { SAMPLE, sampleText } from '../support/sample-bolt11.ts';
import { OUTSIDE_KEY, OWN_KEY, pubkeyOf } from '../support/scripted-node/bills.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

const HOP = { shortChannelId: 1n, feeBaseMsat: 0, feeProportionalMillionths: 0 };
const hint = (pubkey: string) => [{ ...HOP, pubkey, cltvExpiryDelta: 40 }];
const KNOWN = pubkeyOf(OWN_KEY);
const UNKNOWN = pubkeyOf(OUTSIDE_KEY);

function startBook(answer: (pubkey: string) => Promise<string | null>) {
  const clock = createVirtualClock();
  const asked: string[] = [];
  const nodeAlias = (pubkey: string): Promise<string | null> => {
    asked.push(pubkey);
    return answer(pubkey);
  };
  return { clock, asked, aliases: createAliasBook({ node: { nodeAlias }, clock }) };
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
