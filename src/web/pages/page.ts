import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Html, html } from '../../i18n/html.ts';
import type { User } from '../../users/user-store.ts';
import type { PageTexts } from '../texts/page-texts.ts';
import type { Section } from './nav-items.ts';
import { NOT_FOUND_PROBLEM, type PageProblem } from './page-problem.ts';
import type { PageSession } from './page-session.ts';
import type { RequestValues } from './request-values.ts';

/**
 * A page, or what the form of a page does. A page reads its input, calls operations and says what
 * to show. Access, the tokens of forms and headers were checked before. `Deps` is what the page
 * needs; it is left out where only the description of the page matters.
 */
export type Page<Deps = never> = GuestPage<Deps> | UserPage<Deps>;

interface PageBase {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Whether the form may end with a redirect to another site, as giving consent to an app does. */
  readonly leavesSite?: boolean;
  /**
   * Whether anyone may send the form, because it acts for no one: then no token is needed, and no
   * cookie is set.
   */
  readonly isOpenToAll?: boolean;
  /**
   * Makes the address to return to after signing in, for requests whose own address does not say
   * everything.
   */
  readonly returnPath?: (request: PageRequest) => string;
  /**
   * Fields of the form that are filled in again after signing in, if the user's session ended
   * before the form was sent.
   */
  readonly resumable?: ResumableForm;
  /** Whether a script of the page may ask for the camera. */
  readonly usesCamera?: boolean;
  /** The greatest size of the form in bytes, where it may be larger than others. */
  readonly maxFormBytes?: number;
}

/** How a form is filled in again after its user had to sign in once more. */
export interface ResumableForm {
  /**
   * Names of the fields. They become part of an address, which browsers store, so none may be a
   * secret.
   */
  readonly fields: readonly string[];
  /** The page that shows the form, if the form is sent to another address. */
  readonly at?: (request: PageRequest) => string;
}

export interface GuestPage<Deps = never> extends PageBase {
  readonly access: 'anyone';
  readonly handle: (deps: Deps, request: PageRequest) => Promise<PageAnswer>;
}

export interface UserPage<Deps = never> extends PageBase {
  readonly access: 'signed_in' | 'admin';
  readonly handle: (deps: Deps, request: UserPageRequest) => Promise<PageAnswer>;
}

/** A page bound to its dependencies: the server calls it with the request alone. */
export type BoundPage = BoundGuestPage | BoundUserPage;

interface BoundGuestPage extends PageBase {
  readonly access: 'anyone';
  readonly answer: (request: PageRequest) => Promise<PageAnswer>;
}

interface BoundUserPage extends PageBase {
  readonly access: 'signed_in' | 'admin';
  readonly answer: (request: UserPageRequest) => Promise<PageAnswer>;
}

/** Binds the pages of a feature to their dependencies. */
export const bindPages = <Deps>(pages: readonly Page<Deps>[], deps: Deps): readonly BoundPage[] =>
  pages.map((page) => bindPage(page, deps));

const bindPage = <Deps>(page: Page<Deps>, deps: Deps): BoundPage =>
  page.access === 'anyone'
    ? { ...page, answer: (request: PageRequest) => page.handle(deps, request) }
    : { ...page, answer: (request: UserPageRequest) => page.handle(deps, request) };

export interface PageRequest {
  /** The path with its query, as the browser asked for it. */
  readonly url: string;
  readonly params: RequestValues;
  readonly query: RequestValues;
  /** Fields of the form that was sent; none for GET. */
  readonly form: RequestValues;
  /** The user who asks; null for guests. */
  readonly user: User | null;
  readonly session: PageSession;
  /** The IP address of the browser, as told by trusted proxies. */
  readonly address: string;
  /** Texts in the language in which the page is shown. */
  readonly texts: PageTexts;
  /** The framework's request, for pages that pass it to a library. */
  readonly raw: { readonly request: FastifyRequest; readonly reply: FastifyReply };
}

