import { type Html, html } from '../../../pages/html.ts';

/** Proof of what is owed: what everyone sees, and what a user sees of their own. */
export const proof = {
  title: 'Prueba de lo que se debe',
  lead:
    'Cada hora, este servicio publica cuánto debe a todos sus usuarios juntos. Cada uno puede ' +
    'comprobar que su propio dinero está contado.',
  link: 'Comprobar que tu dinero está contado',
  publicLink: 'Prueba de que tu dinero está contado',
  none: {
    title: 'Todavía no hay nada publicado',
    text:
      'Empieza cuando suficientes personas hayan tenido dinero aquí, para que el total no diga ' +
      'nada sobre ninguna de ellas. Desde entonces se publica cada hora.',
  },
  stale: (when: Html): Html =>
    html`La última es de ${when}. Debería haber una cada hora. Pregunta a quienes llevan este
      servicio por qué no la hay.`,
  upToDate: 'Al día',
  tooOld: 'Demasiado antigua',
  total: 'Total que se debe',
  toUsers: 'A usuarios',
  onItsWay: 'De ello, en reserva para pagos en camino',
  unclaimed: 'A personas aún desconocidas',
  made: 'A fecha de',
  number: 'Número',
  details: 'Para comparar',
  fingerprint: 'Huella',
  key: 'Clave que la firmó',
  node: 'Nodo Lightning',
  bound: 'El nodo Lightning ha firmado esta clave:',
  notBound: 'El nodo Lightning aún no ha firmado esta clave.',
  compare: 'Los demás usuarios deben ver la misma huella con el mismo número.',
  checkMine: 'Comprobar mi dinero',
  signIn: 'Entrar y comprobar',
  all: 'Todo lo publicado',
  newKey: 'Tiene una clave nueva, firmada por la anterior.',
  unsignedKey: 'Tiene una clave nueva, que la anterior no firmó.',
  gap: (hours: string) => `Antes no hubo ninguna durante ${hours} horas.`,
  older: 'Anteriores',
  shows: {
    title: 'Lo que demuestra',
    sum: 'El servicio debe al menos esta cantidad, y ha firmado que la debe.',
    mine:
      'Si tu dinero está contado, nadie puede dejarlo fuera después sin que tu navegador ' +
      'lo note.',
    past: 'Tus pagos anteriores quedan sellados con ella. Ninguno se puede cambiar después.',
  },
  hides: {
    title: 'Lo que no demuestra',
    money: 'No demuestra que el dinero esté ahí. Ningún servicio puede probarlo por sí solo.',
    others: 'No demuestra que estén todos. Cuantos más comprueben, más seguros están todos.',
    debts: 'No demuestra lo que quienes llevan este servicio deben en otra parte.',
  },
  said: {
    title: 'Lo que dice el operador',
    hint:
      'Esta parte no está probada, solo dicha. Cualquiera puede buscar los canales anunciados ' +
      'del nodo con su clave: en ellos no puede tener más que su capacidad.',
    holds: 'El nodo tiene',
    atLeast: (amount: string) => `${amount} o un poco más`,
    announced: 'Capacidad de sus canales anunciados',
    away: 'El nodo no responde en este momento.',
  },
  mine: {
    title: '¿Está contado mi dinero?',
    lead: 'Tu navegador lo calcula por sí mismo. Nadie ve si lo compruebas.',
    counted: 'Estás contado con',
    moment: (when: Html): Html =>
      html`Es lo que tenías el ${when}, junto con lo que estaba en reserva.`,
    absent: {
      title: 'Aún no estás en ella',
      text: 'Llegaste después de la última. Vuelve dentro de una hora.',
    },
    missing: {
      title: 'Tu archivo no está disponible por ahora',
      text:
        'Se restauró una copia de seguridad de este servicio. Tu archivo llega con la ' +
        'próxima comprobación. Vuelve dentro de una hora.',
    },
    unchecked:
      'Esta página lo comprueba con un script que tu navegador no ha ejecutado. Puedes guardar ' +
      'los dos archivos y comprobarlos con un programa tuyo.',
    checking: 'Comprobando…',
    impossible:
      'Este navegador no puede comprobar firmas aquí. Usa uno más nuevo y una dirección que ' +
      'empiece por https, o comprueba los archivos con un programa tuyo.',
    held: {
      word: 'Es correcto.',
      text: 'Tu dinero está contado en lo que este servicio dice que debe.',
      tree: 'Todas las partes de tu dinero llevan a la suma publicada.',
      signature: 'El servicio ha firmado esa suma.',
      first: 'Este navegador la recuerda desde ahora y comparará la siguiente con ella.',
      same: 'Es la misma que este navegador vio la última vez.',
      rotated:
        'El servicio cambió de clave desde tu última visita. La clave anterior firmó la ' +
        'nueva.',
      since: 'Todo lo publicado desde tu última visita se sigue de lo que este navegador vio.',
    },
    refused: {
      word: 'No es correcto.',
      text:
        'Guarda primero los dos archivos de abajo. Después pregunta a quienes llevan este ' +
        'servicio y avisa a otros usuarios.',
    },
    files: 'Archivos para guardar',
    filesHint:
      'Con los dos archivos, tú o alguien de confianza puede comprobarlo en otro ordenador. El ' +
      'primero dice cuánto tenías: no se lo enseñes a nadie más.',
    mineFile: 'Mi archivo',
    checkpointFile: 'Archivo publicado',
    readMine: 'Ver mi archivo',
    readCheckpoint: 'Ver el archivo publicado',
  },
  /** Why it does not hold. */
  reasons: {
    unreadable: 'Un archivo está dañado.',
    sum_out_of_bounds: 'Un importe es menor que cero o mayor que todos los bitcoins.',
    wrong_key: 'Está firmado con otra clave que antes.',
    unsigned_key: 'La clave cambió, y la anterior no firmó la nueva.',
    wrong_signature: 'La firma es falsa.',
    wrong_root: 'La suma publicada no se sigue de sus partes.',
    other_epoch: 'Tu archivo pertenece a otra suma publicada.',
    other_identifier: 'El archivo es de otra persona.',
    part_missing: 'Falta una parte de tu dinero.',
    part_twice: 'Una parte de tu dinero está contada dos veces.',
    wrong_depth: 'Una parte de tu dinero está en un lugar equivocado.',
    not_in_tree: 'Una parte de tu dinero no lleva a la suma publicada.',
    wrong_total: 'Las partes no suman tu dinero.',
    broken_chain: 'Lo publicado no se sigue de lo publicado antes.',
    older_than_seen: 'Es más antigua que lo que este navegador ya ha visto.',
    other_history:
      'Cuando este navegador miró la última vez había otra cosa publicada. Puede que el ' +
      'servicio haya vuelto a una copia de seguridad, o que cuente historias distintas.',
    unreachable: 'No se pudo cargar lo publicado desde tu última visita. Inténtalo de nuevo.',
  },
};
