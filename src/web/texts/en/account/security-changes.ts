import { type Html, html } from '../../../pages/html.ts';

/** How users change what they sign in with. */
export const securityChanges = {
  password: {
    title: 'Change password',
    text: (email: string) =>
      `This changes the password of ${email}. You are signed out everywhere else, and connected ` +
      'apps must ask for your permission again. Apps that you connected with a code keep ' +
      'working, and so do personal tokens.',
    present: 'Current password',
    next: 'New password',
    wrong: 'This is not your password.',
    submit: 'Change password',
    done:
      'Your password is changed. You are signed out everywhere else, and connected apps must ask ' +
      'for your permission again. Apps that you connected with a code keep working, and so do ' +
      'personal tokens. If someone else knew your password, look through them.',
  },
  email: {
    title: 'Change e-mail address',
    text: (email: string) =>
      `You sign in as ${email} now. When the new address replaces it, you are signed out ` +
      'everywhere else, and links that were sent to the old address stop working.',
    next: 'New e-mail address',
    submit: 'Change e-mail address',
    mailed:
      'An e-mail is on its way to your new address. To complete the change, open the link in it.',
    done: 'Your e-mail address is changed. You are signed out everywhere else.',
    confirm: {
      title: 'Confirm your e-mail address',
      text: (email: string): Html =>
        html`When you confirm, you sign in as <strong>${email}</strong> from now on. You are signed
          out everywhere else.`,
      submit: 'Confirm',
    },
  },
  setUpApp: {
    title: 'Set up an authenticator app',
    scan: (address: string): Html =>
      html`Scan this code with your app, or open <a href="${address}">this link</a> on the phone
        that has the app.`,
    picture: 'QR code for your authenticator app',
    spelled: (key: string): Html =>
      html`If you cannot scan it, type this key into the app: <code>${key}</code>`,
    codeHint: 'The six digits that your app shows now.',
    submit: 'Use this app',
    done: 'Your app is set up.',
  },
  stopApp: {
    title: 'Stop using the app?',
    text:
      'From then on, your password alone is enough to sign in. Your backup codes stop working ' +
      'too.',
    submit: 'Stop using the app',
    done: 'You are no longer asked for codes.',
  },
  newCodes: {
    title: 'New backup codes?',
    text: 'The codes that you have now stop working.',
    submit: 'Create new codes',
    done: 'Your old codes no longer work.',
  },
  backupCodes: {
    title: 'Your backup codes',
    text:
      'Each of these codes works once, instead of a code from your app. Print them, or save them ' +
      'in a password manager.',
    label: 'Backup codes',
    saved: 'I have saved them',
  },
  addPasskey: {
    title: 'Add a passkey',
    text: 'Your device asks where to save the passkey and checks that it is you.',
    name: 'Name',
    nameHint: 'You will know the passkey by this name.',
    submit: 'Add a passkey',
    done: (name: string) => `You can now sign in with “${name}”.`,
  },
  removePasskey: {
    title: 'Remove a passkey',
    heading: (name: string) => `Remove “${name}”?`,
    text: 'After that, it no longer signs you in. You can add it again later.',
    submit: 'Remove passkey',
    done: 'The passkey is removed.',
  },
};
