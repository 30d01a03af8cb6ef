/** What the forms of a page send by themselves. */
export function hiddenFields(page: string): Record<string, string> {
  const fields = page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)" \/>/g);
  return Object.fromEntries([...fields].map(([, name, value]) => [name!, value!]));
}
