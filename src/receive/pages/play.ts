import { MAX_BOLT11_LENGTH } from '../../base/limits.ts';
import { type Html, html } from '../../i18n/html.ts';
import type { OwnInvoice } from '../../invoices/read-own-invoice.ts';
import { readBolt11 } from '../../lightning/bolt11-decode.ts';
import { normalizeBolt11 } from '../../lightning/bolt11-prefix.ts';
import { card, copyButton, quotedText } from '../../web/pages/components.ts';
import { hiddenField, linkButton, postForm, textField } from '../../web/pages/controls.ts';
import {
  type GuestPage,
  notFoundPage,
  type Page,
  type PageAnswer,
  type PageRequest,
  redirectTo,
  type ShownPage,
  showPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { RECEIVE_PATH, SEND_PATH } from '../../web/pages/paths.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { SimulatedWalletPort } from '../simulated-wallet-port.ts';
import { PLAY_INVOICE_PATH, PLAY_PATH, PLAY_PAY_PATH } from './play-paths.ts';
import type { ReceivePageDeps } from './receive-page-deps.ts';
import { receivedPath } from './receive-paths.ts';

/**
 * The page of a wallet outside of this service, on the simulated network. It does not exist where
 * money is real.
 */
const show: GuestPage<ReceivePageDeps> = {
  method: 'GET',
  path: PLAY_PATH,
  access: 'anyone',
  handle: (deps, request) =>
    whilePlaying(deps, request, async (_, asked) => showPlay(asked, { made: null })),
};

/** Lets the outside wallet pay an invoice of the user. */
const pay: GuestPage<ReceivePageDeps> = {
  method: 'POST',
  path: PLAY_PAY_PATH,
  access: 'anyone',
  handle: (deps, request) =>
    whilePlaying(deps, request, async (play, asked) => {
      const { form, session, texts } = asked;
      const invoice = form
        .text('invoice')
        .trim()
        .replace(/^lightning:/i, '');
      const bolt11 = invoice.slice(0, MAX_BOLT11_LENGTH);
      const amountSat = isOpen(bolt11) ? readSat(texts, form.text('amount') || PROPOSED_SAT) : null;
      if (amountSat === 0) return showPlay(asked, { made: null, problem: badAmount(texts) });
      const paid = await play.pay(bolt11, amountSat);
      if (!paid.ok) {
        const problem = texts.play.notPaid({ reason: paid.refusal });
        return showPlay(asked, { made: null, problem });
      }
      const back = /^[A-Za-z0-9]{24}$/.exec(form.text('identifier'))?.[0];
      if (back !== undefined) return redirectTo(receivedPath(back));
      session.keepNotice({ kind: 'done', text: texts.play.paid });
      return redirectTo(PLAY_PATH);
    }),
};

/** Lets the outside wallet make an invoice for the user to pay. */
const ask: GuestPage<ReceivePageDeps> = {
  method: 'POST',
  path: PLAY_INVOICE_PATH,
  access: 'anyone',
  handle: (deps, request) =>
    whilePlaying(deps, request, async (play, asked) => {
      const { form, texts } = asked;
      const amountSat = readSat(texts, form.text('amount'));
      if (amountSat === 0) return showPlay(asked, { made: null, amountProblem: badAmount(texts) });
      const made = await play.makeInvoice(amountSat, texts.play.memo);
      return made.ok
        ? showPlay(asked, { made: { bolt11: made.value, amountSat } })
        : showPlay(asked, { made: null, problem: made.refusal });
    }),
};

export const playPages: readonly Page<ReceivePageDeps>[] = [show, pay, ask];

const MOST_SAT = 1_000_000;
const PROPOSED_SAT = '500';

/** Reads an amount; 0 for one that the outside wallet cannot pay. */
function readSat({ format }: PageTexts, typed: string): number {
  const digits = format.readDigits(typed);
  const amountSat = /^\d{1,9}$/.test(digits) ? Number(digits) : 0;
  return amountSat <= MOST_SAT ? amountSat : 0;
}

const badAmount = ({ format, play: words }: PageTexts): string =>
  words.badAmount({ most: format.digits(MOST_SAT) });

/** Whether the payer of an invoice chooses the amount. */
function isOpen(bolt11: string): boolean {
  const read = readBolt11(normalizeBolt11(bolt11));
  return read.ok && read.value.amountMsat === null;
}

async function whilePlaying(
  { play }: ReceivePageDeps,
  request: PageRequest,
  work: (play: SimulatedWalletPort, request: UserPageRequest) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  if (play === null) return notFoundPage();
  const { user, session } = request;
  if (user !== null) return await work(play, { ...request, user });
  session.rememberReturn(PLAY_PATH);
  return redirectTo('/sign-in');
}

interface Shown {
  readonly made: { readonly bolt11: string; readonly amountSat: number } | null;
  readonly problem?: string;
  readonly amountProblem?: string;
}

function showPlay(request: UserPageRequest, shown: Shown): ShownPage {
  const { play: words } = request.texts;
  const { made, problem, amountProblem } = shown;
  const [receive, send] = [receiveCard(request), sendCard(request, shown)];
  return showPage({
    title: words.title,
    section: 'home',
    width: 'narrow',
    status: problem === undefined && amountProblem === undefined ? 200 : 400,
    main: html`
      <h1>${words.title}</h1>
      <p class="lead">${words.lead}</p>
      ${problem === undefined ? null : html`<p class="notice problem" role="alert">${problem}</p>`}
      ${made === null ? [receive, send] : [send, receive]}`,
  });
}

const receiveCard = ({ form, session, texts: { play: words } }: UserPageRequest): Html =>
  card(
    words.receive.title,
    html`
      <p>${words.receive.text({
        link: (inner) => html`<a href="${RECEIVE_PATH}">${inner}</a>`,
      })}</p>
      ${postForm({
        action: PLAY_PAY_PATH,
        csrfToken: session.csrfToken(),
        isSentOnce: true,
        fields: textField({
          name: 'invoice',
          label: words.receive.invoice,
          value: form.text('invoice'),
          autocomplete: 'off',
          isRequired: true,
        }),
        submit: { label: words.receive.submit },
      })}`,
  );

/**
 * A card with the form by which the outside wallet makes an invoice. Once there is an invoice, it
 * takes the place of the form.
 */
const sendCard = (request: UserPageRequest, { made, amountProblem }: Shown): Html => {
  const { form, session, texts } = request;
  const words = texts.play.send;
  const ask = (): Html => html`
    <p>${words.text}</p>
    ${postForm({
      action: PLAY_INVOICE_PATH,
      csrfToken: session.csrfToken(),
      isSentOnce: true,
      fields: amountToPlay(texts, form.text('amount') || PROPOSED_SAT, amountProblem),
      submit: { label: words.submit, look: 'plain' },
    })}`;
  return card(words.title, made === null ? ask() : renderMade(request, made));
};

const amountToPlay = ({ play }: PageTexts, value: string, problem?: string): Html =>
  textField({
    name: 'amount',
    label: play.send.amount,
    value,
    inputMode: 'numeric',
    autocomplete: 'off',
    unit: 'sat',
    isRequired: true,
    problem,
  });

const renderMade = (
  { texts: { format, play: words, frame } }: UserPageRequest,
  { bolt11, amountSat }: NonNullable<Shown['made']>,
): Html => html`
  <p>${words.send.made({ amount: format.sat(amountSat) })}</p>
  ${quotedText(words.send.invoice, bolt11)}
  <p class="actions">
    ${linkButton(words.send.pay, `${SEND_PATH}?to=${bolt11}`, 'main')}
    ${copyButton(frame, bolt11)}
  </p>`;

/** A button on the page of a waiting invoice, by which the outside wallet pays it. */
export const simulatedPayForm = (
  { session, texts }: UserPageRequest,
  { bolt11, identifier, amountMsat }: OwnInvoice['invoice'],
): Html =>
  card(
    texts.play.here.title,
    html`
      <p>${texts.play.here.text}</p>
      ${postForm({
        action: PLAY_PAY_PATH,
        csrfToken: session.csrfToken(),
        isSentOnce: true,
        fields: [
          hiddenField('invoice', bolt11),
          hiddenField('identifier', identifier),
          amountMsat === null ? amountToPlay(texts, PROPOSED_SAT) : null,
        ],
        submit: { label: texts.play.here.submit, look: 'plain' },
      })}`,
  );
