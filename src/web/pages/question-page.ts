import { type Content, html } from '../../i18n/html.ts';
import { linkButton, postForm, problemSummary } from './controls.ts';
import type { Section } from './nav-items.ts';
import { type PageRequest, type ShownPage, showPage } from './page.ts';

/** What is asked before something is done that is not easily undone. */
export interface Question {
  readonly section: Section;
  /** The title of the window. */
  readonly title: string;
  /** The question itself; the title where it is left out. */
  readonly heading?: string;
  /** What has to be corrected first, where the form came back. */
  readonly problem?: string | null;
  readonly text: Content;
  /** The path that does it, by POST. */
  readonly action: string;
  readonly submit: { readonly label: string; readonly look?: 'main' | 'danger' };
  readonly fields?: Content;
  /** Further buttons of the form. */
  readonly others?: Content;
  /** The way out, where nothing is done. */
  readonly back: { readonly label: string; readonly path: string };
}

/** "Ask, then do": a page with one question, a button that does it and a link that does not. */
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
