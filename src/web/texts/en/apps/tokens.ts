import { type Html, html } from '../../../pages/html.ts';

export const tokens = {
  title: 'Personal tokens',
  lead: 'For your own scripts and servers. A token lets them use your wallet without a browser.',
  script: {
    title: 'Use it from a script',
    text: 'Put the token into the variable TOKEN, then ask the API:',
    reference: (docs: string): Html => html`You can also try it in the
      <a href="${docs}">API reference</a>: paste the token under “Authentication”.`,
  },
  none: {
    title: 'You have no tokens',
    text: 'Create one for a script or a server. You see it once, and you can end it here.',
  },
  new: 'New token',
  created: (date: Html): Html => html`Created ${date}`,
  creating: {
    title: 'New token',
    failed: 'The token was not created. Correct what is marked below.',
    name: 'Name',
    nameHint: 'What it is for, such as “shop server”.',
    noName: 'Enter a name that says what the token is for.',
    hiddenInName: 'It contains invisible characters. Type it again.',
    scopes: 'What it may do',
    noScopes: 'Choose at least one.',
    end: 'The token expires',
    noEnd: 'Choose when it expires.',
    submit: 'Create token',
    tooMany: (most: number) => ({
      title: 'Too many tokens',
      message:
        `You already have ${most} tokens, and you cannot have more. No token was created. ` +
        'Revoke one that you no longer use, then try again.',
    }),
    done: 'Your new token',
    secret: (name: string) => `Token “${name}”`,
    kept: 'I have saved it',
    tryIt: 'Try it in the API reference',
  },
  noExpiry: 'does not expire',
  expires: (date: Html): Html => html`expires ${date}`,
  changeLimit: 'Change limit',
  revoke: 'Revoke',
  revoking: {
    title: 'Revoke a token',
    heading: (name: string) => `Revoke “${name}”?`,
    text:
      'Programs that use this token are refused from now on. Payments that are already on their ' +
      'way still complete. You cannot undo this, but you can create a new token.',
    submit: 'Revoke the token',
    done: (name: string) => `The token “${name}” is revoked.`,
  },
};
