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
  sendAgain: 'Thank you. Check the form and send it again.',
};
