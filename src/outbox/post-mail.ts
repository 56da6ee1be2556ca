import { newUuid } from '../base/id.ts';
import { isRefusal, type Mail, type Mailer } from '../base/mailer.ts';
import { giveUp } from './give-up.ts';
import {
  ANSWER_WITHIN_MS,
  MAIL_LIFE_MS,
  MAX_TRIES_AT_ONCE,
  TAKEN_OVER_AFTER_MS,
} from './limits.ts';
import type { MailOutcome, Outbox, OutboxDeps, Posting } from './outbox-deps.ts';
import type { NewOutboxRow } from './outbox-store.ts';
import { sealMail } from './sealed-mail.ts';

export type PostMailDeps = OutboxDeps & { readonly mailer: Mailer };

/**
 * Creates an outbox. A mail is stored before it is sent, so that no crash loses it. The process
 * that stores it tries to send it at once, because a person is waiting for the result. Later tries
 * are made by workers.
 */
export function createOutbox(deps: PostMailDeps): Outbox {
  let tries = 0;
  const end = (): void => {
    tries -= 1;
  };
  return {
    post: async (mail, about) => {
      const row = await newRow(deps, mail, about);
      const late: MailOutcome = { kind: 'delayed', until: row.diesAt };
      if (tries >= MAX_TRIES_AT_ONCE) {
        await deps.outboxRows.keep(row, 0);
        return late;
      }
      tries += 1;
      try {
        await deps.outboxRows.keep(row, TAKEN_OVER_AFTER_MS);
      } catch (error) {
        end();
        throw error;
      }
      const tried = tryNow(deps, { ...mail, id: row.id }, row).finally(end);
      return await inTime(deps, tried, late);
    },
  };
}

async function newRow(
  { clock, random, readMailKey }: PostMailDeps,
  mail: Mail,
  { matter, link }: Posting,
): Promise<NewOutboxRow> {
  const id = newUuid(clock, random);
  const createdAt = clock.now();
  const lifeEndMs = createdAt.getTime() + MAIL_LIFE_MS;
  return {
    id,
    matter,
    sealed: sealMail(await readMailKey(), id, mail, random),
    linkHash: link?.tokenHash ?? null,
    userId: link?.userId ?? null,
    createdAt,
    diesAt: new Date(Math.min(lifeEndMs, link?.expiresAt.getTime() ?? lifeEndMs)),
  };
}

/**
 * Tries to send a mail now. The promise never rejects: unless the mail is known to have been sent
 * or refused, sending is tried again later.
 */
async function tryNow(deps: PostMailDeps, mail: Mail, row: NewOutboxRow): Promise<MailOutcome> {
  const { mailer, outboxRows, log } = deps;
  try {
    await mailer.send(mail);
  } catch (error) {
    if (!isRefusal(error)) return { kind: 'delayed', until: row.diesAt };
    const refused = { kind: 'refused', answer: error.answer } as const;
    await giveUp(deps, row, null).catch((fault: unknown) =>
      log.error({ error: fault }, 'a refused mail could not be removed'),
    );
    return refused;
  }
  await outboxRows.remove(row.id).catch((error: unknown) => {
    log.error({ error }, 'a mail that has left could not be removed: it is sent again');
  });
  return { kind: 'sent' };
}

/**
 * Waits for the result of a try, but only for a limited time: then the person who is waiting is
 * told that the mail is delayed.
 */
async function inTime(
  { clock }: PostMailDeps,
  tried: Promise<MailOutcome>,
  late: MailOutcome,
): Promise<MailOutcome> {
  const over = new AbortController();
  const waited = clock.sleep(ANSWER_WITHIN_MS, over.signal).then(() => late);
  try {
    return await Promise.race([tried, waited]);
  } finally {
    over.abort();
  }
}
