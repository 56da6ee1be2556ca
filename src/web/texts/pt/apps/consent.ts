import { type Html, html } from '../../../pages/html.ts';

export const consent = {
  title: (name: string) => `Conectar ${name}`,
  heading: (name: string) => `Permitir que “${name}” use sua carteira?`,
  failed: 'Nada foi permitido ainda. Corrija o que está marcado abaixo.',
  website: 'Site',
  returnTo: 'Você volta para',
  wallet: 'Sua carteira',
  otherAccount: 'Usar outra conta',
  permissions: 'O app poderá',
  permissionsAgain: 'O app pede novamente para poder',
  allow: 'Permitir',
  deny: 'Não permitir',
  warning: (
    connectedApps: string,
  ): Html => html`Este serviço não verifica os apps. Permita somente se
    você veio desse site e confia nele. Você pode encerrar isso quando quiser em
    <a href="${connectedApps}">Apps conectados</a>.`,
  gone: {
    title: 'Este pedido não está mais aberto',
    message:
      'Ele já foi respondido, é antigo demais ou começou em outro navegador. Volte ao app e ' +
      'conecte novamente.',
  },
  refused: {
    title: 'O app enviou um pedido errado',
    text:
      'Um app trouxe você até aqui para conectar sua carteira, mas não é possível usar o pedido ' +
      'dele. Nada foi permitido, e sua carteira não mudou.',
    forMakers: (error: string, description: string | null): Html =>
      html`Para quem desenvolve o app: <code>${error}</code>${
        description === null ? null : `, ${description}`
      }.`,
    goBack: (host: string): Html => html`Você pode voltar e avisar o app. Faça isso somente se você
      conhece este site: <strong>${host}</strong>`,
    back: 'Voltar ao app',
    stay: 'Ficar aqui',
  },
};
