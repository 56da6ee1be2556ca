import type { AccountWorld } from '../account-world.ts';
import type { PageTour } from './page-tour.ts';

const NEW = '/contacts/new';

/**
 * Visits the pages of contacts: none, refused in each way, saved, offered, found, renamed and
 * removed.
 */
export async function tourPeople(world: AccountWorld, tour: PageTour): Promise<void> {
  const person = await world.addPerson();
  const visitor = tour.with(await world.signedIn(person));
  await visitor.open('/contacts', '/send');
  for (const name of ['', '№\u202e', '№'.repeat(65)]) {
    await visitor.submit(NEW, { name, to: 'a@shop.example' });
  }
  await visitor.submit(NEW, { name: '№', to: 'a@shop.example' });
  for (const to of [
    'b@shop.example',
    'lnbc1x',
    'x y',
    `lnurlp://shop.example/${'a'.repeat(999)}`,
  ]) {
    await visitor.submit(NEW, { name: '№', to });
  }
  await visitor.submit(NEW, { name: '1', to: 'a@shop.example' });
  await world.database.sql`
    insert into contact (id, user_id, name, name_key, target, created_at)
    select gen_random_uuid(), ${person.user.id}, '№' || n, n, n || '@shop.example', now()
    from generate_series(2, 500) n`;
  await visitor.submit(NEW, { name: '501', to: '501@shop.example' });
  await visitor.open('/send', '/contacts', '/contacts?q=77', '/contacts?q=none');
  const [contact] = await world.database.sql<{ id: string }[]>`
    select id from contact where user_id = ${person.user.id} and name = '№'`;
  const path = `/contacts/${contact?.id}`;
  await visitor.submit(path, { name: '№7' });
  await visitor.submit(path, { name: '№8' });
  await visitor.open(path);
  await visitor.send(path, { name: '№№' });
  await visitor.send(`${path}/remove`);
}
