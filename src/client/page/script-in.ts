/**
 * Returns the address of the script in a <template>, where the browser does not run it. The page imports the script when
 * it is needed; an import() by name would add the bundler's loader to every page.
 */
export function scriptIn(templateId: string): string {
  const template = document.querySelector<HTMLTemplateElement>(`template#${templateId}`);
  return template?.content.querySelector('script')?.src ?? '';
}
