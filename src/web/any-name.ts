import { Type } from 'typebox';

/**
 * The pattern of names of object members that may be any text: the usual one allows no line breaks.
 */
export const anyName = () => Type.String({ pattern: '^[\\s\\S]*$' });
