import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { msat, sat } from '../../src/base/amount.ts';
import { formatChannelPoint } from '../../src/lightning/channel-point.ts';
import type { PendingChannel } from '../../src/lightning/node-management.ts';
import { PINNED_LND_VERSION } from '../../src/managed-lnd/lnd-versions.ts';
import { type Answer, type Browser, readHidden } from '../support/browser.ts';
import {
  createFakeManagement,
  type FakeManagement,
  NO_BITCOIN,
} from '../support/fake-management.ts';
import {
  creditKeysend,
  internalKeysend,
  reserveEvent,
  settledEnd,
} from '../support/money-model/events.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';
import { startActing } from '../support/operate/acting-world.ts';
import { readText } from '../support/page-visitor.ts';
import { createTestOperator, HEALTHY_REPORT } from '../support/test-operator.ts';

const operator = createTestOperator();
const world = await startActing({ after }, { operator });
const person = await world.addPerson({ isAdmin: true });
let admin: Browser = world.browser();
let fake: FakeManagement = createFakeManagement();

beforeEach(async () => {
  fake = createFakeManagement();
  operator.management = fake;
  operator.report = HEALTHY_REPORT;
  // Each confirms who they are by signing in.
  admin = await world.signedIn(person);
});

const PAGE = '/operate/node';
const FUND = '/operate/node/fund';
const OPEN = '/operate/node/channels/open';
const PEER = `03${'ab'.repeat(32)}`;
const ORDER = { peer: `${PEER}@203.0.113.7:9735`, amount: '200,000', rate: '' };
const PLENTY = { ...NO_BITCOIN, confirmedSat: sat(250_000n) };

const textOf = async (path: string): Promise<string> => {
  const answer = await admin.get(path);
  assert.equal(answer.statusCode, 200, path);
  return readText(answer);
};

/** Where a form leads, with the notice there. */
async function follow(answer: Answer): Promise<string> {
  assert.equal(answer.statusCode, 303);
  return await textOf(String(answer.headers.location));
}

test('what is above the limit of the settings is proposed to be moved, and to where', async () => {
  const excess = { heldSat: sat(1_500_000n), limitSat: sat(1_000_000n), movableSat: sat(400_000n) };
  operator.hotExcess = { ...excess, coldAddress: 'bcrt1qcold' };
  assert.match(await textOf(PAGE), /Limit 1,000,000 sat .*moved away 400,000 sat To bcrt1qcold/);
  operator.hotExcess = { ...excess, coldAddress: null };
  assert.match(await textOf(PAGE), /Name an address of yours in SATCHEL_COLD_ADDRESS/);
  operator.hotExcess = { ...excess, movableSat: sat(0n), coldAddress: 'bcrt1qcold' };
  assert.doesNotMatch(await textOf(PAGE), /bcrt1qcold/);
  operator.hotExcess = null;
  assert.doesNotMatch(await textOf(PAGE), /More than should stand here/);
});

const { node } = HEALTHY_REPORT;
const [channel] = node?.channels ?? [];
assert(node !== null && channel !== undefined);

