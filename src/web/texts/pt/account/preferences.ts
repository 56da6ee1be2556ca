export const preferences = {
  title: 'Preferências',
  lead: 'Como suas páginas aparecem. Nada aqui muda o que você paga ou recebe.',
  language: 'Idioma',
  languageByBrowser: 'O que meu navegador pede',
  unit: 'Unidade dos valores',
  unitHint:
    'Um sat é a menor parte de um bitcoin nestas páginas: um centésimo de milionésimo. ' +
    'Algumas pessoas escrevem o mesmo número com o sinal ₿. Os campos em que você digita um ' +
    'valor são sempre em sats.',
  units: { sat: 'sat', bip177: 'o sinal ₿', btc: 'bitcoins inteiros (BTC)' },
  currency: 'Valor em outra moeda',
  currencyHint: 'Aparece ao lado dos valores, só como orientação.',
  noCurrency: 'Nenhuma',
  timeZone: 'Fuso horário',
  timeZoneHint:
    'Os dias da sua atividade começam lá à meia-noite. Os extratos seguem a partir do próximo mês.',
  timeZoneByBrowser: 'O do meu navegador (extratos: UTC)',
  theme: 'Cores',
  themes: { system: 'As do meu aparelho', light: 'Claras', dark: 'Escuras' },
  privacy: 'Valores',
  hidesAmounts: 'Ocultar os valores no Início e nas listas',
  hidesAmountsHint: 'No lugar deles aparecem pontos, para que ninguém ao seu lado consiga ler.',
  confirmAbove: 'Perguntar quem sou acima de (sat)',
  confirmAboveHint:
    'Um pagamento de mais do que isto só é feito depois que você digita sua senha ou usa sua ' +
    'chave de acesso para ele. O que você envia sem isso em 24 horas é somado, então muitos ' +
    'pagamentos pequenos também perguntam. Com 0, a pergunta vem sempre.',
  save: 'Salvar',
  done: 'Suas preferências foram salvas.',
  problems: {
    language: 'Escolha um dos idiomas.',
    unit: 'Escolha uma das unidades.',
    currency: 'Escolha uma das moedas.',
    timeZone: 'Escolha um dos fusos horários.',
    theme: 'Escolha uma das cores.',
    confirmAboveSat: 'Digite um número inteiro de sats.',
  },
};

/** The value of an amount in another currency. */
export const worth = {
  about: (money: string) => `≈ ${money}`,
  /** Of a price that is not fresh. */
  aboutAt: (money: string, time: string) => `≈ ${money} (preço de ${time})`,
};
