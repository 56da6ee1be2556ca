/**
 * What mails to users say, in English. Other languages have the same type. `site` is the host name
 * of the pages.
 */
export const en = {
  linkExpires: (until: string) => `It works once, until ${until}.`,
  invitation: {
    subject: (site: string) => `Your invitation to the wallet at ${site}`,
    text: (site: string) => `You are invited to open a wallet for Lightning payments at ${site}.`,
    open: 'To choose a password and start, open this link:',
    otherwise: 'If you do not know what this is about, do nothing.',
  },
  signUp: {
    subject: (site: string) => `Confirm your wallet at ${site}`,
    text: (site: string) =>
      `Someone, hopefully you, asked for a wallet at ${site} with this e-mail address.`,
    open: 'To choose a password and start, open this link:',
    otherwise:
      'If it was not you, do nothing. Then no wallet is created. Do not open the link for ' +
      'someone else.',
  },
  alreadySignedUp: {
    subject: (site: string) => `You already have a wallet at ${site}`,
    text: (site: string) =>
      `Someone, hopefully you, asked for a new wallet at ${site} with this e-mail address. The ` +
      'address already has a wallet. Nothing was changed.',
    open: 'To sign in, or to choose a new password, open this page:',
    otherwise: 'If it was not you, do nothing.',
  },
  passwordReset: {
    subject: (site: string) => `A new password for your wallet at ${site}`,
    text: (site: string) =>
      `Someone, hopefully you, asked for a new password for your wallet at ${site}.`,
    open: 'To choose a new password, open this link:',
    otherwise: 'If it was not you, do nothing. Your password stays the same.',
  },
  knownBrowser: {
    subject: (site: string) => `Sign in to your wallet at ${site}`,
    text: (site: string) =>
      `Someone, hopefully you, wants to sign in to your wallet at ${site} from a new browser. ` +
      'Before that, there were too many attempts with wrong passwords.',
    open: 'If it is you, open this link in that browser:',
    otherwise:
      'There you are asked for your password. If it was not you, do nothing. Without your ' +
      'password, no one gets in.',
  },
  emailChange: {
    subject: (site: string) => `Confirm your new e-mail address at ${site}`,
    text: (site: string) =>
      `You want to use this e-mail address to sign in to your wallet at ${site} from now on.`,
    open: 'To confirm, open this link:',
    otherwise: 'If it was not you, do nothing.',
  },
  emailChanged: {
    subject: (site: string) => `Your e-mail address at ${site} was changed`,
    text: (site: string, email: string) =>
      `Your wallet at ${site} now belongs to the e-mail address ${email}.`,
    otherwise: 'If it was not you, tell the operator of that site immediately.',
  },
  accountClosed: {
    subject: (site: string) => `Your account at ${site} was closed`,
    text: (site: string) =>
      `Your account at ${site} is closed for good, as was asked for there. You can use this ` +
      'e-mail address for a new account.',
    otherwise: 'If it was not you, tell the operator of that site immediately.',
  },
  security: {
    wasYou: 'If it was you, you do not have to do anything.',
    wasNotYou:
      'If it was not you, someone else has access to your wallet. Choose a new password ' +
      'immediately, and end the sessions, tokens and apps that you do not know:',
    tellOperator: 'Then tell the operator of that site.',
    events: {
      password_changed: {
        subject: (site: string) => `Your password was changed at ${site}`,
        text: (site: string) => `A new password was set for your wallet at ${site}.`,
      },
      access_reset: {
        subject: (site: string) =>
          `Your password was changed and your second factor removed at ${site}`,
        text: (site: string) =>
          `Someone used a link from the operator of ${site}. It changed the password of your ` +
          'wallet and removed your authenticator app and all passkeys.',
      },
      authenticator_removed: {
        subject: (site: string) => `Your authenticator app was removed at ${site}`,
        text: (site: string) =>
          `Your wallet at ${site} no longer asks for codes from an authenticator app.`,
      },
      passkey_removed: {
        subject: (site: string) => `A passkey was removed at ${site}`,
        text: (site: string, name: string) =>
          `The passkey “${name}” was removed from your wallet at ${site}.`,
      },
      passkey_added: {
        subject: (site: string) => `A passkey was added at ${site}`,
        text: (site: string, name: string) =>
          `The passkey “${name}” can now sign in to your wallet at ${site}.`,
      },
      spending_token_added: {
        subject: (site: string) => `A token that can spend was created at ${site}`,
        text: (site: string, name: string) =>
          `The token “${name}” was created for your wallet at ${site}. It can spend your money.`,
      },
      access_mail_off: {
        subject: (site: string) => `Mail about access to your wallet at ${site} was switched off`,
        text: (site: string) =>
          `From now on, ${site} no longer sends you mail about new apps, or about sign-ins from ` +
          'new places, or about both.',
      },
    },
  },
  notices: {
    subject: (site: string) => `News from your wallet at ${site}`,
    lead: (site: string) => `This happened in your wallet at ${site}:`,
    received: 'You received money.',
    receivedSeveral: 'You received money several times.',
    paid: 'A payment that was on its way has arrived.',
    paidSeveral: 'Several payments that were on their way have arrived.',
    notPaid: 'A payment that was on its way did not arrive. Nothing was taken for it.',
    notPaidSeveral:
      'Several payments that were on their way did not arrive. Nothing was taken for them.',
    aboveLimit: 'Your wallet now holds more than its limit. The money is yours all the same.',
    budget: (percent: 80 | 100) =>
      percent === 100
        ? 'An app or token has spent all that you allow it for now.'
        : 'An app or token has spent 80 % or more of what you allow it for now.',
    app: (name: string) => `The app “${name}” was connected to your wallet.`,
    signIn: (device: string, address: string) =>
      `Someone, hopefully you, signed in with ${device} from the internet address ${address}.`,
    webhookOff: (url: string) => `Your webhook to ${url} was switched off.`,
    more:
      'See when it happened, or choose what you get mail about. No further mail about the same ' +
      'comes until you have marked the notices there as read:',
    wasNotYou:
      'If it was not you, choose a new password immediately, and end the sessions and apps that ' +
      'you do not know:',
  },
};
