import { plural } from '../plural.ts';

export const accountProblems = {
  tooMany: {
    title: 'Tentativas demais',
    message: (retryAfterSec: number) =>
      `Você pode tentar novamente em ${duration(retryAfterSec)}. Este limite impede que ` +
      'estranhos fiquem tentando adivinhar.',
  },
  busy: {
    title: 'Um momento, por favor',
    message: 'Muitas pessoas estão entrando agora. Volte e tente novamente em alguns segundos.',
  },
  linkOver: {
    title: 'Este link não funciona mais',
    message:
      'Ele já foi usado ou é antigo demais. Peça um novo no mesmo lugar em que recebeu este.',
  },
  sessionOver: {
    title: 'Sua sessão terminou',
    message:
      'Ela foi encerrada enquanto você estava aqui. Entre novamente e repita o último passo.',
  },
  signUpClosed: {
    title: 'É preciso um convite para criar uma conta',
    message:
      'Peça um convite ao operador deste site. É um link para uma página em que você cria sua ' +
      'conta.',
  },
};

function duration(seconds: number): string {
  if (seconds < 90) return `${seconds} ${plural(seconds, 'segundo', 'segundos')}`;
  const minutes = Math.ceil(seconds / 60);
  return `${minutes} ${plural(minutes, 'minuto', 'minutos')}`;
}
