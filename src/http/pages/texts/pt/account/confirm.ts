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
  sendAgain: 'Obrigado por confirmar. Confira o formulário e envie-o novamente.',
};
