import { type Html, html } from '../../../pages/html.ts';

/** Apps that a user let use their wallet. */
export const connectedApps = {
  title: 'Connected apps',
  lead: 'Apps that can use your wallet, and what they spend.',
  none: {
    title: 'No app uses your wallet',
    text:
      'Open an app that works with Lightning wallets and choose to connect a wallet. The app ' +
      'brings you here, and you decide. After that, it is listed on this page.',
  },
  connected: (date: Html): Html => html`Connected ${date}`,
  notUsed: 'not used yet',
  lastUsed: (time: Html): Html => html`last used ${time}`,
  changeLimit: 'Change limit',
  disconnect: 'Disconnect',
  facts: {
    website: 'Website',
    connected: 'Connected',
    lastUsed: 'Last used',
    notUsed: 'Not used yet',
    permissions: 'Permissions',
  },
  places: {
    title: 'Where it is used',
    none: (name: string) => `Nowhere at the moment. To use it, connect “${name}” again in the app.`,
    text: (name: string) =>
      `Each phone, computer or browser in which you connected “${name}” has its own access. Sign ` +
      'it out where you no longer use it, or if you do not recognize the times.',
    caption: (name: string) => `Where “${name}” is used`,
    firstUsed: 'First used',
    lastUsed: 'Last used',
    state: 'State',
    action: 'Action',
    active: 'Active',
    doubtful: 'Doubtful',
    doubtfulText:
      'Doubtful means: the key to this access was used twice within seconds. Apps do that by ' +
      'accident, but so do thieves. This access ends when you next connect the app, or when you ' +
      'sign it out here.',
    end: 'Sign out there',
    ended: 'The app is signed out there.',
    endedBefore: 'The app was already signed out there.',
  },
  disconnecting: {
    title: 'Disconnect an app',
    heading: (name: string) => `Disconnect “${name}”?`,
    text:
      'From now on it cannot use your wallet. Payments that are already on their way still ' +
      'complete. Its limit is deleted. To use the app again, connect it again in the app.',
    submit: 'Disconnect',
    done: 'The app is disconnected.',
  },
};
