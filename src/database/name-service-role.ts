/** Replaces `:service_role` with the role's name in a file of the schema. */
export const nameServiceRole = (text: string, serviceRole: string): string =>
  text.replaceAll(/(?<!:):service_role\b/g, () => `"${serviceRole.replaceAll('"', '""')}"`);
