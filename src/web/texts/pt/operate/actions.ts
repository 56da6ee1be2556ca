import type {
  ActionFact,
  ActionKind,
  ActionResult,
} from '../../../../alarms/operator-log/operator-action.ts';
import { type Html, html } from '../../../pages/html.ts';

/** What operators do on pages, and the log of it. */
export const actions = {
  nodeAway: 'O nó não responde. Nada foi alterado. Tente novamente mais tarde.',
  ask: {
    title: 'Perguntar de novo ao nó',
    text:
      'Pergunta-se ao nó o que houve com este pagamento. Nada é enviado. Se o nó souber o ' +
      'resultado, o pagamento termina com ele.',
    submit: 'Perguntar ao nó',
    paid: 'O nó diz que foi pago. O pagamento terminou.',
    failed: 'O nó diz que falhou. O dinheiro voltou para a carteira.',
    open: 'O resultado ainda está em aberto.',
  },
  end: {
    title: 'Encerrar um pagamento travado',
    text:
      'O que está reservado volta para quem pagou. Antes disso o nó é consultado de novo. Se ' +
      'isso não provar que o pagamento nunca mais pode ser feito, nada acontece.',
    proof: {
      channels: 'Canais que o retêm',
      seen: 'Encontrado assim desde',
      height: 'A cadeia está no bloco',
      from: 'Pode ser encerrado a partir do bloco',
      state: 'Prova',
      whole: 'Completa',
      lacks: 'Ainda não está completa:',
      not: 'Não está travado:',
    },
    submit: 'Devolver o dinheiro',
    done: 'O pagamento terminou. O dinheiro voltou para a carteira.',
    refused: (why: string) => `Nada foi alterado: ${why}`,
  },
  assign: {
    title: 'Dar dinheiro a um usuário',
    text: (amount: Html): Html =>
      html`${amount} vão para este usuário para sempre. Não dá para desfazer.`,
    email: 'E-mail do usuário',
    submit: 'Dar o dinheiro',
    done: (amount: string) => `${amount} foram creditados.`,
    gone: 'Este dinheiro já foi dado a alguém.',
    noUser: 'Não há usuário com este endereço.',
  },
  retry: {
    title: 'Tentar uma tarefa de novo',
    text: 'Ela roda como se fosse nova. Corrija antes o que a fez falhar.',
    submit: 'Tentar de novo',
    done: 'A tarefa rodará em breve.',
    gone: 'Esta tarefa não está mais parada.',
  },
  acknowledge: {
    title: 'Confirmar um alarme',
    text: 'Ele sai da lista de alarmes abertos. Se ocorrer de novo, volta a ficar aberto.',
    note: 'Nota (opcional)',
    noteHint: 'O que você encontrou ou fez, para os outros operadores.',
    submit: 'Confirmar',
    done: 'O alarme foi confirmado.',
    present: 'Já estava confirmado.',
    again: 'O alarme ocorreu de novo enquanto você olhava. Olhe mais uma vez.',
  },
  stop: {
    title: 'Parar os pagamentos pelo nó',
    text:
      'Nenhum pagamento novo sai pelo nó até você permitir de novo. O que está a caminho ' +
      'continua, e também os pagamentos entre carteiras deste serviço.',
    why: 'Motivo',
    whyHint: 'Os operadores o veem nestas páginas e no registro.',
    submit: 'Parar os pagamentos',
    done: 'Os pagamentos pelo nó estão parados.',
    noReason: 'Escreva um motivo.',
    present: 'Já estavam parados.',
  },
  allow: {
    title: 'Permitir os pagamentos pelo nó',
    text: 'Isto remove a parada que um operador fez. As outras ficam.',
    submit: 'Permitir os pagamentos',
    done: 'A parada foi removida.',
    gone: 'Esta parada já tinha sido removida.',
  },
  check: {
    title: 'Conferir os livros agora',
    text: 'O serviço soma outra vez todos os lançamentos. Leva alguns segundos, ou minutos.',
    submit: 'Conferir os livros',
    done: 'A conferência começa em segundos. O resultado aparece aqui.',
  },
  log: {
    title: 'Registro',
    lead: 'O que os operadores fizeram nestas páginas e por comando, o mais novo primeiro.',
    kind: 'Ação',
    allKinds: 'Todas as ações',
    who: 'Por',
    everyone: 'Todos',
    command: 'Linha de comando',
    formerAdmin: 'Uma conta encerrada',
    none: {
      title: 'Ainda nada',
      text: 'Aqui se anota o que os operadores fazem com o dinheiro, os usuários e o serviço.',
    },
    noneFound: 'Nenhuma ação corresponde.',
    caption: 'Ações de operadores, as mais novas primeiro',
    columns: { time: 'Hora', who: 'Por', action: 'Ação', details: 'Detalhes', result: 'Resultado' },
    results: {
      done: 'Feito',
      refused: 'Recusado',
      failed: 'Falhou',
    } satisfies Readonly<Record<ActionResult, string>>,
    open: 'Fim desconhecido',
    kinds: {
      payment_resolve: 'Perguntou de novo ao nó',
      payment_end: 'Encerrou um pagamento travado',
      unclaimed_assign: 'Deu dinheiro sem dono a um usuário',
      job_retry: 'Tentou uma tarefa de novo',
      alarm_acknowledge: 'Confirmou um alarme',
      outside_stop: 'Parou os pagamentos pelo nó',
      outside_allow: 'Permitiu os pagamentos pelo nó',
      books_check: 'Conferiu os livros',
      node_release: 'Liberou os pagamentos após uma comparação',
      user_add: 'Criou uma conta',
      user_disable: 'Desativou um usuário',
      user_enable: 'Ativou um usuário',
      user_limits: 'Mudou os limites de um usuário',
      user_reset_password: 'Criou um link para uma nova senha',
      user_remove_second_factor:
        'Criou um link que também remove o app autenticador e as chaves de acesso',
      user_set_password: 'Definiu uma nova senha',
      user_invite: 'Convidou alguém',
      invitation_withdraw: 'Retirou um convite',
    } satisfies Readonly<Record<ActionKind, string>>,
    facts: {
      user: 'Usuário',
      amountSat: 'Valor',
      state: 'Estado',
      note: 'Nota',
      why: 'Por quê',
      alarm: 'Alarme',
      job: 'Tarefa',
      findings: 'Achados',
      role: 'Papel',
      maxBalance: 'Saldo máximo',
      maxSendDay: 'Máximo por dia',
    } satisfies Readonly<Record<ActionFact, string>>,
  },
};
