/**
 * What programs that tests start are told by their environment, so that a start computes less. All
 * of one run keep what was compiled in the folder that TEST_COMPILE_CACHE names, where Node keeps it
 * apart by these options; without it they keep nothing. With a heap size of its own the program
 * does not start itself again with the one for users (bin/satchel.js).
 */
export function programVariables(): NodeJS.ProcessEnv {
  const folder = process.env['TEST_COMPILE_CACHE'];
  return {
    ...(folder !== undefined && { NODE_COMPILE_CACHE: folder }),
    NODE_OPTIONS: '--max-old-space-size=512 --max-semi-space-size=64 --preserve-symlinks',
  };
}
