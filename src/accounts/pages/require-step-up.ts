import { type Content, html } from '../../i18n/html.ts';
import { CSRF_FIELD } from '../../web/pages/forms.ts';
import type { Section } from '../../web/pages/nav-items.ts';
import { type PageAnswer, showPage, type UserPageRequest } from '../../web/pages/page.ts';
import { CONFIRMATION_MS, RECENT_PASSWORD_MS } from '../limits.ts';
import type { AccountPageDeps } from './account-page-deps.ts';
import { problemIn, proofForm, readProof, repeatedFields } from './prove-identity.ts';
import { hasRecentPassword, noteRecentPassword } from './recent-password.ts';

/**
 * An act that needs a fresh proof of who the user is, with the texts for the page that asks for the
 * proof.
 */
export interface StepUpAct {
  /**
   * The part of the navigation that is marked on the page; null for pages to which an app sends
   * people.
   */
  readonly section: Section | null;
  readonly title: string;
  /** A text about everything that the user will have allowed if they do the act. */
  readonly about: Content;
  readonly submit: string;
  /** A link that leaves the page without changing anything. */
  readonly back: Content;
  /** The address of the page, if it has a query and so differs from the path of its form. */
  readonly address?: string;
  /**
   * What is done, such as the id of an approval, where one such act follows the other. A passkey
   * then signs for this one alone; a password counts for those of the next minutes as well.
   */
  readonly subject?: string;
}

/**
 * Asks who the user is before an act that lets money leave, or lets more money leave than before.
 * The password or passkey comes with the form and counts for that act alone. What was filled in is
 * sent along with it, and nothing is stored meanwhile. A user who has just signed in to get to this
 * very page is let through once without another proof.
 */
export async function requireStepUp(
  deps: Pick<AccountPageDeps, 'accounts' | 'clock'>,
  request: UserPageRequest,
  act: StepUpAct,
  work: () => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const { subject } = act;
  const proof = await readProof(deps, request, subject);
  if (proof.kind === 'given') {
    if (subject !== undefined && proof.by === 'password') noteRecentPassword(deps, request);
    return await work();
  }
  const action = request.url.split('?')[0] ?? request.url;
  const address = act.address ?? action;
  if (proof.kind === 'none' && !proof.isOtherWay) {
    if (subject !== undefined && hasRecentPassword(deps, request)) return await work();
    const withinMs = subject === undefined ? CONFIRMATION_MS : RECENT_PASSWORD_MS;
    const since = new Date(deps.clock.now().getTime() - withinMs);
    if (await request.session.takeSignInFor(address, since)) return await work();
  }
  const { confirm: words } = request.texts;
  const { form, scripts } = await proofForm(deps, request, {
    action,
    ...(subject !== undefined && { subject }),
    by: proof.by,
    fields: repeatedFields(request, [CSRF_FIELD]),
    submit: act.submit,
    others: act.back,
    problem: problemIn(proof),
    hasFocus: true,
  });
  return showPage({
    title: words.title,
    width: 'narrow',
    ...(act.section === null ? { isQuestion: true } : { section: act.section }),
    scripts,
    status: proof.kind === 'wrong' ? proof.status : 200,
    main: html`
      <h1>${words.title}</h1>
      <section class="card">
        <h2>${act.title}</h2>
        ${act.about}
        <p class="hint">${subject === undefined ? words.forThis : words.forThese}</p>
        ${form}
      </section>`,
  });
}
