import { type Html, html } from '../../../pages/html.ts';

export const signUp = {
  title: 'Criar uma conta',
  byMail: 'Enviaremos um link por e-mail. Ele abre uma página em que você escolhe sua senha.',
  submitByMail: 'Enviar um link',
  submit: 'Criar uma conta',
  haveOne: (signIn: string): Html => html`Já tem uma conta? <a href="${signIn}">Entre</a>`,
  mailed: {
    title: 'Confira seu e-mail',
    text: (email: string) =>
      `Um e-mail está a caminho de ${email}. Abra o link que está nele e escolha uma senha. ` +
      'Depois disso, sua conta está pronta. Se você receber vários e-mails, só o link do mais ' +
      'recente funciona.',
    notArrived: 'Não chegou nada? Procure na pasta de spam ou tente novamente daqui a algum tempo.',
  },
  ready: {
    title: 'Sua conta está pronta',
    text: (email: string) =>
      `Agora você pode entrar como ${email}. Se já havia uma conta com este endereço, nada ` +
      'mudou: ela continua com a senha antiga.',
    signIn: 'Entrar',
  },
  byLink: {
    address: (email: string): Html => html`E-mail: <strong>${email}</strong>`,
    invitation: {
      title: 'Você recebeu um convite',
      lead: 'Escolha uma senha, e sua carteira está pronta.',
      submit: 'Abrir minha carteira',
    },
    set_up: {
      title: 'Configure este serviço',
      lead:
        'Isto cria sua própria conta. Depois, você pode convidar outras pessoas e administrar ' +
        'este serviço.',
      submit: 'Criar minha conta',
    },
    sign_up: {
      title: 'Quase lá',
      lead: 'Seu e-mail está confirmado. Escolha uma senha, e sua carteira está pronta.',
      submit: 'Abrir minha carteira',
    },
  },
};
