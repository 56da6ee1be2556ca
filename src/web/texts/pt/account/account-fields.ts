export const accountFields = {
  email: 'E-mail',
  password: 'Senha',
  newPasswordHint: (minLength: number) =>
    `Pelo menos ${minLength} caracteres. Use algumas palavras que ninguém mais juntaria.`,
  name: 'Nome',
  nameHint: 'Os apps que você conectar podem chamar você por este nome.',
  code: 'Código',
};
