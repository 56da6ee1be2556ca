import { storedAnswer } from '../app-answers.ts';
import type { Checker } from './checker.ts';

/** A key stands for no payment only where its request was refused: else a repeat would hear of it. */
export const marksAnswered: Checker = ({ books, model }) => {
  const answers = new Map(books.requests.map((row) => [row.eventId, storedAnswer(model, row)]));
  return books.refusedEvents
    .filter((eventId) => (answers.get(eventId)?.body.errorCode ?? null) === null)
    .map((eventId) => `${eventId} may not be paid, and was not refused`);
};
