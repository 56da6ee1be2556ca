import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { Compile } from 'typebox/schema';
import { describeFaults, findTooLong } from './describe-faults.ts';

const notGiven = (): never => {
  throw new Error('validateByTypebox was not called');
};

/**
 * Schema compilers that do nothing. Fastify would load its own ones, which are a tenth of all code
 * loaded at a start.
 */
export const NO_COMPILERS: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: { buildValidator: notGiven, buildSerializer: notGiven },
};

/**
 * Validates parameters and bodies as they were sent, without converting anything. The items of a
 * list are counted before they are validated, so that a long list costs little.
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
