import { type Html, html } from '../../../pages/html.ts';

export const connectedApps = {
  title: 'Apps conectados',
  lead: 'Os apps que podem usar sua carteira e quanto eles gastam.',
  none: {
    title: 'Nenhum app usa sua carteira',
    text:
      'Abra um app que funcione com carteiras Lightning e escolha conectar uma carteira. O app ' +
      'traz você até aqui, e você decide. Depois disso, ele aparece nesta página.',
  },
  connected: (date: Html): Html => html`Conectado em ${date}`,
  notUsed: 'ainda não usado',
  lastUsed: (time: Html): Html => html`último uso em ${time}`,
  changeLimit: 'Mudar limite',
  disconnect: 'Desconectar',
  facts: {
    website: 'Site',
    connected: 'Conectado em',
    lastUsed: 'Último uso',
    notUsed: 'Ainda não usado',
    permissions: 'Permissões',
  },
  places: {
    title: 'Onde ele é usado',
    none: (name: string) =>
      `Em nenhum lugar no momento. Para usá-lo, conecte “${name}” novamente pelo app.`,
    text: (name: string) =>
      `Cada celular, computador ou navegador em que você conectou “${name}” tem um acesso ` +
      'próprio. Encerre o acesso onde você não usa mais o app ou se você não reconhece os ' +
      'horários.',
    caption: (name: string) => `Onde “${name}” é usado`,
    firstUsed: 'Primeiro uso',
    lastUsed: 'Último uso',
    state: 'Situação',
    action: 'Ação',
    active: 'Ativo',
    doubtful: 'Suspeito',
    doubtfulText:
      'Suspeito quer dizer: a chave deste acesso foi usada duas vezes em poucos segundos. Isso ' +
      'acontece com apps por acidente, mas ladrões fazem o mesmo. Este acesso termina na próxima ' +
      'vez que você conectar o app ou quando você o encerrar aqui.',
    end: 'Encerrar acesso',
    ended: 'O acesso do app foi encerrado.',
    endedBefore: 'O acesso do app já estava encerrado.',
  },
  disconnecting: {
    title: 'Desconectar um app',
    heading: (name: string) => `Desconectar “${name}”?`,
    text:
      'A partir de agora, ele não poderá usar sua carteira. Os pagamentos que já estão a caminho ' +
      'ainda serão concluídos. O limite dele é excluído. Para voltar a usá-lo, conecte-o ' +
      'novamente pelo app.',
    submit: 'Desconectar',
    done: 'O app foi desconectado.',
  },
};
