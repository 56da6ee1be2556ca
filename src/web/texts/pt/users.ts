import type { InviteRefusal } from '../../../accounts/invite-user.ts';
import type { InvitationEnd } from '../../../accounts/link-store.ts';
import type { SeenEndpointState } from '../../../accounts/user-access-store.ts';

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
    anyone: 'Qualquer pessoa com o link',
    withdraw: 'Cancelar convite',
    withdrawn: 'O convite foi cancelado.',
    columns: {
      for: 'Para',
      role: 'Função',
      until: 'Até',
      action: 'Ação',
      state: 'O que aconteceu',
    },
    past: {
      heading: 'Convites anteriores',
      text: 'Convites dos últimos três meses que foram usados, cancelados ou expiraram.',
      ends: {
        used: 'Usado',
        withdrawn: 'Cancelado',
        expired: 'Expirado',
      } satisfies Record<InvitationEnd['kind'], string>,
    },
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
  wallet: {
    heading: 'Carteira',
    above: (amount: string) => `${amount} acima do limite`,
    sent: (used: string, limit: string) => `${used} de ${limit} enviados hoje (UTC)`,
  },
  /** Limits of custody. */
  limits: {
    title: 'Mudar limites',
    heading: (email: string) => `Limites de ${email}`,
    text:
      'Os limites de um usuário valem antes dos limites do serviço. O que chega acima de ' +
      'um limite não ' +
      'é devolvido: é creditado, e o usuário fica sabendo.',
    maxBalance: {
      legend: 'Máximo que pode ter aqui',
      hint: 'Saldo e valor reservado juntos. Novas faturas são criadas só para o que cabe.',
    },
    maxSendDay: {
      legend: 'Máximo que pode enviar por dia',
      hint: 'Valores e taxas de um dia em UTC, também para outros usuários daqui.',
    },
    choices: {
      default: (limit: string) => `Como o serviço: ${limit}`,
      own: 'Até um limite próprio',
      none: 'Sem limite, seja qual for o do serviço',
    },
    noLimit: 'Sem limite',
    amount: 'Limite',
    badAmount: (most: string) => `Digite um número inteiro de 1 a ${most}.`,
    notChosen:
      'Você digitou um número. Escolha “Até um limite próprio” para usá-lo, ou esvazie o campo.',
    failed: 'Nada foi mudado. Corrija o que está marcado abaixo.',
    changed:
      'Nada foi alterado: nesse meio-tempo, outra pessoa alterou estes limites. Abaixo ' +
      'estão os atuais.',
    submit: 'Salvar limites',
    done: (email: string) => `Os limites de ${email} foram mudados.`,
  },
  /** What can act for one user. */
  access: {
    kept: 'O que foi pago, a quem e por quê não aparece aqui: isso é só do usuário.',
    newest: (count: string) => `Só os ${count} mais recentes são mostrados.`,
    cannotSpend: 'Não pode gastar',
    never: 'Nunca',
    ended: 'Encerrado',
    sessions: {
      heading: 'Sessões abertas',
      none: 'Nenhuma no momento.',
      columns: { browser: 'Navegador', since: 'Desde', lastSeen: 'Última visita' },
    },
    apps: {
      heading: 'Apps e conexões',
      none: 'Nada está conectado.',
      oauth: 'OAuth',
      notUsed: 'Ainda não usado',
      columns: {
        name: 'Nome',
        kind: 'Tipo',
        limit: 'Limite',
        lastUsed: 'Último uso',
        ends: 'Termina',
      },
    },
    tokens: {
      heading: 'Tokens pessoais',
      none: 'Nenhum em vigor.',
      columns: {
        name: 'Nome',
        limit: 'Limite',
        created: 'Criado',
        ends: 'Termina',
      },
    },
    endpoints: {
      heading: 'Webhooks',
      none: 'Nenhum.',
      columns: { host: 'Servidor', state: 'Situação', when: 'Quando' },
      states: {
        off: 'Desligado',
        given_up: 'Desistiu',
        failing: 'Falhando',
        delivering: 'Entregando',
        unused: 'Nenhum envio ainda',
      } satisfies Record<SeenEndpointState['kind'], string>,
    },
  },
  switchingOff: {
    title: 'Desativar um usuário',
    heading: (email: string) => `Desativar ${email}?`,
    text:
      'Todas as sessões, todos os tokens e todos os apps conectados deste usuário deixam de ' +
      'funcionar imediatamente. O dinheiro na carteira continua lá. Ninguém mais pode pagar para ' +
      'o endereço Lightning deste usuário; faturas feitas antes ainda podem ser pagas, e o ' +
      'dinheiro é creditado. Os webhooks esperam até o usuário ser ativado novamente.',
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
