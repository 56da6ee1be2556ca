import { type Content, type Html, html } from '../../i18n/html.ts';
import type { User } from '../../users/user-store.ts';
import type { PageTexts } from '../texts/page-texts.ts';
import { icon } from './icons.ts';
import {
  findNavItem,
  groupTabs,
  isOnPhones,
  type NavItem,
  navItemsFor,
  type Section,
  type TabGroup,
} from './nav-items.ts';
import { MORE_PATH } from './paths.ts';
import { linkToProfile } from './profile-link.ts';

type Words = PageTexts['frame'];

export interface NavigationInput {
  readonly user: User;
  readonly words: Words;
  readonly present: Section | undefined;
}

/** Writes all entries into the head of the page, for wide screens. */
export function renderHeadBar({ user, words, present }: NavigationInput): Html {
  const here = findNavItem(present);
  const entry = (item: NavItem): Html => html`
    <li class="${item.name === APART ? 'apart' : null}">
      <a href="${item.path}"${currentMark(item === here)}>${words.places[item.name]}</a></li>`;
  return html`
    <nav class="places" aria-label="${words.navigation}">
      <ul>${navItemsFor(user).map(entry)}</ul>
    </nav>`;
}

/**
 * The name of the first navigation entry for developers and operators. Those entries stand apart,
 * after the ones for everyone.
 */
const APART = 'developer';

/** Writes the entries that people need most along the lower edge, for phones. */
export function renderPhoneBar({ user, words, present }: NavigationInput): Html {
  const here = findNavItem(present);
  const shown = navItemsFor(user).filter(isOnPhones);
  const isBehindMore =
    present !== undefined && present !== 'notices' && (here === null || !isOnPhones(here));
  const entry = (name: NavItem['name'] | 'more', path: string, isHere: boolean): Html =>
    html`<li><a href="${path}"${currentMark(isHere)}>${icon(name)}${words.places[name]}</a></li>`;
  return html`
    <nav class="phone-bar" aria-label="${words.navigation}">
      <ul>
        ${shown.map((item) => entry(item.name, item.path, item === here))}
        ${entry('more', MORE_PATH, isBehindMore)}
      </ul>
    </nav>`;
}

/**
 * Writes links to all pages of the navigation entry that the page belongs to; nothing where it is
 * the only one.
 */
export function renderTabs(input: NavigationInput): Content {
  const { words, present } = input;
  const item = findNavItem(present);
  if (item === null || item.tabs.length === 0) return null;
  const groups = groupTabs(item);
  if (groups.length > 1) return renderSide(input, item, groups);
  const { tabs } = item;
  return html`
    <nav class="tabs" aria-label="${words.tabsOf}">
      <ul>${tabs.map(
        ({ name, path }) => html`<li>
          <a href="${path}"${currentMark(name === present)}>${words.tabs[name]}</a></li>`,
      )}</ul>
    </nav>`;
}

/**
 * Writes entries that are too many for one line, as a list beside the page, or as a menu above it
 * where there is no room. The menu ends with the name of the user, for which the head has no room
 * on a phone.
 */
function renderSide(
  { user, words, present }: NavigationInput,
  { name: item, tabs }: NavItem,
  groups: readonly TabGroup[],
): Html {
  const here = tabs.find(({ name }) => name === present);
  const lists = groups.map((group) => renderGroup(words, group, present));
  const name = linkToProfile(user, 'who-here');
  const signedIn = html`<p class="signed-in">${words.signedInAs({ name })}</p>`;
  return html`
    <nav class="side" aria-label="${words.tabsOf}">${lists}</nav>
    <details class="side-menu">
      <summary><span class="faint">${words.places[item]}</span>
        ${here === undefined ? null : words.tabs[here.name]}</summary>
      <nav aria-label="${words.tabsOf}">${lists}${signedIn}</nav>
    </details>`;
}

function renderGroup(words: Words, { name, tabs }: TabGroup, present: Section | undefined): Html {
  const title = name === null ? null : words.tabGroups[name];
  const entry = (tab: TabGroup['tabs'][number]): Html =>
    html`<li><a href="${tab.path}"${currentMark(tab.name === present)}>${
      words.tabs[tab.name]
    }</a></li>`;
  return html`
    <div>
      ${title === null ? null : html`<p class="eyebrow" aria-hidden="true">${title}</p>`}
      <ul${title === null ? null : html` aria-label="${title}"`}>${tabs.map(entry)}</ul>
    </div>`;
}

const currentMark = (isCurrent: boolean): Content =>
  isCurrent ? html` aria-current="page"` : null;
