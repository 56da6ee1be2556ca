/**
 * Former names of time zones that `Intl` still returns, each with the present name in the IANA
 * database 2026c (zone.tab). `Intl` reads both names, and does not tell which is which. A newer
 * `Intl` that returns the present name makes its line here superfluous, not wrong.
 */
const RENAMED: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

const todaysName = (name: string): string => RENAMED[name] ?? name;

/** Time zones that pages offer: those that this process knows, by their present names. */
export const TIME_ZONES: readonly string[] = Intl.supportedValuesOf('timeZone')
  .map(todaysName)
  .sort();

const KNOWN: ReadonlySet<string> = new Set(TIME_ZONES);
/**
 * The greatest length of a time zone's name. No real name is longer, and looking up a longer text
 * from a stranger would be a waste.
 */
const MAX_NAME_LENGTH = 64;

/**
 * The present name of a time zone, given by any of its names; null for a zone that is not known
 * here.
 */
export function presentZone(name: string): string | null {
  const present = todaysName(resolve(name) ?? '');
  return KNOWN.has(present) ? present : null;
}

/** Whether this process knows a time zone, under whatever name. */
export const isTimeZone = (name: string): boolean => resolve(name) !== null;

/**
 * The time zone in which times are shown to a user. If the stored zone is one that only newer
 * versions know, UTC is used.
 */
export const readableZone = (name: string): string => (isTimeZone(name) ? name : 'UTC');

function resolve(name: string): string | null {
  if (name.length > MAX_NAME_LENGTH) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
