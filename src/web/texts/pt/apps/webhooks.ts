import type { EventType } from '../../../../webhooks/delivery.ts';
import type { DisabledReason } from '../../../../webhooks/endpoint.ts';
import type { EndpointProblem } from '../../../../webhooks/endpoint-validation.ts';
import type { Creator } from '../../../../webhooks/pages/creators.ts';
import { type Html, html } from '../../../pages/html.ts';
import { plural } from '../plural.ts';

interface EventTexts {
  readonly title: string;
  readonly meaning: string;
}

const EVENTS: Readonly<Record<EventType, EventTexts>> = {
  'invoice.incoming.settled': {
    title: 'Dinheiro recebido',
    meaning: 'Alguém pagou uma das suas faturas ou enviou um keysend a você.',
  },
  'invoice.outgoing.settled': {
    title: 'Dinheiro enviado',
    meaning: 'Um dos seus pagamentos chegou.',
  },
};

const eventTitles = (types: readonly EventType[]): string =>
  types
    .map((type) => EVENTS[type].title)
    .map((title, index) => (index === 0 ? title : title.toLowerCase()))
    .join(' e ');

/** With the preposition before it. */
function byCreator(creator: Creator): string {
  switch (creator.kind) {
    case 'user':
      return 'por você';
    case 'token':
      return `pelo token “${creator.name}”`;
    case 'app':
      return `pelo app “${creator.name}”`;
    case 'deleted_app':
      return 'por um app que não existe mais';
  }
}

