import { assert } from '../base/assert.ts';
import { isRefusal } from '../base/mailer.ts';
import { giveUp } from './give-up.ts';
import type { OutboxDeps } from './outbox-deps.ts';
import type { OutboxOrder } from './outbox-store.ts';
import { openMail } from './sealed-mail.ts';

/**
 * Runs a SEND_MAIL_JOB: tries to send a mail once, and throws when sending has to be tried again.
 * If the process dies just after sending, the mail is sent twice instead of never.
 */
export async function sendStoredMail(
  deps: OutboxDeps,
  payload: unknown,
  signal: AbortSignal,
): Promise<void> {
  const { outboxRows, mailer, clock } = deps;
  const { id } = readOrder(payload);
  const found = await outboxRows.find(id, clock.now());
  if (found === null) return;
  const row = { ...found, id };
  const isOver = found.diesAt.getTime() <= clock.now().getTime();
  if (isOver) return await giveUp(deps, row, 'its time was over');
  if (!found.isWanted) return await outboxRows.remove(id);
  if (mailer === null) return await giveUp(deps, row, 'there is no mail server any more');
  const mail = openMail(await deps.readMailKey(), id, found.sealed);
  if (mail === null) return await giveUp(deps, row, 'the secret key is another one now');
  try {
    await mailer.send(mail, signal);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return await giveUp(deps, row, error.answer);
  }
  await outboxRows.remove(id);
}

function readOrder(payload: unknown): OutboxOrder {
  assert(typeof payload === 'object' && payload !== null, 'an order names a mail');
  assert('id' in payload && typeof payload.id === 'string', 'an order names a mail');
  return { id: payload.id };
}
