import { type Html, html } from '../../../pages/html.ts';

export const signIn = {
  title: 'Sign in',
  submit: 'Sign in',
  usePasskey: 'Use a passkey',
  usePassword: 'Use your password',
  forgotten: 'Forgot your password?',
  noAccount: (signUp: string): Html => html`No account yet? <a href="${signUp}">Create one</a>`,
  secondFactor: {
    title: 'One more step',
    codeHint:
      'The six digits that your authenticator app shows now. One of your backup codes works too.',
    submit: 'Sign in',
    startAgain: 'Start again',
  },
  passkey: {
    title: 'Sign in with a passkey',
    text: 'Your device asks for your fingerprint, face or PIN. Then you are signed in.',
    submit: 'Use your passkey',
  },
  /** Below the problem that there were too many attempts. */
  tooMany: {
    heading: 'Is this your account?',
    withoutMail:
      'Someone may be trying to guess its password. You can still sign in now: with a passkey, ' +
      'or in a browser where you have signed in before. If you have neither, ask the operator ' +
      'of this site for a link to a new password.',
    byMail:
      'Someone may be trying to guess its password. We can send you a link by e-mail. Open it in ' +
      'this browser, and you can sign in here immediately. Your password stays the same.',
    submit: 'Send me a link',
  },
  browserLink: {
    sent: {
      title: 'Check your e-mail',
      text:
        'If there is an account with this address, an e-mail with a link is on its way to it. ' +
        'Open the link in this browser. It works for one hour.',
      back: 'Back to sign-in',
    },
    title: 'Sign in from this browser',
    text:
      'Continue only if this is your own browser and you asked for the link. Then sign in with ' +
      'your password as usual. Strangers who guess passwords can no longer lock you out here.',
    submit: 'Continue',
    done: 'You can sign in from this browser now.',
  },
};

export const signOut = {
  title: 'Sign out',
  heading: 'Sign out?',
  text: (email: string) => `You are signed in as ${email}.`,
  submit: 'Sign out',
  done: 'You are signed out.',
};
