/** Shown by an installed wallet when there is no network. */
export const offline = {
  title: 'No tienes conexión',
  lead: 'No se pudo cargar esta página. Tu dinero está a salvo.',
  sending: 'Si estabas a punto de pagar, mira en «Actividad» antes de volver a intentarlo.',
  again: 'Intentar de nuevo',
};
