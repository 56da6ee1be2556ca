/** One thing that is not as the house rules say. */
export interface Finding {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

/** Number of the line, counted from 1, in which a place of a text lies. */
export const lineAt = (text: string, index: number): number =>
  text.slice(0, index).split('\n').length;
