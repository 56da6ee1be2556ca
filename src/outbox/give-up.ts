import { raiseAlarm } from '../alarms/raise-alarm.ts';
import type { OutboxDeps } from './outbox-deps.ts';
import type { NewOutboxRow } from './outbox-store.ts';

/**
 * Gives up a mail that will not be delivered. `why` is null if the person who asked for the mail is
 * told by the page. An alarm is raised only for links that the operator can hand over in another
 * way, so that strangers cannot cause alarms.
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
