import type { User } from '../../../account/user-store.ts';
import type { PageTexts } from '../texts/page-texts.ts';
import { type Content, type Html, html } from './html.ts';
import { icon } from './icons.ts';
import { isOnPhones, type Place, placeOf, placesOf, type Section } from './places.ts';

type Words = PageTexts['frame'];

export interface NavigationInput {
  readonly user: User;
  readonly words: Words;
  readonly present: Section | undefined;
}

/** Every place, in the head of a page on a desk. */
export function renderHeadBar({ user, words, present }: NavigationInput): Html {
  const here = placeOf(present);
  const entry = (place: Place): Html => html`
    <li class="${place.name === APART ? 'apart' : null}">
      <a href="${place.path}"${currentMark(place === here)}>${words.places[place.name]}</a></li>`;
  return html`
    <nav class="places" aria-label="${words.navigation}">
      <ul>${placesOf(user).map(entry)}</ul>
    </nav>`;
}

/** Behind the places of everyone, from here on stand those of developers and operators. */
const APART = 'developer';

/** What people need most, within reach of the thumb on a phone. */
export function renderPhoneBar({ user, words, present }: NavigationInput): Html {
  const here = placeOf(present);
  const shown = placesOf(user).filter(isOnPhones);
  const isBehindMore =
    present !== undefined && present !== 'notices' && (here === null || !isOnPhones(here));
  const entry = (name: Place['name'] | 'more', path: string, isHere: boolean): Html =>
    html`<li><a href="${path}"${currentMark(isHere)}>${icon(name)}${words.places[name]}</a></li>`;
  return html`
    <nav class="phone-bar" aria-label="${words.navigation}">
      <ul>
        ${shown.map((place) => entry(place.name, place.path, place === here))}
        ${entry('more', MORE_PATH, isBehindMore)}
      </ul>
    </nav>`;
}

export const MORE_PATH = '/more';

/** The pages of one place; nothing where it has only one. */
export function renderTabs(words: Words, present: Section | undefined): Content {
  const { tabs } = placeOf(present) ?? { tabs: [] };
  if (tabs.length === 0) return null;
  return html`
    <nav class="tabs" aria-label="${words.tabsOf}">
      <ul>${tabs.map(
        ({ name, path }) => html`<li>
          <a href="${path}"${currentMark(name === present)}>${words.tabs[name]}</a></li>`,
      )}</ul>
    </nav>`;
}

const currentMark = (isCurrent: boolean): Content =>
  isCurrent ? html` aria-current="page"` : null;
