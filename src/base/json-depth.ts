/** Whether a parsed JSON value has at most `depth` levels: deeper ones are meant for a stack. */
export function isWithinDepth(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  return Object.values(value).every((member) => isWithinDepth(member, depth - 1));
}
