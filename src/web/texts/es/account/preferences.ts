export const preferences = {
  title: 'Preferencias',
  lead: 'Cómo se ven tus páginas. Nada de esto cambia lo que pagas o recibes.',
  language: 'Idioma',
  languageByBrowser: 'El que pide mi navegador',
  unit: 'Unidad de los importes',
  unitHint:
    'Un sat es la parte más pequeña de un bitcoin en estas páginas: una cienmillonésima. ' +
    'Algunas personas escriben el mismo número con el signo ₿. Los campos en los que ' +
    'escribes un importe están siempre en sats.',
  units: { sat: 'sat', bip177: 'el signo ₿', btc: 'bitcoins enteros (BTC)' },
  currency: 'Valor en otra moneda',
  currencyHint: 'Aparece junto a los importes, solo como orientación.',
  noCurrency: 'Ninguna',
  timeZone: 'Zona horaria',
  timeZoneHint:
    'Los días de tu actividad empiezan allí a medianoche. Los extractos la siguen desde el ' +
    'próximo mes.',
  timeZoneByBrowser: 'La de mi navegador (extractos: UTC)',
  theme: 'Colores',
  themes: { system: 'Los de mi dispositivo', light: 'Claros', dark: 'Oscuros' },
  privacy: 'Importes',
  hidesAmounts: 'Ocultar los importes en Inicio y en las listas',
  hidesAmountsHint: 'En su lugar hay puntos, para que nadie a tu lado pueda leerlos.',
  confirmAbove: 'Preguntar quién soy por encima de (sat)',
  confirmAboveHint:
    'Un pago de más que esto solo se hace cuando escribes tu contraseña o usas tu llave de ' +
    'acceso para él. Lo que envías sin eso en 24 horas se suma, así que muchos pagos pequeños ' +
    'también preguntan. Con 0 se pregunta siempre.',
  save: 'Guardar',
  done: 'Tus preferencias están guardadas.',
  problems: {
    language: 'Elige uno de los idiomas.',
    unit: 'Elige una de las unidades.',
    currency: 'Elige una de las monedas.',
    timeZone: 'Elige una de las zonas horarias.',
    theme: 'Elige uno de los colores.',
    confirmAboveSat: 'Escribe un número entero de sats.',
  },
};

/** The value of an amount in another currency. */
export const worth = {
  about: (money: string) => `≈ ${money}`,
  /** Of a price that is not fresh. */
  aboutAt: (money: string, time: string) => `≈ ${money} (precio del ${time})`,
};
