/**
 * Names in use today where `Intl` answers with a former one, of the IANA database 2026c (zone.tab).
 * It reads both, and cannot tell which is which. Another version that answers with today's name
 * needs no line here.
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

/** Zones that this process offers, by the names that they have today. */
export const TIME_ZONES: readonly string[] = Intl.supportedValuesOf('timeZone')
  .map(todaysName)
  .sort();

const KNOWN: ReadonlySet<string> = new Set(TIME_ZONES);
/** The longest name of a zone: longer than any, and short enough to look up what strangers send. */
const MAX_NAME_LENGTH = 64;

/**
 * The present name of a zone that is given by any of its names; null for one that is none of ours.
 */
export function presentZone(name: string): string | null {
  const present = todaysName(resolve(name) ?? '');
  return KNOWN.has(present) ? present : null;
}

/** Whether this process can tell times in a zone, under whatever name. */
export const isTimeZone = (name: string): boolean => resolve(name) !== null;

/** A stored zone that only newer versions know becomes UTC. */
export const readableZone = (name: string): string => (isTimeZone(name) ? name : 'UTC');

function resolve(name: string): string | null {
  if (name.length > MAX_NAME_LENGTH) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