describe('the page of the node', () => {
  test('leads a new node from step to step', async () => {
    const { solvency } = HEALTHY_REPORT;
    operator.report = { ...HEALTHY_REPORT, solvency, node: { ...node, channels: [] } };
    const first = await admin.get(PAGE);
    assert.match(readText(first), /Bring the node to life 1 of 6 steps are done\./);
    assert.match(first.body, /class="button main" href="\/operate\/node\/fund"/);
    fake.has.wallet = { ...NO_BITCOIN, unconfirmedSat: sat(250_000n) };
    assert.match(await textOf(PAGE), /2\. Put bitcoin into it Under way/);
    fake.has.wallet = PLENTY;
    const funded = await admin.get(PAGE);
    assert.match(readText(funded), /2\. Put bitcoin into it Done/);
    assert.match(funded.body, /class="button main" href="\/operate\/node\/channels\/open"/);
    fake.has.pending = [OPENING];
    assert.match(await textOf(PAGE), /3\. Open a channel Under way/);
    operator.report = {
      ...HEALTHY_REPORT,
      node: { ...node, channels: [{ ...channel, remoteSat: sat(0n) }] },
    };
    assert.match(await textOf(PAGE), /3\. Open a channel Done 4\. Make room to receive To do/);
    operator.report = HEALTHY_REPORT;
    const ready = await admin.get(PAGE);
    assert.match(readText(ready), /4\. Make room to receive Done 5\. Receive 100 sat To do/);
    assert.match(ready.body, /href="\/receive\?amount&#61;100"/);
  });

  test('ticks off the first payments over the node, and not those within the service', async () => {
    const money = createPostgresWorld(world.database, false);
    const newcomer = await world.addPerson({ isAdmin: true });
    const userId = newcomer.user.id;
    const other = await world.addPayer();
    const show = async (): Promise<string> =>
      readText(await (await world.signedIn(newcomer)).get(PAGE));
    await money.store.settleInternal([internalKeysend(other, userId)]);
    assert.match(await show(), /5\. Receive 100 sat To do Make an invoice for 100 sat/);
    await money.store.credit([creditKeysend(userId)]);
    await money.store.settleInternal([internalKeysend(userId, other)]);
    assert.match(await show(), /5\. Receive 100 sat Done 6\. Send them back To do Pay an invoice/);
    const event = reserveEvent(userId, { amountMsat: msat(90_000n) });
    assert.equal((await money.store.reserve([event]))[0]?.kind, 'reserved');
    await world.owner`update payment set state = 'dispatching' where id = ${event.order.id}`;
    assert.equal((await money.store.resolve([settledEnd(event.order)]))[0]?.kind, 'resolved');
    assert.doesNotMatch(await show(), /Bring the node to life/);
    await world.booksBalance();
  });

  test('says how far behind the chain the node is', async () => {
    const now = world.clock.now().getTime();
    const info = { ...node.info, synced: false, newestBlockAt: new Date(now - 7_200_000) };
    operator.report = { ...HEALTHY_REPORT, node: { ...node, info } };
    assert.match(await textOf(PAGE), /Catching up 2 h behind Newest block 812,345 made/);
    const stale = {
      ...info,
      synced: true,
      network: 'bitcoin',
      newestBlockAt: new Date(now - 14_400_000),
    } as const;
    operator.report = { ...HEALTHY_REPORT, node: { ...node, info: stale } };
    assert.match(await textOf(PAGE), /No new block for 4 h/);
    operator.report = {
      ...HEALTHY_REPORT,
      node: { ...node, info: { ...stale, network: 'regtest' } },
    };
    assert.match(await textOf(PAGE), /Synced/);
  });

  test('warns of a version of LND that is known to be faulty', async () => {
    const show = async (version: string): Promise<string> => {
      operator.report = { ...HEALTHY_REPORT, node: { ...node, info: { ...node.info, version } } };
      return await textOf(PAGE);
    };
    assert.match(await show('0.21.2-beta'), /0\.21\.2-beta Not advised What is known of it: LND 0/);
    for (const version of [`${PINNED_LND_VERSION}-beta`, 'simulated']) {
      assert.doesNotMatch(await show(version), /Not advised/, version);
    }
  });

  test('says what is in the wallet, and why not all of it is free', async () => {
    fake.has.wallet = {
      confirmedSat: sat(1_250_000n),
      unconfirmedSat: sat(12_000n),
      reservedSat: sat(30_000n),
      lockedSat: sat(50_000n),
    };
    const text = await textOf(PAGE);
    for (const words of [
      'In the wallet 1,250,000 sat',
      'of it kept back 30,000 sat The node keeps this to pay for closing channels',
      'On its way 12,000 sat It was sent here, or comes back from a channel that opens',
      'Set aside 50,000 sat',
    ]) {
      assert(text.includes(words), words);
    }
  });

  test('says what can come in and go out, and what to do where nothing can', async () => {
    const text = await textOf(PAGE);
    // A hundredth of the channel stays on each side.
    assert.match(text, /Can come in now 3,300,000 sat Can go out now 6,443,210 sat/);
    assert.doesNotMatch(text, /Buy a channel\. Providers/);
    const full = { ...channel, localSat: sat(9_990_000n), remoteSat: sat(5n) };
    operator.report = { ...HEALTHY_REPORT, node: { ...node, channels: [full] } };
    const oneWay = await textOf(PAGE);
    assert.match(oneWay, /Can come in now Nothing/);
    assert.match(oneWay, /Buy a channel\./);
    assert(oneWay.includes(node.info.pubkey));
    const away = { ...channel, isActive: false };
    operator.report = { ...HEALTHY_REPORT, node: { ...node, channels: [away] } };
    assert.match(await textOf(PAGE), /9,743,210 sat more is in channels whose other node is not/);
  });

  test('shows channels that open and close, with what they wait for', async () => {
    fake.has.pending = [
      OPENING,
      { ...OPENING, blocksLeft: null },
      { ...OPENING, state: 'closing' },
      { ...OPENING, state: 'force_closing' },
    ];
    const text = await textOf(PAGE);
    for (const words of [
      'Opening 3 blocks left, about 30 min',
      'Waits for its first block',
      'Closing Its money is back once',
      'Closing by force Its money comes back after a waiting time',
    ]) {
      assert(text.includes(words), words);
    }
  });

  test('is there while the node does not answer', async () => {
    fake.has.isAway = true;
    operator.report = { ...HEALTHY_REPORT, node: null };
    assert.match(await textOf(PAGE), /Bitcoin of the node Does not answer/);
  });

  test('offers nothing for a node that others manage', async () => {
    operator.management = null;
    const text = await textOf(PAGE);
    assert.match(text, /managed with the tools of LND itself, such as lncli/);
    assert.doesNotMatch(text, /Fund the node|Open a channel|Bitcoin of the node|Get the file/);
    for (const path of [FUND, `${FUND}/address`, OPEN, CLOSE, BACKUP]) {
      assert.equal((await admin.get(path)).statusCode, 404, path);
      if (path !== FUND) assert.equal((await admin.post(path)).statusCode, 404, path);
    }
    assert.deepEqual([fake.told.addresses, fake.told.opened, fake.told.closed], [0, [], []]);
  });
});

