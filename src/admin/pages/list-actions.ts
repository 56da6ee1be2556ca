import { acknowledgeAlarm } from '../../alarms/acknowledge-alarm.ts';
import type { ListedAlarm } from '../../alarms/alarm-store.ts';
import type { ListedJob } from '../../background/job-store.ts';
import { retryJob } from '../../background/retry-job.ts';
import { creditSat } from '../../base/amount.ts';
import { MAX_EMAIL_LENGTH, MAX_OPERATOR_NOTE } from '../../base/limits.ts';
import { html } from '../../i18n/html.ts';
import { assignUnclaimed } from '../../receipts/assign-unclaimed.ts';
import type { UnclaimedMoney } from '../../receipts/unclaimed-store.ts';
import { hiddenField, textField } from '../../web/pages/controls.ts';
import type { Page } from '../../web/pages/page.ts';
import {
  type ActionPage,
  actionPages,
  again,
  done,
  NOT_FOUND,
  operatorOf,
  problem,
  typedOf,
} from './action-pages.ts';
import { ALARMS_PATH, JOBS_PATH, UNCLAIMED_PATH } from './operate-paths.ts';
import type { OperatorPageDeps } from './operator-page-deps.ts';
import { unclaimedFacts } from './unclaimed-facts.ts';

export const assignPath = (id: string): string => `${UNCLAIMED_PATH}/${id}/assign`;
export const retryPath = (id: string): string => `${JOBS_PATH}/${id}/retry`;
export const acknowledgePath = (id: string): string => `${ALARMS_PATH}/${id}/acknowledge`;

const assign: ActionPage<UnclaimedMoney> = {
  path: assignPath(':id'),
  section: 'unclaimed',
  back: UNCLAIMED_PATH,
  fields: ['email'],
  isProvedEachTime: true,
  find: ({ actions }, { params }) => actions.unclaimed.findUnclaimed(params.text('id')),
  ask: (request, money) => {
    const { actions, format } = request.texts;
    const { title, text, user, submit, gone } = actions.assign;
    if (money.userId !== null) return { title, text: gone, submit: null };
    return {
      title,
      text: text({ amount: format.amount(creditSat(money.amountMsat)) }),
      facts: unclaimedFacts(request.texts, money).map(([name, value]) => [
        name,
        html`<code class="wrapped">${value}</code>`,
      ]),
      fields: textField({
        name: 'email',
        label: user,
        value: typedOf(request, 'email'),
        isRequired: true,
        autocomplete: 'off',
        inputMode: 'email',
        isVerbatim: true,
        maxLength: MAX_EMAIL_LENGTH,
      }),
      submit,
      look: 'danger',
    };
  },
  act: async ({ actions }, request, { id, amountMsat }) => {
    const { format, actions: texts } = request.texts;
    const words = texts.assign;
    const user = request.form.text('email').trim();
    const order = { id, user, by: operatorOf(request) };
    const assigned = await assignUnclaimed(actions, order);
    if (assigned.ok) return done(words.done({ amount: format.sat(creditSat(amountMsat)) }));
    switch (assigned.refusal.kind) {
      case 'no_such_money':
        return NOT_FOUND;
      case 'assigned_already':
        return problem(words.gone);
      default:
        return again(words.noUser);
    }
  },
};

interface WantedJob {
  readonly id: bigint;
  /**
   * The job that the action is about, which was set aside (parked) after too many failures; null if
   * it is no longer parked.
   */
  readonly job: ListedJob | null;
}

const retry: ActionPage<WantedJob> = {
  path: retryPath(':id'),
  section: 'jobs',
  back: JOBS_PATH,
  find: async ({ actions }, { params }) => {
    const text = params.text('id');
    if (!/^\d{1,18}$/.test(text)) return null;
    const id = BigInt(text);
    const found = await actions.jobList.listJobs({ isParked: true, after: id - 1n, limit: 1 });
    return { id, job: found.find((job) => job.id === id) ?? null };
  },
  ask: ({ texts }, { job }) => {
    const { title, text, submit, gone } = texts.actions.retry;
    if (job === null) return { title, text: gone, submit: null };
    const { columns } = texts.operateLists.jobs;
    return {
      title,
      text,
      submit,
      facts: [
        [columns.id, String(job.id)],
        [columns.kind, html`<code>${job.kind}</code>`],
        [columns.error, html`<code class="wrapped">${job.lastError ?? '–'}</code>`],
      ],
    };
  },
  act: async ({ actions }, request, { id }) => {
    const words = request.texts.actions.retry;
    const isRetried = await retryJob(actions, operatorOf(request), id);
    return isRetried ? done(words.done) : problem(words.gone);
  },
};

const acknowledge: ActionPage<ListedAlarm> = {
  path: acknowledgePath(':id'),
  section: 'alarms',
  back: ALARMS_PATH,
  fields: ['note'],
  find: ({ actions }, { params }) => actions.alarmList.findAlarm(params.text('id')),
  ask: (request, alarm) => {
    const { actions, alarmAdvice, format, node, operateLists } = request.texts;
    const { title, text, note, noteHint, submit, present } = actions.acknowledge;
    if (alarm.acknowledged !== null) return { title, text: present, submit: null };
    const { kind, whatToDo } = operateLists.alarms;
    const { columns } = actions.log;
    return {
      title,
      text,
      submit,
      facts: [
        [kind, node.alarms.kinds[alarm.kind]],
        [columns.details, html`<span lang="en">${alarm.detail}</span>`],
        [columns.time, format.moment(alarm.lastAt)],
        [whatToDo, alarmAdvice[alarm.kind]],
      ],
      fields: [
        hiddenField('count', String(alarm.count)),
        textField({
          name: 'note',
          label: note,
          hint: noteHint,
          value: typedOf(request, 'note'),
          maxLength: MAX_OPERATOR_NOTE,
        }),
      ],
    };
  },
  act: async ({ actions }, request, alarm) => {
    const words = request.texts.actions.acknowledge;
    const { form } = request;
    const seen = { ...alarm, count: Number(form.text('count')) };
    const outcome = await acknowledgeAlarm(actions, operatorOf(request), seen, form.text('note'));
    switch (outcome) {
      case 'acknowledged':
        return done(words.done);
      case 'present':
        return problem(words.present);
      case 'raised_again':
        return again(words.again);
      case 'unknown':
        return NOT_FOUND;
    }
  },
};

export const listActionPages: readonly Page<OperatorPageDeps>[] = [
  ...actionPages(assign),
  ...actionPages(retry),
  ...actionPages(acknowledge),
];