/** Servers that are notified about payments. Counts come as they are shown. */
export const webhooks = {
  title: 'Webhooks',
  lead: 'Seus servidores recebem uma mensagem assim que dinheiro entra ou sai.',
  new: 'Novo endpoint',
  none: {
    title: 'Nenhum servidor é avisado sobre seus pagamentos',
    text:
      'Digite o endereço do seu servidor. Ele passa a receber uma mensagem para cada pagamento ' +
      'concluído. Os apps que você conecta podem criar os próprios endpoints. Eles também ' +
      'aparecem aqui.',
  },
  open: 'Abrir',
  events: EVENTS,
  eventTitles,
  notifiesAbout: (types: readonly EventType[]) =>
    `Avisa sobre ${eventTitles(types).toLowerCase()}.`,
  created: (date: Html, creator: Creator): Html => html`Criado em ${date} ${byCreator(creator)}`,
  counts: (pending: string | null, missed: string | null) =>
    `${[
      ...(pending === null ? [] : [`${pending} a caminho`]),
      ...(missed === null
        ? []
        : [`${missed} ${missed === '1' ? 'não entregue' : 'não entregues'}`]),
    ].join(', ')}.`,
  orMore: (count: string) => `${count} ou mais`,
  signatureHelp: (help: string): Html => html`Um servidor recusa suas mensagens?
    <a href="${help}">Descubra por que uma assinatura falha</a>.`,
  trouble: {
    label: 'Webhooks',
    off: (name: string) => `O webhook “${name}” está desativado.`,
    failing: (name: string) => `O webhook “${name}” está falhando.`,
    several: (count: string): Html =>
      html`<strong>${count} endpoints de webhook</strong> não recebem mensagens no momento.`,
    show: 'Mostrar',
  },
  health: {
    off: 'Desativado',
    offSince: (time: Html, why: string): Html => html`Desde ${time}. ${why}`,
    offBecause: {
      switched_off: 'Ele foi desativado por você ou pelo app ou token que o criou.',
      app_revoked: 'O app que o criou foi desconectado.',
      token_ended: 'O token que o criou foi revogado ou expirou.',
      failing: 'Nenhuma mensagem pôde ser entregue durante cinco dias.',
      gone: 'O servidor respondeu 410, o que significa que não há mais nada ali.',
      refused: 'O servidor pediu isso na resposta dele.',
    } satisfies Readonly<Record<DisabledReason, string>>,
    failing: 'Falhando',
    failingSince: (time: Html, attempts: string): Html =>
      html`Desde ${time}: ${
        attempts === '1' ? 'uma tentativa falhou' : `${attempts} tentativas falharam`
      }.`,
    unused: 'Nenhuma entrega ainda',
    unusedHint: 'Envie um evento de teste para ver se funciona.',
    delivering: 'Entregando',
    lastDelivery: (time: Html): Html => html`Última entrega em ${time}.`,
  },
  endpoint: {
    label: 'Endpoint',
    edit: 'Editar',
    address: 'Endereço',
    notifiesAbout: 'Avisa sobre',
    onTheWay: 'A caminho',
    nothing: 'Nada',
    created: 'Criado',
    createdBy: (date: Html, creator: Creator): Html => html`em ${date} ${byCreator(creator)}`,
    id: 'ID do endpoint',
    test: {
      title: 'Enviar um evento de teste',
      text:
        'Uma mensagem como qualquer outra, mas o pagamento é inventado. O motivo dele é “Test ' +
        'event”.',
      event: 'Evento',
      submit: 'Enviar evento de teste',
      done: 'O evento de teste está a caminho.',
    },
    off: {
      title: 'Este endpoint está desativado',
      text:
        'Nada é enviado a ele. As mensagens sobre pagamentos concluídos nesse meio-tempo são ' +
        'guardadas. Você pode enviá-las quando o endpoint estiver ativado novamente.',
    },
    switchOn: 'Ativar',
    switchOff: 'Desativar',
    missedLabel: 'Não entregue',
    missed: (count: string) =>
      count === '1' ? 'Uma mensagem não foi entregue.' : `${count} mensagens não foram entregues.`,
    care: 'Mais ações',
    replaceSecret: 'Trocar o segredo',
    delete: 'Excluir',
  },
  fields: {
    url: 'Endereço',
    urlHint: html`Para onde as mensagens são enviadas, como
      <code>https://shop.example/webhook</code>. Ele precisa estar na internet pública.`,
    name: 'Nome',
    nameHint: 'Para que ele serve, como “servidor da loja”.',
    events: 'Sobre o que ele é avisado',
    problems: {
      url_too_long: 'O endereço é longo demais.',
      spaces: 'O endereço não pode conter espaços nem barras invertidas.',
      not_https: 'O endereço precisa começar com https://.',
      invalid_url: 'Este não é um endereço válido.',
      credentials: 'O endereço não pode conter nome de usuário nem senha.',
      fragment: 'O endereço não pode conter # nem nada depois dele.',
      bad_port: 'O endereço não pode usar esta porta. Ela pertence a outro protocolo.',
      own_address: 'Este é um endereço deste próprio serviço. Digite o endereço do seu servidor.',
      invalid_host: 'O endereço precisa conter um nome de host válido.',
      onion: 'O endereço é de um serviço onion. Este serviço não consegue acessá-lo.',
      not_public: 'O endereço precisa estar na internet pública.',
      short_domain: 'O endereço precisa conter um nome de domínio completo, como shop.example.',
      description_too_long: 'O nome é longo demais.',
      no_types: 'Escolha pelo menos uma opção.',
      unknown_types: 'Escolha pelo menos uma opção.',
    } satisfies Readonly<Record<EndpointProblem, string>>,
  },
  creating: {
    title: 'Novo endpoint',
    failed: 'Nenhum endpoint foi criado. Corrija o que está marcado abaixo.',
    submit: 'Criar endpoint',
    done: 'O endpoint foi criado',
    secret: 'Segredo de assinatura',
    kept: 'Já guardei o segredo',
    help: (help: string): Html => html`Não funciona?
      <a href="${help}">Descubra por que uma assinatura falha</a>.`,
  },
  editing: {
    title: 'Alterar um endpoint',
    heading: 'Alterar o endpoint',
    failed: 'Nada foi alterado. Corrija o que está marcado abaixo.',
    hint:
      'As mensagens que estão a caminho também vão para o novo endereço. O segredo continua o ' +
      'mesmo.',
    submit: 'Salvar',
    done: 'O endpoint foi alterado.',
  },
  deleting: {
    title: 'Excluir um endpoint',
    heading: (name: string) => `Excluir “${name}”?`,
    text:
      'Nada mais é enviado a ele, nem mesmo as mensagens que estão a caminho. O segredo e o ' +
      'histórico de entregas dele são excluídos. Não é possível desfazer isso. Se você só quer ' +
      'uma pausa, desative-o.',
    address: 'Endereço',
    submit: 'Excluir o endpoint',
    done: 'O endpoint foi excluído.',
  },
  switchingOff: {
    title: 'Desativar um endpoint',
    heading: (name: string) => `Desativar “${name}”?`,
    text:
      'Nada mais é enviado a ele, e as mensagens a caminho param. As mensagens sobre pagamentos ' +
      'concluídos nesse meio-tempo são guardadas. Você pode enviá-las quando o ativar novamente.',
    submit: 'Desativar',
    done: 'O endpoint está desativado.',
  },
  switchingOn: {
    title: 'Ativar um endpoint',
    heading: (name: string) => `Ativar “${name}”?`,
    failed: 'Ele ainda não foi ativado. Corrija o que está marcado abaixo.',
    tokenEnded:
      'O token que o criou terminou. Se você ativar o endpoint, ele passa a ser seu: não termina ' +
      'mais com um token, e só você pode alterá-lo.',
    appRevoked:
      'O app que o criou foi desconectado. Conecte o app novamente primeiro. Se você não quiser ' +
      'isso, exclua o endpoint.',
    missed: 'O que ele perdeu',
    sendNow: 'Enviar agora',
    sendNowHint:
      'Todas as mensagens abandonadas ou não enviadas, das mais antigas às mais recentes. Nada é ' +
      'enviado duas vezes.',
    submit: 'Ativar',
    done: 'O endpoint está ativado.',
  },
  recovering: {
    title: 'Enviar o que faltou',
    heading: 'Enviar o que faltou?',
    failed: 'Nada foi enviado. Corrija o que está marcado abaixo.',
    text:
      'Todas as mensagens abandonadas ou não enviadas são enviadas novamente, das mais antigas ' +
      'às mais recentes, com os mesmos IDs. As mensagens entregues não são enviadas de novo.',
    submit: 'Enviar o que faltou',
    since: 'Desde o início do dia',
    sinceHint: 'O dia em UTC.',
    noSuchDay: 'Digite um dia neste formato: 2026-03-01.',
    sent: (count: string, isAll: boolean) => {
      if (count === '0') return 'Nada faltou desde então.';
      if (count === '1') return 'Uma mensagem está a caminho novamente.';
      return `${count} mensagens estão a caminho novamente.${isAll ? '' : ' Repita para o resto.'}`;
    },
  },
  replacing: {
    title: 'Trocar um segredo',
    heading: (name: string) => `Trocar o segredo de “${name}”?`,
    text:
      'Você recebe um novo segredo, que é mostrado uma única vez. As mensagens são assinadas com ' +
      'os dois segredos pelo tempo que você escolher. Assim, seu servidor pode passar para o ' +
      'novo a qualquer momento nesse período. Depois disso, o segredo antigo não funciona mais.',
    overlap: 'O segredo antigo ainda assina',
    overlaps: {
      0: 'nada a partir de agora',
      3600: 'por uma hora',
      86400: 'por 24 horas',
      604800: 'por 7 dias',
    },
    overlapHint: 'Escolha “nada a partir de agora” se outra pessoa pode conhecê-lo.',
    submit: 'Trocar o segredo',
    done: 'O novo segredo',
    oldEnded: 'O segredo antigo não assina mais nada. Coloque o novo no seu servidor agora.',
    oldUntil: (time: string) => `O segredo antigo também assina até ${time}.`,
    kept: 'Já o guardei',
  },
  /** On the page that ends what created them. */
  ending:
    'Ele criou estes endpoints de webhook, e eles terminam junto com ele. Os pagamentos ' +
    'concluídos depois disso não são enviados a eles:',
  refusals: {
    endpointDisabled: 'Nada é enviado a um endpoint desativado. Ative-o primeiro.',
    sentTooOften: (most: string) =>
      `Esta mensagem já foi enviada ${most} vezes. Ela não pode ser enviada mais vezes.`,
    appRevoked:
      'O app que criou este endpoint não pode mais usar sua carteira. Conecte-o novamente ou ' +
      'crie seu próprio endpoint.',
    tooMany: (most: number) =>
      `Você já tem ${most} endpoints e não pode ter mais. Exclua um primeiro.`,
    tooOften: (seconds: number) => ({
      title: 'Tentativas demais',
      message:
        'Você acabou de fazer isso muitas vezes. Volte e tente novamente em ' +
        `${seconds} ${plural(seconds, 'segundo', 'segundos')}.`,
    }),
  },
  verifying: {
    title: 'Como seu servidor verifica as mensagens',
    text: html`Qualquer pessoa pode enviar algo ao seu endereço, mas nossas mensagens são assinadas.
      Verifique cada mensagem com a biblioteca <code>standardwebhooks</code> ou <code>svix</code>.
      Verifique o corpo como chegou, antes de interpretá-lo.`,
    example: 'Verificação em JavaScript',
    hint: (docs: string): Html => html`Responda com um status de 200 a 299 em até 15 segundos. Caso
      contrário, a mensagem é enviada novamente. A <a href="${docs}">referência da API</a> explica
      todos os campos.`,
  },
};
