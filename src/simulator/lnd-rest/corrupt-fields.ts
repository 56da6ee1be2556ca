import type { Message, MessageValue } from './endpoint.ts';

/**
 * Gives every field a value of another type: texts become numbers, numbers become texts, and so on.
 */
export function corruptFields(message: Message): Message {
  return Object.fromEntries(
    Object.entries(message).map(([name, value]) => [name, spoilValue(value)]),
  );
}

function spoilValue(value: MessageValue): MessageValue {
  if (typeof value === 'string') return value.length;
  if (typeof value === 'number') return `${value} blocks`;
  if (typeof value === 'boolean') return null;
  if (value === null) return {};
  return isList(value) ? { length: value.length } : [corruptFields(value)];
}

const isList = (value: MessageValue): value is readonly MessageValue[] => Array.isArray(value);
