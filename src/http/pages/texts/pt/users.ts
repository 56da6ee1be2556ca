import type { InviteRefusal } from '../../../../usecases/accounts/invite-user.ts';

/** What admins see of users. */
export const users = {
  title: 'Usuários',
  list: {
    heading: 'Todas as pessoas que têm uma carteira aqui',
    search: 'Buscar por nome, e-mail, endereço Lightning ou identificador',
    submit: 'Buscar',
    all: 'Mostrar todos',
    looked: (count: string) =>
      `A busca viu ${count} usuários a partir daqui. Continue para ver os anteriores.`,
    none: 'Nenhum usuário tem isto no nome ou no endereço.',
    caption: 'Usuários',
    email: 'E-mail',
    name: 'Nome',
    since: 'Desde',
    role: 'Função',
    state: 'Situação',
    balance: 'Saldo',
    held: 'Reservado',
    lastSeen: 'Última visita',
  },
  roles: { admin: 'Administrador', user: 'Usuário' },
  states: {
    active: 'Ativo',
    switchedOff: 'Desativado',
    closed: 'Encerrada',
    resetAsked: 'Pediu uma nova senha',
  },
  inviting: {
    heading: 'Convidar alguém',
    byMail:
      'O link é enviado ao endereço que você digitar. Sem um endereço, você recebe o link e o ' +
      'repassa à pessoa.',
    byHand: 'Você recebe um link e o repassa à pessoa, porque este serviço não envia e-mails.',
    role: 'Função',
    userHint: 'Tem uma carteira.',
    adminHint: 'Tem uma carteira, convida outras pessoas e administra este serviço.',
    submit: 'Convidar',
    done: 'Convite',
    refusals: {
      bad_email: 'Isto não é um endereço de e-mail. Verifique se há erros de digitação.',
      email_taken: 'Já existe um usuário com este e-mail.',
      sign_up_closed: 'A criação de contas está desativada (SATCHEL_SIGNUP=closed).',
    } satisfies Record<InviteRefusal['kind'], string>,
  },
  invitations: {
    heading: 'Convites abertos',
    caption: 'Convites que ainda não foram usados',
    for: 'Para',
    role: 'Função',
    until: 'Até',
    action: 'Ação',
    anyone: 'Qualquer pessoa com o link',
    withdraw: 'Cancelar convite',
    withdrawn: 'O convite foi cancelado.',
  },
  /** A link that an admin has created for someone. */
  link: {
    mailed: (email: string) => `Um e-mail com um link está a caminho de ${email}.`,
    byHand: (email: string) =>
      `Entregue este link a ${email} de um jeito que ninguém mais possa ler. A primeira pessoa ` +
      'que o abrir pode usá-lo.',
    byHandToAnyone:
      'Entregue este link à pessoa que você convida, de um jeito que ninguém mais possa ler. A ' +
      'primeira pessoa que o abrir pode usá-lo.',
    label: 'Link',
    expires: (date: string) => `Ele funciona uma vez, até ${date}.`,
    back: 'Voltar aos usuários',
  },
  one: {
    name: 'Nome',
    identifier: 'Identificador',
    address: 'Endereço Lightning',
    role: 'Função',
    state: 'Situação',
    since: 'Desde',
    newPassword: 'Nova senha',
    switchOff: 'Desativar',
    switchOn: 'Ativar novamente',
    all: 'Todos os usuários',
  },
  switchingOff: {
    title: 'Desativar um usuário',
    heading: (email: string) => `Desativar ${email}?`,
    text:
      'Todas as sessões, todos os tokens e todos os apps conectados deste usuário deixam de ' +
      'funcionar imediatamente. O dinheiro na carteira continua lá, e os pagamentos para ela ' +
      'ainda chegam. Os webhooks esperam até o usuário ser ativado novamente.',
    submit: 'Desativar',
    done: (email: string) => `O usuário ${email} foi desativado.`,
  },
  switchedOn: (email: string) => `O usuário ${email} foi ativado novamente.`,
  newPassword: {
    title: 'Nova senha',
    heading: (email: string) => `Uma nova senha para ${email}`,
    text:
      'Isto cria um link com o qual o usuário pode escolher uma nova senha. A senha antiga ' +
      'funciona até o link ser usado. Verifique se é mesmo o usuário quem está pedindo.',
    also: 'Ele perdeu tudo?',
    removeSecondFactor: 'Remover também o app autenticador e todas as chaves de acesso',
    removeSecondFactorHint: 'Para quem perdeu o celular e os códigos de backup.',
    submit: 'Criar um link',
  },
};
