import type { SignatureFinding, SigningMistake } from '../../../../webhooks/signature-case.ts';
import { type Content, type Html, html } from '../../../pages/html.ts';

interface FindingTexts {
  readonly title: string;
  readonly text: Content;
}

const says = (title: string, text: Content): FindingTexts => ({ title, text });

const MISTAKES: Readonly<Record<SigningMistake, FindingTexts>> = {
  body_alone: says(
    'Seu código assina só o corpo',
    html`Assine <code>id.timestamp.body</code>: os dois cabeçalhos e o corpo, separados por
      pontos.`,
  ),
  without_id: says(
    'Seu código deixa o ID de fora',
    html`Assine <code>id.timestamp.body</code>, não <code>timestamp.body</code>.`,
  ),
  without_timestamp: says(
    'Seu código deixa o timestamp de fora',
    html`Assine <code>id.timestamp.body</code>, não <code>id.body</code>.`,
  ),
  secret_as_text: says(
    'Seu código usa o segredo como texto',
    html`O que vem depois de <code>whsec_</code> é base64. A chave são os 24 bytes que ele
      representa.`,
  ),
  secret_with_prefix: says(
    'Seu código decodifica também o prefixo do segredo',
    html`Retire <code>whsec_</code> antes de decodificar o resto como base64.`,
  ),
  hex: says('Seu código escreve a assinatura em hexadecimal', 'Ela precisa ser base64.'),
  base64url: says(
    'Seu código escreve outro tipo de base64',
    html`Use o comum, com <code>+</code>, <code>/</code> e <code>=</code> no final.`,
  ),
};

/** Findings that need no details. */
const findings: Readonly<Record<Exclude<SignatureFinding['kind'], DetailedKind>, FindingTexts>> = {
  ...MISTAKES,
  genuine: says(
    'Esta assinatura está certa',
    'Ela corresponde ao ID, ao timestamp, ao corpo e a um segredo deste endpoint. Se seu código ' +
      'a recusa, ele tem outro segredo ou outro corpo. Cole o segredo dele abaixo e compare o ' +
      'corpo que ele lê com este.',
  ),
  recognized: says(
    'Esta assinatura é conhecida, mas há algo errado com ela',
    'Os outros resultados dizem o quê.',
  ),
  no_match: says(
    'Esta assinatura não corresponde',
    'Nenhum dos erros comuns leva a ela, com nenhum dos seus segredos. Pelo menos um dos quatro ' +
      'valores foi copiado de outra mensagem ou não foi copiado por inteiro.',
  ),
  id_missing: says(
    'Falta o ID',
    html`Ele está no cabeçalho <code>webhook-id</code> e também em <code>svix-id</code>.`,
  ),
  id_unknown: says(
    'Nenhuma mensagem com este ID foi enviada a este endpoint',
    html`O ID está no cabeçalho <code>webhook-id</code> e começa com <code>msg_</code>. Ele não é o
      identificador nem o hash do pagamento da fatura.`,
  ),
  timestamp_unreadable: says(
    'O timestamp está faltando ou não é um número',
    html`Ele está no cabeçalho <code>webhook-timestamp</code>: segundos desde 1970.`,
  ),
  timestamp_in_ms: says(
    'O timestamp está em milissegundos',
    'O cabeçalho traz segundos. Use-o como está, não a hora do seu servidor.',
  ),
  timestamp_of_no_attempt: says(
    'Nenhuma tentativa desta mensagem foi feita neste horário',
    'Cada tentativa tem seu próprio timestamp e sua própria assinatura. Copie todos os valores ' +
      'de uma só requisição.',
  ),
  signature_missing: says(
    'Falta a assinatura',
    html`Ela está no cabeçalho <code>webhook-signature</code>.`,
  ),
  version_missing: says(
    'Falta o “v1,”',
    html`O cabeçalho tem itens como <code>v1,K5oZ…</code>, separados por espaços. Uma biblioteca
      precisa do cabeçalho como ele está. Se você faz a comparação por conta própria, retire
      <code>v1,</code> dos dois lados.`,
  ),
  version_unknown: says(
    'A assinatura não é da versão v1',
    html`Enviamos somente itens que começam com <code>v1,</code>. Ignore todos os outros.`,
  ),
  body_missing: says('Falta o corpo', 'Copie-o como chegou, antes de ser interpretado.'),
  body_spaced: says(
    'Há espaços em branco em volta do corpo',
    'Assine exatamente os bytes que chegaram. Não acrescentamos uma quebra de linha.',
  ),
  body_reserialized: says(
    'O corpo foi interpretado e escrito novamente',
    'Ele significa o mesmo que enviamos, mas os caracteres são diferentes. Verifique o corpo ' +
      'como chegou. A maioria dos frameworks precisa de uma configuração para isso, como “raw ' +
      'body”.',
  ),
  secret_right: says('Seu código tem o segredo certo', 'É o segredo atual.'),
  secret_unknown: says(
    'Seu código tem um segredo que este endpoint nunca teve, ou que foi trocado há muito tempo',
    'Se você perdeu o certo, troque o segredo do endpoint e use o novo.',
  ),
  signed_with_unknown: says(
    'Assinada com o segredo do seu código',
    'Este endpoint não tem esse segredo. Por isso, só o seu código faz assinaturas assim.',
  ),
};

