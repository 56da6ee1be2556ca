import { raiseAlarm } from '../alarms/raise-alarm.ts';
import type { OutboxDeps } from './outbox-deps.ts';
import type { NewOutboxRow } from './outbox-store.ts';

/**
 * Gives a mail up that will not be delivered. The page tells the person who asked for it, or else
 * `why` is not null. The operator hears of what they can hand over themselves; a stranger cannot
 * cause alarms.
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
