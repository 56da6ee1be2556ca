/**
 * Where programs that tests start keep what was compiled: all of one run share the folder that
 * TEST_COMPILE_CACHE names. Without it they keep nothing.
 */
export function compileCache(): NodeJS.ProcessEnv {
  const folder = process.env['TEST_COMPILE_CACHE'];
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}
