import { readSat } from '../../base/amount.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import type { WalletTransaction } from '../../lightning/chain-wallet.ts';
import { type BumpRefusal, bumpWithdrawal, findRoom } from '../../onchain/bump-withdrawal.ts';
import { checkUnknown, type UnknownFinding } from '../../onchain/check-unknown.ts';
import { claimUnknown, type EndUnknownRefusal, failUnknown } from '../../onchain/end-unknown.ts';
import type { Withdrawal } from '../../onchain/withdrawal.ts';
import { stateWord } from '../../web/pages/components.ts';
import { linkButton, textField } from '../../web/pages/controls.ts';
import type { Page, UserPageRequest } from '../../web/pages/page.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
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
import { PAYMENTS_PATH, WITHDRAWALS_PATH } from './operate-paths.ts';
import type { OperatorPageDeps } from './operator-page-deps.ts';

export const failPath = (id: string): string => `${WITHDRAWALS_PATH}/${id}/fail`;
export const bumpPath = (id: string): string => `${WITHDRAWALS_PATH}/${id}/bump`;
export const foundPath = (id: string, txid: string): string =>
  `${WITHDRAWALS_PATH}/${id}/found/${txid}`;

/**
 * Finds a withdrawal (bitcoin that a user sends to an address) that the node may know. One to an
 * address of this service is not found, because it is booked without the node.
 */
async function findAsked(
  { actions }: OperatorPageDeps,
  { params }: UserPageRequest,
): Promise<Withdrawal | null> {
  const withdrawal = await actions.withdrawals.find(params.text('id'));
  return withdrawal === null || withdrawal.isInternal ? null : withdrawal;
}

/**
 * The action that gives the user back the money that is held for a withdrawal with an unknown
 * outcome. The node's wallet is asked when the page is shown, and again when its form is sent.
 */
const fail: ActionPage<Withdrawal> = {
  path: failPath(':id'),
  section: 'payments',
  back: PAYMENTS_PATH,
  find: findAsked,
  ask: async ({ texts }, withdrawal, { actions }) => {
    const { title, text, gone, submit } = texts.actions.failWithdrawal;
    const facts = withdrawalFacts(texts, withdrawal);
    if (withdrawal.state !== 'unknown') return { title, text: gone, submit: null, facts };
    const finding = await checkUnknown(actions, withdrawal);
    const mayFail = finding.kind === 'asked' && finding.lacks === null;
    return {
      title,
      text,
      submit: mayFail ? submit : null,
      look: 'danger',
      facts: [...facts, walletFact(texts, withdrawal, finding)],
    };
  },
  act: async ({ actions }, request, { id }) => {
    const words = request.texts.actions.failWithdrawal;
    const failed = await failUnknown(actions, operatorOf(request), id);
    return failed.ok ? done(words.done) : refused(failed.refusal, words, problem);
  },
};

interface Claimed {
  readonly withdrawal: Withdrawal;
  readonly txid: string;
}

/**
 * The action by which an operator says which transaction of the node's wallet carried out a
 * withdrawal whose outcome is unknown.
 */
const found: ActionPage<Claimed> = {
  path: foundPath(':id', ':txid'),
  section: 'payments',
  back: PAYMENTS_PATH,
  find: async (deps, request) => {
    const withdrawal = await findAsked(deps, request);
    return withdrawal === null ? null : { withdrawal, txid: request.params.text('txid') };
  },
  ask: async ({ texts }, { withdrawal, txid }, { actions }) => {
    const { title, text, gone, transaction, block, noBlock, submit } =
      texts.actions.foundWithdrawal;
    const finding = await checkUnknown(actions, withdrawal);
    const candidates = finding.kind === 'asked' ? finding.candidates : [];
    const listed = candidates.find((one) => one.txid === txid);
    if (listed === undefined) return { title, text: gone, submit: null };
    const height = listed.block?.height;
    return {
      title,
      text,
      submit,
      look: 'danger',
      facts: [
        ...withdrawalFacts(texts, withdrawal),
        [transaction, html`<code class="wrapped">${txid}</code>`],
        [block, height === undefined ? noBlock : texts.format.digits(height)],
      ],
    };
  },
  act: async ({ actions }, request, { withdrawal: { id }, txid }) => {
    const words = request.texts.actions.foundWithdrawal;
    const claimed = await claimUnknown(actions, operatorOf(request), { id, txid });
    return claimed.ok ? done(words.done) : refused(claimed.refusal, words, problem);
  },
};