export interface UserPageRequest extends PageRequest {
  readonly user: User;
}

export type PageAnswer =
  | ShownPage
  | { readonly kind: 'redirected'; readonly to: string }
  | { readonly kind: 'refused'; readonly problem: PageProblem }
  /** An answer in JSON, for a script of our pages. */
  | { readonly kind: 'data'; readonly body: object }
  | FileAnswer
  | LongPage
  /** The request was already answered by other code, such as that of a live stream. */
  | { readonly kind: 'answered' };

/** A file to download. It is sent while it is read, so that it may be long. */
export interface FileAnswer {
  readonly kind: 'file';
  readonly name: string;
  readonly type: string;
  /** The file in parts. The generator is ended when the browser goes away. */
  readonly parts: AsyncGenerator<string | Uint8Array, void>;
}

/** A page with a long middle part, which is made as fast as the browser reads it. */
export interface LongPage extends Omit<ShownPage, 'kind'> {
  readonly kind: 'long';
  /**
   * Parts that are sent in the place of PARTS_HERE in `main`. The generator is ended when the
   * browser goes away.
   */
  readonly parts: AsyncGenerator<string, void>;
}

/**
 * A mark within a page, in whose place the parts of a long page are sent. No user can write this
 * mark, as their texts are escaped.
 */
export const PARTS_HERE: Html = html`<!-- parts -->`;

/** The state of the wallet that a page shows. Changes after it are shown without a reload. */
export interface Listening {
  /** The address of the stream of changes. */
  readonly address: string;
  /**
   * The number that the bell shows; null if it is unknown. A notice that comes later counts as a
   * change.
   */
  readonly unread: number | null;
}

export interface LinkPreview {
  /** The whole address of the page. */
  readonly address: string;
  readonly title: string;
  readonly description: string;
}

export interface ShownPage {
  readonly kind: 'shown';
  readonly title: string;
  readonly main: Html;
  /** The part of the navigation that is marked as the present one. */
  readonly section?: Section;
  /** Whether the page asks one question. It then has no navigation that leads away from it. */
  readonly isQuestion?: boolean;
  /**
   * The width of the page: `narrow` for one form or one question, `wide` (the default) for lists.
   */
  readonly width?: 'narrow' | 'wide';
  /**
   * The state of the wallet that the page shows. The page follows all changes since then; missing
   * where it follows none.
   */
  readonly live?: Listening;
  /**
   * Whether the script of the page loads the page again now and then while it is in sight, because
   * it has no stream of changes; `soon` where the result is expected within seconds.
   */
  readonly looksAgain?: boolean | 'soon';
  /**
   * The address from which changed parts are loaded, where the page itself is the answer to a form.
   */
  readonly liveAt?: string;
  /** The HTTP status, 200 by default; 400 where a form comes back with problems. */
  readonly status?: number;
  /**
   * What programs such as a chat show as a preview of a link to the page (Open Graph), if there is
   * one.
   */
  readonly preview?: LinkPreview;
  /** Scripts beside the one of every page, by their file names in assets/. */
  readonly scripts?: readonly string[];
}

export const showPage = (page: Omit<ShownPage, 'kind'>): ShownPage => ({ kind: 'shown', ...page });
export const showLongPage = (page: Omit<LongPage, 'kind'>): LongPage => ({ kind: 'long', ...page });
/** Redirects, always with status 303, so that the browser does not send the form again. */
export const redirectTo = (to: string): PageAnswer => ({ kind: 'redirected', to });
export const sendData = (body: object): PageAnswer => ({ kind: 'data', body });
export const sendFile = (file: Omit<FileAnswer, 'kind'>): FileAnswer => ({ kind: 'file', ...file });
export const refusePage = (problem: PageProblem): PageAnswer => ({ kind: 'refused', problem });
export const notFoundPage = (): PageAnswer => refusePage(NOT_FOUND_PROBLEM);
