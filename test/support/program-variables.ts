/**
 * The environment of programs that tests start, so that their start computes less. All programs of
 * a run keep compiled code in the folder that TEST_COMPILE_CACHE names, where Node keeps it apart
 * by these options. Without TEST_COMPILE_CACHE, nothing is kept. As the heap size is set here, the
 * program does not start itself again with the heap size for users (bin/satchel.js).
 */
export function programVariables(): NodeJS.ProcessEnv {
  const folder = process.env['TEST_COMPILE_CACHE'];
  return {
    ...(folder !== undefined && { NODE_COMPILE_CACHE: folder }),
    NODE_OPTIONS: '--max-old-space-size=512 --max-semi-space-size=64 --preserve-symlinks',
  };
}
