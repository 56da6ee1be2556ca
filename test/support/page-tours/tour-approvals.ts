import { msat } from '../../../src/base/amount.ts';
import { ACCOUNT_RECORD } from '../../../src/lightning/custom-records.ts';
import type { AccountWorld } from '../account-world.ts';
import { addAsked } from '../asking-world.ts';
import type { SendPlan } from '../fake-node.ts';
import { EXTERNAL_KEY, pubkeyOf } from '../scripted-node/bills.ts';
import type { PageTour } from './page-tour.ts';

/** Visits payments that ask: waiting, muted, refused, expired, paid, withdrawn and not possible. */
export async function tourApprovals(world: AccountWorld, tour: PageTour): Promise<void> {
  const one = await addAsked(world);
  const { password } = one.person;
  const visitor = tour.with(one.browser);
  const payee = await world.addUser();
  const pathOf = async (amount: number): Promise<string> => {
    const { id } = await one.ask(await payee.invoice(amount));
    return `/approvals/${id}`;
  };
  await visitor.open('/approvals', '/more');
  const first = await pathOf(200);
  await visitor.open(first, '/', '/activity', '/notices', '/approvals');
  for (const mute of ['yes', 'no']) await visitor.send(`${first}/mute`, { mute });
  const second = await pathOf(300);
  await visitor.open(second, '/notices');
  await visitor.send(`${first}/pay`, { raise: 'yes' });
  await visitor.send(`${first}/pay`, { password });
  await visitor.send(`${second}/refuse`);
  await visitor.open(await pathOf(400));
  const large = [await pathOf(6000), await pathOf(6000)];
  for (const path of large) await visitor.send(`${path}/pay`, { password });
  await visitor.send(`${await pathOf(500)}/refuse-all`);
  const expiring = await pathOf(600);
  world.clock.move(300_000);
  await visitor.open(expiring);
  const external = async (amountMsat: bigint): Promise<string> => {
    const { bolt11 } = world.node.externalInvoice({ amountMsat });
    return `/approvals/${(await one.ask(bolt11)).id}`;
  };
  const failing = await external(700_000n);
  await visitor.open(failing);
  world.node.plan = { kind: 'fail', reason: 'no_route' };
  await visitor.send(`${failing}/pay`, { password });
  const elsewhere = pubkeyOf(EXTERNAL_KEY);
  const several = async (count: number): Promise<string> => {
    const custom_records = { [String(ACCOUNT_RECORD)]: payee.user.identifier };
    const inside = { destination: world.node.identity.pubkey, amount: 70, custom_records };
    const outside = { destination: elsewhere, amount: 60 };
    const { id } = await one.askForKeysends([inside, ...Array(count).fill(outside)]);
    return `/approvals/${id}`;
  };
  const partly = await several(12);
  await visitor.open(partly, '/approvals');
  await visitor.send(`${partly}/pay`, { password });
  const { promise: until, resolve: end } = Promise.withResolvers<SendPlan>();
  world.node.plan = { kind: 'hold', until };
  const held = await external(750_000n);
  await visitor.send(`${held}/pay`, { password });
  end({ kind: 'succeed', feeMsat: msat(0n) });
  const withdrawn = await pathOf(800);
  const { userId, grantId } = one.grant;
  await world.deps.tokens.revokeToken({ id: grantId, userId }, world.clock.now());
  await visitor.open(withdrawn, '/approvals', '/activity');
}
