import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SimulatedFault } from '../fault.ts';
import { FAULTS } from '../faults.ts';
import {
  booksRaisedAtOnce,
  forgetsRaised,
  givesBackRefused,
  publishesFirst,
  readsNoLabels,
} from './chain-mistakes.ts';
import { lightningPayment } from './lightning.ts';
import type { Movement } from './movement.ts';
import { MOVEMENTS } from './movements.ts';
import { raisedFee } from './raised-fee.ts';
import {
  describeWrong,
  FATE_NAMES,
  type Fate,
  findWrong,
  playRows,
  type Row,
  renderTable,
} from './table.ts';
import { withdrawal } from './withdrawal.ts';

/* Less than a tenth of what `npm run test:table` plays: all answers once, and one in full. */

test('M29 a payment that stops at any step has one end, whatever the node answers', async (t) => {
  const [own] = MOVEMENTS;
  assert(own !== undefined);
  const rows = await playAll(own, own.answers, ['the process dies']);
  for (const line of renderTable(rows, 'answer')) t.diagnostic(line);
  assert.deepEqual(rows.flatMap(({ wrong }) => wrong).map(describeWrong), []);
});

for (const movement of MOVEMENTS) {
  test(`M29 ${movement.name} has one end in each older database, and if it stops twice`, async (t) => {
    const rows = await playAll(movement, ['done, answer lost'], FATE_NAMES);
    for (const line of renderTable(rows, 'fate')) t.diagnostic(line);
    assert.deepEqual(rows.flatMap(({ wrong }) => wrong).map(describeWrong), []);
  });
}

for (const movement of [withdrawal(), raisedFee()]) {
  test(`M29 ${movement.name} that stops at any step has one end, whatever wallet and chain answer`, async (t) => {
    const rows = await playAll(movement, movement.answers, ['the process dies']);
    for (const line of renderTable(rows, 'answer')) t.diagnostic(line);
    assert.deepEqual(rows.flatMap(({ wrong }) => wrong).map(describeWrong), []);
  });
}

test('M29 what of a withdrawal was on its way is not sent again from an older database', async (t) => {
  const movement = withdrawal();
  const rows = [
    ...(await playRows(movement, 'request late', ['it dies, the database is put back'])),
    ...(await playRows(movement, 'funded late, answer lost', ['the database is put back'])),
  ];
  for (const line of renderTable(rows, 'fate')) t.diagnostic(line);
  assert.deepEqual(rows.flatMap(({ wrong }) => wrong).map(describeWrong), []);
});

test('a statement that is added to the code is one more step', async () => {
  const plain = lightningPayment({ isNodeShared: false });
  const longer = lightningPayment({ isNodeShared: false, fault: WRITES_MORE });
  const [before] = await playRows(plain, 'done', ['the process dies']);
  const [after] = await playRows(longer, 'done', ['the process dies']);
  assert(before !== undefined && after !== undefined);
  assert.equal(after.steps, before.steps + 1);
  assert.equal(after.states, before.states + 1);
  assert.deepEqual(after.wrong, []);
});

const WRITES_MORE: SimulatedFault = {
  bendStores: (stores) => {
    const beginDispatch: typeof stores.payments.beginDispatch = async (dispatch) => {
      const [user] = await stores.users.listUsers();
      if (user !== undefined) await stores.users.noteBrowserLanguage(user.id, 'de');
      return await stores.payments.beginDispatch(dispatch);
    };
    const payments = new Proxy(stores.payments, {
      get: (store, name) => (name === 'beginDispatch' ? beginDispatch : Reflect.get(store, name)),
    });
    return { ...stores, payments };
  },
};

/** Mistakes that the table has to find, each with where it shows. */
const MISTAKES: readonly Mistake[] = [
  {
    name: 'the note in the journal is skipped',
    movement: lightningPayment({ isNodeShared: true, isJournalBlind: true }),
    answer: 'done, answer lost',
    fate: 'it dies, the database is put back',
  },
  {
    name: 'what is reserved is failed without a look at the node',
    movement: lightningPayment({ isNodeShared: false, fault: FAULTS['reserved-means-unsent'] }),
    answer: 'done, answer lost',
    fate: 'it dies, the database is put back',
  },
  {
    name: 'the payments of the node are not looked at',
    movement: lightningPayment({ isNodeShared: false, fault: FAULTS['node-not-looked-at'] }),
    answer: 'done, answer lost',
    fate: 'it dies, the database is put back',
  },
  {
    name: 'a lost answer is a refund',
    movement: lightningPayment({ isNodeShared: false, fault: FAULTS['refund-on-time-out'] }),
    answer: 'done, answer lost',
    fate: 'the process dies',
  },
  {
    name: 'a lost answer is sent again',
    movement: lightningPayment({ isNodeShared: false, fault: FAULTS['resend-after-unknown'] }),
    answer: 'request lost',
    fate: 'the process dies',
  },
  {
    name: 'any node is believed',
    movement: lightningPayment({ isNodeShared: false, fault: FAULTS['any-node-believed'] }),
    answer: 'another node since it was done',
    fate: 'the process dies',
  },
  {
    name: 'a payment is booked after its approval, and not with it',
    movement: lightningPayment({
      ...{ isNodeShared: false, isAsking: true },
      fault: FAULTS['approved-apart'],
    }),
    answer: 'done',
    fate: 'the process dies',
  },
  {
    name: 'a withdrawal is published before it is stored',
    movement: withdrawal({ bend: publishesFirst }),
    answer: 'done',
    fate: 'the process dies',
  },
  {
    name: 'a refused transaction is given back',
    movement: withdrawal({ bend: givesBackRefused }),
    answer: 'refused, though done',
    fate: 'the process dies',
  },
  {
    name: 'a withdrawal is signed anew without a look into the wallet',
    movement: withdrawal({ bend: readsNoLabels }),
    answer: 'done',
    fate: 'it dies, the database is put back',
  },
  {
    name: 'what raised a fee is not looked for in an older database',
    movement: raisedFee({ bend: forgetsRaised }),
    answer: 'done',
    fate: 'it dies, the database is put back',
  },
  {
    name: 'a raised fee is booked with the first block',
    movement: raisedFee({ bend: booksRaisedAtOnce }),
    answer: 'mined, out again, replaced',
    fate: 'the process dies',
  },
];

interface Mistake {
  readonly name: string;
  readonly movement: Movement;
  readonly answer: string;
  readonly fate: Fate;
}

for (const { name, movement, answer, fate } of MISTAKES) {
  test(`it is found out that ${name}`, async (t) => {
    const wrong = await findWrong(movement, answer, fate);
    assert(wrong !== null, 'no combination ends wrong');
    t.diagnostic(describeWrong(wrong));
  });
}

async function playAll(
  movement: Movement,
  answers: readonly string[],
  fates: readonly Fate[],
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const answer of answers) rows.push(...(await playRows(movement, answer, fates)));
  return rows;
}
