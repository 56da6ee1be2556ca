export const confirm = {
  title: 'É você?',
  password: (email: string) =>
    `Para sua segurança, digite sua senha novamente para continuar. Você entrou como ${email}.`,
  wrongPassword: 'Esta não é a sua senha.',
  submit: 'Continuar',
  usePasskey: 'Usar uma chave de acesso',
  passkey: 'Para sua segurança, use sua chave de acesso para continuar.',
  submitPasskey: 'Usar sua chave de acesso',
  usePassword: 'Usar sua senha',
  /** Shown where something lets money leave, now or later. */
  forThis:
    'Com isto, dinheiro pode sair da sua carteira. Por isso perguntamos quem você é, e só para ' +
    'isto.',
  signedInAs: (email: string) => `Você entrou como ${email}.`,
  sendAgain: 'Obrigado por confirmar. Confira o formulário e envie-o novamente.',
};
