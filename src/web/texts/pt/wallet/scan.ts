export const scan = {
  open: 'Escanear',
  title: 'Escanear um código',
  lead: 'Nada é enviado antes de você ver e confirmar.',
  scanner: 'Leitor de códigos',
  start: 'Usar a câmera',
  torch: 'Luz',
  picture: 'Escolher uma imagem',
  paste: 'Colar o texto',
  again: 'Escanear de novo',
  needsScript:
    'Para escanear é preciso JavaScript, e ele não funciona neste navegador. Cole o texto.',
  ask:
    'Seu navegador vai perguntar se este site pode usar a câmera. O que ela vê não sai deste ' +
    'dispositivo.',
  look: 'Aponte a câmera para o QR code, de modo que ele apareça inteiro.',
  reading: 'Procurando um código na imagem…',
  found: 'O código foi lido. Continue para ver o que ele pede.',
  refused:
    'Este site não pode usar a câmera. Permita isso nas configurações do navegador ou escolha ' +
    'uma imagem do código.',
  noCamera: 'Nenhuma câmera foi encontrada. Escolha uma imagem do código ou cole o texto.',
  busy:
    'A câmera não liga. Outro app pode estar usando a câmera. Feche esse app e tente novamente, ' +
    'ou escolha uma imagem do código.',
  insecure:
    'Os navegadores só liberam a câmera para sites com conexão segura (https). Escolha uma ' +
    'imagem do código ou cole o texto.',
  nothingFound:
    'Nenhum QR code foi encontrado nesta imagem. Tente uma em que o código esteja maior e ' +
    'nítido.',
  noPicture: 'Este arquivo não é uma imagem que seu navegador consiga abrir.',
  away: 'Não foi possível carregar uma parte desta página. Recarregue a página ou cole o texto.',
};
