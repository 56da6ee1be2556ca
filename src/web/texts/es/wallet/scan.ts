/** Reading a code with the camera or from a picture. All but `needsScript` is shown by a script. */
export const scan = {
  open: 'Escanear',
  title: 'Escanear un código',
  lead: 'No se envía nada antes de que lo veas y lo confirmes.',
  scanner: 'Escáner',
  start: 'Usar la cámara',
  torch: 'Luz',
  picture: 'Elegir una imagen',
  paste: 'Mejor pegar el texto',
  again: 'Escanear otra vez',
  needsScript: 'Escanear necesita JavaScript, que no funciona en este navegador. Pega el texto.',
  ask:
    'Tu navegador te preguntará si este sitio puede usar la cámara. Lo que ve no sale de este ' +
    'dispositivo.',
  look: 'Apunta la cámara al código QR de modo que se vea entero.',
  reading: 'Buscando un código en la imagen…',
  found: 'Se leyó el código. Continúa para ver qué pide.',
  refused:
    'Este sitio no puede usar la cámara. Permítelo en los ajustes de tu navegador o elige una ' +
    'imagen del código.',
  noCamera: 'No se encontró ninguna cámara. Elige una imagen del código o pega el texto.',
  busy:
    'La cámara no se enciende. Puede que otra app la esté usando. Cierra esa app e inténtalo de ' +
    'nuevo, o elige una imagen del código.',
  insecure:
    'Los navegadores solo prestan la cámara a sitios con conexión segura (https). Elige una ' +
    'imagen del código o pega el texto.',
  nothingFound:
    'No se encontró ningún código QR en esta imagen. Prueba con una en la que el código sea más ' +
    'grande y nítido.',
  noPicture: 'Este archivo no es una imagen que tu navegador pueda abrir.',
  away: 'No se pudo cargar una parte de esta página. Vuelve a cargarla o pega el texto.',
};
