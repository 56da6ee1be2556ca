import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NWCClient } from '@getalby/sdk/nwc';
import { nip47 } from 'nostr-tools';
import { verifyEvent } from 'nostr-tools/pure';
import { writeConnectionUri } from '../../src/apps/nwc-keys/connection-uri.ts';
import {
  type ListDirection,
  listReach,
  lookupReach,
  permittedMethods,
  permittedNotifications,
} from '../../src/apps/nwc-keys/method.ts';
import { ALL_SCOPES, type Scope } from '../../src/authorization/scope.ts';
import { type NostrEvent, signEvent } from '../../src/nostr/event.ts';
import { draftEmptyInfo, draftInfo, draftInfoDeletion } from '../../src/nwc/info-event.ts';
import { APP_PUBKEY, NOW_SEC, WALLET_KEY, WALLET_PUBKEY } from '../support/nwc/app-request.ts';

const scopes = (...names: readonly Scope[]): ReadonlySet<Scope> => new Set(names);
const ALL = scopes(...ALL_SCOPES);
const RECEIVE = scopes('invoices:create', 'invoices:read');
const SECRET = '1f'.repeat(32);

describe('what a connection may do', () => {
  for (const [what, granted, methods, notifications] of [
    [
      'everything',
      ALL,
      'get_info get_balance get_budget make_invoice pay_invoice pay_keysend lookup_invoice list_transactions',
      'payment_received payment_sent',
    ],
    ['nothing', scopes(), 'get_info get_budget', ''],
    [
      '28 receive only: no method that pays',
      RECEIVE,
      'get_info get_budget make_invoice lookup_invoice list_transactions',
      'payment_received',
    ],
    [
      '28 pay alone',
      scopes('payments:send'),
      'get_info get_budget pay_invoice pay_keysend lookup_invoice',
      '',
    ],
    [
      'make alone',
      scopes('invoices:create'),
      'get_info get_budget make_invoice lookup_invoice',
      '',
    ],
    [
      'read payments alone',
      scopes('transactions:read'),
      'get_info get_budget lookup_invoice list_transactions',
      'payment_sent',
    ],
    [
      'the balance alone',
      scopes('balance:read', 'account:read'),
      'get_info get_balance get_budget',
      '',
    ],
  ] as const) {
    test(what, () => {
      assert.equal(permittedMethods(granted).join(' '), methods);
      assert.equal(permittedNotifications(granted).join(' '), notifications);
    });
  }

  test('a look-up finds what its connection made, whatever else it may read', () => {
    assert.deepEqual(lookupReach(scopes('payments:send')), { incoming: 'own', outgoing: 'own' });
    assert.deepEqual(lookupReach(RECEIVE), { incoming: 'all', outgoing: 'own' });
    assert.deepEqual(lookupReach(ALL), { incoming: 'all', outgoing: 'all' });
  });

  for (const [asked, granted, shown] of [
    ['both', ALL, 'both'],
    ['both', RECEIVE, 'incoming'],
    ['both', scopes('transactions:read'), 'outgoing'],
    ['incoming', ALL, 'incoming'],
    ['outgoing', ALL, 'outgoing'],
    ['outgoing', RECEIVE, null],
    ['incoming', scopes('transactions:read'), null],
    ['both', scopes('payments:send'), null],
  ] satisfies readonly (readonly [ListDirection, ReadonlySet<Scope>, ListDirection | null])[]) {
    test(`a list of ${asked} for ${[...granted].join(' ')}: ${shown ?? 'none'}`, () => {
      assert.equal(listReach(asked, granted), shown);
    });
  }
});

describe('the link of a connection', () => {
  const connection = {
    walletPubkey: WALLET_PUBKEY,
    relays: ['ws://127.0.0.1:3000/relay/', 'wss://other.example/a?b=c&d'],
    secret: SECRET,
    lud16: 'ann+tea@example.com',
  };
  const uri = writeConnectionUri(connection);

  test('43 is what the standard shows', () => {
    assert.equal(
      uri,
      `nostr+walletconnect://${WALLET_PUBKEY}?relay=ws%3A%2F%2F127.0.0.1%3A3000%2Frelay` +
        `&relay=wss%3A%2F%2Fother.example%2Fa%3Fb%3Dc%26d&secret=${SECRET}` +
        '&lud16=ann%2Btea%40example.com',
    );
  });

  test('43 the SDK and nostr-tools read it', () => {
    const relays = ['ws://127.0.0.1:3000/relay', 'wss://other.example/a?b=c&d'];
    const sdk = NWCClient.parseWalletConnectUrl(uri);
    assert.deepEqual(
      [sdk.walletPubkey, sdk.relayUrls, sdk.secret, sdk.lud16],
      [WALLET_PUBKEY, relays, SECRET, 'ann+tea@example.com'],
    );
    const read = nip47.parseConnectionString(uri);
    assert.deepEqual([read.pubkey, read.relays, read.secret], [WALLET_PUBKEY, relays, SECRET]);
  });

  test('43 no address is left out, and an upper-case key is a bug', () => {
    assert.ok(!writeConnectionUri({ ...connection, lud16: null }).includes('lud16'));
    for (const bad of [{ secret: 'AA'.repeat(32) }, { walletPubkey: 'x' }, { relays: [] }]) {
      assert.throws(() => writeConnectionUri({ ...connection, ...bad }));
    }
  });
});

describe('the info event', () => {
  const info = (granted: ReadonlySet<Scope>) =>
    draftInfo({
      clientPubkey: APP_PUBKEY,
      scopes: granted,
      schemes: ['nip44_v2', 'nip04'],
      createdAt: NOW_SEC,
    });

  test('28 names what is granted, and whom it is for', () => {
    assert.deepEqual(info(ALL), {
      kind: 13_194,
      created_at: NOW_SEC,
      content:
        'get_info get_balance get_budget make_invoice pay_invoice pay_keysend lookup_invoice ' +
        'list_transactions notifications',
      tags: [
        ['encryption', 'nip44_v2 nip04'],
        ['notifications', 'payment_received payment_sent'],
        ['extensions', '02 04 05 06'],
        ['p', APP_PUBKEY],
      ],
    });
  });

  test('28 of a connection that receives only, it names no method that pays', () => {
    const { content, tags } = info(RECEIVE);
    assert.equal(
      content,
      'get_info get_budget make_invoice lookup_invoice list_transactions notifications',
    );
    assert.deepEqual(tags.slice(1, 3), [
      ['notifications', 'payment_received'],
      ['extensions', '02 05 06'],
    ]);
  });

  test('28 without reading, no empty tag', () => {
    assert.deepEqual(info(scopes()).tags, [
      ['encryption', 'nip44_v2 nip04'],
      ['p', APP_PUBKEY],
    ]);
  });

  test('29 an ended key has an empty one, and a wish to forget it', () => {
    assert.equal(draftEmptyInfo(APP_PUBKEY, 5).content, '');
    const deletion = signEvent(draftInfoDeletion(WALLET_PUBKEY, 5), WALLET_KEY);
    assert.equal(isValid(deletion), true);
    assert.deepEqual(deletion.tags, [
      ['a', `13194:${WALLET_PUBKEY}:`],
      ['k', '13194'],
    ]);
  });
});

/** Judged by nostr-tools. */
const isValid = (event: NostrEvent): boolean =>
  verifyEvent({ ...event, tags: event.tags.map((tag) => [...tag]) });