/** The action that raises the fee of a withdrawal whose transaction waits for a block. */
const bump: ActionPage<Withdrawal> = {
  path: bumpPath(':id'),
  section: 'payments',
  back: PAYMENTS_PATH,
  fields: ['rate', 'most'],
  find: findAsked,
  ask: async (request, withdrawal, { actions }) => {
    const { texts } = request;
    const { format } = texts;
    const words = texts.actions.bumpWithdrawal;
    const { title, text, submit } = words;
    const facts = withdrawalFacts(texts, withdrawal);
    const room = await findRoom(actions, withdrawal);
    if (!room.ok) {
      const why = html`<code class="wrapped" lang="en">${room.refusal}</code>`;
      return { title, text: html`${words.cannot} ${why}`, submit: null, facts };
    }
    const { paidSat, size, coin } = room.value;
    const rate = format.digits(paidSat / BigInt(size));
    return {
      title,
      text,
      submit,
      facts: [
        ...facts,
        [words.pays, words.paysText({ fee: format.sat(paidSat), rate })],
        [words.comesBack, format.amount(coin.amountSat)],
      ],
      fields: [rateField(request), mostField(request)],
    };
  },
  act: async ({ actions }, request, { id }) => {
    const words = request.texts.actions.bumpWithdrawal;
    const rate = readSat(typedOf(request, 'rate').trim());
    const most = typedOf(request, 'most').trim();
    const maxFeeSat = most === '' ? null : readSat(most);
    if (rate === null || rate === 0n || (most !== '' && maxFeeSat === null)) {
      return again(words.wrong);
    }
    const order = { id, feeRate: BigInt(rate), maxFeeSat };
    const bumped = await bumpWithdrawal(actions, operatorOf(request), order);
    if (bumped.ok) return done(words.done({ fee: request.texts.format.sat(bumped.value.feeSat) }));
    return refused(bumped.refusal, words, again);
  },
};

/** What the operator is told when the action was not done. */
function refused<Answer>(
  refusal: EndUnknownRefusal | BumpRefusal,
  words: { readonly refused: (args: { readonly why: string }) => string },
  tell: (message: string) => Answer,
): Answer | typeof NOT_FOUND {
  return refusal.kind === 'no_such_withdrawal'
    ? NOT_FOUND
    : tell(words.refused({ why: refusal.why }));
}

const rateField = (request: UserPageRequest): Html =>
  textField({
    name: 'rate',
    label: request.texts.actions.bumpWithdrawal.rate,
    hint: request.texts.actions.bumpWithdrawal.rateHint,
    value: typedOf(request, 'rate'),
    isRequired: true,
    autocomplete: 'off',
    inputMode: 'numeric',
    maxLength: 6,
    unit: 'sat/vB',
  });

const mostField = (request: UserPageRequest): Html =>
  textField({
    name: 'most',
    label: request.texts.actions.bumpWithdrawal.most,
    hint: request.texts.actions.bumpWithdrawal.mostHint,
    optional: request.texts.frame.optional,
    value: typedOf(request, 'most'),
    autocomplete: 'off',
    inputMode: 'numeric',
    maxLength: 12,
    unit: 'sat',
  });

export const withdrawalActionPages: readonly Page<OperatorPageDeps>[] = [
  ...actionPages(fail),
  ...actionPages(found),
  ...actionPages(bump),
];

type Row = readonly [name: string, value: Content];

function withdrawalFacts(
  { format, operateLists }: PageTexts,
  { id, address, createdAt, state, amountSat, heldSat }: Withdrawal,
): readonly Row[] {
  const { columns, states } = operateLists.payments;
  return [
    [columns.payment, html`<code class="wrapped">${id}</code>`],
    [columns.address, html`<code class="wrapped">${address}</code>`],
    [columns.since, format.moment(createdAt)],
    [columns.state, states[state]],
    [columns.amount, format.amount(amountSat)],
    [columns.held, format.amount(heldSat)],
  ];
}

/**
 * The row that says what the node's wallet knows about a withdrawal, which sends bitcoin of a user
 * to an address.
 */
function walletFact(
  { actions, format }: PageTexts,
  { id }: Withdrawal,
  finding: UnknownFinding,
): Row {
  const words = actions.failWithdrawal;
  const said = (text: string): Content => html`<code class="wrapped" lang="en">${text}</code>`;
  if (finding.kind === 'not_asked') {
    return [words.wallet, html`${stateWord('bad', words.notAsked)} ${said(finding.why)}`];
  }
  const { candidates, lacks, tipHeight } = finding;
  if (candidates.length > 0) {
    return [
      words.wallet,
      html`${stateWord('bad', words.found)} <p>${words.foundText}</p>
        ${candidates.map((one) => candidate(words, id, one))}`,
    ];
  }
  return [
    words.wallet,
    lacks === null
      ? html`${stateWord('good', words.nothing)}
          <p>${words.nothingText({ height: format.digits(tipHeight) })}</p>`
      : html`${stateWord('waiting', words.waits)} ${said(lacks)}`,
  ];
}

const candidate = (
  { choose }: PageTexts['actions']['failWithdrawal'],
  id: string,
  { txid }: WalletTransaction,
): Content => html`
  <p><code class="wrapped">${txid}</code></p>
  <p class="actions">${linkButton(choose, foundPath(id, txid))}</p>`;
