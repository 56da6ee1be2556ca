import type { InviteRefusal } from '../../../accounts/invite-user.ts';
import type { InvitationEnd } from '../../../accounts/link-store.ts';
import type { SeenEndpointState } from '../../../accounts/user-access-store.ts';

/** What admins see of users. */
export const users = {
  title: 'Users',
  list: {
    heading: 'Everyone who has a wallet here',
    search: 'Search by name, e-mail address, lightning address or identifier',
    submit: 'Search',
    all: 'Show all',
    looked: (count: string) =>
      `The newest ${count} users from here on were searched. Go on to search those before them.`,
    none: 'No user has this in their name or address.',
    caption: 'Users',
    email: 'E-mail address',
    name: 'Name',
    since: 'Since',
    role: 'Role',
    state: 'State',
    balance: 'Balance',
    held: 'Held',
    lastSeen: 'Last seen',
  },
  roles: { admin: 'Admin', user: 'User' },
  states: {
    active: 'Active',
    switchedOff: 'Switched off',
    closed: 'Closed',
    resetAsked: 'Asked for a new password',
  },
  inviting: {
    heading: 'Invite someone',
    byMail:
      'The link is sent to the address that you enter. Without an address, you get the link and ' +
      'pass it on yourself.',
    byHand: 'You get a link and pass it on yourself, because this service sends no e-mails.',
    role: 'Role',
    userHint: 'Has a wallet.',
    adminHint: 'Has a wallet, invites others and manages this service.',
    submit: 'Invite',
    done: 'Invitation',
    refusals: {
      bad_email: 'This is not an e-mail address. Check it for typing mistakes.',
      email_taken: 'There is already a user with this e-mail address.',
      sign_up_closed: 'New accounts are switched off (SATCHEL_SIGNUP=closed).',
    } satisfies Record<InviteRefusal['kind'], string>,
  },
  invitations: {
    heading: 'Open invitations',
    caption: 'Invitations that were not used yet',
    anyone: 'Anyone with the link',
    withdraw: 'Withdraw',
    withdrawn: 'The invitation is withdrawn.',
    columns: {
      for: 'For',
      role: 'Role',
      until: 'Until',
      action: 'Action',
      state: 'What became of it',
    },
    past: {
      heading: 'Past invitations',
      text: 'Invitations of the last three months that were used, withdrawn or have expired.',
      ends: {
        used: 'Used',
        withdrawn: 'Withdrawn',
        expired: 'Expired',
      } satisfies Record<InvitationEnd['kind'], string>,
    },
  },
  /** A link that an admin has created for someone. */
  link: {
    mailed: (email: string) => `An e-mail with a link is on its way to ${email}.`,
    byHand: (email: string) =>
      `Give this link to ${email} in a way that no one else can read. The first person who opens ` +
      'it may use it.',
    byHandToAnyone:
      'Give this link to the person you invite, in a way that no one else can read. The first ' +
      'person who opens it may use it.',
    label: 'Link',
    expires: (date: string) => `It works once, until ${date}.`,
    back: 'Back to the users',
  },
  one: {
    name: 'Name',
    identifier: 'Identifier',
    address: 'Lightning address',
    role: 'Role',
    state: 'State',
    since: 'Since',
    newPassword: 'New password',
    switchOff: 'Switch off',
    switchOn: 'Switch on again',
    all: 'All users',
  },
  wallet: {
    heading: 'Wallet',
    above: (amount: string) => `${amount} above the limit`,
    sent: (used: string, limit: string) => `${used} of ${limit} sent today (UTC)`,
  },
  /** Limits of custody. */
  limits: {
    title: 'Change limits',
    heading: (email: string) => `Limits of ${email}`,
    text:
      'Limits of one user come before those of the service. Nothing that arrives above a ' +
      'limit is sent ' +
      'back: it is credited, and the user is told.',
    maxBalance: {
      legend: 'Most they may have here',
      hint: 'Balance and held money together. New invoices are made only for what fits.',
    },
    maxSendDay: {
      legend: 'Most they may send per day',
      hint: 'Amounts and fees of a day in UTC, also to other users here.',
    },
    choices: {
      default: (limit: string) => `As the service: ${limit}`,
      own: 'Up to a limit of their own',
      none: 'No limit, whatever the service has',
    },
    noLimit: 'No limit',
    amount: 'Limit',
    badAmount: (most: string) => `Enter a whole number from 1 to ${most}.`,
    notChosen:
      'You entered a number. Choose “Up to a limit of their own” for it, or empty the field.',
    failed: 'Nothing was changed. Correct what is marked below.',
    changed:
      'Nothing was changed: another admin has changed these limits in the meantime. ' +
      'Below are the present ones.',
    submit: 'Save limits',
    done: (email: string) => `The limits of ${email} are changed.`,
  },
  /** What can act for one user. */
  access: {
    kept: 'What was paid, to whom and why is not shown here: that is the user’s own.',
    newest: (count: string) => `Only the newest ${count} are shown.`,
    cannotSpend: 'Cannot spend',
    never: 'Never',
    ended: 'Ended',
    sessions: {
      heading: 'Signed in',
      none: 'Nowhere at the moment.',
      columns: { browser: 'Browser', since: 'Since', lastSeen: 'Last seen' },
    },
    apps: {
      heading: 'Apps and connections',
      none: 'Nothing is connected.',
      oauth: 'OAuth',
      notUsed: 'Not used yet',
      columns: {
        name: 'Name',
        kind: 'Kind',
        limit: 'Limit',
        lastUsed: 'Last used',
        ends: 'Ends',
      },
    },
    tokens: {
      heading: 'Personal tokens',
      none: 'None in force.',
      columns: {
        name: 'Name',
        limit: 'Limit',
        created: 'Created',
        ends: 'Ends',
      },
    },
    endpoints: {
      heading: 'Webhooks',
      none: 'None.',
      columns: { host: 'Host', state: 'State', when: 'When' },
      states: {
        off: 'Off',
        given_up: 'Given up',
        failing: 'Failing',
        delivering: 'Delivering',
        unused: 'No deliveries yet',
      } satisfies Record<SeenEndpointState['kind'], string>,
    },
  },
  switchingOff: {
    title: 'Switch off a user',
    heading: (email: string) => `Switch off ${email}?`,
    text:
      'All sessions, tokens and connected apps of this user stop working immediately. The money ' +
      'in the wallet stays there. The Lightning address of this user cannot be paid any more; ' +
      'invoices that were made before can still be paid, and the money is credited. Webhooks ' +
      'wait until the user is switched on again.',
    submit: 'Switch off',
    done: (email: string) => `${email} is switched off.`,
  },
  switchedOn: (email: string) => `${email} is switched on again.`,
  newPassword: {
    title: 'New password',
    heading: (email: string) => `A new password for ${email}`,
    text:
      'This creates a link that lets the user choose a new password. The old password works ' +
      'until the link is used. Make sure that it is really the user who asks.',
    also: 'Lost everything?',
    removeSecondFactor: 'Also remove the authenticator app and all passkeys',
    removeSecondFactorHint: 'For someone who has lost their phone and their backup codes.',
    submit: 'Create a link',
  },
};
