import { readSat, sat } from '../../base/amount.ts';
import { MAX_OPERATOR_NOTE } from '../../base/limits.ts';
import { html } from '../../i18n/html.ts';
import { releaseOutflow } from '../../outflow/change-outflow.ts';
import type { OutflowView, Sender } from '../../outflow/outflow-store.ts';
import { textField } from '../../web/pages/controls.ts';
import type { Page } from '../../web/pages/page.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import {
  type ActionPage,
  actionPages,
  again,
  done,
  operatorOf,
  problem,
  typedOf,
} from './action-pages.ts';
import { ALLOW_OUTFLOW_PATH, SAFETY_PATH, USERS_PATH } from './operate-paths.ts';
import type { OperatorPageDeps } from './operator-page-deps.ts';

interface Stopped {
  readonly view: OutflowView;
  readonly senders: readonly Sender[];
}

/**
 * The action by which an operator lets money leave again after a limit was reached. It shows who
 * has sent most, as that has to be looked at first.
 */
const allowOutflow: ActionPage<Stopped> = {
  path: ALLOW_OUTFLOW_PATH,
  section: 'safety',
  back: SAFETY_PATH,
  fields: ['why', 'beyond'],
  isProvedEachTime: true,
  find: async ({ actions: { outflow } }) => ({
    view: await outflow.read(),
    senders: await outflow.listSenders(),
  }),
  ask: (request, { view, senders }) => {
    const { texts } = request;
    const { title, text, gone, submit, ...words } = texts.actions.allowOutflow;
    if (view.latch === null) return { title, text: gone, submit: null };
    const { columns } = texts.actions.log;
    return {
      title,
      text,
      submit,
      facts: [
        [columns.time, texts.format.moment(view.latch.since)],
        [columns.details, html`<bdi>${view.latch.detail}</bdi>`],
        [words.hour, texts.format.amount(view.sentHourMsat / 1000n)],
        [words.day, texts.format.amount(view.sentDayMsat / 1000n)],
        ...senders.map((sender) => [words.sender, senderLine(texts, sender)] as const),
      ],
      fields: html`
        ${textField({
          name: 'why',
          label: words.why,
          hint: words.whyHint,
          value: typedOf(request, 'why'),
          maxLength: MAX_OPERATOR_NOTE,
          isRequired: true,
        })}
        ${textField({
          name: 'beyond',
          label: words.beyond,
          hint: words.beyondHint,
          value: typedOf(request, 'beyond'),
          inputMode: 'numeric',
          unit: 'sat',
        })}`,
    };
  },
  act: async ({ actions }, request) => {
    const words = request.texts.actions.allowOutflow;
    const typed = request.texts.format.readDigits(typedOf(request, 'beyond')).trim();
    const beyondSat = typed === '' ? sat(0n) : readSat(typed);
    if (beyondSat === null) return again(words.wrongAmount);
    const order = { reason: request.form.text('why'), beyondSat };
    const released = await releaseOutflow(actions, operatorOf(request), order);
    if (released.ok) return done(words.done);
    return released.refusal === 'no_reason' ? again(words.noReason) : problem(words.gone);
  },
};

function senderLine(texts: PageTexts, { user, spender, since, sentMsat }: Sender) {
  const amount = texts.format.amount(sentMsat / 1000n);
  const when = since === null ? '' : `, ${texts.format.moment(since)}`;
  return html`<a href="${USERS_PATH}/${user}"><code>${user}</code></a>: ${amount},
    <code class="wrapped">${spender}</code>${when}`;
}

export const outflowActionPages: readonly Page<OperatorPageDeps>[] = actionPages(allowOutflow);
