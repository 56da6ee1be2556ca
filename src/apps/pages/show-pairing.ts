import { escapeInvisible } from '../../base/text.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import { facts } from '../../web/pages/components.ts';
import { hiddenField, postForm, problemSummary } from '../../web/pages/controls.ts';
import { formIdField } from '../../web/pages/idempotent-form.ts';
import { code } from '../../web/pages/message-tags.ts';
import { type ShownPage, showPage, type UserPageRequest } from '../../web/pages/page.ts';
import type { RequestValues } from '../../web/pages/request-values.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { MAX_PAIRING_SHOWN_LENGTH } from '../limits.ts';
import type { PairingProblem, PairingRequest } from '../nwc-keys/pairing-request.ts';
import { ALLOW_SCRIPT, allowBar } from './allow-bar.ts';
import { APPS_PATH, NEW_CONNECTION_PATH, SWITCH_ACCOUNT_PATH } from './app-paths.ts';
import { walletOwner } from './app-words.ts';
import {
  asksToSpend,
  OPENER_FIELD,
  type PairingFields,
  pairingFields,
  parameterFields,
} from './pairing-fields.ts';
import { scopeList } from './scope-words.ts';

export interface ShownPairing {
  readonly parameters: RequestValues;
  readonly asked: PairingRequest;
  readonly fields: PairingFields;
  readonly balanceSat: bigint;
}

/** The name that the app gives itself. The connection gets it as its name, too. */
export const nameOfApp = ({ pairing }: PageTexts, { name }: PairingRequest): string =>
  name === '' ? pairing.unnamed : name;

/**
 * Shows an app's request to be connected: what the app says about itself, and what it wants. The
 * app has made its own key.
 */
export function showPairing(request: UserPageRequest, shown: ShownPairing): ShownPage {
  const { texts } = request;
  const { asked, fields } = shown;
  const words = texts.pairing;
  const name = nameOfApp(texts, asked);
  return showPage({
    title: texts.consent.title({ name }),
    width: 'narrow',
    isQuestion: true,
    status: fields.problem === undefined ? 200 : 400,
    scripts: ['pair.js', ALLOW_SCRIPT],
    main: html`
      <div class="question">
        <h1>${texts.consent.heading({ name })}</h1>
        ${problemSummary(fields.problem === undefined ? null : texts.consent.failed)}
        <section class="card">
          ${facts(factsOf(request, shown))}
          ${renderSwitch(request, shown)}
        </section>
        <section class="card">
          <h2>${texts.consent.permissions}</h2>
          ${scopeList(words.permissions, asked.scopes)}
          ${renderForm(request, shown)}
        </section>
        <p class="hint">${words.warning({
          link: (label) => html`<a href="${APPS_PATH}">${label}</a>`,
        })}</p>
        ${allowBar(texts, {
          form: FORM,
          hasLimit: asksToSpend(asked),
          interval: asked.most?.interval,
        })}
      </div>`,
  });
}

function factsOf(
  { texts, user }: UserPageRequest,
  { asked: { returnTo, opener, expiresAt }, balanceSat }: ShownPairing,
): readonly (readonly [string, Content])[] {
  const { pairing: words, consent, connections, format } = texts;
  const target = returnTo === null ? null : new URL(returnTo);
  const website = opener ?? target?.origin ?? null;
  const isElsewhere = target !== null && target.origin !== website;
  const account = html`
    ${walletOwner(user)}<br>
    <span class="faint">${format.sat(balanceSat)}</span>`;
  return [
    [consent.website, html`${website ?? words.noWebsite}<p class="hint">${words.unproven}</p>`],
    ...(isElsewhere ? [[consent.returnTo, target.origin] as const] : []),
    [consent.wallet, account],
    ...(expiresAt === null ? [] : [[connections.creating.end, format.moment(expiresAt)] as const]),
  ];
}

const renderSwitch = ({ session, texts }: UserPageRequest, { parameters }: ShownPairing): Html =>
  postForm({
    action: SWITCH_ACCOUNT_PATH,
    csrfToken: session.csrfToken(),
    fields: parameterFields(parameters),
    submit: { label: texts.consent.otherAccount, look: 'plain' },
  });

const FORM = 'pairing';

const renderForm = (
  { session, texts }: UserPageRequest,
  { parameters, asked, fields, balanceSat }: ShownPairing,
): Html =>
  postForm({
    id: FORM,
    action: NEW_CONNECTION_PATH,
    csrfToken: session.csrfToken(),
    fields: [
      formIdField(fields.formId),
      parameterFields(parameters),
      hiddenField(OPENER_FIELD, ''),
      pairingFields(texts, asked, fields, balanceSat),
    ],
    submit: null,
  });

/**
 * Shows why an app's request to be connected is refused. The browser is not redirected, because
 * nothing that the app sent can be relied on.
 */
export function refusePairing(
  texts: PageTexts,
  problem: PairingProblem | { readonly kind: 'key_used' },
): ShownPage {
  const words = texts.pairing.refused;
  return showPage({
    title: words.title,
    isQuestion: true,
    width: 'narrow',
    status: 400,
    main: html`
      <p class="eyebrow">${texts.problems.error({ status: '400' })}</p>
      <h1>${words.title}</h1>
      <p>${wordsOf(words, problem)}</p>
      <p>${words.nothing}</p>
      <p>${texts.consent.refused.forMakers({ error: problem.kind, code })}</p>
      <p><a href="/">${texts.problems.toStart}</a></p>`,
  });
}

function wordsOf(
  words: PageTexts['pairing']['refused'],
  problem: PairingProblem | { readonly kind: 'key_used' },
): Content {
  switch (problem.kind) {
    case 'unknown_methods':
      return words.unknownMethods({ names: methodNames(problem.methods) });
    case 'bad_return':
      return words.badReturn({ address: shortened(problem.address), code });
    default:
      return words.problems[problem.kind];
  }
}

/**
 * Shows only words that can be names of methods, so that an app cannot put sentences on a page of
 * ours.
 */
const methodNames = (methods: readonly string[]): Html => {
  const names = methods.filter((name) => /^[a-z0-9_]{1,40}$/.test(name)).slice(0, 10);
  const all = names.length < methods.length ? [...names, '…'] : names;
  return html`${all.map((name, place) => html`${place === 0 ? null : ', '}<code>${name}</code>`)}`;
};

const shortened = (text: string): string => {
  const whole = escapeInvisible(text);
  return whole.length > MAX_PAIRING_SHOWN_LENGTH
    ? `${whole.slice(0, MAX_PAIRING_SHOWN_LENGTH)}…`
    : whole;
};
