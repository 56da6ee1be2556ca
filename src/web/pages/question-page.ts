import { type Content, html } from '../../i18n/html.ts';
import { linkButton, postForm, problemSummary } from './controls.ts';
import type { Section } from './nav-items.ts';
import { type PageRequest, type ShownPage, showPage } from './page.ts';

/** A question that is asked before an act that cannot easily be undone. */
export interface Question {
  readonly section: Section;
  /** The title of the browser's window. */
  readonly title: string;
  /** The heading, which is the question itself; the title if omitted. */
  readonly heading?: string;
  /**
   * A sentence that says what has to be corrected first, where the form is shown again; null for
   * none.
   */
  readonly problem?: string | null;
  readonly text: Content;
  /** The path to which a yes is sent, by POST. */
  readonly action: string;
  readonly submit: { readonly label: string; readonly look?: 'main' | 'danger' };
  readonly fields?: Content;
  /** Further buttons of the form. */
  readonly others?: Content;
  /** The link for a no, which changes nothing. */
  readonly back: { readonly label: string; readonly path: string };
}

/** A page with one question, a button for yes and a link for no. */
export const questionPage = ({ session }: PageRequest, question: Question): ShownPage => {
  const { section, title, heading, text, action, submit, fields, others, back } = question;
  const problem = question.problem ?? null;
  return showPage({
    title,
    section,
    width: 'narrow',
    status: problem === null ? 200 : 400,
    main: html`
      <h1>${heading ?? title}</h1>
      ${problemSummary(problem)}
      <section class="card">
        ${text}
        ${postForm({
          action,
          csrfToken: session.csrfToken(),
          fields: fields ?? null,
          submit: { label: submit.label, look: submit.look ?? 'danger' },
          others: [others ?? null, linkButton(back.label, back.path)],
        })}
      </section>`,
  });
};
