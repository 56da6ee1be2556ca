/** Users confirm that it is them before they do something dangerous. */
export const confirm = {
  title: 'Is it you?',
  password: (email: string) =>
    `For your security, enter your password again to continue. You are signed in as ${email}.`,
  wrongPassword: 'This is not your password.',
  submit: 'Continue',
  usePasskey: 'Use a passkey',
  passkey: 'For your security, use your passkey to continue.',
  submitPasskey: 'Use your passkey',
  usePassword: 'Use your password',
  /** Shown where something lets money leave, now or later. */
  forThis: 'With this, money can leave your wallet: you are asked who you are, for this alone.',
  signedInAs: (email: string) => `You are signed in as ${email}.`,
  sendAgain: 'Thank you. Check the form and send it again.',
};
