import { Type } from 'typebox';

/** A pattern for members whose names may be any text: the usual one has no line breaks in it. */
export const anyName = () => Type.String({ pattern: '^[\\s\\S]*$' });
