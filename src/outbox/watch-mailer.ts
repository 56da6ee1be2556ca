import type { AlarmStore } from '../alarms/alarm-store.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import type { Log } from '../base/log.ts';
import { type Mailer, MailFault } from '../base/mailer.ts';
import { TELL_AFTER_MS } from './limits.ts';
import type { MailHealthStore } from './outbox-store.ts';

export interface WatchMailerDeps {
  readonly mailer: Mailer;
  readonly mailHealth: MailHealthStore;
  readonly alarms: Pick<AlarmStore, 'endAlarm' | 'raiseAlarm'>;
  readonly log: Log;
}

const ALARM = { kind: 'mail_not_leaving', subject: 'mail server' } as const;

/**
 * Wraps a mailer so that an alarm is raised when sending mail fails: at once if only the operator
 * can repair the cause, or after a while if the mail server may recover. The alarm ends when a mail
 * is sent again. An unknown recipient or a refused mail says nothing about the server, and does not
 * count: strangers choose where mails go, and could otherwise start and end the alarm.
 */
export function watchMailer(deps: WatchMailerDeps): Mailer {
  const { mailer, log } = deps;
  const noted = async (work: () => Promise<void>): Promise<void> => {
    await work().catch((error: unknown) => log.error({ error }, 'the state of mail was not noted'));
  };
  return {
    send: async (mail, signal) => {
      try {
        await mailer.send(mail, signal);
      } catch (error) {
        if (signal?.aborted !== true) await noted(() => noteFailure(deps, error));
        throw error;
      }
      await noted(() => noteSuccess(deps));
    },
  };
}

async function noteFailure(deps: WatchMailerDeps, error: unknown): Promise<void> {
  const problem = error instanceof MailFault ? error.problem : 'later';
  const answer = error instanceof MailFault ? error.answer : 'it could not be sent';
  deps.log.warn({ problem, answer }, 'a mail could not be sent');
  if (problem === 'recipient' || problem === 'mail') return;
  const isDue = await deps.mailHealth.noteFailure(problem === 'later' ? TELL_AFTER_MS : 0);
  if (isDue) await raiseAlarm(deps, { ...ALARM, detail: `mail does not leave: ${answer}` });
}

async function noteSuccess({ mailHealth, alarms }: WatchMailerDeps): Promise<void> {
  if (await mailHealth.noteSuccess()) await alarms.endAlarm(ALARM, 'mail leaves again');
}
