import type {
  ActionFact,
  ActionKind,
  ActionResult,
} from '../../../../../base/operate/operator-action.ts';
import { type Html, html } from '../../../kit/html.ts';

/** What operators do on pages, and the log of it. */
export const actions = {
  ask: {
    title: 'Ask the node again',
    text:
      'The node is asked what became of this payment. Nothing is sent. When the node knows the ' +
      'outcome, the payment ends with it.',
    submit: 'Ask the node',
    paid: 'The node says that it was paid. The payment has ended.',
    failed: 'The node says that it failed. The money is back in its wallet.',
    open: 'The outcome is still open.',
  },
  end: {
    title: 'End a stranded payment',
    text:
      'The money held for it goes back to its payer. First, the node is asked once more. Nothing ' +
      'happens unless its answer proves that the payment can never be paid.',
    proof: {
      channels: 'Channels that hold it',
      seen: 'Found like this since',
      height: 'The chain stands at block',
      from: 'May be ended from block',
      state: 'Proof',
      whole: 'Complete',
      lacks: 'Not complete yet:',
      not: 'It is not stranded:',
    },
    submit: 'Give the money back',
    done: 'The payment has ended. The money is back in its wallet.',
    refused: (why: string) => `Nothing was changed: ${why}`,
  },
  assign: {
    title: 'Give money to a user',
    text: (amount: Html): Html =>
      html`This gives ${amount} to a user for good. It cannot be undone.`,
    email: 'Email address of the user',
    submit: 'Give it to them',
    done: (amount: string) => `The user now has ${amount} more.`,
    gone: 'This money has been given to someone already.',
    noUser: 'There is no user with this address.',
  },
  retry: {
    title: 'Try a job again',
    text: 'It runs as if it were new. Remove first what made it fail.',
    submit: 'Try again',
    done: 'The job runs again soon.',
    gone: 'This job is no longer parked.',
  },
  acknowledge: {
    title: 'Acknowledge an alarm',
    text: 'It leaves the list of open alarms. If it is raised again, it is open again.',
    note: 'Note (optional)',
    noteHint: 'What you found or did, for the other operators.',
    submit: 'Acknowledge',
    done: 'The alarm was acknowledged.',
    present: 'Someone else has acknowledged it already.',
    again: 'The alarm was raised again while you looked at it. Look at it once more.',
  },
  stop: {
    title: 'Stop payments over the node',
    text:
      'No new payment leaves over the node until you allow it again. What is on its way goes on, ' +
      'and payments between wallets of this service continue.',
    why: 'Reason',
    whyHint: 'Operators see it on these pages and in the log.',
    submit: 'Stop payments',
    done: 'Payments over the node are stopped.',
    noReason: 'Enter a reason.',
    present: 'Payments over the node were stopped already.',
  },
  allow: {
    title: 'Allow payments over the node',
    text: 'This lifts the stop that an operator made. Other stops stay.',
    submit: 'Allow payments',
    done: 'The stop was lifted.',
    gone: 'This stop was lifted already.',
  },
  check: {
    title: 'Check the books now',
    text: 'The service adds up all entries once more. That takes a few seconds, or minutes.',
    submit: 'Check the books',
    done: 'The check begins within seconds. Its result appears here.',
  },
  log: {
    title: 'Log',
    lead: 'What operators did on these pages and by command, newest first.',
    kind: 'Action',
    allKinds: 'All actions',
    who: 'By',
    everyone: 'Everyone',
    command: 'Command line',
    formerAdmin: 'A closed account',
    none: {
      title: 'Nothing yet',
      text: 'Every action of an operator is written down here.',
    },
    noneFound: 'No action matches.',
    caption: 'Actions of operators, newest first',
    columns: { time: 'Time', who: 'By', action: 'Action', details: 'Details', result: 'Result' },
    results: {
      done: 'Done',
      refused: 'Refused',
      failed: 'Failed',
    } satisfies Readonly<Record<ActionResult, string>>,
    open: 'Not finished',
    kinds: {
      payment_resolve: 'Asked the node again',
      payment_end: 'Ended a stranded payment',
      unclaimed_assign: 'Gave unclaimed money to a user',
      job_retry: 'Tried a job again',
      alarm_acknowledge: 'Acknowledged an alarm',
      outside_stop: 'Stopped payments over the node',
      outside_allow: 'Allowed payments over the node',
      books_check: 'Checked the books',
      node_release: 'Released payments after a comparison',
      user_disable: 'Switched a user off',
      user_enable: 'Switched a user on',
      user_limits: 'Changed the limits of a user',
      user_reset_password: 'Made a link for a new password',
      user_invite: 'Invited someone',
      invitation_withdraw: 'Withdrew an invitation',
    } satisfies Readonly<Record<ActionKind, string>>,
    facts: {
      user: 'User',
      amountSat: 'Amount',
      state: 'State',
      note: 'Note',
      why: 'Why',
      alarm: 'Alarm',
      job: 'Job',
      findings: 'Findings',
      role: 'Role',
      maxBalance: 'Most they may keep',
      maxSendDay: 'Most they may send in a day',
    } satisfies Readonly<Record<ActionFact, string>>,
  },
};
