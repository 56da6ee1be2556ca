/** Whether this process can tell times there, under whatever name. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The same zone, or UTC in place of one that only newer versions know. */
export const readableZone = (name: string): string => (isTimeZone(name) ? name : 'UTC');
