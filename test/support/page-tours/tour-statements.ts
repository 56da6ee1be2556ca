import { SHOWN_STATEMENT_LINES } from '../../../src/statements/limits.ts';
import type { AccountWorld } from '../account-world.ts';
import { asApiUser } from '../api-user.ts';
import { bookAt } from '../book-at.ts';
import { publishProofs } from '../proof/published-proofs.ts';
import type { PageTour } from './page-tour.ts';

/**
 * Visits statements of closed and open months, with and without payments. The last ones have open
 * payments.
 */
export async function tourStatements(world: AccountWorld, tour: PageTour): Promise<void> {
  const { clock, node, ownerUrl } = world;
  const setClock = (text: string): void => clock.move(Date.parse(text) - clock.now().getTime());
  setClock('2025-01-31T00:00:00Z');
  const person = await world.addPerson();
  const api = await asApiUser(world, person.user);
  const browser = await world.signedIn(person);
  const visitor = tour.with(browser);
  await visitor.open('/statements');
  const book = (text: string) => bookAt(ownerUrl, person.user.id, new Date(text));
  const external = () => node.externalInvoice({ amountMsat: 1_000_000n }).bolt11;
  await api.receive(50_000);
  await api.post('/payments/bolt11', { invoice: external() });
  await book('2025-01-31T00:00:00Z');
  await api.receive(9);
  await api.post('/invoices', { amount: 4, memo: '№', payer_name: '№' });
  await book('2025-03-02T00:00:00Z');
  await (await publishProofs(world.database)).make();
  node.plan = { kind: 'hang' };
  const sentBefore = node.sent.length;
  const paying = api.post('/payments/bolt11', { invoice: external() });
  await world.sent(sentBefore + 1);
  setClock('2025-03-20T00:00:00Z');
  const again = tour.with(await world.signedIn(person));
  await again.open('/statements', '/activity');
  for (const month of ['01', '02', '03']) await again.open(`/statements/2025-${month}`);
  // This makes the statement longer than one page.
  for (let n = 0; n < SHOWN_STATEMENT_LINES; n += 1) await api.receive(1);
  await book('2025-03-02T00:00:00Z');
  for (const part of ['page=1', 'page=2', 'print=1']) {
    await again.open(`/statements/2025-03?${part}`);
  }
  world.stop();
  await paying;
}
