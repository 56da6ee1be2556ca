import { type Html, html } from '../../../pages/html.ts';

/** An app asks to use a wallet. */
export const consent = {
  title: (name: string) => `Connect ${name}`,
  heading: (name: string) => `Let “${name}” use your wallet?`,
  failed: 'Nothing is allowed yet. Correct what is marked below.',
  website: 'Website',
  returnTo: 'You return to',
  wallet: 'Your wallet',
  otherAccount: 'Use another account',
  permissions: 'It will be able to',
  permissionsAgain: 'It asks again to be able to',
  allow: 'Allow',
  deny: 'Do not allow',
  warning: (connectedApps: string): Html => html`This service does not check apps. Allow it only if
    you came here from that website and trust it. You can end this at any time under
    <a href="${connectedApps}">Connected apps</a>.`,
  gone: {
    title: 'This request is no longer open',
    message:
      'It was already answered, it is too old, or it began in another browser. Go back to the ' +
      'app and connect again.',
  },
  /** The app sent a request that cannot be used. */
  refused: {
    title: 'The app sent a wrong request',
    text:
      'An app sent you here to connect your wallet, but its request cannot be used. Nothing was ' +
      'allowed, and your wallet did not change.',
    forMakers: (error: string, description: string | null): Html =>
      html`For the makers of the app: <code>${error}</code>${
        description === null ? null : `, ${description}`
      }.`,
    goBack: (host: string): Html => html`You can go back and tell the app. Do this only if you know
      this site: <strong>${host}</strong>`,
    back: 'Go back to the app',
    stay: 'Stay here',
  },
};
