import assert from 'node:assert/strict';
import { ACTION_FACTS, ACTION_KINDS } from '../../../src/alarms/operator-log/operator-action.ts';
import { createAlarmListStore, createAlarmStore } from '../../../src/alarms/sql/alarm-store.ts';
import { msat, sat } from '../../../src/base/amount.ts';
import { lockIdOf } from '../../../src/onchain/withdrawal-label.ts';
import type { AccountWorld, Person } from '../account-world.ts';
import { readHidden } from '../browser.ts';
import { newSecret } from '../money-model/events.ts';
import type { OperatedWallet } from '../onchain/operated-wallet.ts';
import { newHash } from '../onchain/withdrawal-events.ts';
import type { ActingRows, NodeWords } from '../operate/acting-world.ts';
import type { PageTour, TourBrowser } from './page-tour.ts';

/**
 * Texts that are in English in every language: why a payment is not ended, and what others wrote.
 */
export const ACTION_DATA: readonly string[] = [
  'the node does not answer',
  'the node has no such payment',
  'a second look is needed 600 s after the first, which was at',
  'the payment has failed',
  'an operator stopped them:',
  'the service is locked down:',
  'nothing leaves, and apps and changes of accounts wait:',
  '24 h, 03:00 UTC',
  'it broke',
  'go back to their payer; LND holds the payment for under way',
  'the node has not caught up with the chain',
  'coins of the wallet are leased to it, so it was about to be sent: ask again when that has ' +
    'ended, which takes a day at most',
  'the wallet of the node has transaction',
  'for it',
  'the wallet of the node has no such transaction that pays what was ordered',
  'it waits for no block: the withdrawal is unknown',
  'it pays as much already',
];

interface Acting {
  readonly world: AccountWorld;
  readonly rows: ActingRows;
  readonly says: NodeWords;
  readonly wallet: OperatedWallet;
}

/**
 * Visits the pages of all operators' actions: each with its question, its outcomes and its log
 * entry.
 */
export async function tourActions(acting: Acting, tour: PageTour): Promise<void> {
  const { world } = acting;
  const person = await world.addPerson({ isAdmin: true });
  const admin = tour.with(await world.signedIn(person));
  await admin.open('/operate/log', '/operate/log?kind=job_retry');
  await tourPayments(acting, admin);
  await tourWithdrawals(acting, admin);
  await tourLists(acting, admin, person);
  await tourAlarms(acting, admin);
  await tourService(admin, person);
  await tourOutflow(acting, admin, person);
  await tourLockdown(acting, tour, { admin, person });
  await tourLog(acting, admin);
}

async function tourPayments({ rows, says }: Acting, admin: TourBrowser): Promise<void> {
  const secret = newSecret();
  const [one, two, three] = [
    await rows.addPayment(),
    await rows.addPayment(),
    await rows.addPayment(secret),
  ];
  await admin.open('/operate/payments');
  says.isAway = true;
  await admin.submit(`/operate/payments/${one}/ask`);
  says.isAway = false;
  await admin.submit(`/operate/payments/${one}/ask`);
  says.isTried = false;
  await admin.open(`/operate/payments/${two}/end`);
  says.isTried = true;
  await admin.open(`/operate/payments/${two}/end`);
  await admin.send(`/operate/payments/${two}/end`);
  await rows.owner`update stranded_payment set seen_at = seen_at - interval '1 hour'`;
  await admin.open('/operate/payments?show=stranded');
  await admin.submit(`/operate/payments/${two}/end`);
  says.payment = { kind: 'failed', paymentIndex: 7n, reason: 'no_route' };
  await admin.submit(`/operate/payments/${one}/ask`);
  await admin.open(`/operate/payments/${one}/ask`);
  says.payment = {
    kind: 'succeeded',
    paymentIndex: 7n,
    preimage: secret.preimage,
    amountMsat: msat(100_000n),
    feeMsat: msat(0n),
  };
  await admin.submit(`/operate/payments/${three}/ask`);
}

async function tourWithdrawals({ rows, wallet }: Acting, admin: TourBrowser): Promise<void> {
  const { chain, leases } = wallet;
  const [one, two] = [await rows.addUnknownWithdrawal(), await rows.addUnknownWithdrawal()];
  const fail = `/operate/withdrawals/${one.id}/fail`;
  await admin.open('/operate/payments?show=unknown');
  chain.setSynced(false);
  await admin.open(fail);
  chain.setSynced(true);
  leases.push({ txid: newHash(), index: 0, amountSat: sat(9n), lockId: lockIdOf(one.id) });
  await admin.open(fail);
  leases.length = 0;
  await admin.submit(fail);
  await admin.open(fail);
  const own = `/operate/withdrawals/${two.id}`;
  const txid = wallet.addSent(two, true);
  await admin.open(`${own}/fail`, `${own}/found/${newHash()}`, `${own}/bump`);
  await admin.send(`${own}/fail`);
  await admin.send(`${own}/found/${newHash()}`);
  await admin.submit(`${own}/found/${txid}`);
  await admin.open('/operate/payments');
  await rows.owner`
    update withdrawal set state = 'broadcast', broadcast_at = now() where id = ${two.id}`;
  await admin.open('/operate/payments');
  wallet.planAddresses(1);
  await admin.submit(`${own}/bump`, { rate: 'x' });
  await admin.submit(`${own}/bump`, { rate: '1' });
  await admin.submit(`${own}/bump`, { rate: '20' });
}

