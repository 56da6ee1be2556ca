import { Type } from 'typebox';

/**
 * The schema pattern for names of object members that may be any text: the usual pattern allows no
 * line breaks.
 */
export const anyName = () => Type.String({ pattern: '^[\\s\\S]*$' });
