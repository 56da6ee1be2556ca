import { type Html, html } from '../../../pages/html.ts';

export const signUp = {
  title: 'Create an account',
  byMail: 'We send you a link by e-mail. It opens a page where you choose your password.',
  submitByMail: 'Send me a link',
  submit: 'Create an account',
  haveOne: (signIn: string): Html => html`Already have an account? <a href="${signIn}">Sign in</a>`,
  mailed: {
    title: 'Check your e-mail',
    text: (email: string) =>
      `An e-mail is on its way to ${email}. Open the link in it and choose a password. Then your ` +
      'account is ready. If you get several e-mails, only the link in the newest one works.',
    notArrived: 'Nothing came? Look in your spam folder, or try again in a while.',
  },
  ready: {
    title: 'Your account is ready',
    text: (email: string) =>
      `You can sign in as ${email} now. If there already was an account with this address, ` +
      'nothing has changed: it still has its old password.',
    signIn: 'Sign in',
  },
  /** Pages that links to new accounts lead to. */
  byLink: {
    address: (email: string): Html => html`E-mail address: <strong>${email}</strong>`,
    invitation: {
      title: 'You are invited',
      lead: 'Choose a password, and your wallet is ready.',
      submit: 'Open my wallet',
    },
    set_up: {
      title: 'Set up this service',
      lead: 'This creates your own account. You can then invite others and manage this service.',
      submit: 'Create my account',
    },
    sign_up: {
      title: 'Almost there',
      lead: 'Your e-mail address is confirmed. Choose a password, and your wallet is ready.',
      submit: 'Open my wallet',
    },
  },
};