async function tourLists(
  { rows }: Acting,
  admin: TourBrowser,
  { email, password }: Person,
): Promise<void> {
  const assign = `/operate/unclaimed/${await rows.addUnclaimed()}/assign`;
  await admin.open('/operate/unclaimed');
  await admin.submit(assign, { email: 'no.one@example.com', password });
  await admin.submit(assign, { email, password });
  await admin.send(assign, { email, password });
  await admin.open(assign);
  const retry = `/operate/jobs/${await rows.addParkedJob()}/retry`;
  await admin.open('/operate/jobs');
  await admin.submit(retry);
  await admin.send(retry);
  await admin.open(retry);
}

async function tourAlarms({ world }: Acting, admin: TourBrowser): Promise<void> {
  const alarms = createAlarmStore(world.database);
  const alarm = { kind: 'job_parked', subject: '№', detail: '№' } as const;
  await alarms.raiseAlarm(alarm);
  const page = { isOpen: true, kind: null, after: null, limit: 1 } as const;
  const [found] = await createAlarmListStore(world.database).listAlarmPage(page);
  const path = `/operate/alarms/${found?.id}/acknowledge`;
  const count = readHidden(await admin.open(path), 'count');
  await alarms.raiseAlarm(alarm);
  await admin.send(path, { count });
  await admin.submit(path, { note: '№' });
  await admin.send(path, { count });
  await admin.open(path, '/operate/alarms?show=earlier');
}

async function tourService(admin: TourBrowser, { password }: Person): Promise<void> {
  await admin.open('/operate/stop');
  await admin.send('/operate/stop', { why: ' ' });
  await admin.submit('/operate/stop', { why: '№' });
  await admin.send('/operate/stop', { why: '№' });
  const since = readHidden(await admin.open('/operate/allow'), 'since');
  await admin.submit('/operate/allow');
  await admin.submit('/operate/allow', { password });
  await admin.send('/operate/allow', { since, password });
  await admin.open('/operate/allow');
  await admin.submit('/operate/books/check');
  await admin.submit('/operate/books/backup');
  const schedule = '/operate/books/schedule';
  await admin.open(schedule);
  const fields = { every: '86400', at: '03:00', keep: '7' };
  for (const wrong of [{ every: '7' }, { at: '25:00' }, { keep: '0' }]) {
    await admin.submit(schedule, { ...fields, ...wrong });
  }
  await admin.submit(schedule, fields);
  await admin.open('/operate/books');
}

async function tourOutflow(
  { rows: { owner } }: Acting,
  admin: TourBrowser,
  { password }: Person,
): Promise<void> {
  const path = '/operate/outflow/allow';
  await admin.open(path);
  await owner`insert into outside_stop (reason, detail) values ('outflow', '№')`;
  await admin.open(path);
  await admin.submit(path, { why: '№', beyond: '№' });
  await admin.submit(path, { why: '№', beyond: '№', password });
  await admin.submit(path, { why: ' ', password });
  await admin.submit(path, { why: '№', beyond: '1000', password });
  await admin.send(path, { why: '№', password });
}

/** Visits what operators and users see during a lockdown. */
async function tourLockdown(
  { world, rows: { owner } }: Acting,
  tour: PageTour,
  { admin, person: { password } }: { readonly admin: TourBrowser; readonly person: Person },
): Promise<void> {
  const person = await world.addPerson();
  const [path, liftPath] = ['/operate/lockdown', '/operate/lockdown/lift'];
  await admin.open(path, liftPath);
  await admin.send(path, { why: ' ' });
  await admin.submit(path, { why: '№' });
  await admin.open(path, '/operate');
  const user = tour.with(await world.signedIn(person));
  await user.open('/');
  await user.send('/forgot-password', { email: '№' });
  await owner`update lockdown set admin_id = null`;
  const number = readHidden(await admin.open(liftPath), 'number');
  await admin.send(liftPath, { number, part: 'apps' });
  await admin.send(liftPath, { number, password });
  await admin.send(liftPath, { number, part: 'apps', password });
  await admin.open('/operate');
  await admin.send(liftPath, { number, part: 'apps', password });
  await owner`select release_lockdown('{payments,changes}', null)`;
}

/** Visits the log with an action of each kind and every fact. */
async function tourLog({ rows: { owner } }: Acting, admin: TourBrowser): Promise<void> {
  const detail = JSON.stringify(Object.fromEntries(ACTION_FACTS.map((fact) => [fact, '№'])));
  for (const kind of ACTION_KINDS) {
    await owner`
      insert into operator_action (id, kind, subject, detail, result, outcome, ended_at)
      values (gen_random_uuid(), ${kind}, '№', ${detail}::text::json, 'failed', '{}', now())`;
  }
  await owner`
    insert into operator_action (id, kind, subject, detail)
    values (gen_random_uuid(), 'job_retry', '№', '{}')`;
  await owner`
    insert into operator_action (id, admin_id, kind, subject, detail)
    select gen_random_uuid(), id, 'job_retry', '№', '{}' from wallet_user
    where not is_admin limit 1`;
  const shown = await admin.open('/operate/log', '/operate/log?who=command');
  assert.match(shown.body, /№/);
}
