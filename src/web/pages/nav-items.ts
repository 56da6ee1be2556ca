import type { User } from '../../users/user-store.ts';
import {
  ADDRESS_PATH,
  RECEIVE_PATH,
  SECURITY_PATH,
  SEND_PATH,
  STATEMENTS_PATH,
  TOKENS_PATH,
} from './paths.ts';

/** An entry of the navigation. */
export interface NavItem {
  readonly name: NavItemName;
  readonly path: string;
  /**
   * The pages of this entry, shown as tabs, where it has several. The first one is that of `path`.
   */
  readonly tabs: readonly Tab[];
}

export type NavItemName =
  | 'home'
  | 'receive'
  | 'send'
  | 'activity'
  | 'apps'
  | 'account'
  | 'developer'
  | 'operate';

export interface Tab {
  readonly name: TabName;
  readonly path: string;
}

/**
 * The pages of operators, in the order of the navigation. For a page that is added here, the
 * compiler demands a name in every language (`frame.tabs`).
 */
const OPERATE_TABS = [
  { name: 'overview', path: '/operate' },
  { name: 'alarms', path: '/operate/alarms' },
  { name: 'safety', path: '/operate/safety' },
  { name: 'users', path: '/operate/users' },
  { name: 'node', path: '/operate/node' },
  { name: 'payments', path: '/operate/payments' },
  { name: 'unclaimed', path: '/operate/unclaimed' },
  { name: 'books', path: '/operate/books' },
  { name: 'deliveries', path: '/operate/webhooks' },
  { name: 'jobs', path: '/operate/jobs' },
  { name: 'settings', path: '/operate/settings' },
  { name: 'log', path: '/operate/log' },
] as const;

export type OperateTab = (typeof OPERATE_TABS)[number]['name'];

/**
 * The pages with which a named group of the navigation begins; a group ends before the next one.
 * Pages before the first group have none.
 */
const GROUPS_FROM: Readonly<Partial<Record<TabName, TabGroupName>>> = {
  node: 'money',
  deliveries: 'service',
};

export type TabGroupName = 'money' | 'service';

export interface TabGroup {
  /** The name of the group; null for the pages that are needed most. */
  readonly name: TabGroupName | null;
  readonly tabs: readonly Tab[];
}

export function groupTabs({ tabs }: NavItem): readonly TabGroup[] {
  const groups: { name: TabGroupName | null; tabs: Tab[] }[] = [];
  for (const tab of tabs) {
    const name = GROUPS_FROM[tab.name] ?? null;
    const last = groups.at(-1);
    if (last === undefined || name !== null) groups.push({ name, tabs: [tab] });
    else last.tabs.push(tab);
  }
  return groups;
}

export type TabName =
  | 'profile'
  | 'address'
  | 'preferences'
  | 'statements'
  | 'security'
  | 'leave'
  | 'tokens'
  | 'clients'
  | 'webhooks'
  | OperateTab;

/** The part of the navigation that a page belongs to. */
export type Section =
  | 'home'
  | 'receive'
  | 'send'
  | 'activity'
  | 'apps'
  | 'notices'
  | 'more'
  | TabName;

const NAV_ITEMS: readonly NavItem[] = [
  { name: 'home', path: '/', tabs: [] },
  { name: 'receive', path: RECEIVE_PATH, tabs: [] },
  { name: 'send', path: SEND_PATH, tabs: [] },
  { name: 'activity', path: '/activity', tabs: [] },
  { name: 'apps', path: '/apps', tabs: [] },
  {
    name: 'account',
    path: '/profile',
    tabs: [
      { name: 'profile', path: '/profile' },
      { name: 'address', path: ADDRESS_PATH },
      { name: 'preferences', path: '/preferences' },
      { name: 'statements', path: STATEMENTS_PATH },
      { name: 'security', path: SECURITY_PATH },
      { name: 'leave', path: '/leave' },
    ],
  },
  {
    name: 'developer',
    path: TOKENS_PATH,
    tabs: [
      { name: 'tokens', path: TOKENS_PATH },
      { name: 'clients', path: '/developer/clients' },
      { name: 'webhooks', path: '/webhooks' },
    ],
  },
  { name: 'operate', path: OPERATE_TABS[0].path, tabs: OPERATE_TABS },
];

/**
 * Entries for which the bar at the lower edge of phones has room; the page More leads to the
 * others.
 */
const ON_PHONES: readonly NavItemName[] = ['home', 'receive', 'send', 'activity'];

/** Entries of the navigation for a user. The pages of operators are shown to operators only. */
export const navItemsFor = ({ isAdmin }: User): readonly NavItem[] =>
  NAV_ITEMS.filter(({ name }) => isAdmin || name !== 'operate');

export const isOnPhones = ({ name }: NavItem): boolean => ON_PHONES.includes(name);

/**
 * Finds the entry of the navigation that a page belongs to; null for a page without one, such as
 * the question whether to sign out.
 */
export const findNavItem = (section: Section | undefined): NavItem | null =>
  NAV_ITEMS.find(
    ({ name, tabs }) => name === section || tabs.some((tab) => tab.name === section),
  ) ?? null;
