import { type Html, html } from '../../../pages/html.ts';
import { plural } from '../plural.ts';

export const address = {
  title: 'Endereço Lightning',
  lead:
    'Um endereço Lightning se parece com um endereço de e-mail. Com ele, qualquer pessoa pode ' +
    'enviar dinheiro a você, quantas vezes quiser, de qualquer carteira Lightning.',
  yours: 'Seu endereço',
  none: 'Você ainda não tem um endereço.',
  noneHint: 'Escolha um nome abaixo. Você pode usá-lo na hora.',
  qr: (lightningAddress: string) => `QR code de ${lightningAddress}`,
  noQr: 'Não foi possível gerar o QR code agora. Recarregue a página em instantes.',
  payPage: 'Página pública de pagamento',
  printSheet: 'Folha para imprimir',
  print: {
    title: 'Folha para imprimir',
    heading: 'Pague com Lightning',
    instruction: 'Escaneie o código com uma carteira Lightning ou digite nela o endereço.',
    howTo: 'Imprima esta página pelo navegador. Esta linha não sai na impressão.',
    back: 'Voltar',
  },
  name: 'Nome',
  nameHint: (domain: string) =>
    `Seu endereço será este nome, seguido de @${domain}. Use letras minúsculas sem acento e ` +
    'algarismos. Entre eles, você pode usar ponto, hífen ou sublinhado.',
  playOnly: (domain: string): Html => html`Carteiras de fora deste serviço não encontram endereços
    em <code>${domain}</code>. Eles funcionam apenas entre os usuários deste serviço, por exemplo
    enquanto você o experimenta.`,
  choose: 'Escolher este nome',
  change: 'Mudar endereço',
  changeHint: (changesMax: number) =>
    `Você pode mudá-lo ${changesMax} ${plural(changesMax, 'vez', 'vezes')} por ano. Depois ` +
    'disso, ninguém mais consegue pagar a você no endereço antigo. Ele continua reservado para ' +
    'você: nenhuma outra pessoa poderá tê-lo.',
  signUpHint:
    'Qualquer pessoa pode enviar dinheiro a você neste endereço, quantas vezes quiser. Você ' +
    'também pode escolhê-lo depois.',
  lost:
    'Sua conta está pronta. Só o endereço Lightning acabou de ser escolhido por outra pessoa: ' +
    'escolha outro.',
  chosen: (lightningAddress: string) => `Seu endereço Lightning é ${lightningAddress}.`,
  zaps: {
    title: 'Zaps',
    lead:
      'Um zap é um pagamento ao seu endereço que o pagador mostra no Nostr, uma rede pública. ' +
      'Depois, publicamos lá um comprovante: todos podem ver quem pagou, quanto pagou e o que ' +
      'escreveu. Todos os outros pagamentos continuam privados.',
    needsKey: html`Para aceitar zaps, informe sua chave pública do Nostr no seu
      <a href="/profile">perfil</a>.`,
    isOn: 'Você aceita zaps.',
    isOff: 'Você não aceita zaps. As pessoas ainda podem pagar a você pelo seu endereço.',
    turnOn: 'Aceitar zaps',
    turnOff: 'Não aceitar mais zaps',
    turnedOn: 'Agora você aceita zaps.',
    turnedOff: 'Você não aceita mais zaps.',
  },
  refused: {
    bad_address_name:
      'Use até 64 letras minúsculas sem acento e algarismos. Entre eles, você pode usar ponto, ' +
      'hífen ou sublinhado.',
    reserved_address_name: 'Este nome é reservado. Escolha outro.',
    address_name_taken: 'Este nome já está em uso. Escolha outro.',
    too_many_name_changes: 'Você já mudou seu endereço vezes demais neste ano.',
  },
};
