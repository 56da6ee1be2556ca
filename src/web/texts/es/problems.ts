/** What went wrong, and what to do now. */
export const problems = {
  error: (status: number) => `Error ${status}`,
  toStart: 'Ir a la página de inicio',
  notFound: {
    title: 'Aquí no hay nada',
    message: 'Puede que la dirección tenga un error o que la página ya no exista.',
  },
  method: {
    title: 'Esto no funciona aquí',
    message: 'La página existe, pero no para este tipo de solicitud.',
  },
  staleForm: {
    title: 'Este formulario ya no es válido',
    message:
      'Puede que hayas iniciado o cerrado sesión desde que lo abriste, o que lo haya enviado ' +
      'otro sitio. No se cambió nada. Vuelve a la página anterior, recárgala e ' +
      'inténtalo de nuevo.',
  },
  tooOften: {
    title: 'Demasiadas solicitudes',
    message:
      'Llegaron demasiadas solicitudes desde tu red. Espera un momento e inténtalo de nuevo.',
  },
  fault: {
    title: 'Algo falló de nuestro lado',
    message: 'No hiciste nada mal. Inténtalo de nuevo en un momento, por favor.',
  },
  nodeAway: {
    title: 'Ahora no se puede acceder a la red Lightning',
    message:
      'Este servicio no tiene conexión con la red Lightning en este momento. No se ha perdido ' +
      'nada. Inténtalo de nuevo enseguida.',
  },
  again: 'Intentar de nuevo',
  away: {
    title: 'No podemos acceder a tu billetera en este momento',
    message:
      'Inténtalo de nuevo en un minuto. Si ibas a enviar dinero, mira antes tu actividad: ' +
      'puede que ya se haya enviado.',
  },
  tooLarge: {
    title: 'Esto es demasiado de una vez',
    message:
      'El navegador envió más de lo que aceptan nuestros formularios. Vuelve a la página ' +
      'anterior e inténtalo con menos.',
  },
  doneBefore:
    'No se hizo nada. Puede que ya hayas enviado este formulario o que algo haya cambiado ' +
    'mientras tanto. Un secreto se muestra una sola vez.',
  unusable: {
    title: 'Esta solicitud no se puede usar',
    message:
      'El navegador envió algo que nuestros formularios no envían. Vuelve a la página anterior ' +
      'e inténtalo de nuevo.',
  },
};
