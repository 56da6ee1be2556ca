/**
 * A paragraph of a mail: a text, which `mailText` breaks into lines, or lines that stay as they
 * are.
 */
export type Paragraph = string | readonly string[];

/** The plain text of a mail: paragraphs with an empty line between them. */
export const mailText = (paragraphs: readonly Paragraph[]): string =>
  `${paragraphs.map(linesOf).join('\n\n')}\n`;

const linesOf = (paragraph: Paragraph): string =>
  (typeof paragraph === 'string' ? breakLines(paragraph) : paragraph).join('\n');

/** Breaks a text into lines, but never within a word: an address in a sentence stays whole. */
function breakLines(text: string): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > LINE_LENGTH) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** The recommended length of a line in a mail (RFC 5322, 2.1.1). */
const LINE_LENGTH = 78;
