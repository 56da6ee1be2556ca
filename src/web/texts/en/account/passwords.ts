/** A new password for someone who has forgotten the old one. */
export const passwords = {
  forgotten: {
    title: 'Forgot your password?',
    byMail: 'Enter your e-mail address. We send you a link to choose a new password.',
    byOperator:
      'Enter your e-mail address. The operator of this site is told that you need a new password.',
    submit: 'Ask for a new password',
    back: 'Back to sign-in',
  },
  requested: {
    title: 'We have your request',
    byMail:
      'If there is an account with this address, an e-mail with a link is on its way to it. ' +
      'The link works for one hour.',
    byOperator:
      'If there is an account with this address, the operator sees that you need a new password ' +
      'and will give you a link.',
  },
  reset: {
    title: 'Choose a new password',
    submit: 'Change password',
    done:
      'Your password is changed, and you are signed out everywhere. Sign in with the new ' +
      'password.',
  },
};
