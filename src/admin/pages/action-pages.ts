import {
  problemIn,
  proofForm,
  readProof,
  type Unproved,
} from '../../accounts/pages/prove-identity.ts';
import { requireRecentAuth } from '../../accounts/pages/require-recent-auth.ts';
import type { Operator } from '../../alarms/audited-action.ts';
import { type Content, html } from '../../i18n/html.ts';
import { NodeFault } from '../../lightning/node-port.ts';
import { facts } from '../../web/pages/components.ts';
import { hiddenField, linkButton, problemSummary, submitButton } from '../../web/pages/controls.ts';
import type { Section } from '../../web/pages/nav-items.ts';
import {
  type FileAnswer,
  notFoundPage,
  type Page,
  type PageAnswer,
  redirectTo,
  type ShownPage,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import type { Notice } from '../../web/pages/page-session.ts';
import { questionPage } from '../../web/pages/question-page.ts';
import { formResumePath, readResumedForm } from '../../web/pages/resumed-form.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { OperatorPageDeps } from './operator-page-deps.ts';

/** An action that operators can do on a page: what the page asks, and what its form does. */
export interface ActionPage<Subject> {
  readonly path: string;
  readonly section: Section;
  /** The page that operators see after the action, with a notice of the outcome. */
  readonly back: string;
  /**
   * Finds what the action is about; null if it does not exist, or if the action is no longer
   * possible.
   */
  readonly find: (deps: OperatorPageDeps, request: UserPageRequest) => Promise<Subject | null>;
  readonly ask: (
    request: UserPageRequest,
    subject: Subject,
    deps: OperatorPageDeps,
  ) => ActionQuestion | Promise<ActionQuestion>;
  /**
   * Names of the form fields whose text is kept if operators first have to sign in or confirm who
   * they are.
   */
  readonly fields?: readonly string[];
  /**
   * Marks an urgent action. If the operator has not confirmed recently who they are, the action's
   * own form asks for that, so that one press of a button is enough. Such a confirmation counts for
   * this action only.
   */
  readonly isUrgent?: true;
  /**
   * Marks an action by which more money can leave than before, or which gives money to a user. Its
   * own form asks each time who the operator is, however recently they have confirmed that. A
   * stolen session is not enough.
   */
  readonly isProvedEachTime?: true;
  readonly act: (
    deps: OperatorPageDeps,
    request: UserPageRequest,
    subject: Subject,
  ) => Promise<ActionAnswer>;
}

export interface ActionQuestion {
  readonly title: string;
  readonly text: Content;
  readonly facts?: readonly (readonly [name: string, value: Content])[];
  readonly fields?: Content;
  /**
   * The label of the button; null for a page without a button, because the action cannot be done
   * now.
   */
  readonly submit: string | null;
  readonly look?: 'main' | 'danger';
  /**
   * The label of a second button, by which operators return to the fields. The button sends the
   * form field `change`.
   */
  readonly change?: string;
}

export type ActionAnswer =
  | Notice
  /**
   * Shows the page of the action again, with a text about what has to be corrected. If the text is
   * null, the form was right, and the page shows all facts for a last check.
   */
  | { readonly kind: 'again'; readonly text: string | null }
  | FileAnswer
  | { readonly kind: 'not_found' };

export const done = (text: string): ActionAnswer => ({ kind: 'done', text });
export const problem = (text: string): ActionAnswer => ({ kind: 'problem', text });
export const again = (text: string): ActionAnswer => ({ kind: 'again', text });
export const ASK_AGAIN: ActionAnswer = { kind: 'again', text: null };
export const NOT_FOUND: ActionAnswer = { kind: 'not_found' };

/** The operator who sent a request, as the log of operators' actions names them. */
export const operatorOf = ({ user }: Pick<UserPageRequest, 'user'>): Operator => ({
  adminId: user.id,
});

/**
 * Makes the two pages of an action: the question, and its form. All actions of operators on pages
 * are made by this function, so that none is possible without a recent confirmation of who the
 * operator is. The operation itself writes the log of operators' actions.
 */
export function actionPages<Subject>(page: ActionPage<Subject>): readonly Page<OperatorPageDeps>[] {
  const base = { path: page.path, access: 'admin' } as const;
  const ask: UserPage<OperatorPageDeps> = {
    ...base,
    method: 'GET',
    handle: (deps, request) =>
      withSubject(page, deps, request, (subject, unproved) =>
        showQuestion(page, deps, request, { subject, unproved }),
      ),
  };
  const act: UserPage<OperatorPageDeps> = {
    ...base,
    method: 'POST',
    resumable: { fields: page.fields ?? [] },
    handle: (deps, request) =>
      withSubject(page, deps, request, async (subject, unproved) => {
        if (unproved !== null) return showQuestion(page, deps, request, { subject, unproved });
        const answer = await page.act(deps, request, subject);
        if (answer.kind === 'not_found') return notFoundPage();
        if (answer.kind === 'file') return answer;
        if (answer.kind !== 'again') {
          request.session.keepNotice(answer);
          return redirectTo(page.back);
        }
        const now = await page.find(deps, request);
        if (now === null) return notFoundPage();
        const wasProved = asksInForm(page, deps, request);
        return showQuestion(page, deps, request, {
          subject: now,
          problem: answer.text,
          unproved: wasProved ? { kind: 'none', by: null, isOtherWay: false } : null,
        });
      }),
  };
  return [ask, act];
}

/** Whether the form of an action itself asks for a proof of who the operator is. */
const asksInForm = (
  { isUrgent, isProvedEachTime }: Pick<ActionPage<unknown>, 'isUrgent' | 'isProvedEachTime'>,
  { clock }: Pick<OperatorPageDeps, 'clock'>,
  { session }: UserPageRequest,
): boolean => isProvedEachTime === true || (isUrgent === true && !session.isConfirmed(clock.now()));

async function withSubject<Subject>(
  page: ActionPage<Subject>,
  deps: OperatorPageDeps,
  request: UserPageRequest,
  work: (subject: Subject, unproved: Unproved | null) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  if (asksInForm(page, deps, request)) {
    const proof = await readProof(deps, request);
    return await workOn(page, deps, request, (subject) =>
      work(subject, proof.kind === 'given' ? null : proof),
    );
  }
  const path = wayBackTo(page, request);
  const isAsked = !request.session.isConfirmed(deps.clock.now());
  const title = isAsked ? await titleOf(page, deps, request) : null;
  return await requireRecentAuth(deps, request, { path, title }, () =>
    workOn(page, deps, request, (subject) => work(subject, null)),
  );
}

async function workOn<Subject>(
  page: ActionPage<Subject>,
  deps: OperatorPageDeps,
  request: UserPageRequest,
  work: (subject: Subject) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const subject = await page.find(deps, request);
  if (subject === null) return notFoundPage();
  try {
    return await work(subject);
  } catch (error) {
    if (!(error instanceof NodeFault)) throw error;
    request.session.keepNotice({ kind: 'problem', text: request.texts.actions.nodeAway });
    return redirectTo(page.back);
  }
}

/**
 * Does something at the node. If the node does not answer, the work may have begun nevertheless:
 * the result is then `unanswered`, so that the page does not claim that nothing has changed.
 */
export async function unlessUnanswered<T>(work: () => Promise<T>): Promise<T | 'unanswered'> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NodeFault) return 'unanswered';
    throw error;
  }
}