const OPENING: PendingChannel = {
  state: 'opening',
  peerPubkey: PEER,
  channelPoint: { txid: 'aa'.repeat(32), outputIndex: 0 },
  capacitySat: sat(200_000n),
  localSat: sat(196_530n),
  blocksLeft: 3,
};

describe('funding', () => {
  test('makes an address only on a press, and shows it to every operator from then on', async () => {
    const other = await world.signedIn(await world.addPerson({ isAdmin: true }));
    await admin.get(FUND);
    await admin.get(FUND);
    assert.equal(fake.told.addresses, 0);
    const shown = await follow(await admin.post(`${FUND}/address`));
    const address = `bcrt1q${'1'.padStart(38, 'q')}`;
    assert.equal(fake.told.addresses, 1);
    assert(shown.includes(address));
    const { body } = await other.get(FUND);
    assert(body.includes(`href="bitcoin:${address}"`) && body.includes('class="qr"'));
    assert.match(body, /data-looks-again/, 'it shows by itself when money comes');
    assert.equal(fake.told.addresses, 1);
    await admin.post(`${FUND}/address`);
    assert((await textOf(FUND)).includes(`bcrt1q${'2'.padStart(38, 'q')}`));
  });

  test('tells when money is on its way and when it is there', async () => {
    fake.has.wallet = { ...NO_BITCOIN, confirmedSat: sat(70_000n) };
    await admin.post(`${FUND}/address`);
    assert.match(await textOf(FUND), /Waiting for bitcoin/);
    fake.has.wallet = { ...NO_BITCOIN, confirmedSat: sat(70_000n), unconfirmedSat: sat(5_000n) };
    assert.match(await textOf(FUND), /5,000 sat is on its way\./);
    fake.has.wallet = { ...NO_BITCOIN, confirmedSat: sat(75_000n) };
    const { body } = await admin.get(FUND);
    assert.match(body, /5,000 sat has arrived\./);
    assert.match(body, /data-say="5,000 sat has arrived\."/);
    fake.has.isAway = true;
    assert.match(await textOf(FUND), /What is sent to this address is not lost/);
  });

  test('an address of another node is not shown', async () => {
    await world.owner`
      insert into operator_action (id, kind, subject, detail, result, outcome, ended_at)
      values (gen_random_uuid(), 'node_address', ${`02${'77'.repeat(32)}`}, '{}', 'done',
        '{"address": "bcrt1qother", "walletSat": "0"}', now())`;
    assert.doesNotMatch(await textOf(FUND), /bcrt1qother/);
  });
});