type DetailedKind =
  | 'timestamp_old'
  | 'timestamp_ahead'
  | 'body_changed'
  | 'secret_old'
  | 'secret_over'
  | 'signed_with_old'
  | 'signed_with_over'
  | 'secret_of_other'
  | 'signed_for_other';

/** Why a receiver calls a signature wrong. “Código” is the program of the reader. */
export const signatures = {
  title: 'Por que uma assinatura falha',
  lead: 'Cole o que seu servidor recebeu, tudo de uma só requisição. Nada disso é armazenado.',
  none: {
    title: 'Você não tem nenhum endpoint',
    text: 'As assinaturas são feitas com o segredo de um endpoint. Crie um primeiro.',
  },
  found: 'O que foi encontrado',
  fields: {
    endpoint: 'Endpoint',
    endpointOption: (name: string, address: string) => `${name}, ${address}`,
    id: 'ID',
    idHint: html`Cabeçalho <code>webhook-id</code> ou <code>svix-id</code>.`,
    timestamp: 'Timestamp',
    timestampHint: html`Cabeçalho <code>webhook-timestamp</code> ou <code>svix-timestamp</code>.`,
    signature: 'Assinatura',
    signatureHint: html`Cabeçalho <code>webhook-signature</code> ou <code>svix-signature</code>, ou
      a que seu código fez.`,
    body: 'Corpo',
    bodyHint: 'Como seu código o lê, sem alterações.',
    bodyTooLong: 'Isto é mais longo do que qualquer corpo que enviamos.',
    tooLong: 'Isto é mais longo do que pode ser.',
    secret: 'Segredo do seu código',
    secretHint: 'Mostra se é o certo. Ele não é armazenado nem mostrado de novo.',
    submit: 'Descobrir',
  },
  minutes: (count: string) => `${count} ${count === '1' ? 'minuto' : 'minutos'}`,
  hours: (count: string) => `${count} ${count === '1' ? 'hora' : 'horas'}`,
  days: (count: string) => `${count} ${count === '1' ? 'dia' : 'dias'}`,
  findings,
  details: {
    timestamp_old: (duration: string): FindingTexts =>
      says(
        `O timestamp é de ${duration} atrás`,
        'As bibliotecas recusam timestamps com mais de 5 minutos. Isso é normal se você o copiou ' +
          'de uma entrega anterior. Se seu servidor o recusou na chegada, o relógio do seu ' +
          'servidor está adiantado.',
      ),
    timestamp_ahead: (duration: string): FindingTexts =>
      says(
        `O timestamp está ${duration} adiantado em relação ao nosso relógio`,
        'Nunca enviamos isso. Verifique o relógio que o gerou.',
      ),
    body_changed: (position: string, received: string, sent: string): FindingTexts =>
      says(
        'O corpo não é o que foi enviado',
        html`Ele é diferente a partir do caractere ${position}. Você tem <code>${received}</code>,
          mas enviamos <code>${sent}</code>.`,
      ),
    secret_old: (until: Html): FindingTexts =>
      says(
        'Seu código tem o segredo anterior',
        html`Ele também assina até ${until}. Passe a usar o novo antes disso.`,
      ),
    secret_over: (until: Html): FindingTexts =>
      says(
        'Seu código tem um segredo antigo',
        html`Ele foi trocado e não assina nada desde ${until}. Use o novo.`,
      ),
    signed_with_old: (until: Html): FindingTexts =>
      says('Assinada com o segredo anterior', html`Ele vale até ${until}.`),
    signed_with_over: (until: Html): FindingTexts =>
      says(
        'Assinada com um segredo antigo',
        html`Ele foi trocado e não assina nada desde ${until}.`,
      ),
    secret_of_other: (name: string): FindingTexts =>
      says(
        'Seu código tem o segredo de outro endpoint',
        `É o segredo de “${name}”. Cada endpoint tem o seu.`,
      ),
    signed_for_other: (name: string): FindingTexts =>
      says('Isto pertence a outro endpoint', `Foi assinado com o segredo de “${name}”.`),
  },
};
