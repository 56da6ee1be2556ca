/** Fields that several forms for accounts have. */
export const accountFields = {
  email: 'E-mail address',
  password: 'Password',
  newPasswordHint: (minLength: number) =>
    `At least ${minLength} characters. Use a few words that no one else would put together.`,
  name: 'Name',
  nameHint: 'Apps that you connect may call you by this name.',
  code: 'Code',
};
