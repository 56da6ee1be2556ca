import { type Html, html } from '../../../pages/html.ts';

export const securityChanges = {
  password: {
    title: 'Mudar senha',
    text: (email: string) =>
      `Isto muda a senha de ${email}. Todas as suas outras sessões são encerradas, e os apps ` +
      'conectados precisam pedir sua permissão novamente. Os apps que você conectou com um ' +
      'código e os tokens pessoais continuam funcionando.',
    present: 'Senha atual',
    next: 'Nova senha',
    wrong: 'Esta não é a sua senha.',
    submit: 'Mudar senha',
    done:
      'Sua senha foi alterada. Todas as suas outras sessões foram encerradas, e os apps ' +
      'conectados precisam pedir sua permissão novamente. Os apps que você conectou com um ' +
      'código e os tokens pessoais continuam funcionando. Se outra pessoa sabia a sua senha, ' +
      'revise-os.',
  },
  email: {
    title: 'Mudar e-mail',
    text: (email: string) =>
      `Agora você entra como ${email}. Quando o novo endereço o substituir, todas as suas outras ` +
      'sessões serão encerradas, e os links enviados ao endereço antigo deixarão de funcionar.',
    next: 'Novo e-mail',
    submit: 'Mudar e-mail',
    mailed:
      'Um e-mail está a caminho do seu novo endereço. Para concluir a mudança, abra o link que ' +
      'está nele.',
    done: 'Seu e-mail foi alterado. Todas as suas outras sessões foram encerradas.',
    confirm: {
      title: 'Confirme seu e-mail',
      text: (email: string): Html =>
        html`Depois de confirmar, você passa a entrar como <strong>${email}</strong>. Todas as suas
          outras sessões são encerradas.`,
      submit: 'Confirmar',
    },
  },
  setUpApp: {
    title: 'Configurar um app autenticador',
    scan: (address: string): Html =>
      html`Escaneie este código com seu app ou abra <a href="${address}">este link</a> no celular
        que tem o app.`,
    picture: 'QR code para seu app autenticador',
    spelled: (key: string): Html =>
      html`Se você não conseguir escaneá-lo, digite esta chave no app: <code>${key}</code>`,
    codeHint: 'Os seis dígitos que seu app mostra agora.',
    submit: 'Usar este app',
    done: 'Seu app está configurado.',
  },
  stopApp: {
    title: 'Parar de usar o app?',
    text:
      'A partir daí, só a sua senha basta para entrar. Seus códigos de backup também deixam de ' +
      'funcionar.',
    submit: 'Parar de usar o app',
    done: 'Não pediremos mais códigos a você.',
  },
  newCodes: {
    title: 'Criar novos códigos de backup?',
    text: 'Os códigos que você tem agora deixam de funcionar.',
    submit: 'Criar novos códigos',
    done: 'Seus códigos antigos não funcionam mais.',
  },
  backupCodes: {
    title: 'Seus códigos de backup',
    text:
      'Cada um destes códigos funciona uma vez, no lugar de um código do seu app. Imprima-os ou ' +
      'salve-os em um gerenciador de senhas.',
    label: 'Códigos de backup',
    saved: 'Já os guardei',
  },
  addPasskey: {
    title: 'Adicionar uma chave de acesso',
    text: 'Seu dispositivo pergunta onde salvar a chave de acesso e verifica se é você.',
    name: 'Nome',
    nameHint: 'Você reconhecerá a chave de acesso por este nome.',
    submit: 'Adicionar uma chave de acesso',
    done: (name: string) => `Agora você pode entrar com “${name}”.`,
  },
  removePasskey: {
    title: 'Remover uma chave de acesso',
    heading: (name: string) => `Remover “${name}”?`,
    text: 'Depois disso, você não entra mais com ela. Você pode adicioná-la de novo mais tarde.',
    submit: 'Remover chave de acesso',
    done: 'A chave de acesso foi removida.',
  },
};
