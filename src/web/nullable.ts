import { type TSchema, Type } from 'typebox';

export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/**
 * The schema of a field of a request that may be left out. Null means the same as leaving it out.
 */
export const optional = <S extends TSchema>(schema: S) => Type.Optional(nullable(schema));
