import { raiseAlarm } from '../alarms/raise-alarm.ts';
import type { OutboxDeps } from './outbox-deps.ts';
import type { NewOutboxRow } from './outbox-store.ts';

/**
 * Gives up a mail that will not be delivered. Either the page tells the person who asked for it, or
 * `why` is not null. The operator is told of links that they can hand over themselves; strangers
 * cannot cause alarms.
 */
export async function giveUp(
  deps: OutboxDeps,
  { id, matter, userId }: Pick<NewOutboxRow, 'id' | 'matter' | 'userId'>,
  why: string | null,
): Promise<void> {
  if (matter === 'password_reset' && userId !== null) {
    await deps.noteResetAsked(userId, deps.clock.now());
    deps.log.warn({ userId }, 'a user asked for a new password: see /operate/users');
  }
  if (why !== null && (matter === 'invitation' || matter === 'handed_reset')) {
    const what = matter === 'invitation' ? 'an invitation' : 'a link to a new password';
    const detail = `the mail with ${what} was not delivered: ${why}`;
    await raiseAlarm(deps, { kind: 'mail_not_leaving', subject: `mail ${id}`, detail });
  }
  await deps.outboxRows.remove(id);
}
