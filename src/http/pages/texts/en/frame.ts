import { type Html, html } from '../../kit/html.ts';

/** What stands on every page. */
export const frame = {
  skip: 'Skip to the content',
  navigation: 'Main',
  signOut: 'Sign out',
  copy: 'Copy',
  copied: 'Copied',
  optional: '(optional)',
  cancel: 'Cancel',
  command: 'Command',
  secretOnce: 'This is shown only once. Keep it where only you can read it.',
  tabsOf: 'Pages of this part',
  runBy: (contact: Html): Html => html`Questions about this service? ${contact}`,
  /** The bell in the head. */
  notices: 'Notices',
  unreadNotices: (count: string) => `${count} unread`,
  /** Parts of the navigation. */
  places: {
    home: 'Home',
    receive: 'Receive',
    send: 'Send',
    activity: 'Activity',
    apps: 'Apps',
    account: 'Account',
    developer: 'Developer',
    operate: 'Operate',
    more: 'More',
  },
  /** Groups of tabs, where there are many. */
  tabGroups: { money: 'Money', service: 'Service' },
  tabs: {
    profile: 'Profile',
    address: 'Address',
    preferences: 'Preferences',
    statements: 'Statements',
    security: 'Security',
    leave: 'Leave',
    tokens: 'Tokens',
    clients: 'Your apps',
    webhooks: 'Webhooks',
    overview: 'Overview',
    users: 'Users',
    node: 'Node',
    payments: 'Payments',
    alarms: 'Alarms',
    unclaimed: 'Unclaimed',
    deliveries: 'Webhooks',
    jobs: 'Jobs',
    books: 'Books',
    settings: 'Settings',
  },
};
