import { type Html, html } from '../../../pages/html.ts';

export const security = {
  title: 'Security',
  signingIn: 'Signing in',
  authenticator: {
    heading: 'Authenticator app',
    inUse: 'In use',
    notInUse: 'Not in use',
    on: (codesLeft: number) =>
      'After your password, you are asked for a code from your app. You have ' +
      `${codesLeft} backup code${codesLeft === 1 ? '' : 's'} left in case you lose the app.`,
    off:
      'With an app on your phone that shows codes, your password alone is not enough to sign in. ' +
      'So a stolen password opens nothing.',
    newCodes: 'New backup codes',
    stop: 'Stop using the app',
    setUp: 'Set up an app',
  },
  passkeys: {
    heading: 'Passkeys',
    text:
      'A passkey signs you in with your fingerprint, face or PIN. No one can guess it, and no ' +
      'fake site can trick you into giving it away.',
    notHere:
      'Browsers allow passkeys only where the address of the service is a name, such as ' +
      'wallet.example.com. Here it is a number.',
    add: 'Add a passkey',
    caption: 'Your passkeys',
    name: 'Name',
    added: 'Added',
    lastUsed: 'Last used',
    action: 'Action',
    never: 'Never',
    /** The name tells people who cannot see the row which passkey this is. */
    remove: (name: string): Html => html`Remove<span class="unseen"> ${name}</span>`,
  },
  sessions: {
    heading: 'Where you are signed in',
    caption: 'Your sessions',
    browser: 'Browser',
    address: 'Address',
    since: 'Since',
    lastUsed: 'Last used',
    action: 'Action',
    present: 'This browser',
    end: 'Sign out',
    endOthers: 'Sign out everywhere else',
    ended: 'That browser is signed out.',
  },
  device: {
    unknown: 'Unknown browser',
    browserOn: (browser: string, system: string) => `${browser} on ${system}`,
  },
  endingOthers: {
    title: 'Sign out everywhere else',
    heading: 'Sign out everywhere else?',
    text:
      'You are signed out immediately in all other browsers. Apps that you connected and your ' +
      'tokens keep working.',
    submit: 'Sign out everywhere else',
    done: 'You are signed out everywhere else.',
  },
};