/**
 * The title of an action's page, to be named on the page that asks who the operator is. Null if the
 * action is no longer possible; the operator is told that only after confirming.
 */
async function titleOf<Subject>(
  { find, ask }: ActionPage<Subject>,
  deps: OperatorPageDeps,
  request: UserPageRequest,
): Promise<string | null> {
  try {
    const subject = await find(deps, request);
    return subject === null ? null : (await ask(request, subject, deps)).title;
  } catch (error) {
    if (error instanceof NodeFault) return null;
    throw error;
  }
}

/**
 * The path to which operators return after confirming who they are: the form of the action, with
 * what they had typed.
 */
function wayBackTo(
  { fields = [] }: Pick<ActionPage<unknown>, 'fields'>,
  request: UserPageRequest,
): string {
  if (fields.every((field) => request.form.text(field) === '')) return request.url;
  return formResumePath(request.session, pathOf(request), request.form, fields);
}

const pathOf = ({ url }: UserPageRequest): string => url.split('?')[0] ?? '';

/**
 * The text that was typed into the form of an action, either now or before the operator confirmed
 * or signed in.
 */
export const typedOf = (request: UserPageRequest, field: string): string =>
  (readResumedForm(request) ?? request.form).text(field);

interface Asked<Subject> {
  readonly subject: Subject;
  readonly problem?: string | null;
  /**
   * Set if the operator has to prove who they are in the form of the page, because no proof came
   * with it or a wrong one; otherwise null.
   */
  readonly unproved?: Unproved | null;
}

async function showQuestion<Subject>(
  { section, back, ask, fields: names = [] }: ActionPage<Subject>,
  deps: OperatorPageDeps,
  request: UserPageRequest,
  { subject, problem = null, unproved = null }: Asked<Subject>,
): Promise<ShownPage> {
  const question = await ask(request, subject, deps);
  const { title, text, fields, submit, look = 'main', ...shown } = question;
  const rows = shown.facts ?? [];
  const told = html`<p>${text}</p>${rows.length === 0 ? null : facts(rows)}`;
  const wayBack = { label: request.texts.frame.cancel, path: back };
  if (submit === null) return showPlain(request.texts, { section, title, told, back });
  if (unproved !== null) {
    const unseenFields = names.map((name) => hiddenField(name, typedOf(request, name)));
    const { form, scripts } = await proofForm(deps, request, {
      action: pathOf(request),
      by: unproved.by,
      fields: fields ?? null,
      unseenFields,
      submit,
      look,
      others: linkButton(wayBack.label, wayBack.path),
      problem: problemIn(unproved),
      hasFocus: problem === null,
    });
    const usual = problem === null ? 200 : 400;
    return showPage({
      title,
      section,
      width: 'narrow',
      scripts,
      status: unproved.kind === 'wrong' ? unproved.status : usual,
      main: html`
        <h1>${title}</h1>
        ${problemSummary(problem)}
        <section class="card">${told}${form}</section>`,
    });
  }
  return questionPage(request, {
    section,
    title,
    problem,
    text: told,
    fields: fields ?? null,
    action: pathOf(request),
    submit: { label: submit, look },
    others:
      question.change === undefined
        ? null
        : submitButton({ label: question.change, look: 'plain', name: 'change', value: 'yes' }),
    back: wayBack,
  });
}

interface PlainPage {
  readonly section: Section;
  readonly title: string;
  readonly told: Content;
  readonly back: string;
}

const showPlain = ({ frame }: PageTexts, { section, title, told, back }: PlainPage): ShownPage =>
  showPage({
    section,
    title,
    width: 'narrow',
    main: html`
      <h1>${title}</h1>
      <section class="card">
        ${told}
        <p class="actions">${linkButton(frame.cancel, back)}</p>
      </section>`,
  });
