import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Html, html } from '../../i18n/html.ts';
import type { User } from '../../users/user-store.ts';
import type { PageTexts } from '../texts/page-texts.ts';
import type { Section } from './nav-items.ts';
import { NOT_FOUND_PROBLEM, type PageProblem } from './page-problem.ts';
import type { PageSession } from './page-session.ts';
import type { RequestValues } from './request-values.ts';

/**
 * One page, or what one form does. It reads its input, calls use cases and says what to show; who
 * may see it, tokens of forms and headers are decided before it is asked. `Deps` is what it needs;
 * where only its description counts, that is left out.
 */
export type Page<Deps = never> = GuestPage<Deps> | UserPage<Deps>;

interface PageBase {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** The form of the page may end with a redirect to another site, as consent does. */
  readonly leavesSite?: boolean;
  /**
   * The form of the page acts for no one, so that it needs no token and any site may send it. No
   * cookie is set for it.
   */
  readonly isOpenToAll?: boolean;
  /** Where to come back to after signing in, if the address alone does not say all. */
  readonly returnPath?: (request: PageRequest) => string;
  /** What of its form is there again for a user whose session ended before it was sent. */
  readonly resumable?: ResumableForm;
  /** A script of the page may ask for the camera. */
  readonly usesCamera?: boolean;
  /** The most bytes of a form that is larger than others. */
  readonly maxFormBytes?: number;
}

/** What is there again of a form whose user had to sign in once more, and where it stands. */
export interface ResumableForm {
  /** No secret may be among the fields: addresses are kept. */
  readonly fields: readonly string[];
  /** Where the page with the form is, if the form is sent to another address. */
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

/** Gives the pages of a feature what they need. */
export const bindPages = <Deps>(pages: readonly Page<Deps>[], deps: Deps): readonly BoundPage[] =>
  pages.map((page) => bindPage(page, deps));

const bindPage = <Deps>(page: Page<Deps>, deps: Deps): BoundPage =>
  page.access === 'anyone'
    ? { ...page, answer: (request: PageRequest) => page.handle(deps, request) }
    : { ...page, answer: (request: UserPageRequest) => page.handle(deps, request) };

export interface PageRequest {
  /** Path and query as the browser asked for them. */
  readonly url: string;
  readonly params: RequestValues;
  readonly query: RequestValues;
  /** Fields of the form that was sent; empty for GET. */
  readonly form: RequestValues;
  /** Null for guests. */
  readonly user: User | null;
  readonly session: PageSession;
  /** Where the browser is, as far as proxies are trusted. */
  readonly address: string;
  /** The texts in the language in which the page is shown. */
  readonly texts: PageTexts;
  /** For pages that hand over to a library. */
  readonly raw: { readonly request: FastifyRequest; readonly reply: FastifyReply };
}

export interface UserPageRequest extends PageRequest {
  readonly user: User;
}

export type PageAnswer =
  | ShownPage
  | { readonly kind: 'redirected'; readonly to: string }
  | { readonly kind: 'refused'; readonly problem: PageProblem }
  /** JSON for a script of ours. */
  | { readonly kind: 'data'; readonly body: object }
  | FileAnswer
  | LongPage
  /** Someone else has already answered. */
  | { readonly kind: 'answered' };

/** For the browser to keep. It is sent as it is read, so that it may be long. */
export interface FileAnswer {
  readonly kind: 'file';
  readonly name: string;
  readonly type: string;
  /** Returned when the browser goes away. */
  readonly parts: AsyncGenerator<string | Uint8Array, void>;
}

/** A page with a long middle, which is made as the browser reads it. */
export interface LongPage extends Omit<ShownPage, 'kind'> {
  readonly kind: 'long';
  /** Sent where `main` holds PARTS_HERE. Returned when the browser goes away. */
  readonly parts: AsyncGenerator<string, void>;
}

/** No text of a user can look like it, as texts are escaped. */
export const PARTS_HERE: Html = html`<!-- parts -->`;

/** From where on a page hears of changes. */
export interface Listening {
  /** Address of the stream that tells of changes. */
  readonly address: string;
  /** What the bell counted then; null where it could not. A notice that comes later is a change. */
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
  /** Marked as the present one in the navigation. */
  readonly section?: Section;
  /** One question, without the navigation that leads away from it. */
  readonly isQuestion?: boolean;
  /** `narrow` for one form or one question, `wide` (default) for lists. */
  readonly width?: 'narrow' | 'wide';
  /** Set where parts of the page follow what happens. */
  readonly live?: Listening;
  /**
   * No stream tells of changes: while it is in sight, its script asks for it now and then, and soon
   * where an answer is near.
   */
  readonly looksAgain?: boolean | 'soon';
  /** The page with these parts, where this one is what a form answers. */
  readonly liveAt?: string;
  /** Default 200; 400 where a form comes back with problems. */
  readonly status?: number;
  /** What programs show of a link to it, such as a chat (Open Graph). Others leave it out. */
  readonly preview?: LinkPreview;
  /** Scripts beside the one of every page, by their file names in assets/. */
  readonly scripts?: readonly string[];
}

export const showPage = (page: Omit<ShownPage, 'kind'>): ShownPage => ({ kind: 'shown', ...page });
export const showLongPage = (page: Omit<LongPage, 'kind'>): LongPage => ({ kind: 'long', ...page });
/** Always 303, so that a form is never sent on. */
export const redirectTo = (to: string): PageAnswer => ({ kind: 'redirected', to });
export const sendData = (body: object): PageAnswer => ({ kind: 'data', body });
export const sendFile = (file: Omit<FileAnswer, 'kind'>): FileAnswer => ({ kind: 'file', ...file });
export const refusePage = (problem: PageProblem): PageAnswer => ({ kind: 'refused', problem });
export const notFoundPage = (): PageAnswer => refusePage(NOT_FOUND_PROBLEM);
