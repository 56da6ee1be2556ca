/** What stands beside a passkey form; all but the first is shown by its script. */
export const passkeyForm = {
  needsScript: 'Passkeys need JavaScript, and it does not run in this browser.',
  notChosen: 'No passkey was chosen, or it took too long. Try again.',
  known: 'This device already has a passkey for your account.',
  impossible: 'This browser or device does not support this here.',
};
