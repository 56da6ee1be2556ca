import { MAX_OPERATOR_NOTE } from '../../base/limits.ts';
import { html } from '../../i18n/html.ts';
import type { StoredStop } from '../../node/payment-stop-store.ts';
import { liftPaymentStop, stopPayments } from '../../node/stop-payments.ts';
import { hiddenField, textField } from '../../web/pages/controls.ts';
import type { Page } from '../../web/pages/page.ts';
import { requestBooksCheck } from '../request-books-check.ts';
import {
  type ActionPage,
  actionPages,
  again,
  done,
  operatorOf,
  problem,
  typedOf,
} from './action-pages.ts';
import { ALLOW_PATH, BOOKS_PATH, CHECK_PATH, NODE_PATH, STOP_PATH } from './operate-paths.ts';
import type { OperatorPageDeps } from './operator-page-deps.ts';

/**
 * The subject of an action that concerns the whole service, so that nothing has to be looked up.
 */
type Nothing = Readonly<Record<string, never>>;

const stop: ActionPage<Nothing> = {
  path: STOP_PATH,
  section: 'node',
  back: NODE_PATH,
  fields: ['why'],
  isUrgent: true,
  find: async () => ({}),
  ask: (request) => {
    const words = request.texts.actions.stop;
    const { title, text, why, whyHint, submit } = words;
    return {
      title,
      text,
      submit,
      look: 'danger',
      fields: textField({
        name: 'why',
        label: why,
        hint: whyHint,
        // The field for the reason is filled in already, so that an operator in an emergency need
        // not type one.
        value: typedOf(request, 'why') || words.usualReason,
        maxLength: MAX_OPERATOR_NOTE,
        isRequired: true,
      }),
    };
  },
  act: async ({ actions }, request) => {
    const words = request.texts.actions.stop;
    const stopped = await stopPayments(actions, operatorOf(request), request.form.text('why'));
    if (stopped.ok) return done(words.done);
    return stopped.refusal === 'no_reason' ? again(words.noReason) : problem(words.present);
  },
};

/**
 * The action that ends an operator's stop of outgoing payments. It ends only the stop that the page
 * has shown: one that was set later stays.
 */
const allow: ActionPage<StoredStop | 'gone'> = {
  path: ALLOW_PATH,
  section: 'node',
  back: NODE_PATH,
  isProvedEachTime: true,
  find: async (deps) => (await findStop(deps)) ?? 'gone',
  ask: ({ texts }, found) => {
    const { title, text, gone, submit } = texts.actions.allow;
    if (found === 'gone') return { title, text: gone, submit: null };
    const { columns } = texts.actions.log;
    return {
      title,
      text,
      submit,
      facts: [
        [columns.time, texts.format.moment(found.since)],
        [columns.details, html`<bdi>${found.detail}</bdi>`],
      ],
      fields: hiddenField('since', found.since.toISOString()),
    };
  },
  act: async ({ actions }, request) => {
    const words = request.texts.actions.allow;
    const since = new Date(request.form.text('since'));
    if (Number.isNaN(since.getTime())) return problem(words.gone);
    const lifted = await liftPaymentStop(actions, operatorOf(request), since);
    return lifted.ok ? done(words.done) : problem(words.gone);
  },
};

async function findStop({ actions }: OperatorPageDeps): Promise<StoredStop | null> {
  const stops = await actions.stops.listStops();
  return stops.find(({ reason }) => reason === 'operator') ?? null;
}

const check: ActionPage<Nothing> = {
  path: CHECK_PATH,
  section: 'books',
  back: BOOKS_PATH,
  find: async () => ({}),
  ask: ({ texts }) => {
    const { title, text, submit } = texts.actions.check;
    return { title, text, submit };
  },
  act: async ({ actions }, request) => {
    await requestBooksCheck(actions, operatorOf(request));
    return done(request.texts.actions.check.done);
  },
};

export const serviceActionPages: readonly Page<OperatorPageDeps>[] = [
  ...actionPages(stop),
  ...actionPages(allow),
  ...actionPages(check),
];
