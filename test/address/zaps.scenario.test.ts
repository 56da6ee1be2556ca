import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, test } from 'node:test';
import { getZapEndpoint, useFetchImplementation } from 'nostr-tools/nip57';
import { verifyEvent } from 'nostr-tools/pure';
import postgres from 'postgres';
import { request } from 'undici';
import { decodeBolt11 } from '../../src/lightning/bolt11-decode.ts';
import { eventually } from '../support/eventually.ts';
import { startService } from '../support/running-service.ts';
import { field, textField } from '../support/wallet-user.ts';
import { PAYEE_NPUB, ZAPPER, zapText } from '../support/zaps/make-zap.ts';
import { openRelay } from '../support/zaps/relay.ts';

const service = await startService({
  SATCHEL_OUTBOUND_ALLOW: '127.0.0.1',
  SATCHEL_ADDRESS_DOMAIN: 'pay.example',
});
after(() => service.dispose());

const getJson = async (url: string): Promise<unknown> => (await request(url)).body.json();

/** The running attempt of a dead process is taken over when its lease runs out. */
async function endLeases(): Promise<void> {
  const sql = postgres(service.env['SATCHEL_MIGRATE_DATABASE_URL'] ?? '', { max: 1 });
  await sql`update zap_delivery set next_at = now() where next_at is not null`;
  await sql.end();
}

test('18 a zap is seen on its relay once, though the service is killed as it is sent', async () => {
  let isSilent = true;
  const relay = await openRelay({ isSilent: () => isSilent });
  after(() => relay.close());
  const email = 'ann@example.com';
  const user = ['--email', email, '--password', 'correct horse', '--address', 'ann'];
  await service.cli('user', 'add', ...user);
  await service.cli('user', 'set', '--user', email, '--nostr-pubkey', PAYEE_NPUB);

  // As a client does it that knows only the payee's profile.
  useFetchImplementation(async (url: string) => ({
    json: () => getJson(url.replace('https://pay.example', service.baseUrl)),
  }));
  const content = JSON.stringify({ lud16: 'ann@pay.example' });
  const profile = { kind: 0, content, tags: [], created_at: 1, pubkey: '', id: '', sig: '' };
  const callback = await getZapEndpoint(profile);
  const announced = await getJson(`${service.baseUrl}/.well-known/lnurlp/ann`);
  const zap = zapText({ relays: [relay.url], comment: 'Great + post 💛' });
  const made = await getJson(`${callback}?amount=21000&nostr=${encodeURIComponent(zap)}`);
  const bolt11 = textField(made, 'pr');
  assert((await (await service.simulator()).pay({ bolt11 })).ok);

  const first = await eventually('the relay has the receipt', () => relay.received[0] ?? null);
  await service.end('SIGKILL');
  isSilent = false;
  await service.start();
  await endLeases();
  const event = await eventually('the relay has stored it', () => relay.events[0] ?? null);

  assert(verifyEvent(event));
  assert.deepEqual(JSON.parse(first), ['EVENT', JSON.parse(JSON.stringify(event))]);
  assert.equal(event.pubkey, field(announced, 'nostrPubkey'));
  const tags = new Map(event.tags.map(([name = '', value = '']) => [name, value]));
  assert.equal(tags.get('P'), ZAPPER);
  assert.equal(tags.get('bolt11'), bolt11);
  const decoded = decodeBolt11(bolt11);
  assert(decoded.ok);
  assert.equal(hash('sha256', tags.get('description') ?? ''), decoded.value.descriptionHash);
  assert.equal(relay.events.length, 1);
  await eventually('it is done', () =>
    service.withStores(async ({ zapDeliveries }) =>
      (await zapDeliveries.count()).accepted === 1 ? true : null,
    ),
  );
  assert.equal(field(await service.cli('books', 'check'), 'ok'), true);
});
