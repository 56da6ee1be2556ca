/** The role's name for `:service_role`, wherever a file of the schema says so. */
export const nameServiceRole = (text: string, serviceRole: string): string =>
  text.replaceAll(/(?<!:):service_role\b/g, () => `"${serviceRole.replaceAll('"', '""')}"`);
