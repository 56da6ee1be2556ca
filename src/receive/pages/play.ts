import { MAX_BOLT11_LENGTH } from '../../base/limits.ts';
import { type Html, html } from '../../texts/html.ts';
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
import { SEND_PATH } from '../../web/pages/paths.ts';
import type { SimulatedWalletPort } from '../simulated-wallet-port.ts';
import { PLAY_INVOICE_PATH, PLAY_PATH, PLAY_PAY_PATH } from './play-paths.ts';
import type { ReceivePageDeps } from './receive-page-deps.ts';
import { RECEIVE_PATH, receivedPath } from './receive-paths.ts';

/** An external wallet of the simulated network. Where money is real, none of this exists. */
const show: GuestPage<ReceivePageDeps> = {
  method: 'GET',
  path: PLAY_PATH,
  access: 'anyone',
  handle: (deps, request) =>
    whilePlaying(deps, request, async (_, asked) => showPlay(asked, { made: null })),
};

/** The external wallet pays an invoice of the user. */
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
      const paid = await play.pay(invoice.slice(0, MAX_BOLT11_LENGTH));
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

/** The external wallet makes an invoice for the user to pay. */
const ask: GuestPage<ReceivePageDeps> = {
  method: 'POST',
  path: PLAY_INVOICE_PATH,
  access: 'anyone',
  handle: (deps, request) =>
    whilePlaying(deps, request, async (play, asked) => {
      const { form, texts } = asked;
      const digits = texts.format.readDigits(form.text('amount'));
      const amountSat = /^\d{1,9}$/.test(digits) ? Number(digits) : 0;
      const amountProblem = texts.play.badAmount({ most: texts.format.digits(MOST_SAT) });
      if (amountSat < 1 || amountSat > MOST_SAT)
        return showPlay(asked, { made: null, amountProblem });
      const made = await play.makeInvoice(amountSat, texts.play.memo);
      return made.ok
        ? showPlay(asked, { made: { bolt11: made.value, amountSat } })
        : showPlay(asked, { made: null, problem: made.refusal });
    }),
};

export const playPages: readonly Page<ReceivePageDeps>[] = [show, pay, ask];

const MOST_SAT = 1_000_000;
const PROPOSED_SAT = '500';

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

/** Once an invoice is made, it is what people came for, and stands first. */
const sendCard = (request: UserPageRequest, { made, amountProblem }: Shown): Html => {
  const { form, session, texts } = request;
  const words = texts.play.send;
  const ask = (): Html => html`
    <p>${words.text}</p>
    ${postForm({
      action: PLAY_INVOICE_PATH,
      csrfToken: session.csrfToken(),
      isSentOnce: true,
      fields: textField({
        name: 'amount',
        label: words.amount,
        value: form.text('amount') || PROPOSED_SAT,
        inputMode: 'numeric',
        autocomplete: 'off',
        unit: 'sat',
        isRequired: true,
        problem: amountProblem,
      }),
      submit: { label: words.submit, look: 'plain' },
    })}`;
  return card(words.title, made === null ? ask() : renderMade(request, made));
};

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

/** On the page of an invoice that waits: the external wallet pays it at a press. */
export const simulatedPayForm = (
  { session, texts }: UserPageRequest,
  { bolt11, identifier }: { readonly bolt11: string; readonly identifier: string },
): Html =>
  card(
    texts.play.here.title,
    html`
      <p>${texts.play.here.text}</p>
      ${postForm({
        action: PLAY_PAY_PATH,
        csrfToken: session.csrfToken(),
        isSentOnce: true,
        fields: [hiddenField('invoice', bolt11), hiddenField('identifier', identifier)],
        submit: { label: texts.play.here.submit, look: 'plain' },
      })}`,
  );
