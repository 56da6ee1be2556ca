import { addressCard } from '../../address/pages/address-card.ts';
import { webCaller } from '../../authorization/caller.ts';
import { roomSat } from '../../authorization/user-limits.ts';
import { sat, satToMsat } from '../../base/amount.ts';
import { assert } from '../../base/assert.ts';
import { newIdentifier, RECORD_IDENTIFIER_LENGTH } from '../../base/id.ts';
import { MAX_DESCRIPTION_BYTES } from '../../base/limits.ts';
import { type Html, html } from '../../i18n/html.ts';
import { createInvoice } from '../../invoices/create-invoice.ts';
import { EMPTY_ORDER } from '../../invoices/invoice-order.ts';
import type { CreateInvoiceRefusal } from '../../ledger/wallet-refusals.ts';
import { amountField, amountProblem, amountScripts } from '../../web/pages/amount-field.ts';
import { emptyState } from '../../web/pages/components.ts';
import {
  hiddenField,
  linkButton,
  postForm,
  problemSummary,
  selectField,
  textField,
} from '../../web/pages/controls.ts';
import {
  type Page,
  redirectTo,
  type ShownPage,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { ADDRESS_PATH, RECEIVE_PATH, REQUESTS_PATH } from '../../web/pages/paths.ts';
import { unlessNodeAway } from '../../web/pages/problem.ts';
import { readerRate } from '../../web/pages/reader-rate.ts';
import { readResumedForm } from '../../web/pages/resumed-form.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { bitcoinOffer } from './bitcoin.ts';
import { EXPIRIES_SEC, PROPOSED_EXPIRY_SEC, readOrder, type WantedRefusal } from './read-order.ts';
import type { ReceivePageDeps } from './receive-page-deps.ts';
import { receivedPath } from './receive-paths.ts';

/**
 * The page Receive: the user's lightning address, which anyone can pay at any time, and invoices
 * for one payment each.
 */
const show: UserPage<ReceivePageDeps> = {
  method: 'GET',
  path: RECEIVE_PATH,
  access: 'signed_in',
  handle: (deps, request) => showForm(deps, request, null),
};

const send: UserPage<ReceivePageDeps> = {
  method: 'POST',
  path: RECEIVE_PATH,
  access: 'signed_in',
  resumable: { fields: ['amount', 'unit', 'memo', 'expiry'] },
  handle: async (deps, request) => {
    const rate = await readerRate(deps, request.user);
    const order = readOrder(request.texts.format, request.form, rate);
    if (!order.ok) return showForm(deps, request, order.refusal.kind);
    const { amountSat, memo, expirySec, idempotency } = order.value;
    const created = await unlessNodeAway(() =>
      createInvoice(deps, {
        caller: webCaller(request.user.id),
        order: {
          ...EMPTY_ORDER,
          amountMsat: amountSat === null ? null : satToMsat(sat(amountSat)),
          description: memo,
          expirySec,
        },
        idempotency,
      }),
    );
    if (created === 'node_away') return showForm(deps, request, created);
    return created.ok
      ? redirectTo(receivedPath(created.value.identifier))
      : showForm(deps, request, problemOf(created.refusal));
  },
};

export const receivePages: readonly Page<ReceivePageDeps>[] = [show, send];

type Problem =
  | WantedRefusal['kind']
  | 'too_many_open_invoices'
  | 'too_many_new_invoices'
  | 'storage_used_up'
  | 'balance_limit_exceeded'
  | 'sent_before'
  | 'node_away';

function problemOf(refusal: CreateInvoiceRefusal): Problem {
  switch (refusal.kind) {
    case 'bad_input':
    case 'amount_too_large':
    case 'currency_not_supported':
      return 'bad_amount';
    case 'too_many_open_invoices':
    case 'too_many_new_invoices':
    case 'storage_used_up':
    case 'balance_limit_exceeded':
      return refusal.kind;
    case 'idempotency_mismatch':
      return 'sent_before';
  }
}

async function showForm(
  deps: ReceivePageDeps,
  request: UserPageRequest,
  problem: Problem | null,
): Promise<ShownPage> {
  const { query, session, texts, user } = request;
  const form = readResumedForm(request) ?? request.form;
  const typed = (name: string): string => form.text(name) || query.text(name);
  const words = texts.receive;
  const name = await deps.addressNames.findName(user.id);
  const wrongAmount =
    problem === 'balance_limit_exceeded'
      ? await roomWords(deps, request)
      : amountWords(deps, texts, problem);
  const rate = await readerRate(deps, user);
  const otherProblem = otherWords(texts, problem);
  return showPage({
    title: words.title,
    section: 'receive',
    width: 'narrow',
    scripts: amountScripts(rate),
    status: problem === null ? 200 : problem === 'node_away' ? 503 : 400,
    main: html`
      <h1>${words.title}</h1>
      ${problemSummary(otherProblem)}
      ${postForm({
        action: RECEIVE_PATH,
        csrfToken: session.csrfToken(),
        isSentOnce: true,
        fields: [
          // A value that differs in each form that is shown, so that a form sent twice makes one
          // invoice. If the form was sent and the node may have made its invoice, the value is
          // kept, so that sending the form again leads to that invoice.
          hiddenField(
            'once',
            (problem === 'node_away' && form.text('once')) ||
              newIdentifier(deps.random, RECORD_IDENTIFIER_LENGTH),
          ),
          amountField(texts, {
            label: words.amount,
            hint: words.amountHint,
            optional: texts.frame.optional,
            value: typed('amount'),
            unit: form.text('unit'),
            hasFocus: problem === null || wrongAmount !== undefined,
            problem: wrongAmount,
            rate,
            now: deps.clock.now(),
          }),
          memoField(texts, typed('memo'), problem === 'memo_too_long'),
          selectField({
            name: 'expiry',
            label: words.expiry,
            value: form.text('expiry') || String(PROPOSED_EXPIRY_SEC),
            options: EXPIRIES_SEC.map((sec) => [String(sec), words.expiries[sec]]),
          }),
        ],
        submit: { label: words.submit },
      })}
      <h2>${words.address.title}</h2>
      ${
        name === null
          ? emptyState(
              words.address.none,
              words.address.noneText,
              linkButton(words.address.choose, ADDRESS_PATH),
            )
          : await addressCard(deps, texts, name)
      }
      ${deps.onchain === null ? null : bitcoinOffer(request, deps.onchain)}
      <p><a href="${REQUESTS_PATH}">${texts.requests.title}</a></p>`,
  });
}

/**
 * The field for the memo. The page's script tells how many more characters fit, once there are few.
 */
const memoField = ({ frame, receive: words }: PageTexts, memo: string, isTooLong: boolean): Html =>
  textField({
    name: 'memo',
    label: words.memo,
    value: memo,
    hint: words.memoHint,
    autocomplete: 'off',
    optional: frame.optional,
    problem: isTooLong
      ? words.refused.memo_too_long({
          over: Buffer.byteLength(memo.trim()) - MAX_DESCRIPTION_BYTES,
        })
      : undefined,
    below: html`<p class="hint" aria-live="polite" hidden data-most="${MAX_DESCRIPTION_BYTES}"
      data-letters-left="${words.memoLeft({ left: '{}' })}"
      data-letters-over="${words.memoOver({ over: '{}' })}"></p>`,
  });

/**
 * What is wrong with the form as a whole; null if nothing is wrong, or if the mistake is in one
 * field.
 */
function otherWords({ problems, receive }: PageTexts, problem: Problem | null): string | null {
  if (problem === 'node_away') return problems.nodeAway.message;
  const isOther =
    problem === 'sent_before' ||
    problem === 'too_many_open_invoices' ||
    problem === 'too_many_new_invoices' ||
    problem === 'storage_used_up';
  return isOther ? receive.refused[problem] : null;
}

/** The sum that still fits into the wallet, in words. It may have grown since the form was sent. */
async function roomWords(deps: ReceivePageDeps, { texts, user }: UserPageRequest): Promise<string> {
  const custody = await deps.wallets.readCustody(user.id, deps.clock.now());
  assert(custody !== null, 'every user has a wallet');
  const { limits, totalSat } = custody;
  const { format, receive: words } = texts;
  const room = roomSat(limits, totalSat) ?? limits.maxBalanceSat ?? totalSat;
  const most = format.sat(limits.maxBalanceSat ?? totalSat);
  return room === 0n
    ? words.refused.full({ most })
    : words.refused.over_room({ room: format.sat(room), most });
}

function amountWords(
  { config }: Pick<ReceivePageDeps, 'config'>,
  texts: PageTexts,
  problem: Problem | null,
): string | undefined {
  switch (problem) {
    case 'bad_amount':
    case 'bad_money':
    case 'no_price': {
      const most = texts.format.digits(config.amountMaxSat);
      return amountProblem(texts, { kind: problem }, texts.receive.refused.bad_amount({ most }));
    }
    default:
      return undefined;
  }
}
