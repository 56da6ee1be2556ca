import { type Html, html } from '../../../pages/html.ts';

export const signIn = {
  title: 'Entrar',
  submit: 'Entrar',
  usePasskey: 'Usar uma chave de acesso',
  usePassword: 'Usar sua senha',
  forgotten: 'Esqueceu sua senha?',
  noAccount: (signUp: string): Html => html`Ainda não tem conta? <a href="${signUp}">Crie uma</a>`,
  secondFactor: {
    title: 'Mais um passo',
    codeHint:
      'Os seis dígitos que seu app autenticador mostra agora. Um dos seus códigos de backup ' +
      'também funciona.',
    submit: 'Entrar',
    startAgain: 'Começar de novo',
  },
  passkey: {
    title: 'Entrar com uma chave de acesso',
    text:
      'Seu dispositivo pede sua impressão digital, seu rosto ou seu PIN. Depois disso, você já ' +
      'está na sua conta.',
    submit: 'Usar sua chave de acesso',
  },
  /** Below the problem that there were too many attempts. */
  tooMany: {
    heading: 'Esta conta é sua?',
    withoutMail:
      'Talvez alguém esteja tentando adivinhar a senha. Ainda assim, você pode entrar agora: com ' +
      'uma chave de acesso ou em um navegador em que você já entrou antes. Se você não tem nem ' +
      'um nem outro, peça ao operador deste site um link para uma nova senha.',
    byMail:
      'Talvez alguém esteja tentando adivinhar a senha. Podemos enviar um link por e-mail a ' +
      'você. Abra-o neste navegador, e você poderá entrar aqui imediatamente. Sua senha continua ' +
      'a mesma.',
    submit: 'Enviar um link',
  },
  browserLink: {
    sent: {
      title: 'Confira seu e-mail',
      text:
        'Se houver uma conta com este endereço, um e-mail com um link está a caminho dele. Abra ' +
        'o link neste navegador. Ele funciona por uma hora.',
      back: 'Voltar à página de entrada',
    },
    title: 'Entrar neste navegador',
    text:
      'Continue somente se este navegador é seu e se foi você quem pediu o link. Depois, entre ' +
      'com sua senha como sempre. Estranhos que tentam adivinhar senhas não poderão mais ' +
      'bloquear sua entrada aqui.',
    submit: 'Continuar',
    done: 'Agora você pode entrar neste navegador.',
  },
};

export const signOut = {
  title: 'Sair',
  heading: 'Sair da conta?',
  text: (email: string) => `Você entrou como ${email}.`,
  submit: 'Sair',
  done: 'Você saiu da sua conta.',
};
