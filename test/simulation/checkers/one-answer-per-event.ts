import { storedAnswer } from '../app-answers.ts';
import type { Checker } from './checker.ts';

/** Whenever and wherever an event is sent, its app hears one and the same answer. */
export const oneAnswerPerEvent: Checker = ({ books, model }) => {
  const stored = new Map(
    books.requests.map((row) => [row.eventId, storedAnswer(model, row)?.id ?? null]),
  );
  return [...model.requests].flatMap(([eventId, { number, heard }]) => {
    const ids = new Set(heard.map(({ id }) => id));
    if (ids.size > 1) return [`request ${number} heard ${ids.size} answers`];
    const [id] = ids;
    if (id === undefined || id === stored.get(eventId)) return [];
    return [`request ${number} heard an answer that is not in the books`];
  });
};
