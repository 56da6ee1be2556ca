import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Html, html } from '../../i18n/html.ts';
import type { User } from '../../users/user-store.ts';
import type { PageTexts } from '../texts/page-texts.ts';
import type { Section } from './nav-items.ts';
import { NOT_FOUND_PROBLEM, type PageProblem } from './page-problem.ts';
import type { PageSession } from './page-session.ts';
import type { RequestValues } from './request-values.ts';

/**
 * A page, or the action of a form. It reads its input, calls use cases and says what to show;
 * access, tokens of forms and headers are decided before it is asked. `Deps` is what it needs;
 * where only its description counts, that is left out.
 */
export type Page<Deps = never> = GuestPage<Deps> | UserPage<Deps>;

interface PageBase {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** The form of the page may end with a redirect to another site, as consent does. */
  readonly leavesSite?: boolean;
  /**
   * Whether the form of the page acts for no one, so that it needs no token and any site may send
   * it. No cookie is set for it.
   */
  readonly isOpenToAll?: boolean;
  /** The page to return to after signing in, if the address alone does not say all. */
  readonly returnPath?: (request: PageRequest) => string;
  /**
   * Fields of the form that are filled in again for a user whose session ended before it was sent.
   */
  readonly resumable?: ResumableForm;
  /** A script of the page may ask for the camera. */
  readonly usesCamera?: boolean;
  /** The most bytes of a form that is larger than others. */
  readonly maxFormBytes?: number;
}

/** A form that is filled in again after its user had to sign in once more, and where it stands. */
export interface ResumableForm {
  /** Names of fields, none of them a secret, as addresses are stored by browsers. */
  readonly fields: readonly string[];
  /** The page with the form, if the form is sent to another address. */
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

/** A page with what it needs: the server asks it with the request alone. */
export type BoundPage = BoundGuestPage | BoundUserPage;

interface BoundGuestPage extends PageBase {
  readonly access: 'anyone';
  readonly answer: (request: PageRequest) => Promise<PageAnswer>;
}

interface BoundUserPage extends PageBase {
  readonly access: 'signed_in' | 'admin';
  readonly answer: (request: UserPageRequest) => Promise<PageAnswer>;
}

/** Binds the pages of a feature to what they need. */
export const bindPages = <Deps>(pages: readonly Page<Deps>[], deps: Deps): readonly BoundPage[] =>
  pages.map((page) => bindPage(page, deps));

const bindPage = <Deps>(page: Page<Deps>, deps: Deps): BoundPage =>
  page.access === 'anyone'
    ? { ...page, answer: (request: PageRequest) => page.handle(deps, request) }
    : { ...page, answer: (request: UserPageRequest) => page.handle(deps, request) };

export interface PageRequest {
  /** The path and query as the browser asked for them. */
  readonly url: string;
  readonly params: RequestValues;
  readonly query: RequestValues;
  /** Fields of the form that was sent; empty for GET. */
  readonly form: RequestValues;
  /** The user who asks; null for guests. */
  readonly user: User | null;
  readonly session: PageSession;
  /** The network address of the browser, as far as proxies are trusted. */
  readonly address: string;
  /** The texts in the language in which the page is shown. */
  readonly texts: PageTexts;
  /** The request as the framework has it, for pages that hand over to a library. */
  readonly raw: { readonly request: FastifyRequest; readonly reply: FastifyReply };
}

export interface UserPageRequest extends PageRequest {
  readonly user: User;
}

export type PageAnswer =
  | ShownPage
  | { readonly kind: 'redirected'; readonly to: string }
  | { readonly kind: 'refused'; readonly problem: PageProblem }
  /** An answer in JSON for a script of ours. */
  | { readonly kind: 'data'; readonly body: object }
  | FileAnswer
  | LongPage
  /** Other code has already answered. */
  | { readonly kind: 'answered' };

/** A file to download. It is sent while it is read, so that it may be long. */
export interface FileAnswer {
  readonly kind: 'file';
  readonly name: string;
  readonly type: string;
  /** Parts of the file. The generator is ended when the browser goes away. */
  readonly parts: AsyncGenerator<string, void>;
}

/** A page with a long middle, which is made as the browser reads it. */
export interface LongPage extends Omit<ShownPage, 'kind'> {
  readonly kind: 'long';
  /**
   * Parts that are sent where `main` holds PARTS_HERE. The generator is ended when the browser goes
   * away.
   */
  readonly parts: AsyncGenerator<string, void>;
}

/** A mark in a page which no user can write, as texts are escaped. */
export const PARTS_HERE: Html = html`<!-- parts -->`;

/** The state of the wallet from which a page follows changes. */
export interface Listening {
  /** The address of the stream that tells of changes. */
  readonly address: string;
  /** The number on the bell at that time; null if it is unknown. A later notice is a change. */
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
  /** The page asks one question, without the navigation that leads away from it. */
  readonly isQuestion?: boolean;
  /** The width of the page: `narrow` for one form or one question, `wide` (default) for lists. */
  readonly width?: 'narrow' | 'wide';
  /** Set where parts of the page follow changes. */
  readonly live?: Listening;
  /**
   * Without a stream of changes, the script of the page asks for it now and then while it is in
   * sight, and soon where an answer is near.
   */
  readonly looksAgain?: boolean | 'soon';
  /** The address of the page with these parts, where this one is what a form answers. */
  readonly liveAt?: string;
  /** The status, 200 by default; 400 where a form comes back with problems. */
  readonly status?: number;
  /**
   * A preview of a link to the page for programs such as a chat (Open Graph). Others leave it out.
   */
  readonly preview?: LinkPreview;
  /** Scripts beside the one of every page, by their file names in assets/. */
  readonly scripts?: readonly string[];
}

export const showPage = (page: Omit<ShownPage, 'kind'>): ShownPage => ({ kind: 'shown', ...page });
export const showLongPage = (page: Omit<LongPage, 'kind'>): LongPage => ({ kind: 'long', ...page });
/** Redirects, always with status 303, so that a form is never sent on. */
export const redirectTo = (to: string): PageAnswer => ({ kind: 'redirected', to });
export const sendData = (body: object): PageAnswer => ({ kind: 'data', body });
export const sendFile = (file: Omit<FileAnswer, 'kind'>): PageAnswer => ({ kind: 'file', ...file });
export const refusePage = (problem: PageProblem): PageAnswer => ({ kind: 'refused', problem });
export const notFoundPage = (): PageAnswer => refusePage(NOT_FOUND_PROBLEM);
