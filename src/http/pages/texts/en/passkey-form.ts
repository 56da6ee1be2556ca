/** The form that asks the browser for a passkey. */
export const passkeyForm = {
  noScript: 'Passkeys need JavaScript, which does not run in this browser.',
};
