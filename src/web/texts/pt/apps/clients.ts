import type { AddressProblem } from '../../../../apps/redirect-rules.ts';
import { type Html, html } from '../../../pages/html.ts';

type AddressField = 'url' | 'callback';

/** Both are masculine. */
const NAMES: Readonly<Record<AddressField, string>> = {
  url: 'O site',
  callback: 'O endereço de retorno',
};

const ADDRESS_PROBLEMS: Readonly<Record<AddressProblem, (host: string) => string>> = {
  too_long: () => 'é longo demais.',
  not_absolute: () => 'precisa ser um endereço completo, como https://app.example.',
  space: () => 'não pode conter espaços nem barras invertidas.',
  credentials: () => 'não pode conter nome de usuário nem senha.',
  fragment: () => 'não pode conter # nem nada depois dele.',
  wildcard: () => 'não pode conter o caractere curinga (*).',
  not_http: () => 'precisa começar com http:// ou https://.',
  no_port: (host) => `precisa de uma porta em ${host}, como http://${host}:3000.`,
  not_https: () => 'precisa começar com https://.',
  ip_address: () => 'precisa usar um nome de domínio, não um endereço IP.',
  not_ascii: () => 'só pode usar letras sem acento, algarismos e sinais simples (ASCII).',
  short_domain: () => 'precisa usar um nome de domínio completo, como app.example.',
  other_domain: (host) => `precisa estar no domínio do site, ${host}.`,
};

export const clients = {
  title: 'Seus apps',
  lead: 'Apps que você desenvolve e que pedem às pessoas daqui acesso às carteiras delas.',
  register: 'Registrar um app',
  none: {
    title: 'Você ainda não registrou nenhum app',
    text:
      'Um app precisa de um ID de cliente para que as pessoas possam conectá-lo às carteiras ' +
      'delas. Para usar sua própria carteira em um script, um token pessoal é mais simples.',
    tokens: 'Tokens pessoais',
  },
  howItAsks: (docs: string): Html => html`A <a href="${docs}">referência da API</a> explica como um
    app pede acesso.`,
  registered: (date: Html, hasSecret: boolean): Html =>
    html`Registrado em ${date}, ${hasSecret ? 'com segredo' : 'sem segredo'}`,
  clientId: (id: string): Html => html`ID de cliente <code>${id}</code>`,
  facts: {
    clientId: 'ID de cliente',
    kind: 'Tipo',
    withSecret: 'App com segredo',
    withoutSecret: 'App sem segredo',
    authorizationPage: 'Página de autorização',
    tokenEndpoint: 'Endpoint de tokens',
    registered: 'Registrado em',
  },
  fields: {
    name: 'Nome',
    nameHint: 'As pessoas o veem quando o app pede acesso.',
    url: 'Site',
    urlHint: html`Onde o app funciona, como <code>https://app.example</code>, ou
      <code>http://localhost:3000</code> enquanto você o desenvolve.`,
    callback: 'Endereço de retorno',
    callbackHint: html`Para onde as pessoas voltam, no mesmo domínio. O app precisa enviar
      exatamente este endereço. Somente um app sem segredo pode usar outra porta, em
      <code>127.0.0.1</code> ou <code>[::1]</code>.`,
    strict: 'Prova mais rigorosa',
    s256Only: 'Aceitar PKCE somente com S256',
    s256Hint:
      'Recusa o método fraco “plain”. Marque esta opção, a menos que uma biblioteca antiga ' +
      'precise de “plain”.',
    answers: 'Respostas ao app',
    sendsIssuer: 'Indicar o emissor em cada resposta (RFC 9207)',
    issuerHint:
      'Marque esta opção se a biblioteca do app lê os metadados deste serviço (discovery). Uma ' +
      'biblioteca que recebeu os endereços um a um pode recusar essas respostas.',
  },
  problems: {
    name: (most: number) => `O nome precisa ter de 1 a ${most} caracteres, todos visíveis.`,
    address: (field: AddressField, problem: AddressProblem, host: string) =>
      `${NAMES[field]} ${ADDRESS_PROBLEMS[problem](host)}`,
    tooMany: (most: number) =>
      `Você já tem ${most} apps e não pode ter mais. Exclua um que você não usa mais.`,
  },
  creating: {
    title: 'Registrar um app',
    failed: 'O app não foi registrado. Corrija o que está marcado abaixo.',
    where: 'Onde ele funciona',
    server: 'No seu servidor',
    serverHint: 'Ele recebe um segredo e o guarda lá.',
    device: 'No navegador ou no celular',
    deviceHint: 'Ele não consegue guardar um segredo. Por isso, não recebe um e precisa usar PKCE.',
    submit: 'Registrar',
    done: 'Seu app está registrado',
    doneHeading: (name: string) => `“${name}” está registrado`,
    goOn: 'Continuar',
  },
  secretLabel: 'Segredo do cliente',
  editing: {
    heading: 'Alterar o app',
    failed: 'Nada foi alterado. Corrija o que está marcado abaixo.',
    s256Advice:
      'Todas as pessoas que conectaram este app recentemente usaram S256. Marque abaixo ' +
      '“Aceitar PKCE somente com S256”. Assim, ninguém pode usar o método fraco para pedir ' +
      'acesso em nome do seu app.',
    submit: 'Salvar',
    done: 'O app foi alterado.',
  },
  care: 'Mais ações',
  replaceSecret: 'Trocar o segredo',
  delete: 'Excluir o app',
  replacing: {
    title: 'Trocar o segredo',
    heading: (name: string) => `Trocar o segredo de “${name}”?`,
    text:
      'O segredo atual deixa de funcionar imediatamente. Enquanto seu servidor não tiver o novo, ' +
      'ninguém poderá conectar o app, e ele não poderá renovar o acesso. As conexões que já ' +
      'existem continuam.',
    submit: 'Trocar o segredo',
    done: 'O novo segredo',
    kept: 'Já o guardei',
  },
  deleting: {
    title: 'Excluir um app',
    heading: (name: string) => `Excluir “${name}”?`,
    text:
      'O app é desconectado imediatamente de todas as pessoas que o usam, e o ID de cliente dele ' +
      'nunca mais funciona. Não é possível desfazer isso.',
    submit: 'Excluir o app',
    done: 'O app foi excluído.',
  },
};
