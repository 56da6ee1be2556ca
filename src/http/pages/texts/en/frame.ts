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
  sections: {
    overview: 'Overview',
    'connected-apps': 'Connected apps',
    tokens: 'Tokens',
    clients: 'Your apps',
    webhooks: 'Webhooks',
    account: 'Account',
    admin: 'Users',
    node: 'Node',
  },
};
