/** Whether it ends with an error. */
export async function isRefused(act: () => unknown): Promise<boolean> {
  try {
    await act();
    return false;
  } catch {
    return true;
  }
}
