import { type Html, html } from '../../../pages/html.ts';
import { plural } from '../plural.ts';

function codesText(left: number): string {
  if (left === 0) return 'não resta nenhum código de backup';
  return plural(left, `resta ${left} código de backup`, `restam ${left} códigos de backup`);
}

export const security = {
  title: 'Segurança',
  signingIn: 'Como você entra',
  authenticator: {
    heading: 'App autenticador',
    inUse: 'Em uso',
    notInUse: 'Não está em uso',
    on: (codesLeft: number) =>
      'Depois da sua senha, pedimos um código do seu app. ' +
      `Para o caso de você perder o app, ${codesText(codesLeft)}.`,
    off:
      'Com um app no celular que mostra códigos, só a sua senha não basta para entrar. Assim, ' +
      'uma senha roubada não abre nada.',
    newCodes: 'Novos códigos de backup',
    stop: 'Parar de usar o app',
    setUp: 'Configurar um app',
  },
  passkeys: {
    heading: 'Chaves de acesso',
    text:
      'Com uma chave de acesso, você entra usando sua impressão digital, seu rosto ou seu PIN. ' +
      'Ninguém pode adivinhá-la, e nenhum site falso consegue enganar você para obtê-la.',
    notHere:
      'Os navegadores só permitem chaves de acesso se o endereço do serviço for um nome, como ' +
      'wallet.example.com. Aqui ele é um número.',
    add: 'Adicionar uma chave de acesso',
    caption: 'Suas chaves de acesso',
    name: 'Nome',
    added: 'Adicionada em',
    lastUsed: 'Último uso',
    action: 'Ação',
    never: 'Nunca',
    /** The name tells people who cannot see the row which passkey this is. */
    remove: (name: string): Html => html`Remover<span class="unseen"> ${name}</span>`,
  },
  sessions: {
    heading: 'Onde sua conta está aberta',
    caption: 'Suas sessões',
    browser: 'Navegador',
    address: 'Endereço',
    since: 'Desde',
    lastUsed: 'Último uso',
    action: 'Ação',
    present: 'Este navegador',
    end: 'Encerrar',
    endOthers: 'Encerrar as outras sessões',
    ended: 'A sessão nesse navegador foi encerrada.',
  },
  device: {
    unknown: 'Navegador desconhecido',
    browserOn: (browser: string, system: string) => `${browser} no ${system}`,
  },
  endingOthers: {
    title: 'Encerrar as outras sessões',
    heading: 'Encerrar as outras sessões?',
    text:
      'Suas sessões em todos os outros navegadores são encerradas imediatamente. Os apps que ' +
      'você conectou e seus tokens continuam funcionando.',
    submit: 'Encerrar as outras sessões',
    done: 'Todas as suas outras sessões foram encerradas.',
  },
};
