import { debitSat } from '../../base/amount.ts';
import { type Content, html } from '../../i18n/html.ts';
import { leavesByNode, type Payment } from '../../ledger/payment.ts';
import { isOpen } from '../../ledger/payment-state.ts';
import { checkStuck, type StuckFinding } from '../../payments/check-stuck.ts';
import { endForOperator } from '../../payments/end-stuck.ts';
import { recheckPayment } from '../../payments/recheck-payment.ts';
import { stateWord } from '../../web/pages/components.ts';
import type { Page, UserPageRequest } from '../../web/pages/page.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import {
  type ActionPage,
  actionPages,
  done,
  NOT_FOUND,
  operatorOf,
  problem,
} from './action-pages.ts';
import { PAYMENTS_PATH } from './operate-paths.ts';
import type { OperatorPageDeps } from './operator-page-deps.ts';

export const askPath = (id: string): string => `${PAYMENTS_PATH}/${id}/ask`;
export const endPath = (id: string): string => `${PAYMENTS_PATH}/${id}/end`;

/**
 * Finds a payment that the node may know. A payment between wallets of this service is not found,
 * because the node never hears of it.
 */
async function findAsked(
  { actions }: OperatorPageDeps,
  { params }: UserPageRequest,
): Promise<Payment | null> {
  const payment = await actions.payments.findPayment(params.text('id'));
  return payment !== null && leavesByNode(payment) ? payment : null;
}

const ask: ActionPage<Payment> = {
  path: askPath(':id'),
  section: 'payments',
  back: PAYMENTS_PATH,
  find: findAsked,
  ask: ({ texts }, payment) => {
    const { title, text, submit } = texts.actions.ask;
    const facts = paymentFacts(texts, payment);
    return isOpen(payment.state)
      ? { title, text, submit, facts }
      : { title, text: outcomeOf(texts, payment), submit: null, facts };
  },
  act: async ({ actions }, request, payment) => {
    if (!isOpen(payment.state)) return done(outcomeOf(request.texts, payment));
    const by = operatorOf(request);
    const asked = await recheckPayment(actions, by, payment.id, actions.shutdown);
    return asked.ok ? done(outcomeOf(request.texts, asked.value)) : NOT_FOUND;
  },
};

function outcomeOf({ actions: { ask: words } }: PageTexts, { state }: Payment): string {
  if (state === 'settled') return words.paid;
  return state === 'failed' ? words.failed : words.open;
}

/**
 * The action by which an operator ends a payment that is stuck at the node. The node is asked for
 * proof that the payment cannot end by itself, both when the page is shown and when its form is
 * sent.
 */
const end: ActionPage<Payment> = {
  path: endPath(':id'),
  section: 'payments',
  back: PAYMENTS_PATH,
  find: findAsked,
  ask: async ({ texts }, payment, { actions }) => {
    const finding = await checkStuck(actions, payment);
    const { title, text, submit } = texts.actions.end;
    const isProven = finding.kind === 'stuck' && finding.lacks === null;
    return {
      title,
      text,
      submit: isProven ? submit : null,
      look: 'danger',
      facts: [...paymentFacts(texts, payment), ...proofFacts(texts, finding)],
    };
  },
  act: async ({ actions }, request, payment) => {
    const words = request.texts.actions.end;
    const ended = await endForOperator(actions, operatorOf(request), payment.id, actions.shutdown);
    if (ended.ok) return done(words.done);
    const { refusal } = ended;
    if (refusal.kind === 'no_such_payment') return NOT_FOUND;
    return problem(words.refused({ why: refusal.why }));
  },
};

export const paymentActionPages: readonly Page<OperatorPageDeps>[] = [
  ...actionPages(ask),
  ...actionPages(end),
];

type Row = readonly [name: string, value: Content];

function paymentFacts({ format, operateLists }: PageTexts, payment: Payment): readonly Row[] {
  const { columns, states } = operateLists.payments;
  return [
    [columns.payment, html`<code class="wrapped">${payment.id}</code>`],
    [columns.hash, html`<code class="wrapped">${payment.paymentHash}</code>`],
    [columns.since, format.moment(payment.createdAt)],
    [columns.state, states[payment.state]],
    [columns.amount, format.amount(debitSat(payment.amountMsat))],
    [columns.held, format.amount(payment.heldSat)],
  ];
}

function proofFacts({ actions, format }: PageTexts, finding: StuckFinding): readonly Row[] {
  const { proof } = actions.end;
  const said = (text: string): Content => html`<code class="wrapped" lang="en">${text}</code>`;
  if (finding.kind === 'not_stuck') {
    return [[proof.state, html`${stateWord('bad', proof.not)} ${said(finding.why)}`]];
  }
  const { evidence, firstSeenAt, blockHeight, endsFromHeight, lacks } = finding;
  return [
    [proof.channels, evidence.channelIds.map((id) => html`<code>${id}</code> `)],
    [proof.seen, format.moment(firstSeenAt)],
    [proof.height, format.digits(blockHeight)],
    [proof.from, format.digits(endsFromHeight)],
    [
      proof.state,
      lacks === null
        ? stateWord('good', proof.whole)
        : html`${stateWord('waiting', proof.lacks)} ${said(lacks)}`,
    ],
  ];
}
