/** Llevarse los datos, vaciar una billetera y cerrar una cuenta. */
export const leave = {
  title: 'Salir del servicio',
  lead:
    'Llévate tus datos, vacía tu billetera, cierra tu cuenta. Las dos primeras cosas ' +
    'puedes hacerlas y quedarte.',
  archive: {
    heading: 'Llévate tus datos',
    text:
      'Un archivo contiene todo lo que se guarda sobre ti: perfil, dirección, apps, tokens (sin ' +
      'sus secretos), notas, extractos y cada pago. El otro muestra todos los pagos para ' +
      'una hoja de cálculo.',
    json: 'Todo (JSON)',
    csv: 'Todos los pagos (CSV)',
    hint: 'Con mucha actividad, los archivos tardan un poco. No se los des a nadie.',
  },
  empty: {
    heading: 'Vacía tu billetera',
    isEmpty: 'Tu billetera está vacía.',
    balance: (amount: string) => `En tu billetera hay ${amount}.`,
    held: (amount: string) => `Además, en reserva para pagos que siguen en camino: ${amount}.`,
    how:
      'Crea una factura o una dirección en otra billetera, pégala en «Enviar» y elige ' +
      '«Enviar todo».',
    rest:
      'Puede quedar un pequeño resto: antes del pago se aparta una comisión, y vuelve lo que no ' +
      'hizo falta. Envía todo otra vez, hasta que el resto no alcance para ninguna comisión.',
    send: 'Enviar',
  },
  close: {
    heading: 'Cierra tu cuenta',
    text: 'Para siempre: nadie puede volver a abrirla, ni tú ni el operador.',
    submit: 'Cerrar la cuenta…',
  },
  closing: {
    title: 'Cerrar la cuenta',
    heading: '¿Cerrar tu cuenta para siempre?',
    ends: {
      access:
        'Se cierran todas tus sesiones. Los tokens, las apps conectadas y los webhooks ' +
        'dejan de funcionar.',
      apps: 'Las apps que registraste dejan de funcionar para todos los que las usan.',
      person: 'Se borran tu nombre, correo electrónico, imagen, notas y preferencias.',
      address:
        'Tu dirección Lightning queda ocupada: nadie podrá volver a tenerla, ni siquiera ' +
        'tú. Las facturas sin pagar terminan.',
      late: 'El dinero que llegue después ya no es para ti. El operador recibe un aviso.',
      books: 'Los libros guardan tus pagos sin tu nombre, con el identificador de tu cuenta.',
    },
    archiveFirst: 'Llévate antes tus datos: después no será posible.',
    balance: (amount: string) => `En tu billetera todavía hay ${amount}.`,
    giveUp: 'Lo que queda en tu billetera',
    giveUpChoice: (amount: string) => `Renuncio a ${amount}`,
    giveUpHint: 'Pasa al operador, y ya no podrás reclamarlo.',
    submit: 'Cerrar la cuenta para siempre',
    wait: (amount: string) =>
      `En reserva para pagos que siguen en camino: ${amount}. Podrás cerrar tu cuenta cuando ` +
      'terminen.',
    problems: {
      balance_left:
        'Todavía hay dinero en tu billetera. Envíalo antes a otra billetera, o indica abajo que ' +
        'renuncias a él.',
      open_payments: 'Algunos de tus pagos siguen en camino. Espera a que terminen.',
      last_admin:
        'Solo tú operas este servicio, por eso tu cuenta no se puede cerrar. Invita antes a ' +
        'otro operador.',
    },
    done: 'Tu cuenta está cerrada.',
  },
};
