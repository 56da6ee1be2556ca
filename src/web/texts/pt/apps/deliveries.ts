import type { DeliveryState } from '../../../../webhooks/delivery.ts';
import type { ToldFailure } from '../../../../webhooks/routes/webhook-words.ts';
import { type Html, html } from '../../../pages/html.ts';

interface StateTexts {
  readonly word: string;
  readonly meaning: string;
}

const STATUSES: Readonly<Partial<Record<number, string>>> = {
  400: 'o servidor não conseguiu usar a mensagem',
  401: 'o servidor não confiou na mensagem',
  403: 'o servidor não permitiu a mensagem',
  404: 'não há nada neste endereço',
  405: 'o servidor não aceita POST ali',
  410: 'não há mais nada ali',
  413: 'a mensagem é grande demais para o servidor',
  429: 'o servidor recebeu solicitações demais',
  500: 'o servidor falhou',
  502: 'um proxy na frente do servidor não recebeu resposta',
  503: 'o servidor não estava pronto',
  504: 'um proxy na frente do servidor esperou demais',
};

/** Messages (a mensagem) to an endpoint, and what became of them. */
export const deliveries = {
  title: 'Entregas',
  states: {
    pending: { word: 'A caminho', meaning: 'Ela ainda não foi entregue.' },
    succeeded: {
      word: 'Entregue',
      meaning: 'O servidor respondeu que recebeu a mensagem.',
    },
    exhausted: {
      word: 'Abandonada',
      meaning: 'Não há mais tentativas automáticas. Você pode enviá-la novamente.',
    },
    skipped: {
      word: 'Não enviada',
      meaning:
        'O endpoint estava desativado. Você pode enviá-la quando o endpoint estiver ativado.',
    },
    cancelled: { word: 'Cancelada', meaning: 'O endpoint foi excluído.' },
  } satisfies Readonly<Record<DeliveryState, StateTexts>>,
  filters: 'Filtro',
  all: 'Todas',
  search: {
    label: 'Buscar pelo hash do pagamento',
    submit: 'Buscar',
    clear: 'Mostrar todas',
    problem: 'O hash do pagamento tem 64 caracteres: algarismos e letras de a até f.',
  },
  caption: 'Entregas, as mais recentes primeiro',
  time: 'Horário',
  message: 'Mensagem',
  state: 'Situação',
  lastAttempt: 'Última tentativa',
  testEvent: 'Evento de teste',
  nextAttempt: (time: Html): Html => html`Próxima tentativa em ${time}`,
  beingSent: 'Sendo enviada agora',
  unused:
    'Nada foi enviado ainda. O próximo pagamento concluído será enviado, e você pode enviar um ' +
    'evento de teste quando quiser.',
  none: 'Não há nada para mostrar aqui.',
  pages: 'Páginas',
  newest: 'Mais recentes',
  older: (count: number) => `${count} mais antigas`,
  outcome: {
    answer: (status: number, meaning: string | null) =>
      `Resposta ${status}${meaning === null ? '' : `: ${meaning}`}`,
    statuses: STATUSES,
    redirect: 'redirecionamentos não são seguidos',
    failures: {
      timeout: 'Nenhuma resposta chegou a tempo',
      protocol: 'A resposta não era HTTP válido',
      too_large: 'A resposta era grande demais',
      no_connection: 'Não foi possível conectar',
    } satisfies Readonly<Record<ToldFailure, string>>,
  },
  one: {
    title: (event: string) => `Entrega: ${event}`,
    testTitle: (event: string) => `${event} (evento de teste)`,
    label: 'Entrega',
    refresh: 'Atualizar',
    messageId: 'ID da mensagem',
    event: 'Evento',
    paymentHash: 'Hash do pagamento',
    settled: 'Pagamento concluído em',
    nextAttempt: 'Próxima tentativa',
    none: 'Nenhuma',
    now: 'Agora',
    ended: 'Encerrada em',
    notEnded: 'Ainda não',
    attempts: 'Tentativas',
    noAttempts: 'Nenhuma tentativa terminou ainda.',
    attempt: (number: number, time: Html, duration: string, isManual: boolean): Html =>
      html`Tentativa ${number}, ${time}, durou ${duration}${
        isManual ? ', iniciada manualmente' : null
      }`,
    excerpt: 'A resposta começava assim:',
    excerptOf: (number: number) => `Resposta à tentativa ${number}`,
    milliseconds: (count: number) => `${count} ms`,
    seconds: (count: string) => `${count} s`,
    replayHint:
      'Ela é enviada com o mesmo ID da mensagem. Assim, um servidor que já a recebeu pode ' +
      'reconhecê-la. Se falhar, todas as tentativas recomeçam.',
    replay: 'Enviar novamente',
    replayed: 'A mensagem está a caminho novamente.',
    replayOff: 'Você pode enviá-la novamente quando o endpoint estiver ativado.',
    payload: {
      title: 'O que é enviado',
      exact: 'São exatamente estes bytes que são assinados.',
      body: 'Corpo',
      formattedSummary: 'O mesmo, formatado',
      formatted: 'Corpo, formatado',
    },
    help: (help: string): Html => html`O servidor diz que a assinatura está errada?
      <a href="${help}">Descubra por quê</a>.`,
  },
};
