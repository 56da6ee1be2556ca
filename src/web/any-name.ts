import { Type } from 'typebox';

/** For names of members that may be any text: the pattern by default has no line breaks in it. */
export const anyName = () => Type.String({ pattern: '^[\\s\\S]*$' });
