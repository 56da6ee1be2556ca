import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { Compile } from 'typebox/schema';
import { describeFaults, findTooLong } from './describe-faults.ts';

const notGiven = (): never => {
  throw new Error('validateByTypebox was not called');
};

/**
 * Compilers that do nothing. Fastify would load its own, a tenth of everything that a start loads.
 */
export const NO_COMPILERS: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: { buildValidator: notGiven, buildSerializer: notGiven },
};

/**
 * Validates parameters and bodies as they came, without converting anything. Lists are counted
 * before their items are looked at.
 */
export function validateByTypebox(app: Pick<FastifyInstance, 'setValidatorCompiler'>): void {
  app.setValidatorCompiler<object>(({ schema }) => {
    const validator = Compile(schema);
    return (value: unknown) => {
      const tooLong = findTooLong(schema, value);
      if (tooLong !== null) return { error: [tooLong] };
      if (validator.Check(value)) return { value };
      return { error: [...describeFaults(schema, value)] };
    };
  });
}