describe('opening a channel', () => {
  const review = async (fields: Partial<typeof ORDER> = {}): Promise<Answer> =>
    await admin.post(OPEN, { ...ORDER, ...fields });
  const orderOf = (answer: Answer) => ({ ...ORDER, form_id: readHidden(answer, 'form_id') });

  test('shows all facts first, and acts on the second press', async () => {
    fake.has.wallet = PLENTY;
    assert.match(await textOf(OPEN), /At least 20,000 sat\. Up to 240,000 sat can go in\./);
    const shown = await review({ rate: '10' });
    assert.equal(shown.statusCode, 200);
    const text = readText(shown);
    for (const words of [
      `The other node ${PEER} Its address 203.0.113.7:9735 Into the channel 200,000 sat`,
      'Fee for the miners About 1,600 sat Left in the wallet 48,400 sat',
      '10,000 sat of it is kept back',
    ]) {
      assert(text.includes(words), words);
    }
    assert.deepEqual(fake.told.opened, []);
    const done = await follow(await admin.post(OPEN, { ...orderOf(shown), rate: '10' }));
    assert.match(done, /The channel is being opened\./);
    assert.deepEqual(fake.told.opened, [
      { peerPubkey: PEER, host: '203.0.113.7:9735', amountSat: 200_000n, satPerVbyte: 10n },
    ]);
    const [logged] = await world.actionLog(1);
    assert.equal(logged?.kind, 'channel_open');
    assert.deepEqual(logged?.detail, { amountSat: '200000', satPerVbyte: '10' });
    assert.equal(logged?.end?.outcome.channel, `${'ef'.repeat(32)}:1`);
  });

  test('opens one channel however often a form is sent, at once or later', async () => {
    fake.has.wallet = PLENTY;
    const order = orderOf(await review());
    const answers = await Promise.all([1, 2, 3].map(() => admin.post(OPEN, order)));
    assert.equal(fake.told.opened.length, 1);
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [303, 303, 303],
    );
    assert.match(await follow(await admin.post(OPEN, order)), /no second channel is opened/);
    assert.equal(fake.told.opened.length, 1);
    await admin.post(OPEN, orderOf(await review()));
    assert.equal(fake.told.opened.length, 2, 'a new form opens another one');
  });

  test('refuses what cannot be, in words', async () => {
    fake.has.wallet = PLENTY;
    for (const [fields, words] of [
      [{ peer: 'nonsense' }, /public key of 66 letters and digits/],
      [{ amount: 'all' }, /Enter how much goes in/],
      [{ amount: '19,999' }, /A channel needs at least 20,000 sat\./],
      [{ amount: '240,001' }, /up to 240,000 sat can go in/],
      [{ rate: '0' }, /a whole number from 1 to 1,000/],
      [{ rate: '1.5' }, /a whole number from 1 to 1,000/],
      [{ rate: '1001' }, /a whole number from 1 to 1,000/],
    ] as const) {
      const form_id = 'ab'.repeat(16);
      const answer = await admin.post(OPEN, { ...ORDER, ...fields, form_id });
      assert.equal(answer.statusCode, 400);
      assert.match(readText(answer), words);
    }
    // What is kept back for ten channels is enough for more.
    fake.has.wallet = { ...PLENTY, reservedSat: sat(100_000n) };
    assert.match(await textOf(OPEN), /Up to 150,000 sat can go in\./);
    fake.has.wallet = { ...NO_BITCOIN, confirmedSat: sat(29_999n) };
    const { body } = await admin.get(OPEN);
    assert.match(body, /<a href="\/operate\/node\/fund">Fund the node<\/a> first/);
    assert.doesNotMatch(body, /<form method="post" action="\/operate\/node\/channels\/open"/);
    assert.deepEqual(fake.told.opened, []);
  });

  test('what was typed can be changed', async () => {
    fake.has.wallet = PLENTY;
    const order = orderOf(await review());
    const again = await admin.post(OPEN, { ...order, change: 'yes' });
    assert.equal(again.statusCode, 200);
    assert.match(again.body, /name="peer" type="text" value="03ab/);
    assert.deepEqual(fake.told.opened, []);
  });

  test('says what the node refuses, and what is not known', async () => {
    fake.has.wallet = PLENTY;
    fake.has.opening = { kind: 'refused', detail: 'the peer refused: too small' };
    const refused = await follow(await admin.post(OPEN, orderOf(await review())));
    assert.match(refused, /The node did not open it: the peer refused: too small/);
    assert.equal((await world.actionLog(1))[0]?.end?.result, 'refused');
    fake.has.opening = 'lost';
    const order = orderOf(await review());
    const lost = await follow(await admin.post(OPEN, order));
    assert.match(lost, /It may be opening the channel: look at the list of channels/);
    assert.equal((await world.actionLog(1))[0]?.end?.result, 'failed');
    fake.has.opening = { kind: 'begun', channelPoint: OPENING.channelPoint };
    await admin.post(OPEN, order);
    assert.equal(fake.told.opened.length, 2, 'the lost one is not tried again by its form');
  });

  test('warns of a second channel with the same node', async () => {
    fake.has.wallet = PLENTY;
    assert.doesNotMatch(readText(await review()), /There is a channel with this node already/);
    fake.has.pending = [OPENING];
    assert.match(readText(await review()), /There is a channel with this node already/);
  });

  test('while the node is away, nothing is asked', async () => {
    fake.has.isAway = true;
    assert.match(await follow(await admin.get(OPEN)), /The node does not answer\. Nothing was/);
  });
});

