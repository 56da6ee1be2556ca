import { type Html, html } from '../../../pages/html.ts';

/** Trying the wallet out, on the simulated network only. */
export const play = {
  title: 'Prueba la billetera',
  lead:
    'Este servicio funciona en una red simulada y su dinero es de juguete. Aquí encuentras otra ' +
    'billetera que te paga y a la que puedes pagar.',
  link: 'Es dinero de juguete. Prueba la billetera',
  paid: 'La otra billetera pagó tu factura.',
  notPaid: (reason: string) => `La otra billetera no pudo pagar: ${reason}.`,
  badAmount: (most: string) => `Escribe un número entero de sats, de 1 a ${most}.`,
  memo: 'Algo para probar',
  receive: {
    title: 'Paga una factura mía',
    text: (receive: string): Html =>
      html`Crea una factura en la página <a href="${receive}">Recibir</a>, cópiala y pégala aquí.`,
    invoice: 'Factura',
    submit: 'Hacer que la pague',
  },
  send: {
    title: 'Dame una factura para pagar',
    text: 'La otra billetera crea una factura. Tú la pagas con tu billetera.',
    amount: 'Importe',
    submit: 'Crear factura',
    made: (amount: string) => `Aquí tienes una factura de ${amount}.`,
    pay: 'Pagarla',
    invoice: 'Factura de la otra billetera',
  },
  here: {
    title: 'Dinero de juguete',
    text: 'Otra billetera de la red simulada puede pagar esta factura por ti.',
    submit: 'Pagar esta factura',
  },
};