const CLOSE = `/operate/node/channels/${formatChannelPoint(channel.channelPoint)}/close`;

describe('closing a channel', () => {
  test('says what comes back, what it costs and when it is there', async () => {
    const text = await textOf(CLOSE);
    for (const words of [
      'Comes back to your node 6,543,210 sat Goes to the other node 3,400,000 sat',
      'about 180 sat while few transactions wait, and 9,000 sat or more',
      'in ten minutes to an hour',
      'This is the only channel.',
    ]) {
      assert(text.includes(words), words);
    }
    const done = await follow(await admin.post(CLOSE, { rate: '3' }));
    assert.match(done, /The channel is being closed\./);
    assert.deepEqual(fake.told.closed, [{ channelPoint: channel.channelPoint, satPerVbyte: 3n }]);
    const [logged] = await world.actionLog(1);
    assert.equal(logged?.kind, 'channel_close');
    assert.equal(logged?.subject, formatChannelPoint(channel.channelPoint));
  });

  test('warns where too little is left for what is owed', async () => {
    assert.doesNotMatch(await textOf(CLOSE), /Payments over the node then stop/);
    const { solvency } = HEALTHY_REPORT;
    const owedMsat = solvency.ownedMsat ?? solvency.owedMsat;
    operator.report = { ...HEALTHY_REPORT, solvency: { ...solvency, owedMsat } };
    assert.match(await textOf(CLOSE), /this service owes 9,000,000 sat\. Payments over the node/);
  });

  test('is refused while the peer is away, for a wrong rate, and once it is closed', async () => {
    operator.report = {
      ...HEALTHY_REPORT,
      node: { ...node, channels: [{ ...channel, isActive: false }] },
    };
    const away = await admin.get(CLOSE);
    assert.match(readText(away), /both have to agree to close/);
    assert.doesNotMatch(away.body, /Close the channel/);
    operator.report = HEALTHY_REPORT;
    assert.equal((await admin.post(CLOSE, { rate: 'x' })).statusCode, 400);
    operator.report = { ...HEALTHY_REPORT, node: { ...node, channels: [] } };
    assert.match(await textOf(CLOSE), /not open any more/);
    assert.match(await follow(await admin.post(CLOSE)), /not open any more/);
    assert.equal((await admin.get('/operate/node/channels/nonsense/close')).statusCode, 404);
    operator.report = { ...HEALTHY_REPORT, node: null };
    assert.match(await follow(await admin.post(CLOSE)), /The node does not answer/);
    assert.deepEqual(fake.told.closed, []);
  });
});

const BACKUP = '/operate/node/channels/backup';

test('the channel backup is downloaded as it is, and that is logged', async () => {
  assert.match(await textOf(BACKUP), /of no use without the words/);
  const file = await admin.post(BACKUP);
  assert.equal(file.headers['content-disposition'], 'attachment; filename="channels.backup"');
  assert.deepEqual([...file.rawPayload], [0, 255, 128, 10]);
  assert.equal((await world.actionLog(1))[0]?.kind, 'channel_backup');
  fake.has.isAway = true;
  assert.match(await follow(await admin.post(BACKUP)), /The node does not answer/);
});
